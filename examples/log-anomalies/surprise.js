import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Learner } from '@ol/core'

const options = {
  // the usual value for a request of this kind, the usual distance from it, and whether such requests fail
  expected: { loss: 'squared' },
  deviation: { loss: 'squared' },
  failing: { loss: 'logistic', link: 'logistic' },
}

/** Says of each request how surprising it is, by three models that learn from it afterwards. */
export class Surprise {
  /** @param {Record<keyof typeof options, Learner>} models */
  constructor(models) {
    this.models = models
  }

  /**
   * Continues with the models of a folder, or begins without.
   * @param {string | undefined} folder
   */
  static async open(folder) {
    const models = Object.entries(options).map(async ([name, given]) => [
      name,
      await loaded(
        folder && join(folder, `${name}.ol`),
        /** @type {import('@ol/core').LearnerOptions} */ (given),
      ),
    ])
    return new Surprise(Object.fromEntries(await Promise.all(models)))
  }

  /** @param {string} folder */
  async save(folder) {
    await mkdir(folder, { recursive: true })
    for (const [name, model] of Object.entries(this.models)) await model.save(join(folder, `${name}.ol`))
  }

  /** How many requests it has learned from. */
  get seen() {
    return this.models.failing.report().examples
  }

  /**
   * Returns the surprise in bits: 20 bits are what happens once in a million requests.
   * @param {NonNullable<ReturnType<typeof import('./access-log.js').parse>>} request
   */
  learn({ features, failed, logSeconds }) {
    const { expected, deviation, failing } = this.models
    // `learn` returns the prediction made before: the request has not told anything about itself yet
    const late = logSeconds - expected.learn({ features, label: logSeconds })
    // a deviation predicted near 0 would make everything infinitely surprising
    const usual = Math.max(deviation.learn({ features, label: Math.abs(late) }), 0.05)
    const probability = failing.learn({ features, label: failed })
    return {
      // the tail of Laplace's distribution, whose scale is the mean deviation
      slow: late > 0 ? 1 + late / usual / Math.LN2 : 0,
      failed: failed ? -Math.log2(Math.max(probability, 2 ** -50)) : 0,
      usualSeconds: Math.exp(logSeconds - late),
    }
  }
}

/**
 * @param {string | undefined} path
 * @param {import('@ol/core').LearnerOptions} given
 */
async function loaded(path, given) {
  if (path === undefined) return new Learner(given)
  try {
    return await Learner.load(path)
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'OL_FILE_MISSING') throw error
    return new Learner(given)
  }
}
