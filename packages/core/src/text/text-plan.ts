import { type HashMode, invalid, labelModes, lossOf, type TokenPlan } from '@ol/spec'
import { featurePlan } from '../examples/feature-plan.js'
import type { LeanLearner } from '../learner/lean-learner.js'
import { groupsByNamespace } from '../options/group-factors.js'
import type { ClassLabel } from '../options/settings.js'

/** A plan with the hashes of the lower halves of keys. */
export type TextPlan = TokenPlan & { readonly hash: HashMode }

/** Returns the plan for reading the text of a format without columns for a model. */
export function textPlan(model: LeanLearner<ClassLabel>, format: TokenPlan['format']): TextPlan {
  const { settings } = model.learnerState()
  const { loss, classes, signNames } = settings
  const names = signNames ?? classes?.names
  if (names !== undefined)
    throw invalid(
      'OL_PARAMETER',
      'the model of this text',
      'labels that are numbers: names need @ol/reader',
      names,
    )
  return {
    ...featurePlan(format, settings, groupsByNamespace(settings)),
    hash: settings.hash,
    labelMode: labelModes[classes === undefined ? lossOf(loss).labels : 'class'],
    positive: classes?.count ?? Number.NaN,
  }
}
