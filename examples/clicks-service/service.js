import { OLError } from '@ol/core'
import Fastify from 'fastify'
import { bearerCheck } from './bearer.js'
import { Impressions } from './impressions.js'
import { ModelFile } from './model-file.js'

const item = {
  type: 'object',
  required: ['id', 'features'],
  properties: { id: { type: 'string', maxLength: 200 }, features: { type: 'object' } },
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
  properties: { impression: { type: 'string', maxLength: 200 }, item: { type: 'string', maxLength: 200 } },
}

/**
 * Without a token everybody who reaches the port can teach the model: then only programs of this machine may reach it.
 * @param {{ path: string, token?: string, saveEverySeconds?: number, clickWithinSeconds?: number, mostImpressions?: number,
 *   mostImpressionBytes?: number, logger?: boolean }} options
 */
export async function createService({
  path,
  token,
  saveEverySeconds = 30,
  clickWithinSeconds = 600,
  mostImpressions = 100_000,
  mostImpressionBytes = 32 * 1024 * 1024,
  logger = false,
}) {
  const file = await ModelFile.open(path)
  const impressions = new Impressions({
    most: mostImpressions,
    mostBytes: mostImpressionBytes,
    milliseconds: clickWithinSeconds * 1000,
  })
  const app = Fastify({ logger, bodyLimit: 64 * 1024 })

  if (token !== undefined) {
    const isAllowed = bearerCheck(token)
    // before a body is read; a load balancer asks for the health without a token
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.url === '/health' || isAllowed(request.headers.authorization)) return
      return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'expected a bearer token' })
    })
  }

  // Learning from one example is synchronous and takes well under a millisecond. So concurrent requests cannot get in
  // between, and no lock is needed.
  /** @type {(items: readonly import('./impressions.js').Item[], clicked?: string) => void} */
  const learn = (items, clicked) => {
    items.forEach(({ id, features }, position) => {
      try {
        // the top item is clicked more often, whatever it is: the position explains that part, and ranking leaves it
        // out
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

  app.post('/rank', { schema: { body: rankBody } }, async (request, reply) => {
    const { user, items } = /** @type {{ user: object, items: import('./impressions.js').Item[] }} */ (
      request.body
    )
    if (new Set(items.map(({ id }) => id)).size < items.length)
      return reply.code(400).send({ error: 'expected items of different ids' })
    const scored = items.map(({ id, features }) => {
      // whom an item suits: what is known of the user, apart for each item. A linear model cannot learn that from both alone
      const all = { item: { id, ...features }, suits: { [id]: user } }
      return { id, features: all, probability: file.model.predict(all) }
    })
    scored.sort((a, b) => b.probability - a.probability)
    settle()
    const impression = impressions.add(scored, JSON.stringify(request.body).length)
    return { impression, items: scored.map(({ id, probability }) => ({ id, probability })) }
  })

  app.post('/click', { schema: { body: clickBody } }, async (request, reply) => {
    const { impression, item: clicked } = /** @type {{ impression: string, item: string }} */ (request.body)
    const items = impressions.take(impression, clicked)
    if (items === 'unknown') return reply.code(404).send({ error: 'unknown, expired or answered impression' })
    if (items === 'not shown')
      return reply.code(422).send({ error: 'the item is not in the list that was shown' })
    learn(items, clicked)
    return reply.code(204).send()
  })

  app.get('/health', async () => {
    const { examples, averageLoss } = file.model.report()
    return {
      examples,
      averageLoss: examples === 0 ? null : averageLoss,
      waiting: impressions.size,
      dropped: impressions.dropped,
    }
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
