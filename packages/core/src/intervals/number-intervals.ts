import { exp, links, log } from '@ol/numerics'
import { type Batch, type Link, status, type ThresholdCalls } from '@ol/spec'
import type { Interval } from '../lanes/bootstrap.js'
import { CurvePoints } from '../refine/curve-points.js'
import { cuts } from '../refine/refinement-sizes.js'
import { intervalLevels, thresholdAt, usualPlace } from './interval-levels.js'
import type { LabelIntervals, Predicted } from './label-intervals.js'
import { type CoverageSums, LevelThresholds, mostTurns } from './level-thresholds.js'

const steps = { least: 0.07, first: 0.5 } as const
/** The number of examples before the first interval: the first prediction was made before any label. */
const fewest = 2
/** The range of thresholds, which are logarithms of errors in deviations. */
const range = [-20, 50] as const
/** Before the first example errors are assumed to follow a Laplace distribution with the mean of their magnitudes. */
const start = intervalLevels.map((level) => log(-log(1 - level)))
/** The time constant of the deviation, in examples. */
const horizon = 100
/** The number of examples that a point of the curve starts with, and the smallest share of an example that it learns. */
const counted = 20
const leastShare = 0.01
/** The range of an error, in deviations, that a point learns, and of the curve's factor. */
const farthest = 10
const narrowest = 0.01
/** An error below this share of the label is the rounding of the prediction, and says nothing about later errors. */
const rounding = 1e-12

/** Numbers of a state next to thresholds and the curve: the running deviation. */
export const deviationScalars = 1

/**
 * Learns intervals of labels that are numbers: prediction -+ deviation * curve(prediction) * exp(threshold). The
 * deviation is an exponential mean of the magnitudes of recent errors; the curve gives the relative size of errors at a
 * prediction.
 */
export class NumberIntervals implements LabelIntervals {
  readonly #link: (score: number) => number
  readonly #thresholds: LevelThresholds
  readonly #points: CurvePoints
  readonly #deviation: Float64Array
  /** the error units of the examples by which the thresholds have not moved yet */
  #units = new Float64Array(0)
  #turns = 0

  /** `link`: from scores to numbers in the unit of the labels; `state`: as stored in a model file */
  constructor(link: Link, state?: readonly Float64Array[], backend?: ThresholdCalls) {
    this.#link = links[link]
    this.#thresholds = new LevelThresholds(steps, range, start, state?.slice(0, 2), backend)
    this.#deviation = state?.[2].slice() ?? new Float64Array(deviationScalars)
    this.#points = new CurvePoints(1, cuts.number, counted, state?.slice(3))
  }

  get state(): readonly Float64Array[] {
    return [...this.#thresholds.state, this.#deviation.slice(), ...this.#points.stored]
  }

  get coverage(): CoverageSums {
    return this.#thresholds.coverage
  }

  learn({ size, labels, weights }: Batch, { predictions, status: statuses }: Predicted): void {
    this.#learn(size, labels, weights, predictions, statuses)
  }

  /** In a separate function, because the shape of batches varies. */
  #learn(
    size: number,
    labels: Float64Array,
    weights: Float64Array | undefined,
    predictions: Float64Array,
    statuses: Uint8Array,
  ): void {
    const deviation = this.#deviation
    const points = this.#points
    const thresholds = this.#thresholds
    for (let e = 0; e < size; e++) {
      if (e % mostTurns === 0) this.#moveAndBegin(size - e)
      const prediction = this.#link(predictions[e])
      if (statuses[e] !== status.learned || !Number.isFinite(prediction)) continue
      const h = weights === undefined ? 1 : weights[e]
      const share = thresholds.count(h)
      const { examples } = thresholds
      points.note(0, prediction)
      if (examples > 1) {
        const error = errorOf(labels[e], prediction)
        const bend = this.#bend(prediction)
        const unit = deviation[0] * bend
        if (examples > fewest) {
          this.#units[this.#turns++] = unit
          thresholds.add(scoreOf(error, unit), share, h, log(deviation[0]))
          if (unit > 0) this.#bendBy(error / deviation[0], share)
        }
        const rate = share * Math.max(1 / horizon, 1 / (examples - 1))
        deviation[0] += (rate > 1 ? 1 : rate) * (error / bend - deviation[0])
      }
      points.next()
    }
    this.#moveAndBegin(0)
  }

  /** Moves the thresholds by the examples that were added, and begins with the next ones. */
  #moveAndBegin(size: number): void {
    const units = this.#units
    if (this.#turns > 0)
      this.#thresholds.move((usual) => {
        for (let i = 0; i < this.#turns; i++) units[i] = 2 * units[i] * exp(usual[i])
        return units
      })
    this.#turns = 0
    this.#thresholds.begin(size)
    const most = Math.min(size, mostTurns)
    if (this.#units.length < most) this.#units = new Float64Array(most)
  }

  measure({ size, labels, weights }: Batch, { predictions }: Predicted, into: CoverageSums): void {
    if (!this.#thresholds.hasSettled) return
    for (let e = 0; e < size; e++) {
      const prediction = this.#link(predictions[e])
      const h = weights === undefined ? 1 : weights[e]
      if (labels[e] !== labels[e] || h === 0 || !Number.isFinite(prediction)) continue
      const bend = this.#bend(prediction)
      const score = scoreOf(errorOf(labels[e], prediction), bend)
      this.#thresholds.measure(score, h, 2 * bend * exp(this.#thresholds.settled[usualPlace]), into)
    }
  }

  /**
   * Returns the interval of a level around a prediction in the unit of the labels; infinite before there are two
   * examples to learn from. `following`: for the next example, whose label is learned before another is predicted
   */
  at(prediction: number, level: number, following: boolean): Interval {
    const { examples, hasSettled, settled, thresholds } = this.#thresholds
    if (examples < fewest) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
    const settles = !following && hasSettled
    const factor = thresholdAt(level, Float64Array.from(settles ? settled : thresholds, exp), 0)
    const half = (settles ? 1 : this.#deviation[0]) * this.#bend(prediction) * factor
    return { low: prediction - half, high: prediction + half }
  }

  /** Returns the curve's factor at a prediction, and keeps the place. */
  #bend(prediction: number): number {
    if (!this.#points.has(0)) return 1
    const bend = 1 + this.#points.at(0, prediction)
    return bend < narrowest ? narrowest : bend
  }

  /** Moves the curve at the kept place. `error`: in deviations */
  #bendBy(error: number, share: number): void {
    const points = this.#points
    if (!points.has(0)) return
    const target = (error < farthest ? error : farthest) - 1
    const next = points.share
    this.#movePoint(points.low, (1 - next) * share, target)
    if (next > 0) this.#movePoint(points.low + 1, next * share, target)
  }

  #movePoint(i: number, h: number, target: number): void {
    const { evidence, weights } = this.#points
    evidence[i] += h
    const rate = h * Math.max(leastShare, 1 / evidence[i])
    weights[i] += (rate > 1 ? 1 : rate) * (target - weights[i])
  }
}

/** Returns the magnitude of an error, 0 if it is only rounding. */
function errorOf(label: number, prediction: number): number {
  const error = Math.abs(label - prediction)
  return error > rounding * Math.abs(label) ? error : 0
}

/** Returns the logarithm of an error in a unit; for an error of 0, a number that no threshold is below. */
function scoreOf(error: number, unit: number): number {
  return error > 0 ? (unit > 0 ? log(error / unit) : Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY
}
