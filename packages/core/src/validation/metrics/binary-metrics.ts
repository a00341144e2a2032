import { exp } from '@ol/numerics'
import type { Accumulator, MetricFamily } from './accumulator.js'
import { Calibration, type CalibrationBin } from './calibration.js'
import { Deciles } from './deciles.js'
import { RocCurve, type RocPoint } from './roc-curve.js'
import { ScoreRanking } from './score-ranking.js'

/** Metrics of two classes; an example is predicted positive where its score is larger than 0. All are weighted. */
export interface BinaryMetrics {
  readonly task: 'binary'
  /** examples with a label and a prediction */
  readonly examples: number
  readonly weight: number
  /** -ln of the probability of the label; undefined where the loss has no probabilities */
  readonly logLoss: number | undefined
  /** mean square of probability minus outcome; undefined where the loss has no probabilities */
  readonly brierScore: number | undefined
  readonly auc: number
  /** the most by which `auc` may differ from that of all scores; 0 while every score is kept */
  readonly aucError: number
  readonly accuracy: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** weights by class of the label, then by class predicted: negative, positive */
  readonly confusion: readonly [readonly [number, number], readonly [number, number]]
  /** ten bins of the probability; undefined where the loss has no probabilities */
  readonly calibration: readonly CalibrationBin[] | undefined
  /** the same of bins of equal weight, exact while every score is kept; undefined where the loss has no probabilities */
  readonly deciles: readonly CalibrationBin[] | undefined
  readonly roc: readonly RocPoint[]
}

const scoreField = 3

/** Returns the family of two classes; `probabilistic`: the score is the log odds of the positive class. */
export function binaryFamily(probabilistic: boolean): MetricFamily<BinaryMetrics> {
  return {
    width: 4,
    record: ({ predictions, losses }, e, label, weight, records, at) => {
      const score = predictions[e]
      // not Number.isFinite: NaN and the infinities alone are unequal to 0 here
      if (score - score !== 0) return false
      records[at] = weight
      records[at + 1] = label
      records[at + 2] = losses[e]
      records[at + scoreField] = score
      return true
    },
    accumulator: () => new BinaryAccumulator(probabilistic),
  }
}

/** Sums of `BinaryMetrics`. */
export class BinaryAccumulator implements Accumulator<BinaryMetrics> {
  readonly #probabilistic: boolean
  readonly #calibration = new Calibration()
  readonly #ranking: ScoreRanking
  /** weight, weight times loss, weight times square of probability minus outcome */
  readonly #sums = new Float64Array(3)
  /** weights by label, then by prediction */
  readonly #confusion = new Float64Array(4)
  #examples = 0

  constructor(probabilistic: boolean, ranking: ScoreRanking = new ScoreRanking()) {
    this.#probabilistic = probabilistic
    this.#ranking = ranking
  }

  add(records: Float64Array, at: number): void {
    const weight = records[at]
    const positive = records[at + 1] > 0
    const loss = records[at + 2]
    const score = records[at + scoreField]
    this.#examples++
    this.#sums[0] += weight
    this.#confusion[(positive ? 2 : 0) + (score > 0 ? 1 : 0)] += weight
    this.#ranking.add(score, positive, weight)
    if (!this.#probabilistic) return
    const probability = 1 / (1 + exp(-score))
    const off = positive ? 1 - probability : probability
    this.#sums[1] += weight * loss
    this.#sums[2] += weight * off * off
    this.#calibration.add(probability, positive, weight)
  }

  merge(other: BinaryAccumulator): void {
    this.#examples += other.#examples
    for (let i = 0; i < this.#sums.length; i++) this.#sums[i] += other.#sums[i]
    for (let i = 0; i < this.#confusion.length; i++) this.#confusion[i] += other.#confusion[i]
    this.#calibration.merge(other.#calibration)
    this.#ranking.merge(other.#ranking)
  }

  state(): readonly Float64Array[] {
    return [
      Float64Array.of(this.#examples, ...this.#sums),
      this.#confusion.slice(),
      this.#calibration.state(),
      ...this.#ranking.state(),
    ]
  }

  restore([[examples, ...sums], confusion, calibration, ...ranking]: readonly Float64Array[]): void {
    this.#examples = examples
    this.#sums.set(sums)
    this.#confusion.set(confusion)
    this.#calibration.restore(calibration)
    this.#ranking.restore(ranking)
  }

  metrics(): BinaryMetrics {
    const [weight, losses, squares] = this.#sums
    const [tn, fp, fn, tp] = this.#confusion
    const roc = new RocCurve(tn + fp, fn + tp)
    const probabilistic = this.#probabilistic
    const deciles = probabilistic ? new Deciles() : undefined
    this.#ranking.visit({
      add: (score, negative, positive) => {
        roc.add(score, negative, positive)
        deciles?.add(score, negative, positive)
      },
    })
    return {
      task: 'binary',
      examples: this.#examples,
      weight,
      logLoss: probabilistic ? losses / weight : undefined,
      brierScore: probabilistic ? squares / weight : undefined,
      auc: roc.area,
      aucError: this.#ranking.exact ? 0 : roc.spread,
      accuracy: (tp + tn) / weight,
      precision: tp / (tp + fp),
      recall: tp / (tp + fn),
      f1: (2 * tp) / (2 * tp + fp + fn),
      confusion: [
        [tn, fp],
        [fn, tp],
      ],
      calibration: probabilistic ? this.#calibration.bins() : undefined,
      deciles: deciles?.bins(),
      roc: roc.points,
    }
  }
}
