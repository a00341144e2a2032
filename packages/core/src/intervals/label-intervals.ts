import type { Batch } from '@ol/spec'
import type { Outcome } from '../lanes/outcome.js'
import type { CoverageSums } from './level-thresholds.js'

/** The predictions of a model for a batch, and the fate of its examples. */
export type Predicted = Pick<Outcome, 'predictions' | 'scores' | 'status'>

/** Learns intervals, or sets of classes, for labels from the predictions of a model, without changing them. */
export interface LabelIntervals {
  /** stored in a model file */
  readonly state: readonly Float64Array[]
  /** over the examples that were learned from */
  readonly coverage: CoverageSums

  /** Learns from the examples of a batch that the model has learned from, each after it was predicted. */
  learn(batch: Batch, outcome: Predicted): void

  /** Adds the examples of a batch with a label and a weight to sums, without learning. */
  measure(batch: Batch, outcome: Predicted, into: CoverageSums): void
}
