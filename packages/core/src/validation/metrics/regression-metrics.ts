import { type EvaluationSums, type LossId, losses, numberSums, numberSumPlaces as places } from '@ol/spec'
import type { MetricFamily } from './accumulator.js'
import { type AddsMetrics, type ScoreAccumulator, scoreFamily } from './score-family.js'

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
  /** 1 minus the mean square error divided by the variance of the labels; NaN if all labels are equal */
  readonly r2: number
  /** mean of |error| / |label|; NaN if a label is 0 */
  readonly mape: number
  /** mean of the quantile loss; undefined under other losses */
  readonly pinballLoss: number | undefined
}

const none = new Float64Array(0)

/** Returns the family of numbers: predictions are scores with the link of the loss. */
export function regressionFamily(
  backend: AddsMetrics,
  loss: LossId,
): MetricFamily<RegressionMetrics, RegressionAccumulator> {
  const { link, square } = losses[loss]
  const term = square > 0 ? 'square' : loss === 'absolute' ? 'absolute' : 'loss'
  return scoreFamily(backend, { evaluating: 'numbers', link, term }, () => new RegressionAccumulator(loss))
}

/** Sums of `RegressionMetrics`. */
export class RegressionAccumulator implements ScoreAccumulator<RegressionMetrics> {
  readonly #sums = new Float64Array(numberSums)
  readonly into: EvaluationSums = { sums: this.#sums, kept: none, bins: none, blocks: new Uint32Array(0) }

  readonly #loss: LossId

  constructor(loss: LossId) {
    this.#loss = loss
  }

  /** The sums alone need none. */
  reserve(): void {}

  /** Adds the sums; the sums about means by Chan, Golub and LeVeque (1979). */
  merge(other: RegressionAccumulator): void {
    const sums = this.#sums
    const others = other.#sums
    const [weight, otherWeight] = [sums[places.weight], others[places.weight]]
    if (otherWeight === 0) return
    const total = weight + otherWeight
    const apart = others[places.mean] - sums[places.mean]
    sums[places.examples] += others[places.examples]
    sums[places.weight] = total
    sums[places.squareError] += others[places.squareError]
    sums[places.absoluteError] += others[places.absoluteError]
    sums[places.relativeError] += others[places.relativeError]
    sums[places.loss] += others[places.loss]
    sums[places.mean] += (apart * otherWeight) / total
    sums[places.squares] += others[places.squares] + apart * apart * ((weight * otherWeight) / total)
  }

  state(): readonly Float64Array[] {
    return [this.#sums.slice()]
  }

  restore([sums]: readonly Float64Array[]): void {
    this.#sums.set(sums)
    if (sums.length > places.loss) return
    // a checkpoint of an earlier version does not have these
    this.#sums[places.relativeError] = Number.POSITIVE_INFINITY
    this.#sums[places.loss] = Number.NaN
  }

  metrics(): RegressionMetrics {
    const sums = this.#sums
    const [weight, squareError, squares] = [
      sums[places.weight],
      sums[places.squareError],
      sums[places.squares],
    ]
    const mape = sums[places.relativeError] / weight
    return {
      task: 'regression',
      examples: sums[places.examples],
      weight,
      rmse: Math.sqrt(squareError / weight),
      mae: sums[places.absoluteError] / weight,
      r2: squares > 0 ? 1 - squareError / squares : Number.NaN,
      mape: mape === Infinity ? Number.NaN : mape,
      pinballLoss: this.#loss === 'quantile' ? sums[places.loss] / weight : undefined,
    }
  }
}
