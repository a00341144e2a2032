import { checkShares } from '../merge/check.js'
import { modelShare } from '../merge/merge.js'
import type { ModelState } from '../model/model-file.js'
import type { LearnerState } from './learner-state.js'
import { modelOf } from './stored-state.js'

/** Returns share k, from 0, of so many of a model: see `Learner.split`. */
export function shareOf(state: LearnerState, shares: number, k: number): ModelState {
  checkShares(shares, k)
  return modelShare(state.backend, modelOf(state), shares, k)
}
