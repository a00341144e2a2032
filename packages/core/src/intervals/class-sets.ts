import { links } from '@ol/numerics'
import { type Batch, type LossId, status, type ThresholdCalls } from '@ol/spec'
import { probabilitiesOf } from '../lanes/classes.js'
import { intervalLevels, thresholdAt, usualPlace } from './interval-levels.js'
import type { LabelIntervals, Predicted } from './label-intervals.js'
import { type CoverageSums, LevelThresholds, mostTurns } from './level-thresholds.js'

const steps = { least: 0.05, first: 0.5 } as const
/** A set with a threshold of 0 has only the predicted class, with a threshold of 1 all classes; a step may go beyond. */
const range = [0, 2] as const

/** Which set of an example: see `NumberIntervals.at`. */
interface AskedSet {
  readonly level: number
  readonly following: boolean
}

/**
 * Learns sets of classes that contain the labels: the most probable ones, until their probabilities are more than a
 * threshold (Romano, Sesia, Candès: Classification with valid and adaptive coverage, 2020, without randomization). The
 * set always contains the predicted class.
 */
export class ClassSets implements LabelIntervals {
  readonly #loss: LossId
  readonly #thresholds: LevelThresholds
  /** of the examples that are read, by example, then class */
  #probabilities = new Float64Array(0)
  #classes = 2
  #sorted = new Float64Array(0)

  /** `state`: as stored in a model file */
  constructor(loss: LossId, state?: readonly Float64Array[], backend?: ThresholdCalls) {
    this.#loss = loss
    this.#thresholds = new LevelThresholds(steps, range, intervalLevels, state, backend)
  }

  get state(): readonly Float64Array[] {
    return this.#thresholds.state
  }

  get coverage(): CoverageSums {
    return this.#thresholds.coverage
  }

  learn({ size, labels, weights }: Batch, outcome: Predicted): void {
    const thresholds = this.#thresholds
    for (let from = 0; from < size; from += mostTurns) {
      thresholds.begin(size - from)
      this.#add(labels, weights, outcome, size, from, Math.min(size, from + mostTurns))
      thresholds.move((i, threshold) => this.#sizeAt(threshold, i))
    }
  }

  /** Adds examples [from, to), in a separate function because the shape of batches varies. */
  #add(
    labels: Float64Array,
    weights: Float64Array | undefined,
    outcome: Predicted,
    size: number,
    from: number,
    to: number,
  ): void {
    const thresholds = this.#thresholds
    let n = 0
    for (let e = from; e < to; e++) {
      if (outcome.status[e] !== status.learned || !this.#read(outcome, e, size, n, to - from)) continue
      const h = weights === undefined ? 1 : weights[e]
      thresholds.add(this.#above(classOf(labels[e], outcome), n++), thresholds.count(h), h, 0)
    }
  }

  measure({ size, labels, weights }: Batch, outcome: Predicted, into: CoverageSums): void {
    for (let e = 0; e < size; e++) {
      const h = weights === undefined ? 1 : weights[e]
      if (labels[e] !== labels[e] || h === 0 || !this.#read(outcome, e, size)) continue
      const extent = this.#sizeAt(this.#thresholds.settled[usualPlace])
      this.#thresholds.measure(this.#above(classOf(labels[e], outcome)), h, extent, into)
    }
  }

  /** Returns the numbers of the classes in the set of a level, from 0, the most probable first; none if no score is a number. */
  at(outcome: Omit<Predicted, 'status'>, e: number, size: number, { level, following }: AskedSet): number[] {
    if (!this.#read(outcome, e, size)) return []
    const { settled, thresholds } = this.#thresholds
    const threshold = thresholdAt(level, following ? thresholds : settled, 0)
    const p = this.#probabilities.subarray(0, this.#classes)
    const order = Array.from(p, (_, k) => k).sort((i, j) => p[j] - p[i] || i - j)
    let above = 0
    const outside = order.findIndex((_, i) => {
      if (i > 0) above += p[order[i - 1]]
      return !(above <= threshold)
    })
    return outside < 0 ? order : order.slice(0, outside)
  }

  /**
   * Reads the probabilities of an example to place i of `most`; of two classes the negative one first. Returns whether they are
   * numbers.
   */
  #read(
    { predictions, scores }: Omit<Predicted, 'status'>,
    e: number,
    size: number,
    i = 0,
    most = 1,
  ): boolean {
    const count = scores === undefined ? 2 : scores.length / size
    this.#classes = count
    if (this.#probabilities.length < most * count) this.#probabilities = new Float64Array(most * count)
    const p = this.#probabilities
    const at = i * count
    if (scores === undefined) {
      p[at + 1] = links.logistic(predictions[e])
      p[at] = links.logistic(-predictions[e])
    } else {
      const own = p.subarray(at, at + count)
      probabilitiesOf(this.#loss, scores.subarray(e * count, (e + 1) * count), 0, count, own)
    }
    return p[at] === p[at]
  }

  /**
   * Returns the sum of the probabilities of the classes that are more probable than one; of equal ones, the first
   * counts as more probable.
   */
  #above(k: number, i = 0): number {
    const p = this.#probabilities
    const count = this.#classes
    // one that has not occurred is in no set
    if (k >= count) return Number.POSITIVE_INFINITY
    const at = i * count
    const own = p[at + k]
    let sum = 0
    for (let j = 0; j < count; j++) {
      const other = p[at + j]
      if (other > own || (other === own && j < k)) sum += other
    }
    return sum
  }

  /** Returns how many classes are in the set of a threshold. */
  #sizeAt(threshold: number, i = 0): number {
    const count = this.#classes
    const p = this.#probabilities
    const at = i * count
    if (count === 2) return !(threshold >= 0) ? 0 : Math.max(p[at], p[at + 1]) <= threshold ? 2 : 1
    if (this.#sorted.length !== count) this.#sorted = new Float64Array(count)
    const sorted = this.#sorted
    sorted.set(p.subarray(at, at + count))
    sorted.sort()
    let above = 0
    let size = 0
    while (size < count && above <= threshold) above += sorted[count - ++size]
    return size
  }
}

/** Returns the number of the class of a label, from 0. */
function classOf(label: number, { scores }: Pick<Predicted, 'scores'>): number {
  return scores === undefined ? (label > 0 ? 1 : 0) : label
}
