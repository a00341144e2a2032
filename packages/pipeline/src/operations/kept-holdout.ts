import { keepInput } from '@ol/core/internal'
import { OLError } from '@ol/spec'
import { type AnyLearner, mergeHoldoutKept } from '../session.js'
import type { HoldoutOptions } from './holdout-options.js'

/**
 * Throws if a model would learn examples that it has held out for a merge, or if it has held out others.
 *
 * @throws OLError OL_MODEL_MISMATCH
 */
export function checkMergeHoldout(learner: AnyLearner, holdout: HoldoutOptions | false | undefined): void {
  const [kept, merge] = [mergeHoldoutKept(learner), mergeOf(holdout)]
  if (kept === undefined || merge === undefined || kept === merge) return
  throw otherHoldout(`1/${kept}`, merge)
}

/** Records in a model which examples its training holds out for a merge: none if it learns all. */
export function keepMergeHoldout(learner: AnyLearner, holdout: HoldoutOptions | false | undefined): void {
  const merge = mergeOf(holdout)
  if (merge === mergeHoldoutKept(learner)) return
  const { mergeHoldout: _, ...schema } = (learner.input ?? {}) as { readonly mergeHoldout?: number }
  const input = { ...schema, ...(merge === undefined ? {} : { mergeHoldout: merge }) }
  keepInput(learner, Object.keys(input).length === 0 ? undefined : input)
}

/**
 * Throws if a model has not held out one in `merge` examples: it has learned examples that would evaluate it.
 *
 * @throws OLError OL_MODEL_MISMATCH
 */
export function refuseOtherHoldout(learner: AnyLearner, merge: number): void {
  const kept = mergeHoldoutKept(learner)
  if (kept === merge) return
  throw otherHoldout(kept === undefined ? 'none' : `1/${kept}`, merge)
}

function otherHoldout(kept: string, merge: number): OLError {
  return new OLError(
    'OL_MODEL_MISMATCH',
    `The training of the model held out ${kept} of the examples for a merge, but the share here is 1/${merge}: use the share of the training (--merge-holdout), or train with this one`,
    { value: `1/${merge}`, expected: kept },
  )
}

function mergeOf(holdout: HoldoutOptions | false | undefined): number | undefined {
  // the reader of options refuses any other value
  return typeof holdout === 'object' && holdout !== null && 'merge' in holdout ? holdout.merge : undefined
}
