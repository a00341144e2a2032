import {
  curvePlaces,
  decileWidth,
  type EvaluationSums,
  mostDeciles,
  mostPoints,
  classSumPlaces as places,
  pointWidth,
  type ScoreCurves,
} from '@ol/spec'
import type { MetricFamily } from './accumulator.js'
import { type CalibrationBin, calibrationOf, decilesOf } from './calibration.js'
import { matthews } from './matthews.js'
import { type AddsMetrics, type ScoreAccumulator, scoreFamily } from './score-family.js'
import { ScoreRanking } from './score-ranking.js'

/** Metrics of two classes; an example is predicted positive if its score is above 0. All are weighted. */
export interface BinaryMetrics {
  readonly task: 'binary'
  /** examples with a label and a prediction */
  readonly examples: number
  readonly weight: number
  /** -ln of the probability of the label; undefined if the loss has no probabilities */
  readonly logLoss: number | undefined
  /** mean square of probability minus outcome; undefined if the loss has no probabilities */
  readonly brierScore: number | undefined
  readonly auc: number
  /** the maximum difference between `auc` and the exact value; 0 while OL keeps every score */
  readonly aucError: number
  /** average precision, the area under the precision-recall curve, in steps; NaN without a positive example */
  readonly prAuc: number
  /** the maximum difference between `prAuc` and the exact value; 0 while OL keeps every score */
  readonly prAucError: number
  readonly accuracy: number
  /** mean of the recall of both classes; NaN if one has no example */
  readonly balancedAccuracy: number
  /** Matthews correlation coefficient, -1 to 1; 0 if every example has one label, or one prediction */
  readonly mcc: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** confusion matrix: weights by class of the label, then by predicted class; negative before positive */
  readonly confusion: readonly [readonly [number, number], readonly [number, number]]
  /** ten bins of the probability; undefined if the loss has no probabilities */
  readonly calibration: readonly CalibrationBin[] | undefined
  /** the same with bins of equal weight, exact while OL keeps every score; undefined if the loss has no probabilities */
  readonly deciles: readonly CalibrationBin[] | undefined
  readonly roc: readonly RocPoint[]
}

/**
 * Returns the family of two classes; `odds`: the score is the log odds of the positive class; `most`: the scores that are kept one by
 * one.
 */
export function binaryFamily(
  backend: AddsMetrics,
  odds: boolean,
  most?: number,
): MetricFamily<BinaryMetrics, BinaryAccumulator> {
  const evaluating = odds ? 'odds' : 'sign'
  return scoreFamily(
    backend,
    { evaluating, link: 'identity', term: 'loss' },
    () => new BinaryAccumulator(backend, odds, new ScoreRanking(most)),
  )
}

/** The fields of the sums, in the order of their places, and as the state has them. */
const totals = [places.examples, places.confusion] as const
const confusion = [places.confusion, places.calibration] as const
const calibration = [places.calibration, places.kept] as const

/** Sums of `BinaryMetrics`. */
export class BinaryAccumulator implements ScoreAccumulator<BinaryMetrics> {
  readonly #backend: AddsMetrics
  readonly #odds: boolean
  readonly #ranking: ScoreRanking

  constructor(backend: AddsMetrics, odds: boolean, ranking: ScoreRanking = new ScoreRanking()) {
    this.#backend = backend
    this.#odds = odds
    this.#ranking = ranking
  }

  get into(): EvaluationSums {
    return this.#ranking
  }

  reserve(score: number): void {
    this.#ranking.reserve(score)
  }

  merge(other: BinaryAccumulator): void {
    const { sums } = this.#ranking
    for (let i = 0; i < places.kept; i++) sums[i] += other.#ranking.sums[i]
    this.#ranking.merge(other.#ranking)
  }

  state(): readonly Float64Array[] {
    const part = ([from, to]: readonly [number, number]): Float64Array => this.#ranking.sums.slice(from, to)
    return [part(totals), part(confusion), part(calibration), ...this.#ranking.state()]
  }

  restore([first, weights, bins, ...ranking]: readonly Float64Array[]): void {
    const { sums } = this.#ranking
    sums.set(first, totals[0])
    sums.set(weights, confusion[0])
    sums.set(bins, calibration[0])
    this.#ranking.restore(ranking)
  }

  metrics(): BinaryMetrics {
    const { sums } = this.#ranking
    const weight = sums[places.weight]
    const [tn, fp, fn, tp] = sums.subarray(...confusion)
    const odds = this.#odds
    const curves = {
      figures: new Float64Array(Object.keys(curvePlaces).length),
      points: new Float64Array(mostPoints * pointWidth),
      deciles: new Float64Array(mostDeciles * decileWidth),
    }
    this.#backend.scoreCurves(odds, this.#ranking, curves)
    const pairs = (tn + fp) * (fn + tp)
    const tied = curves.figures[curvePlaces.tied] / 2
    return {
      task: 'binary',
      examples: sums[places.examples],
      weight,
      logLoss: odds ? sums[places.loss] / weight : undefined,
      brierScore: odds ? sums[places.squares] / weight : undefined,
      auc: (curves.figures[curvePlaces.area] + tied) / pairs,
      // the order of the scores within a bin can change the area by this much
      aucError: this.#ranking.exact ? 0 : tied / pairs,
      prAuc: curves.figures[curvePlaces.precision] / (fn + tp),
      prAucError: this.#ranking.exact ? 0 : curves.figures[curvePlaces.precisionError] / (fn + tp),
      accuracy: (tp + tn) / weight,
      balancedAccuracy: (tp / (tp + fn) + tn / (tn + fp)) / 2,
      mcc: matthews([
        [tn, fp],
        [fn, tp],
      ]),
      precision: tp / (tp + fp),
      recall: tp / (tp + fn),
      f1: (2 * tp) / (2 * tp + fp + fn),
      confusion: [
        [tn, fp],
        [fn, tp],
      ],
      calibration: odds ? calibrationOf(sums.subarray(...calibration)) : undefined,
      deciles: odds ? decilesOf(curves) : undefined,
      roc: rocOf(curves, tn + fp, fn + tp),
    }
  }
}

/** A point of the ROC curve: examples of this score and above are predicted positive. */
export interface RocPoint {
  readonly score: number
  readonly falsePositiveRate: number
  readonly truePositiveRate: number
}

/**
 * Returns the points from (0, 0) to (1, 1), such that neither rate grows by more than 0.01 between two of them, unless
 * at a single score; none if a class has no weight.
 */
function rocOf({ figures, points }: ScoreCurves, negatives: number, positives: number): readonly RocPoint[] {
  if (!(negatives > 0 && positives > 0)) return []
  const start = { score: Number.POSITIVE_INFINITY, falsePositiveRate: 0, truePositiveRate: 0 }
  const others = Array.from({ length: figures[curvePlaces.points] }, (_, k) => {
    const [score, fp, tp] = points.subarray(k * pointWidth)
    return { score, falsePositiveRate: fp / negatives, truePositiveRate: tp / positives }
  })
  return [start, ...others]
}
