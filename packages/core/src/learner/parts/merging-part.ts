import { checkModels, checkShares } from '../../merge/check.js'
import { joinedSlices, mergedModel, modelShare } from '../../merge/merge.js'
import { packed } from '../../merge/pack.js'
import { judgedModel } from '../../merge/verdict.js'
import { Judging } from '../judging.js'
import { modelOf } from '../stored-state.js'

/** What merges, splits and judges models that learn apart. */
export interface MergingPart {
  readonly modelOf: typeof modelOf
  readonly checkModels: typeof checkModels
  readonly checkShares: typeof checkShares
  readonly joinedSlices: typeof joinedSlices
  readonly mergedModel: typeof mergedModel
  readonly modelShare: typeof modelShare
  readonly packed: typeof packed
  readonly judgedModel: typeof judgedModel
  readonly Judging: typeof Judging
}

export const merging: MergingPart = {
  modelOf,
  checkModels,
  checkShares,
  joinedSlices,
  mergedModel,
  modelShare,
  packed,
  judgedModel,
  Judging,
}
