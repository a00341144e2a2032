import { OLError } from '@ol/core'
import Fastify from 'fastify'
import { Impressions } from './impressions.js'
import { ModelFile } from './model-file.js'

const item = {
  type: 'object',
  required: ['id', 'features'],
  properties: { id: { type: 'string' }, features: { type: 'object' } },
}
const rankBody = {
  type: 'object',
  required: ['user', 'items'],
  properties: {
    user: { type: 'object' },
    items: { type: 'array', minItems: 1, maxItems: 100, items: item },
  },
}
const clickBody = {
  type: 'object',
  required: ['impression', 'item'],
  properties: { impression: { type: 'string' }, item: { type: 'string' } },
}

/**
 * @param {{ path: string, saveEverySeconds?: number, clickWithinSeconds?: number, mostImpressions?: number, logger?: boolean }} options
 */
export async function createService({
  path,
  saveEverySeconds = 30,
  clickWithinSeconds = 600,
  mostImpressions = 100_000,
  logger = false,
}) {
  const file = await ModelFile.open(path)
  const impressions = new Impressions({ most: mostImpressions, milliseconds: clickWithinSeconds * 1000 })
  const app = Fastify({ logger, bodyLimit: 256 * 1024 })

  // Learning from one example is synchronous and takes well under a millisecond. So concurrent requests cannot get in
  // between, and no lock is needed.
  /** @type {(items: readonly import('./impressions.js').Item[], clicked?: string) => void} */
  const learn = (items, clicked) => {
    items.forEach(({ id, features }, position) => {
      try {
        // what is on top is clicked more often, whatever it is: the position explains that part, and ranking leaves it out
        file.model.learn({ features: { ...features, position: `p${position}` }, label: id === clicked })
      } catch (error) {
        // one example that the model refuses must not end the service, nor fail the request of somebody else
        app.log.error(error, 'an example was not learned')
      }
    })
  }
  const settle = () => {
    for (const items of impressions.expired()) learn(items)
  }

  app.post('/rank', { schema: { body: rankBody } }, async (request) => {
    const { user, items } = /** @type {{ user: object, items: import('./impressions.js').Item[] }} */ (
      request.body
    )
    const scored = items.map(({ id, features }) => {
      // whom an item suits: what is known of the user, apart for each item. A linear model cannot learn that from both alone
      const all = { item: { id, ...features }, suits: { [id]: user } }
      return { id, features: all, probability: file.model.predict(all) }
    })
    scored.sort((a, b) => b.probability - a.probability)
    settle()
    const impression = impressions.add(scored)
    return { impression, items: scored.map(({ id, probability }) => ({ id, probability })) }
  })

  app.post('/click', { schema: { body: clickBody } }, async (request, reply) => {
    const { impression, item: clicked } = /** @type {{ impression: string, item: string }} */ (request.body)
    const items = impressions.take(impression)
    if (items === undefined) return reply.code(404).send({ error: 'unknown, expired or answered impression' })
    learn(items, clicked)
    return reply.code(204).send()
  })

  app.get('/health', async () => {
    const { examples, averageLoss } = file.model.report()
    return { examples, averageLoss: examples === 0 ? null : averageLoss, waiting: impressions.size }
  })

  app.setErrorHandler((error, _request, reply) => {
    // features that are none are the fault of who sent them; the model refuses an example as a whole and stays as it is
    if (error instanceof OLError && (error.code === 'OL_FEATURES' || error.code === 'OL_VALUE'))
      return reply.code(400).send({ error: error.message, code: error.code })
    return reply.send(error)
  })

  const timer = setInterval(() => {
    settle()
    // the next try may succeed (a full disk, say), and shutting down tries a last time
    file.save().catch((error) => app.log.error(error, 'the model was not saved'))
  }, saveEverySeconds * 1000)

  // runs once no request is in flight any more
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await file.save()
  })
  return app
}
