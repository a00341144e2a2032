import { hasToken } from './bearer.js'
import { featuresOf } from './comment.js'
import { key, stored, untrained } from './teacher.js'

export { Teacher } from './teacher.js'

/** The copy of this isolate. It may be a minute old, which predictions do not mind.
 * @type {{ model: ReturnType<typeof untrained>, until: number } | undefined}
 */
let copy

/** @param {KVNamespace} models */
async function current(models) {
  if (copy === undefined || copy.until < Date.now()) {
    const bytes = await models.get(key, 'arrayBuffer')
    copy = {
      model: bytes === null ? untrained() : stored(new Uint8Array(bytes)),
      until: Date.now() + 60_000,
    }
  }
  return copy.model
}

export default {
  /**
   * @param {Request} request
   * @param {{ MODELS: KVNamespace, TEACHER: DurableObjectNamespace<import('./teacher.js').Teacher>, TOKEN?: string }} env
   */
  async fetch(request, env) {
    if (request.method !== 'POST') return Response.json({ error: 'POST /predict or /learn' }, { status: 405 })
    const body = await request.json().catch(() => undefined)
    const { text, spam } = Object(body)
    if (typeof text !== 'string') return Response.json({ error: 'text is not a string' }, { status: 400 })
    try {
      switch (new URL(request.url).pathname) {
        case '/predict': {
          const model = await current(env.MODELS)
          return Response.json({ spam: model.predict(featuresOf(text)) })
        }
        case '/learn': {
          // everybody may ask; whoever may teach can make the model say anything. Without a token nobody may
          if (!env.TOKEN || !(await hasToken(request, env.TOKEN)))
            return Response.json({ error: 'expected a bearer token' }, { status: 401 })
          if (typeof spam !== 'boolean')
            return Response.json({ error: 'spam is not true or false' }, { status: 400 })
          const teacher = env.TEACHER.get(env.TEACHER.idFromName('comments'))
          return Response.json({ examples: await teacher.learn(text, spam) })
        }
        default:
          return Response.json({ error: 'not found' }, { status: 404 })
      }
    } catch (error) {
      console.error(error)
      const code = error?.name === 'OLError' ? error.code : 'internal'
      return Response.json({ error: code }, { status: 500 })
    }
  },
}
