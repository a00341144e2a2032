import { addProgress } from '@ol/fallback'
import {
  type Backend,
  type Batch,
  type LossId,
  lossOf,
  type Mistakes,
  progressPlaces as places,
  type StateRange,
  stateRanges,
  status as statuses,
} from '@ol/spec'
import type { LaneSums } from '../lanes/lane-sums.js'
import { boundedCount } from '../lanes/mixture/inspections.js'
import type { Outcome } from '../lanes/outcome.js'
import type { Evaluation } from './evaluation.js'

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

/** The ranges of a state's numbers. */
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
  // the first label may differ from its own mean by rounding, in either direction
  labelSquares: { min: -1e60, max: 1e60 },
}

/** In the order of the model file. */
export const progressFields = Object.keys(places) as readonly (keyof ProgressState)[]

/** Below this many examples a call of the addon takes longer than adding them. The bytes are the same either way. */
const fewExamples = 16

/** The call of a backend that adds examples. */
export type AddsProgress = Pick<Backend, 'addProgress'>

const few: AddsProgress = { addProgress }

/** Counts examples and their losses as they are learned: what a model file stores. `ProgressiveValidation` reports them. */
export class ProgressCounts {
  readonly loss: LossId
  protected readonly sums: Float64Array
  readonly #backend: AddsProgress
  /** the sums of classes or replicates; undefined: there are none */
  protected readonly lanes: LaneSums | undefined
  protected readonly figures: Evaluation | undefined

  constructor(
    loss: LossId,
    state?: ProgressState,
    lanes?: LaneSums,
    evaluation?: Evaluation,
    backend: AddsProgress = few,
  ) {
    this.loss = loss
    this.lanes = lanes
    this.figures = evaluation
    this.sums = Float64Array.from(progressFields, (field) => state?.[field] ?? 0)
    this.#backend = backend
  }

  /** Adds examples `from` (default 0) to `to` (default all) of a batch with the results of the backend. */
  add(batch: Batch, results: Outcome, from = 0, to: number = batch.size): void {
    const sums = this.sums
    if (results.scores !== undefined && batch.size > 0) this.grow(results.scores.length / batch.size)
    const { classes = 0, replicates = 0 } = this.lanes?.shape ?? {}
    const { offsets, labels, weights } = batch
    const { predictions, losses, scores, logLosses, status } = results
    const examples = { labels, weights, predictions, losses, scores, logLosses }
    sums[places.features] = boundedCount(sums[places.features] + offsets[to] - offsets[from])
    sums[places.examples] = boundedCount(sums[places.examples] + to - from)
    const work = to - from < fewExamples ? few : this.#backend
    // the example whose prediction was made before any label is in no average
    const first = this.figures?.awaitsLabel === true ? this.figures.firstLabel(examples, from, to) : -1
    const parts =
      first < 0
        ? [[from, to]]
        : [
            [from, first],
            [first + 1, to],
          ]
    for (const [start, end] of parts) {
      work.addProgress(this.mistakes, sums, examples, status, start, end)
      if (classes > 0 || replicates > 0) this.#addLanes(batch, results, start, end)
      this.figures?.add(examples, start, end, batch)
    }
    if (first < 0) return
    sums[places.weightSum] += weights === undefined ? 1 : weights[first]
    sums[places.labelled]++
    if (status[first] === statuses.diverged) sums[places.diverged]++
  }

  #addLanes({ labels, weights }: Batch, results: Outcome, from: number, to: number): void {
    for (let e = from; e < to; e++) {
      const w = weights === undefined ? 1 : weights[e]
      const y = labels[e]
      if (y === y && w !== 0) this.lanes?.add(results, e, y, w)
    }
  }

  protected get mistakes(): Mistakes {
    if (this.classes > 0) return 'class'
    return lossOf(this.loss).labels === 'sign' ? 'sign' : 'none'
  }

  /** Adds classes up to this number. */
  grow(classes: number): void {
    this.lanes?.grow(classes)
  }

  get examples(): number {
    return this.sums[places.examples]
  }

  get labelled(): number {
    return this.sums[places.labelled]
  }

  get classes(): number {
    return this.lanes?.shape.classes ?? 0
  }

  /** Returns a copy of the sums of classes or replicates. */
  laneSums(): LaneSums | undefined {
    return this.lanes?.copy()
  }

  /** Returns a copy of the sums. */
  state(): ProgressState {
    const state: Partial<ProgressState> = {}
    for (const field of progressFields) state[field] = this.sums[places[field]]
    return state as ProgressState
  }
}
