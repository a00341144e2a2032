import { DurableObject } from 'cloudflare:workers'
import { fromBytes, leanLearner, nag, sgd, toBytes } from '@ol/core/lean'
import { featuresOf } from './comment.js'

/** The worker loads two rules and no others: `nag` learns, and copies for predictions alone are models of `sgd`. */
const Learner = leanLearner({ ...nag, ...sgd })

export const key = 'comments.ol'

// A value in the storage of an object has at most 2 MB. `nag` is one model, where the default is a mixture of 16; with 2^16
// slots it never takes more than 1.1 MB
export const untrained = () => new Learner({ rule: 'nag', loss: 'logistic', link: 'logistic', bits: 16 })

/** @param {Uint8Array} bytes of a model that this worker has saved */
export const stored = (bytes) => fromBytes(Learner, bytes)

/** The one that learns. All requests of one object run in one isolate, so the model is plain memory. */
export class Teacher extends DurableObject {
  #model = untrained()

  /**
   * @param {DurableObjectState} state
   * @param {{ MODELS: KVNamespace }} env
   */
  constructor(state, env) {
    super(state, env)
    this.models = env.MODELS
    // no request is let in before the model is there
    state.blockConcurrencyWhile(async () => {
      const bytes = await this.ctx.storage.get('model')
      if (bytes !== undefined) this.#model = stored(/** @type {Uint8Array} */ (bytes))
    })
  }

  /**
   * @param {string} text
   * @param {boolean} spam
   */
  async learn(text, spam) {
    this.#model.learn({ features: featuresOf(text), label: spam })
    // an alarm survives the object, but a model in memory does not: what is learned within these seconds may be lost
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + 5000)
    return this.#model.examples
  }

  async alarm() {
    // an object that was evicted meanwhile: its model is the stored one, and saving it again does no harm
    const bytes = toBytes(this.#model)
    await this.ctx.storage.put('model', bytes)
    // for predictions alone a copy needs no state of the optimizer
    await this.models.put(key, toBytes(this.#model, { predictOnly: true }))
  }
}
