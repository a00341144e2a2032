import { log } from '@ol/numerics'
import { type LossId, losses, progressPlaces as places } from '@ol/spec'
import type { Interval } from '../lanes/bootstrap.js'
import type { LaneSums } from '../lanes/lane-sums.js'
import type { Evaluation, EvaluationReport, FigureValue } from './evaluation.js'
import type { BestConstant, Progress } from './progress.js'
import { type AddsProgress, ProgressCounts, type ProgressState } from './progress-counts.js'

export { type ProgressState, progressFields, progressRanges } from './progress-counts.js'

/**
 * Progressive validation: every example is predicted before it is learned, so the average of these losses is an
 * honest estimate, at no cost (Blum, Kalai, Langford: Beating the Hold-Out, 1999).
 */
export class ProgressiveValidation extends ProgressCounts implements Progress {
  #lossAtMark = 0
  #weightAtMark = 0

  constructor(
    loss: LossId,
    state?: ProgressState,
    lanes?: LaneSums,
    evaluation?: Evaluation,
    backend?: AddsProgress,
  ) {
    super(loss, state, lanes, evaluation, backend)
    this.mark()
  }

  /** Starts a new interval for `sinceLast`. */
  mark(): void {
    this.#lossAtMark = this.sums[places.lossSum]
    this.#weightAtMark = this.sums[places.labelledWeight]
    this.figures?.mark()
  }

  get features(): number {
    return this.sums[places.features]
  }

  get weightSum(): number {
    return this.sums[places.weightSum]
  }

  get labelledWeight(): number {
    return this.sums[places.labelledWeight]
  }

  get lossSum(): number {
    return this.sums[places.lossSum]
  }

  get diverged(): number {
    return this.sums[places.diverged]
  }

  get averageLoss(): number {
    return this.sums[places.lossSum] / this.sums[places.labelledWeight]
  }

  get sinceLast(): number {
    return (
      (this.sums[places.lossSum] - this.#lossAtMark) / (this.sums[places.labelledWeight] - this.#weightAtMark)
    )
  }

  get errorRate(): number | undefined {
    if (this.mistakes === 'none') return undefined
    return this.sums[places.mistakes] / this.sums[places.labelledWeight]
  }

  get labelMean(): number {
    return this.sums[places.labelMean]
  }

  get unpredictedLabel(): number {
    return this.figures?.unpredictedLabel ?? Number.NaN
  }

  get bestConstant(): BestConstant | undefined {
    const { labelledWeight, labelMean, labelSquares } = this.state()
    if (labelledWeight === 0 || this.classes > 0) return undefined
    const { baseline, square } = losses[this.loss]
    if (baseline === 'mean') return { prediction: labelMean, loss: square * (labelSquares / labelledWeight) }
    if (baseline === 'log-mean') {
      const prediction = log(labelMean)
      return { prediction, loss: labelMean > 0 ? labelMean - labelMean * prediction : 0 }
    }
    const p = (1 + labelMean) / 2
    if (baseline === 'majority') return { prediction: p < 0.5 ? -1 : 1, loss: 2 * (p < 0.5 ? p : 1 - p) }
    if (baseline !== 'log-odds') return undefined
    if (p <= 0 || p >= 1) return { prediction: p <= 0 ? -Infinity : Infinity, loss: 0 }
    return { prediction: log(p / (1 - p)), loss: -p * log(p) - (1 - p) * log(1 - p) }
  }

  get confusion(): Float64Array | undefined {
    return this.classes === 0 ? undefined : this.lanes?.arrays[0]
  }

  get logLoss(): number | undefined {
    return this.classes === 0 ? undefined : (this.lanes?.logLossSum ?? 0) / this.sums[places.labelledWeight]
  }

  get figure(): FigureValue | undefined {
    return this.figures?.figure
  }

  /** The column whose values have their own metrics, if there is one. */
  get by(): string | undefined {
    return this.figures?.by
  }

  evaluation(): EvaluationReport | undefined {
    return this.figures?.report()
  }

  /** Returns the state of the evaluation; empty without one. */
  evaluationState(): readonly Float64Array[] {
    return this.figures?.state() ?? []
  }

  lossInterval(level = 0.9): Interval | undefined {
    return this.lanes?.lossInterval(level)
  }
}
