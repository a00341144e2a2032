import type { Plan } from '@ol/spec'
import type { ClipSetting, Settings } from '../options/settings.js'

/** Returns the plan of the backend for every batch. */
export function learningPlan(settings: Settings): Plan {
  const { rule, loss, update, params, lossParams, laneClasses, clip, labelScale } = settings
  // lanes that learn scaled labels know their range in that scale only
  const given: ClipSetting = labelScale === 'spread' && typeof clip !== 'string' ? 'none' : clip
  const range = typeof given !== 'string'
  return {
    rule,
    loss,
    update,
    classes: laneClasses,
    params,
    lossParams,
    clip: range ? 'range' : given,
    clipMin: range ? given[0] : Number.NEGATIVE_INFINITY,
    clipMax: range ? given[1] : Number.POSITIVE_INFINITY,
  }
}
