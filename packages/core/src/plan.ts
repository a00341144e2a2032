import type { Plan } from '@ol/spec'
import type { Settings } from './settings.js'

/** What the backend is told to do with every batch. */
export function planOf(settings: Settings): Plan {
  const { rule, loss, update, params, lossParams, laneClasses, clip } = settings
  const range = typeof clip !== 'string'
  return {
    rule,
    loss,
    update,
    classes: laneClasses,
    params,
    lossParams,
    clip: range ? 'range' : clip,
    clipMin: range ? clip[0] : Number.NEGATIVE_INFINITY,
    clipMax: range ? clip[1] : Number.POSITIVE_INFINITY,
  }
}
