import { intervalLevels } from './interval-levels.js'

/** The step of each threshold for an example, from when there are enough of them; before that it is larger. */
interface Steps {
  readonly least: number
  /** the step of the first example; it falls with the root of the examples */
  readonly first: number
}

/** Sums over the examples whose labels were held by an interval, or were not. */
export interface CoverageSums {
  /** the sum of weights */
  weight: number
  /** the sum of weight times the width of the usual interval, or the size of the usual set */
  extent: number
  /** by level: of the weights of the examples whose label was inside */
  readonly held: Float64Array
}

/** Returns sums of nothing. */
export function noCoverage(): CoverageSums {
  return { weight: 0, extent: 0, held: new Float64Array(intervalLevels.length) }
}

/** Examples that settled thresholds forget all but 1/e of, and the farthest that one of them is from their mean. */
const horizon = 500
const farthest = 3

/**
 * Numbers of a state next to its levels: the weight of the examples, how many there are, the sums of coverage, and how
 * many have settled.
 */
const scalars = 5
export const thresholdLengths: readonly [scalars: number, levels: number] = [
  scalars,
  3 * intervalLevels.length,
]

/**
 * For each level a threshold that as large a share of the scores is not above: online gradient descent on the pinball loss (Gibbs and
 * Candès: Adaptive conformal inference under distribution shift, 2021). A score above a threshold of level c raises it by c steps, any
 * other lowers it by 1 - c steps, so that over any stretch of T examples the share of the scores that are not above differs from c by
 * at most the range of the threshold over T steps, whatever the scores are. Steps are larger at first, and no smaller than a constant
 * later (Angelopoulos, Barber and Bates: Online conformal prediction with decaying step sizes, 2024).
 */
export class LevelThresholds {
  readonly #steps: Steps
  readonly #range: readonly [least: number, most: number]
  readonly #scalars: Float64Array
  readonly #levels: Float64Array
  /** by level, for the next example */
  readonly thresholds: Float64Array
  /** by level, the mean over late examples, with what was added to each; for examples whose labels are not learned */
  readonly settled: Float64Array
  readonly #held: Float64Array

  /** `start`: thresholds before the first example; `state`: as stored in a model file */
  constructor(
    steps: Steps,
    range: readonly [least: number, most: number],
    start: ArrayLike<number>,
    state?: readonly Float64Array[],
  ) {
    this.#steps = steps
    this.#range = range
    this.#scalars = state?.[0].slice() ?? new Float64Array(thresholdLengths[0])
    this.#levels = state?.[1].slice() ?? new Float64Array(thresholdLengths[1])
    const count = intervalLevels.length
    this.thresholds = this.#levels.subarray(0, count)
    this.settled = this.#levels.subarray(count, 2 * count)
    this.#held = this.#levels.subarray(2 * count)
    if (state !== undefined) return
    this.thresholds.set(start)
    this.settled.set(start)
  }

  get state(): readonly Float64Array[] {
    return [this.#scalars.slice(), this.#levels.slice()]
  }

  /** How many examples there were. */
  get examples(): number {
    return this.#scalars[1]
  }

  /** Whether any thresholds have settled. */
  get hasSettled(): boolean {
    return this.#scalars[4] > 0
  }

  /** The sums over all examples. */
  get coverage(): CoverageSums {
    const [, , weight, extent] = this.#scalars
    return { weight, extent, held: this.#held.slice() }
  }

  /** Counts an example of weight h, and returns h in units of the mean weight so far. */
  count(h: number): number {
    const s = this.#scalars
    s[0] += h
    s[1] += 1
    return h / (s[0] / s[1])
  }

  /**
   * Moves the thresholds by the score of an example that was counted. `share`: its weight in mean weights; `h`: its weight; `extent`: of
   * its usual interval or set; `unit`: what is added to thresholds that are settled
   */
  learn(score: number, share: number, h: number, extent: number, unit: number): void {
    const { first: largest, least } = this.#steps
    const range = this.#range
    const lowest = range[0]
    const highest = range[1]
    const thresholds = this.thresholds
    const settled = this.settled
    const held = this.#held
    const s = this.#scalars
    const early = largest / Math.sqrt(s[1])
    const wide = (early > least ? early : least) * share
    // an example with the weight of many moves no threshold further than the first example did
    const step = wide > largest ? largest : wide
    // if nothing was wrong so far, there is no unit
    const settles = unit > Number.NEGATIVE_INFINITY
    if (settles) s[4]++
    const first = s[4] === 1
    const part = share * Math.max(1 / horizon, 1 / s[4])
    const rate = part > 1 || first ? 1 : part
    s[2] += h
    s[3] += h * extent
    for (let l = 0; l < intervalLevels.length; l++) {
      const level = intervalLevels[l]
      const above = !(score <= thresholds[l])
      if (!above) held[l] += h
      if (settles) {
        const off = thresholds[l] + unit - settled[l]
        // errors that are 0, or far too large, for a while say little of later ones
        settled[l] += rate * (first ? off : off < -farthest ? -farthest : off > farthest ? farthest : off)
      }
      const next = thresholds[l] + step * (above ? level : level - 1)
      thresholds[l] = next < lowest ? lowest : next > highest ? highest : next
    }
  }

  /** Adds an example that is not learned from to sums. */
  measure(score: number, h: number, extent: number, into: CoverageSums): void {
    into.weight += h
    into.extent += h * extent
    for (let l = 0; l < intervalLevels.length; l++) if (score <= this.settled[l]) into.held[l] += h
  }
}
