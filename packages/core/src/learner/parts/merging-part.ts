import { checkModels, checkShares } from '../../merge/check.js'
import { mergedModel } from '../../merge/merge.js'
import { shareOf } from '../shares.js'
import { modelOf } from '../stored-state.js'

/** What merges and splits models that learn apart. */
export interface MergingPart {
  readonly checkModels: typeof checkModels
  readonly checkShares: typeof checkShares
  readonly mergedModel: typeof mergedModel
  readonly modelOf: typeof modelOf
  readonly shareOf: typeof shareOf
}

export const merging: MergingPart = { checkModels, checkShares, mergedModel, modelOf, shareOf }
