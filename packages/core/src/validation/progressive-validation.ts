import { engine } from '@ol/fallback'
import { log } from '@ol/numerics'
import {
  type Backend,
  type Batch,
  type LossId,
  losses,
  type Mistakes,
  progressPlaces as places,
  type StateRange,
  stateRanges,
} from '@ol/spec'
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

/** Where the numbers of a state lie. */
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

/** In the order of the model file. */
export const progressFields = Object.keys(places) as readonly (keyof ProgressState)[]

/** Below so many examples a call of the addon takes longer than adding them. The bytes are the same either way. */
const fewExamples = 16

/** The call of a backend that adds examples. */
export type AddsProgress = Pick<Backend, 'addProgress'>

/**
 * Progressive validation: every example is predicted before it is learned, so the average of these losses is an
 * honest estimate, at no cost (Blum, Kalai, Langford: Beating the Hold-Out, 1999).
 */
export class ProgressiveValidation implements Progress {
  readonly loss: LossId
  readonly #sums: Float64Array
  readonly #backend: AddsProgress
  #lossAtMark = 0
  #weightAtMark = 0

  readonly #lanes: LaneSums
  readonly #evaluation: Evaluation | undefined

  constructor(
    loss: LossId,
    state?: ProgressState,
    lanes: LaneSums = new LaneSums(noLanes),
    evaluation?: Evaluation,
    backend: AddsProgress = engine,
  ) {
    this.loss = loss
    this.#lanes = lanes
    this.#evaluation = evaluation
    this.#sums = Float64Array.from(progressFields, (field) => state?.[field] ?? 0)
    this.#backend = backend
    this.mark()
  }

  /** Adds examples `from` (default 0) to `to` (default all) of a batch with the results of the backend. */
  add(batch: Batch, results: Outcome, from = 0, to: number = batch.size): void {
    const sums = this.#sums
    if (results.scores !== undefined && batch.size > 0) this.grow(results.scores.length / batch.size)
    const { classes, replicates } = this.#lanes.shape
    const { offsets, labels, weights } = batch
    const { predictions, losses, scores, logLosses, status } = results
    const examples = { labels, weights, predictions, losses, scores, logLosses }
    sums[places.features] = boundedCount(sums[places.features] + offsets[to] - offsets[from])
    sums[places.examples] = boundedCount(sums[places.examples] + to - from)
    const work = to - from < fewExamples ? engine : this.#backend
    work.addProgress(this.#mistakes, sums, examples, status, from, to)
    if (classes > 0 || replicates > 0) this.#addLanes(batch, results, from, to)
    this.#evaluation?.add(examples, from, to)
  }

  #addLanes({ labels, weights }: Batch, results: Outcome, from: number, to: number): void {
    for (let e = from; e < to; e++) {
      const w = weights === undefined ? 1 : weights[e]
      const y = labels[e]
      if (y === y && w !== 0) this.#lanes.add(results, e, y, w)
    }
  }

  get #mistakes(): Mistakes {
    if (this.classes > 0) return 'class'
    return losses[this.loss].labels === 'sign' ? 'sign' : 'none'
  }

  /** Makes room for this many classes, where there are fewer. */
  grow(classes: number): void {
    this.#lanes.grow(classes)
  }

  /** Starts a new interval for `sinceLast`. */
  mark(): void {
    this.#lossAtMark = this.#sums[places.lossSum]
    this.#weightAtMark = this.#sums[places.labelledWeight]
    this.#evaluation?.mark()
  }

  get examples(): number {
    return this.#sums[places.examples]
  }

  get labelled(): number {
    return this.#sums[places.labelled]
  }

  get features(): number {
    return this.#sums[places.features]
  }

  get weightSum(): number {
    return this.#sums[places.weightSum]
  }

  get labelledWeight(): number {
    return this.#sums[places.labelledWeight]
  }

  get lossSum(): number {
    return this.#sums[places.lossSum]
  }

  get diverged(): number {
    return this.#sums[places.diverged]
  }

  get averageLoss(): number {
    return this.#sums[places.lossSum] / this.#sums[places.labelledWeight]
  }

  get sinceLast(): number {
    return (
      (this.#sums[places.lossSum] - this.#lossAtMark) /
      (this.#sums[places.labelledWeight] - this.#weightAtMark)
    )
  }

  get errorRate(): number | undefined {
    if (this.#mistakes === 'none') return undefined
    return this.#sums[places.mistakes] / this.#sums[places.labelledWeight]
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

  get classes(): number {
    return this.#lanes.shape.classes
  }

  get confusion(): Float64Array | undefined {
    return this.classes === 0 ? undefined : this.#lanes.arrays[0]
  }

  get logLoss(): number | undefined {
    return this.classes === 0 ? undefined : this.#lanes.logLossSum / this.#sums[places.labelledWeight]
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
    const state: Partial<ProgressState> = {}
    for (const field of progressFields) state[field] = this.#sums[places[field]]
    return state as ProgressState
  }
}

const noLanes: LaneShape = { classes: 0, replicates: 0 }
