import { type ClipSetting, type Measure, type Plan, type RuleEntry, ruleOf } from '@ol/spec'
import { groupFactorArray } from '../options/group-factors.js'
import type { Settings } from '../options/settings.js'
import { scalesOutside } from '../targets/label-scale.js'

/** Returns the plan of the backend for every batch. `errors`: see `Plan.errors`; of rules that standardize: `standardizedPlan` */
export function singlePlan(settings: Settings, errors?: Float64Array): Plan {
  const { rule, modifiers, update, params, laneClasses } = settings
  const groupFactors = groupFactorArray(settings)
  return {
    rule,
    modifiers,
    update,
    classes: laneClasses,
    params,
    reach: reachOf(settings),
    errors,
    ...(groupFactors === undefined ? {} : { groupFactors }),
    ...measureOf(settings, settings.loss),
  }
}

/** How far one value may move the scale of its feature: see `Plan.reach`. */
export function reachOf(settings: Settings): number {
  const { reach = Number.POSITIVE_INFINITY }: RuleEntry = ruleOf(settings)
  return settings.outliers === 'keep' ? Number.POSITIVE_INFINITY : reach
}

export function measureOf(settings: Settings, loss: Settings['loss']): Measure {
  const { lossParams, clip } = settings
  // lanes that learn scaled labels know their range in that scale only
  const given: ClipSetting = scalesOutside(settings) && typeof clip !== 'string' ? 'none' : clip
  const range = typeof given !== 'string'
  return {
    loss,
    lossParams,
    clip: range ? 'range' : given,
    clipMin: range ? given[0] : Number.NEGATIVE_INFINITY,
    clipMax: range ? given[1] : Number.POSITIVE_INFINITY,
  }
}
