import { DurableObject } from 'cloudflare:workers'
import { learnerWith, predictOnly, storing, streaming } from '@ol/core/parts'
import { nag, sgd } from '@ol/core/rules'
import { featuresOf } from './comment.js'

/** A worker loads the rules and parts that it names, and no others: one rule to learn by, and that of copies for predictions alone. */
export const Learner = learnerWith({ ...nag, ...sgd }, storing, predictOnly, streaming)

export const key = 'comments.ol'

// A value in the storage of an object has at most 2 MB. `nag` is one model, where the default is a mixture of 16; with 2^16
// slots, and without the names of the features, it never takes more than 1.1 MB
export const untrained = () =>
  new Learner({ rule: 'nag', loss: 'logistic', link: 'logistic', bits: 16, names: 'off' })

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
      if (bytes !== undefined) this.#model = Learner.fromBytes(/** @type {Uint8Array} */ (bytes))
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
    return this.#model.report().examples
  }

  async alarm() {
    // of an object that was evicted meanwhile: its model is the stored one, and saving it again does no harm
    const bytes = this.#model.toBytes()
    await this.ctx.storage.put('model', bytes)
    // for predictions alone a copy needs no state of the optimizer
    await this.models.put(key, this.#model.toBytes({ predictOnly: true }))
  }
}
