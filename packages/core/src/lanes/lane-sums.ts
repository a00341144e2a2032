import { type StateRange, stateRanges } from '@ol/spec'
import { type Interval, percentileInterval } from './bootstrap.js'
import { Confusion } from './confusion.js'
import type { Outcome } from './outcome.js'

/** The sums of progressive validation besides the loss, for a learner with several lanes. */
export interface LaneShape {
  /** number of classes; 0: none */
  readonly classes: number
  /** number of replicates; 0: none */
  readonly replicates: number
}

/** A sum and its place in the model file: the name of its tensor and its shape. */
export interface LaneState {
  readonly name: string
  readonly shape: readonly number[]
  /** the ranges of equal parts of the tensor, one after another */
  readonly ranges: readonly StateRange[]
}

/** Returns the sums that a model of this shape keeps, in the order of the model file. */
export function laneSums({ classes, replicates }: LaneShape): readonly LaneState[] {
  if (classes > 0)
    return [
      { name: 'confusion', shape: [classes, classes], ranges: [stateRanges.weightSum] },
      { name: 'log_loss_sum', shape: [1], ranges: [stateRanges.lossSum] },
    ]
  if (replicates > 0)
    return [
      { name: 'replicate_loss_sum', shape: [replicates], ranges: [stateRanges.lossSum] },
      { name: 'replicate_weight', shape: [replicates], ranges: [stateRanges.weightSum] },
    ]
  return []
}

export class LaneSums {
  #shape: LaneShape
  readonly #confusion: Confusion | undefined
  /** in the order of `laneSums`; the confusion is in `#confusion` */
  readonly #arrays: readonly Float64Array[]

  constructor(shape: LaneShape, arrays?: readonly Float64Array[]) {
    this.#shape = shape
    this.#arrays = laneSums(shape).map(({ shape: sides }, i) => {
      const length = sides.reduce((product, side) => product * side, 1)
      return arrays === undefined ? new Float64Array(length) : arrays[i].slice()
    })
    this.#confusion = shape.classes === 0 ? undefined : new Confusion(shape.classes, this.#arrays[0])
  }

  get shape(): LaneShape {
    return this.#shape
  }

  /** In the order of `laneSums`. */
  get arrays(): readonly Float64Array[] {
    return this.#confusion === undefined
      ? this.#arrays
      : [this.#confusion.toArray(), ...this.#arrays.slice(1)]
  }

  /** The number of the arrays. */
  get length(): number {
    return this.#arrays.length
  }

  /** -ln of the probability of the label, summed. */
  get logLossSum(): number {
    return this.#arrays[1][0]
  }

  /** Adds example e of label y and weight w. */
  add(outcome: Outcome, e: number, y: number, w: number): void {
    const { replicates } = this.#shape
    if (this.#confusion !== undefined) {
      const k = outcome.predictions[e]
      if (k >= 0) this.#confusion.add(y, k, w)
      const loss = outcome.logLosses === undefined ? 0 : outcome.logLosses[e]
      if (Number.isFinite(loss)) this.#arrays[1][0] += w * loss
    } else if (replicates > 0 && outcome.replicates !== undefined) {
      const [lossSum, weight] = this.#arrays
      const { weights } = outcome.replicates
      const loss = outcome.losses[e]
      const at = e * (replicates + 1) + 1
      if (!Number.isFinite(loss)) return
      for (let b = 0; b < replicates; b++) {
        lossSum[b] += w * weights[at + b] * loss
        weight[b] += w * weights[at + b]
      }
    }
  }

  /**
   * Returns the percentile interval of the model's average losses over the resampled streams; undefined without
   * replicates. The losses of the replicates themselves are not an estimate: each has seen 63% of the examples.
   */
  lossInterval(level: number): Interval | undefined {
    if (this.#shape.replicates === 0) return undefined
    const [lossSum, weight] = this.#arrays
    return percentileInterval(
      lossSum.map((sum, b) => sum / weight[b]),
      level,
    )
  }

  /** Adds classes up to this number. */
  grow(classes: number): void {
    if (this.#confusion === undefined || classes <= this.#shape.classes) return
    this.#confusion.grow(classes)
    this.#shape = { ...this.#shape, classes }
  }

  copy(): LaneSums {
    return new LaneSums(this.#shape, this.arrays)
  }
}
