import type { AnyLearnerOptions } from '@ol/core'
import { type Batch, OLError } from '@ol/spec'
import { challengerOf } from '../model/renewed.js'
import type { ServedModel } from '../model/served-model.js'
import type { LearningWatcher } from '../service.js'
import { Challenge, type Evidence } from './challenge.js'
import { outcomeAt } from './example-losses.js'

/** The capital at which the evidence is enough: without an advantage it is ever reached with a probability of at most 1/100. */
export const enoughCapital = 100

/** A model that learns what the one that answers learns, and does not answer. */
export class Challenger implements LearningWatcher {
  readonly #margin: number
  #model: ServedModel
  #challenge: Challenge
  #unit = 1

  /** @throws OLError OL_PARAMETER, OL_RULE for settings of no model */
  constructor(champion: ServedModel, options: AnyLearnerOptions, margin: number) {
    if (champion.learner.options.mostClasses !== undefined)
      throw new OLError(
        'OL_PARAMETER',
        'Expected a model of fixed classes beside a challenger but classes are added to it',
      )
    this.#model = challengerOf(champion, options)
    this.#margin = margin
    this.#challenge = new Challenge(margin)
  }

  get model(): ServedModel {
    return this.#model
  }

  get evidence(): Evidence {
    return this.#challenge.evidence()
  }

  /** Whether it is better by the margin: the evidence is never taken for granted by looking often. */
  get isBetter(): boolean {
    return this.evidence.capital >= enoughCapital
  }

  learned(champion: ServedModel, batch: Batch, scores: Float64Array): void {
    const own = this.#model.learn(batch).scores
    for (let e = 0; e < batch.size; e++) {
      const first = outcomeAt(champion.terms, batch, scores, e, this.#unit)
      if (champion.terms.task === 'regression' && Number.isFinite(first.loss))
        this.#unit += 0.001 * (first.loss - this.#unit)
      this.#challenge.add(first.score, outcomeAt(this.#model.terms, batch, own, e, this.#unit).score)
    }
  }

  /** Takes the place of a model that was the champion: that challenges from now on. */
  change(former: ServedModel): void {
    this.#model = former
    this.#challenge = new Challenge(this.#margin)
  }

  report(): object {
    const { rule, loss, examples } = this.#model.learner
    return { rule, loss, learned: examples, margin: this.#margin, enough: enoughCapital, ...this.evidence }
  }
}
