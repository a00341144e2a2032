import { log } from '@ol/numerics'
import { type Batch, type LossId, losses, type StateRange, stateRanges, status } from '@ol/spec'
import type { Interval } from '../lanes/bootstrap.js'
import { boundedCount } from '../lanes/bounded-count.js'
import { type LaneShape, LaneSums } from '../lanes/lane-sums.js'
import type { Outcome } from '../lanes/outcome.js'
import type { Evaluation, EvaluationReport, FigureValue } from './evaluation.js'
import type { BestConstant, Progress } from './progress.js'

/** The sums of progressive validation that a model file stores, over all examples in their order. */
export interface ProgressState {
  /** examples seen */
  examples: number
  /** those with a label */
  labelled: number
  /** their features, constants included */
  features: number
  /** sum of the weights of all examples */
  weightSum: number
  /** sum of the weights of the labelled */
  labelledWeight: number
  /** sum of weight * loss */
  lossSum: number
  /** sum of the weights of the examples whose sign was wrong (a score of 0 is), or whose class was */
  mistakes: number
  /** examples not learned from, because the step would have made a weight non-finite */
  diverged: number
  /** weighted mean of the labels */
  labelMean: number
  /** sum of weight * (label - mean)^2 */
  labelSquares: number
}

/** Where the numbers of a state lie, in the order of the model file. */
export const progressRanges: { readonly [F in keyof ProgressState]: StateRange } = {
  examples: stateRanges.counted,
  labelled: stateRanges.counted,
  features: stateRanges.counted,
  weightSum: stateRanges.weightSum,
  labelledWeight: stateRanges.weightSum,
  lossSum: stateRanges.lossSum,
  mistakes: stateRanges.weightSum,
  diverged: stateRanges.counted,
  labelMean: stateRanges.anyLabel,
  // the first label may differ from its own mean by rounding, to either side
  labelSquares: { min: -1e60, max: 1e60 },
}

// the table has each field once
export const progressFields = Object.keys(progressRanges) as readonly (keyof ProgressState)[]

/**
 * Progressive validation: every example is predicted before it is learned, so the average of these losses is an
 * honest estimate, at no cost (Blum, Kalai, Langford: Beating the Hold-Out, 1999).
 */
export class ProgressiveValidation implements Progress {
  readonly loss: LossId
  readonly #state: ProgressState
  #lossAtMark = 0
  #weightAtMark = 0

  readonly #lanes: LaneSums
  readonly #evaluation: Evaluation | undefined

  constructor(
    loss: LossId,
    state?: ProgressState,
    lanes: LaneSums = new LaneSums(noLanes),
    evaluation?: Evaluation,
  ) {
    this.loss = loss
    this.#lanes = lanes
    this.#evaluation = evaluation
    this.#state = state === undefined ? emptyState() : { ...state }
    this.mark()
  }

  /** Adds examples `from` (default 0) to `to` (default all) of a batch with the results of the backend. */
  add(batch: Batch, results: Outcome, from = 0, to: number = batch.size): void {
    const s = this.#state
    if (results.scores !== undefined && batch.size > 0) this.grow(results.scores.length / batch.size)
    const { classes, replicates } = this.#lanes.shape
    const sign = classes === 0 && losses[this.loss].labels === 'sign'
    const { offsets, labels, weights } = batch
    s.features = boundedCount(s.features + offsets[to] - offsets[from])
    s.examples = boundedCount(s.examples + to - from)
    for (let e = from; e < to; e++) {
      const w = weights === undefined ? 1 : weights[e]
      const y = labels[e]
      s.weightSum += w
      if (results.status[e] === status.diverged) s.diverged++
      if (Number.isNaN(y)) continue
      s.labelled++
      if (w === 0) continue
      s.labelledWeight += w
      const off = y - s.labelMean
      s.labelMean += (off * w) / s.labelledWeight
      s.labelSquares += w * off * (y - s.labelMean)
      const loss = results.losses[e]
      // a loss that is not finite belongs to a diverged example, which is counted as such
      if (Number.isFinite(loss)) s.lossSum += w * loss
      if (sign && !(results.predictions[e] * y > 0)) s.mistakes += w
      if (classes > 0 && results.predictions[e] !== y) s.mistakes += w
      if (classes > 0 || replicates > 0) this.#lanes.add(results, e, y, w)
    }
    this.#evaluation?.add(batch, results, from, to)
  }

  /** Makes room for this many classes, where there are fewer. */
  grow(classes: number): void {
    this.#lanes.grow(classes)
  }

  /** Starts a new interval for `sinceLast`. */
  mark(): void {
    this.#lossAtMark = this.#state.lossSum
    this.#weightAtMark = this.#state.labelledWeight
    this.#evaluation?.mark()
  }

  get examples(): number {
    return this.#state.examples
  }

  get labelled(): number {
    return this.#state.labelled
  }

  get features(): number {
    return this.#state.features
  }

  get weightSum(): number {
    return this.#state.weightSum
  }

  get labelledWeight(): number {
    return this.#state.labelledWeight
  }

  get lossSum(): number {
    return this.#state.lossSum
  }

  get diverged(): number {
    return this.#state.diverged
  }

  get averageLoss(): number {
    return this.#state.lossSum / this.#state.labelledWeight
  }

  get sinceLast(): number {
    return (this.#state.lossSum - this.#lossAtMark) / (this.#state.labelledWeight - this.#weightAtMark)
  }

  get errorRate(): number | undefined {
    if (this.classes === 0 && losses[this.loss].labels !== 'sign') return undefined
    return this.#state.mistakes / this.#state.labelledWeight
  }

  get bestConstant(): BestConstant | undefined {
    const { labelledWeight, labelMean, labelSquares } = this.#state
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

  get classes(): number {
    return this.#lanes.shape.classes
  }

  get confusion(): Float64Array | undefined {
    return this.classes === 0 ? undefined : this.#lanes.arrays[0]
  }

  get logLoss(): number | undefined {
    return this.classes === 0 ? undefined : this.#lanes.logLossSum / this.#state.labelledWeight
  }

  get figure(): FigureValue | undefined {
    return this.#evaluation?.figure
  }

  evaluation(): EvaluationReport | undefined {
    return this.#evaluation?.report()
  }

  /** Returns the state of the evaluation; empty without one. */
  evaluationState(): readonly Float64Array[] {
    return this.#evaluation?.state() ?? []
  }

  lossInterval(level = 0.9): Interval | undefined {
    return this.#lanes.lossInterval(level)
  }

  /** Returns a copy of the sums of classes or replicates. */
  laneSums(): LaneSums {
    return this.#lanes.copy()
  }

  /** Returns a copy of the sums. */
  state(): ProgressState {
    return { ...this.#state }
  }
}

const noLanes: LaneShape = { classes: 0, replicates: 0 }

function emptyState(): ProgressState {
  const state: Partial<ProgressState> = {}
  for (const field of progressFields) state[field] = 0
  return state as ProgressState
}
