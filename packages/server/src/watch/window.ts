import type { Outcome } from './example-losses.js'

/** A bin of the calibration: examples of about the same probability. */
export interface CalibrationPoint {
  readonly predicted: number
  readonly observed: number
  readonly count: number
}

/** The metrics of the last examples. */
export interface WindowFigures {
  readonly examples: number
  readonly loss: number | null
  readonly errorRate: number | null
  readonly auc: number | null
  readonly calibration: readonly CalibrationPoint[]
}

/** The part of an outcome that a window keeps. */
type KeptOutcome = Omit<Outcome, 'score'>

/** The state from which a window continues: the outcomes by their places in the window, and the place of the next. */
export interface WindowState {
  readonly losses: Float64Array
  /** 1 for a wrong class, -1 if numbers are predicted */
  readonly wrongs: Int8Array
  /** -1 where there is none */
  readonly probabilities: Float64Array
  readonly positives: Uint8Array
  readonly next: number
}

/** The state of a window in older stores: a list. */
export interface ListedWindowState {
  readonly outcomes: readonly KeptOutcome[]
  readonly next: number
}

/** Represents a number that an outcome lacks; no share or probability has this value. */
const none = -1

const bins = 10

/**
 * The outcomes of the last examples. They are stored as numbers in arrays: objects that live for a thousand examples
 * reach the old space of the heap, which V8 then marks repeatedly.
 */
export class Window {
  readonly #most: number
  readonly #losses: Float64Array
  readonly #wrongs: Int8Array
  readonly #probabilities: Float64Array
  readonly #positives: Uint8Array
  #size = 0
  #next = 0

  constructor(most: number) {
    this.#most = most
    this.#losses = new Float64Array(most)
    this.#wrongs = new Int8Array(most)
    this.#probabilities = new Float64Array(most)
    this.#positives = new Uint8Array(most)
  }

  add(outcome: KeptOutcome): void {
    this.#put(this.#next, outcome)
    if (this.#size < this.#most) this.#size++
    this.#next = (this.#next + 1) % this.#most
  }

  #put(place: number, { loss, wrong, probability, positive }: KeptOutcome): void {
    this.#losses[place] = loss
    this.#wrongs[place] = wrong ?? none
    this.#probabilities[place] = probability ?? none
    this.#positives[place] = positive ? 1 : 0
  }

  #outcomes(): readonly KeptOutcome[] {
    return Array.from({ length: this.#size }, (_, place) => {
      const [wrong, probability] = [this.#wrongs[place], this.#probabilities[place]]
      return {
        loss: this.#losses[place],
        wrong: wrong === none ? undefined : wrong,
        probability: probability === none ? undefined : probability,
        positive: this.#positives[place] === 1,
      }
    })
  }

  figures(): WindowFigures {
    const all = this.#outcomes()
    const sure = all.filter(({ probability }) => probability !== undefined)
    const wrong = all.filter((outcome) => outcome.wrong === 1).length
    return {
      examples: all.length,
      loss: all.length === 0 ? null : all.reduce((sum, { loss }) => sum + loss, 0) / all.length,
      errorRate: all.length === 0 || all[0].wrong === undefined ? null : wrong / all.length,
      auc: aucOf(sure),
      calibration: calibrationOf(sure),
    }
  }

  state(): WindowState {
    return {
      losses: this.#losses.slice(0, this.#size),
      wrongs: this.#wrongs.slice(0, this.#size),
      probabilities: this.#probabilities.slice(0, this.#size),
      positives: this.#positives.slice(0, this.#size),
      next: this.#next,
    }
  }

  restore(state: WindowState | ListedWindowState): void {
    this.#next = state.next
    if ('outcomes' in state) {
      for (const [place, outcome] of state.outcomes.entries()) this.#put(place, outcome)
      this.#size = state.outcomes.length
      return
    }
    this.#losses.set(state.losses)
    this.#wrongs.set(state.wrongs)
    this.#probabilities.set(state.probabilities)
    this.#positives.set(state.positives)
    this.#size = state.losses.length
  }
}

/** Returns the probability that a positive example has a higher probability than a negative one; ties count half. */
function aucOf(outcomes: readonly KeptOutcome[]): number | null {
  const sorted = outcomes.toSorted((a, b) => Number(a.probability) - Number(b.probability))
  const positives = sorted.filter(({ positive }) => positive).length
  const negatives = sorted.length - positives
  if (positives === 0 || negatives === 0) return null
  let ranks = 0
  for (let i = 0; i < sorted.length; ) {
    let j = i
    while (j < sorted.length && sorted[j].probability === sorted[i].probability) j++
    for (let k = i; k < j; k++) if (sorted[k].positive) ranks += (i + j + 1) / 2
    i = j
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * negatives)
}

function calibrationOf(outcomes: readonly KeptOutcome[]): readonly CalibrationPoint[] {
  const sums = Array.from({ length: bins }, () => ({ predicted: 0, observed: 0, count: 0 }))
  for (const { probability = 0, positive } of outcomes) {
    const bin = sums[Math.min(bins - 1, Math.floor(bins * probability))]
    bin.predicted += probability
    bin.observed += positive ? 1 : 0
    bin.count++
  }
  return sums
    .filter(({ count }) => count > 0)
    .map(({ predicted, observed, count }) => ({
      predicted: predicted / count,
      observed: observed / count,
      count,
    }))
}
