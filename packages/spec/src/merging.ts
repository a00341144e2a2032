import type { MergeDual, MergeEvidence, MergeUnit } from './merges.js'

/**
 * The facts about the models whose rows are merged, or the model that is split. `split`: weights and rounds of one
 * model, then of the shard; the weights of a merge are followed by their sum.
 */
export interface MergePlan {
  readonly unit: MergeUnit
  readonly evidence: MergeEvidence
  readonly power: number
  readonly dual: MergeDual
  readonly averages: boolean
  /** the number of models to merge, or of shards to split into */
  readonly models: number
  readonly lanes: number
  /** the number of states of each lane of a row, and of shared states */
  readonly laneStates: number
  readonly sharedStates: number
  /** the largest weight that the table can hold */
  readonly limit: number
  /** the sum of the weights of the examples of each model, then of the result */
  readonly weights: Float64Array
  /** the examples of each model, then of the result */
  readonly rounds: Float64Array
  /** the unit of the weights of each model, in the unit of the result: a ratio of the spreads of their labels, or 1 */
  readonly units: Float64Array
  /** parameters of the rule in the order of its entry: number j of lane l is `params[j * lanes + l]` */
  readonly params: Float64Array
}

/**
 * Rows of features: state j of lane l at j * lanes + l, then the shared states; `width` numbers a row. `states`: the
 * rows of the first model, then of the second, and so on; a row that a model does not have is 0.
 */
export interface MergeRows {
  readonly size: number
  readonly states: Float64Array
  /** size * width, allocated by the caller */
  readonly merged: Float64Array
}

/**
 * Instead of the number of the next dense feature, a row has its place in its model's list, from 1. A merged row has
 * its place in the list of the first model that lists it, plus this number for each model before that one.
 */
export const placesPerModel: number = 2 ** 31

/** Numbers of a row. */
export function mergeWidth({
  lanes,
  laneStates,
  sharedStates,
}: Pick<MergePlan, 'lanes' | 'laneStates' | 'sharedStates'>): number {
  return lanes * laneStates + sharedStates
}
