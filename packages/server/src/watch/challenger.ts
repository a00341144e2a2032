import type { AnyLearnerOptions } from '@ol/core'
import { type Batch, OLError } from '@ol/spec'
import type { LearningWatcher } from '../learning-watcher.js'
import { challengerOf } from '../model/renewed.js'
import { modelOfBytes, type ServedModel } from '../model/served-model.js'
import { Challenge, type ChallengeState, type Evidence } from './challenge.js'
import { outcomeAt } from './example-losses.js'

/** The capital at which the evidence is enough: without an advantage it is ever reached with a probability of at most 1/100. */
export const enoughCapital = 100

/** The evidence for a challenger, and the settings that it was gathered with. */
export interface ChallengerState {
  readonly settings: string
  readonly unit: number
  readonly challenge: ChallengeState
}

/** A model that learns what the one that answers learns, and does not answer. */
export class Challenger implements LearningWatcher {
  readonly #margin: number
  readonly #settings: string
  #model: ServedModel
  #challenge: Challenge
  #unit = 1

  /** @throws OLError OL_PARAMETER, OL_RULE for settings of no model */
  constructor(champion: ServedModel, options: AnyLearnerOptions, margin: number) {
    if (champion.grows)
      throw new OLError(
        'OL_PARAMETER',
        'Expected a model of fixed classes for a challenger but classes are added to it',
      )
    this.#model = challengerOf(champion, options)
    this.#margin = margin
    this.#settings = JSON.stringify({ options, margin })
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

  /** Returns the state of a challenger without its model. */
  state(): ChallengerState {
    return { settings: this.#settings, unit: this.#unit, challenge: this.#challenge.state() }
  }

  /** Continues from a state and a model; returns false, and does not, where they are of other settings: OL_MODEL_* for bytes of no model. */
  restore({ settings, unit, challenge }: ChallengerState, model: Uint8Array): boolean {
    if (settings !== this.#settings) return false
    this.#model = modelOfBytes(model, this.#model.learner.backend)
    this.#unit = unit
    this.#challenge.restore(challenge)
    return true
  }

  report(): object {
    const { rule, loss, examples } = this.#model.learner
    return { rule, loss, learned: examples, margin: this.#margin, enough: enoughCapital, ...this.evidence }
  }
}
