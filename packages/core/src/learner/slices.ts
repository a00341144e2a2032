import { crc32, type Pieces } from '@ol/platform'
import type { JsonValue } from '@ol/spec'
import { checkShares } from '../merge/check.js'
import { type HoldoutResult, reweightedModel } from '../merge/holdout-result.js'
import { joinedSlices } from '../merge/merge.js'
import type { ModelPart } from '../merge/model-part.js'
import { toSlice } from '../merge/slice-conversion.js'
import { modelPieces } from '../model/model-io.js'
import { HoldoutEvaluation } from './holdout-evaluation.js'
import { Learner } from './learner.js'
import { modelOf, shareOf } from './stored-state.js'

type AnyModel = Learner<number | string>

/** Returns the holdout evaluation of a model, which weighs its lanes by examples. */
export function holdoutEvaluationOf(model: AnyModel): HoldoutEvaluation {
  return new HoldoutEvaluation(model.learnerState(), checksumOf(model.toBytes()))
}

/** Returns what tells a model from others. */
function checksumOf(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}

/** Returns a copy of a model whose lanes are weighed by its holdout results, in their order. */
export function reweightedBy(model: AnyModel, results: readonly HoldoutResult[]): AnyModel {
  const { backend } = model
  const bytes = model.toBytes()
  const copy = modelOf(Learner.fromBytes(bytes, { backend }).learnerState())
  return new Learner<number | string>({ backend }, reweightedModel(copy, results, checksumOf(bytes)))
}

/** Returns the rows in use of slice `slice`, from 0, of `slices`. */
export function sliceOf(model: AnyModel, slice: number, slices: number): ModelPart {
  checkShares(slices, slice)
  return toSlice(modelOf(model.learnerState()), slice, slices)
}

/** Returns the model of all slices. */
export function joinedModel(parts: readonly ModelPart[]): AnyModel {
  return new Learner<number | string>({}, joinedSlices(parts))
}

/** Returns shard k, from 0, of `shares` shards of a model: see `Learner.split`. */
export function shareOfModel(model: AnyModel, shares: number, k: number): AnyModel {
  checkShares(shares)
  if (shares === 1) return Learner.merge([model])
  return new Learner<number | string>({ backend: model.backend }, shareOf(model.learnerState(), shares, k))
}

/** Makes a model keep all lanes of its mixture from now on, so that it can be merged with others. */
export function keepAllLanes(model: AnyModel): void {
  model.learnerState().base.keepsLanes = true
}

/** Replaces the JSON value that a model carries. */
export function keepInput(model: AnyModel, input: JsonValue | undefined): void {
  model.learnerState().input = input
}

/**
 * Returns the bytes that `save` writes, in pieces.
 *
 * @param model a learner
 * @returns the pieces of a model file, in order
 */
export function encodedModel(model: AnyModel): Pieces {
  return modelPieces(model.stored({}), model.learnerState().backend)
}
