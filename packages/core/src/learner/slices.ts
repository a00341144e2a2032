import { checkShares } from '../merge/check.js'
import type { ModelPart } from '../merge/model-part.js'
import type { Verdict } from '../merge/verdict.js'
import type { Judging } from './judging.js'
import { Learner } from './learner.js'

type AnyModel = Learner<number | string>

/** Returns what weighs the lanes of a model by examples. */
export function judgingOf(model: AnyModel): Judging {
  return model.judging()
}

/** Returns a copy of a model whose lanes are weighed by verdicts on it, in their order. */
export function judgedBy(model: AnyModel, verdicts: readonly Verdict[]): AnyModel {
  return model.judged(verdicts)
}

/** Returns the rows in use of slice `slice`, from 0, of so many. */
export function sliceOf(model: AnyModel, slice: number, slices: number): ModelPart {
  return model.slice(slice, slices)
}

/** Returns the model of all slices. */
export function joinedModel(parts: readonly ModelPart[]): AnyModel {
  return Learner.joined<number | string>(parts)
}

/** Returns share k, from 0, of so many of a model: see `Learner.split`. */
export function shareOfModel(model: AnyModel, shares: number, k: number): AnyModel {
  checkShares(shares)
  return shares === 1 ? Learner.merge([model]) : model.share(shares, k)
}

/** Lets a model keep all lanes of its mixture from now on, so that it can be merged with others. */
export function keepAllLanes(model: AnyModel): void {
  model.keepLanes()
}
