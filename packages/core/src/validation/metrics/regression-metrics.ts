import { type LossId, losses } from '@ol/spec'
import { links } from '../../options/links.js'
import type { Accumulator, MetricFamily } from './accumulator.js'

/** Metrics of numbers. All are weighted. */
export interface RegressionMetrics {
  readonly task: 'regression'
  /** examples with a label and a prediction */
  readonly examples: number
  readonly weight: number
  /** root of the mean square error */
  readonly rmse: number
  /** mean absolute error */
  readonly mae: number
  /** 1 minus the mean square error over the variance of the labels; NaN where all labels are equal */
  readonly r2: number
}

const predictionField = 3

/** Returns the family of numbers: predictions are scores with the link of the loss. */
export function regressionFamily(loss: LossId): MetricFamily<RegressionMetrics> {
  const link = links[losses[loss].link]
  const square = losses[loss].square > 0
  const absolute = loss === 'absolute'
  return {
    width: 4,
    record: (outcome, e, label, weight, records, at) => {
      const prediction = link(outcome.predictions[e])
      if (prediction - prediction !== 0) return false
      const off = prediction - label
      records[at] = weight
      records[at + 1] = label
      records[at + 2] = square ? off * off : absolute ? Math.abs(off) : outcome.losses[e]
      records[at + predictionField] = prediction
      return true
    },
    accumulator: () => new RegressionAccumulator(),
  }
}

/** Sums of `RegressionMetrics`. */
export class RegressionAccumulator implements Accumulator<RegressionMetrics> {
  /** weight, weight times square error, weight times absolute error, mean of the labels, their squares about it */
  readonly #sums = new Float64Array(5)
  #examples = 0

  add(records: Float64Array, at: number): void {
    const sums = this.#sums
    const weight = records[at]
    const label = records[at + 1]
    const off = records[at + predictionField] - label
    this.#examples++
    sums[0] += weight
    sums[1] += weight * off * off
    sums[2] += weight * Math.abs(off)
    const fromMean = label - sums[3]
    // the quotient first: the mean of one label is that label, whatever its weight
    sums[3] += fromMean * (weight / sums[0])
    sums[4] += weight * fromMean * (label - sums[3])
  }

  /** Adds the sums; those about the means by Chan, Golub and LeVeque (1979). */
  merge(other: RegressionAccumulator): void {
    const [weight, , , mean] = this.#sums
    const [otherWeight, squareError, absoluteError, otherMean, squares] = other.#sums
    if (otherWeight === 0) return
    const total = weight + otherWeight
    const apart = otherMean - mean
    this.#examples += other.#examples
    this.#sums[0] = total
    this.#sums[1] += squareError
    this.#sums[2] += absoluteError
    this.#sums[3] += (apart * otherWeight) / total
    this.#sums[4] += squares + apart * apart * ((weight * otherWeight) / total)
  }

  state(): readonly Float64Array[] {
    return [Float64Array.of(this.#examples, ...this.#sums)]
  }

  restore([[examples, ...sums]]: readonly Float64Array[]): void {
    this.#examples = examples
    this.#sums.set(sums)
  }

  metrics(): RegressionMetrics {
    const [weight, squareError, absoluteError, , squares] = this.#sums
    return {
      task: 'regression',
      examples: this.#examples,
      weight,
      rmse: Math.sqrt(squareError / weight),
      mae: absoluteError / weight,
      r2: squares > 0 ? 1 - squareError / squares : Number.NaN,
    }
  }
}
