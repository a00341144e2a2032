import { Adwin, type BatchEvent, PageHinkley } from '@ol/core'
import { squashedError } from '@ol/core/internal'
import type { Session } from '@ol/pipeline'

/** A change of the error that a detector found. */
export interface DriftFound {
  readonly detector: 'adwin' | 'page-hinkley'
  /** labelled examples before it was found */
  readonly examples: number
  readonly change: 'rose' | 'fell'
}

/**
 * Watches the error of each prediction before its example is learned: 1 for a wrong class, for numbers the squared
 * error relative to its mean so far.
 */
export class DriftFollower {
  readonly found: DriftFound[] = []
  readonly #session: Session
  readonly #adwin = new Adwin()
  readonly #rising = new PageHinkley({ direction: 'up' })
  #examples = 0
  /** the mean squared error so far */
  #unit = 1

  constructor(session: Session) {
    this.#session = session
  }

  add({ batch, predictions, scores }: BatchEvent): void {
    const { task } = this.#session.terms
    for (let e = 0; e < batch.size; e++) {
      const label = batch.labels[e]
      if (Number.isNaN(label)) continue
      this.#examples++
      if (task === 'regression') this.#update(this.#relative((predictions[e] - label) ** 2))
      else if (task === 'binary') this.#update(scores[e] > 0 === label > 0 ? 0 : 1)
      else this.#update(predictions[e] === label ? 0 : 1)
    }
  }

  #relative(error: number): number {
    const relative = squashedError(error, this.#unit)
    if (Number.isFinite(error)) this.#unit += (error - this.#unit) / this.#examples
    return relative
  }

  #update(error: number): void {
    const before = this.#adwin.mean
    if (this.#adwin.update(error)) {
      const change = this.#adwin.mean > before ? 'rose' : 'fell'
      this.found.push({ detector: 'adwin', examples: this.#examples, change })
    }
    if (this.#rising.update(error))
      this.found.push({ detector: 'page-hinkley', examples: this.#examples, change: 'rose' })
  }
}
