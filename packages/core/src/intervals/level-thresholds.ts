import { moveThresholds, rankLabels, sizeSets } from '@ol/fallback'
import { thresholdScalars as places, type ThresholdCalls, type ThresholdPlan } from '@ol/spec'
import { intervalLevels, usualPlace } from './interval-levels.js'

/** The step of each threshold after enough examples; before that it is larger. */
interface Steps {
  readonly least: number
  /** the step of the first example; it falls with the root of the examples */
  readonly first: number
}

/** Sums over the examples with an interval. */
export interface CoverageSums {
  /** the sum of weights */
  weight: number
  /** the sum of squared weights, if the examples were not learned from */
  squares?: number
  /** the sum of weight times the width of the usual interval, or the size of the usual set */
  extent: number
  /** by level: of the weights of the examples whose label was inside */
  readonly held: Float64Array
}

/** Returns sums of nothing. */
export function noCoverage(): CoverageSums {
  return { weight: 0, squares: 0, extent: 0, held: new Float64Array(intervalLevels.length) }
}

/** Numbers of a state: see `ThresholdState`. */
export const thresholdLengths: readonly [scalars: number, levels: number] = [
  places.count,
  3 * intervalLevels.length,
]

/** Below this many examples a call of the addon takes longer than the work. The bytes are the same either way. */
const fewExamples = 16
const few: ThresholdCalls = { moveThresholds, rankLabels, sizeSets }

/** Returns what makes the calls for this many examples. */
export function callsFor(size: number, backend: ThresholdCalls): ThresholdCalls {
  return size < fewExamples ? few : backend
}

/** Examples that are moved by together, at most. */
export const mostTurns = 1024

/**
 * For each level, a threshold such that this share of the scores is at or below it: online gradient descent on the
 * pinball loss (Gibbs and Candès: Adaptive conformal inference under distribution shift, 2021). A score above a
 * threshold of level c raises it by c steps, any other lowers it by 1 - c steps, so over any T examples in a row the
 * share of the scores at or below the threshold differs from c by at most the range of the threshold over T steps,
 * whatever the scores. Steps are larger at first, and no smaller than a constant later (Angelopoulos, Barber and Bates:
 * Online conformal prediction with decaying step sizes, 2024).
 */
export class LevelThresholds {
  readonly #plan: ThresholdPlan
  readonly #backend: ThresholdCalls
  /** the examples that were added since `begin` */
  #turns: Turns
  #size = 0
  /** which of all examples the first of them is */
  #number = 0
  readonly #scalars: Float64Array
  readonly #levels: Float64Array
  /** by level, for the next example */
  readonly thresholds: Float64Array
  /** by level: the mean over recent examples of threshold plus unit, for examples whose labels are not learned */
  readonly settled: Float64Array
  readonly #held: Float64Array

  /** `start`: thresholds before the first example; `state`: as stored in a model file */
  constructor(
    { first, least }: Steps,
    [lowest, highest]: readonly [least: number, most: number],
    start: ArrayLike<number>,
    state?: readonly Float64Array[],
    backend: ThresholdCalls = few,
  ) {
    this.#plan = { levels, first, least, lowest, highest, usual: usualPlace }
    this.#backend = backend
    this.#turns = newTurns(1)
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
    return this.#scalars[places.examples]
  }

  /** Whether any thresholds have settled. */
  get hasSettled(): boolean {
    return this.#scalars[places.settled] > 0
  }

  /** The sums over all examples. */
  get coverage(): CoverageSums {
    const s = this.#scalars
    return { weight: s[places.learned], extent: s[places.extent], held: this.#held.slice() }
  }

  /** Counts an example of weight h, and returns h in units of the mean weight so far. */
  count(h: number): number {
    const s = this.#scalars
    s[places.weight] += h
    s[places.examples] += 1
    return h / (s[places.weight] / s[places.examples])
  }

  /** Begins a group of examples by which thresholds move together: the next ones of `size`, up to `mostTurns`. */
  begin(size: number): void {
    this.#size = 0
    const most = Math.min(size, mostTurns)
    if (this.#turns.scores.length < most) this.#turns = newTurns(most)
  }

  /**
   * Adds a counted example; all later ones are counted, too. `share`: its weight in mean weights; `h`: its weight;
   * `unit`: the number that is added to thresholds that settle
   */
  add(score: number, share: number, h: number, unit: number): void {
    const { scores, shares, weights, units } = this.#turns
    const i = this.#size++
    if (i === 0) this.#number = this.#scalars[places.examples]
    scores[i] = score
    shares[i] = share
    weights[i] = h
    units[i] = unit
  }

  /** Moves the thresholds by the examples that were added. `extentsOf`: of the usual interval or set of each, by its threshold */
  move(extentsOf: (usual: Float64Array) => ArrayLike<number>): void {
    const size = this.#size
    const { usual, ...turns } = this.#turns
    const state = { scalars: this.#scalars, thresholds: this.#levels }
    callsFor(size, this.#backend).moveThresholds(
      this.#plan,
      state,
      { size, number: this.#number, ...turns },
      usual,
    )
    const extents = extentsOf(usual)
    for (let i = 0; i < size; i++) this.#scalars[places.extent] += turns.weights[i] * extents[i]
  }

  /** Adds an example that is not learned from to sums. */
  measure(score: number, h: number, extent: number, into: CoverageSums): void {
    into.weight += h
    into.squares = (into.squares ?? 0) + h * h
    into.extent += h * extent
    for (let l = 0; l < intervalLevels.length; l++) if (score <= this.settled[l]) into.held[l] += h
  }
}

const levels = Float64Array.from(intervalLevels)

type Turns = Record<'scores' | 'shares' | 'weights' | 'units' | 'usual', Float64Array>

function newTurns(size: number): Turns {
  const array = (): Float64Array => new Float64Array(size)
  return { scores: array(), shares: array(), weights: array(), units: array(), usual: array() }
}
