import type { AnyLearnerOptions } from '@ol/core'
import { type Batch, OLError } from '@ol/spec'
import type { LearningWatcher } from '../learning-watcher.js'
import { challengerOf, readAlike } from '../model/renewed.js'
import { modelOfBytes, type ServedModel } from '../model/served-model.js'
import { Challenge, type ChallengeState, type Evidence } from './challenge.js'
import { outcomeAt } from './example-losses.js'

/** The capital at which the evidence suffices: without an advantage it is ever reached with a probability of at most 1/100. */
const enoughCapital = 100

/** The evidence for a challenger, and the settings under which it was gathered. */
export interface ChallengerState {
  readonly settings: string
  readonly unit: number
  readonly challenge: ChallengeState
}

/** A model that learns the same examples as the answering model, and does not answer. */
export class Challenger implements LearningWatcher {
  readonly #options: AnyLearnerOptions
  readonly #margin: number
  readonly #settings: string
  #model: ServedModel
  #challenge: Challenge
  #unit = 1

  /** @throws OLError OL_PARAMETER, OL_RULE for invalid settings */
  constructor(champion: ServedModel, options: AnyLearnerOptions, margin: number) {
    this.#options = options
    this.#model = against(champion, options)
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

  /** Whether it is better by the margin; checking often does not weaken the test. */
  get isBetter(): boolean {
    return this.evidence.capital >= enoughCapital
  }

  learned(champion: ServedModel, batch: Batch, scores: Float64Array): void {
    const own = this.#model.learn(batch)
    for (let e = 0; e < batch.size; e++) {
      const first = outcomeAt(champion.terms, batch, scores, e, this.#unit)
      const second = outcomeAt(this.#model.terms, batch, own, e, this.#unit)
      this.#challenge.add(first.score, second.score)
      // after both: the bets are fair if one unit squashes both errors and depends on neither
      if (champion.terms.task === 'regression' && Number.isFinite(first.loss))
        this.#unit += Math.max(0.001, 1 / this.evidence.examples) * (first.loss - this.#unit)
    }
  }

  /**
   * Challenges another champion, with a new model if the champion reads examples in another way. If the challenger
   * itself becomes the champion, the former champion challenges.
   */
  turnTo(next: ServedModel, former: ServedModel): () => void {
    const [model, challenge, unit] = [this.#model, this.#challenge, this.#unit]
    const changes = next === model || !readAlike(next, former)
    if (changes) {
      this.#model = next === model ? former : against(next, this.#options)
      this.#challenge = new Challenge(this.#margin)
    }
    if (next.terms.task !== former.terms.task) this.#unit = 1
    return () => {
      this.#model = model
      this.#challenge = challenge
      this.#unit = unit
    }
  }

  /** Returns the state of a challenger without its model. */
  state(): ChallengerState {
    return { settings: this.#settings, unit: this.#unit, challenge: this.#challenge.state() }
  }

  /**
   * Continues from a state and a model; returns false without a change if they have other settings, or a champion that
   * reads examples in another way. Throws OL_MODEL_* for bytes that are not a model.
   */
  restore({ settings, unit, challenge }: ChallengerState, bytes: Uint8Array, champion: ServedModel): boolean {
    if (settings !== this.#settings) return false
    const model = modelOfBytes(bytes, this.#model.learner.backend)
    if (!readAlike(model, champion)) return false
    this.#model = model
    this.#unit = unit
    this.#challenge.restore(challenge)
    return true
  }

  report(): object {
    const { rule, loss, examples } = this.#model.learner
    return { rule, loss, learned: examples, margin: this.#margin, enough: enoughCapital, ...this.evidence }
  }
}

function against(champion: ServedModel, options: AnyLearnerOptions): ServedModel {
  if (champion.grows)
    throw new OLError(
      'OL_PARAMETER',
      'Expected a model of fixed classes for a challenger but classes are added to it',
    )
  return challengerOf(champion, options)
}
