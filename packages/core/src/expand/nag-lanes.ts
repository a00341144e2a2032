import { type Backend, nameOf } from '@ol/spec'
import { laneKit } from '../lanes/lane-kit.js'
import type { Outcome } from '../lanes/outcome.js'
import { TableModel } from '../lanes/table-model.js'
import { nagLanesOf, nagRates } from '../options/ensemble-options.js'
import { resolveOptions } from '../options/resolve-options.js'
import type { Settings } from '../options/settings.js'
import { differing } from './expert-settings.js'

/*
 * Lanes of `nag` besides the mixture's: models of one rate each, without derived features. They scale features by their
 * maxima and do not centre them, so their errors differ from the mixture's, and a stack of both (`LaneStack`) has
 * smaller errors.
 */

function nagSettings(settings: Settings, learningRate: number): Settings {
  const { loss, precision, hash, hashSeed, constant, missingAs, outliers } = settings
  const bits = settings.bits as number
  const common = { bits, precision, hash, hashSeed, constant, missingAs, outliers }
  return resolveOptions({ rule: 'nag', loss, learningRate, intervals: 'off', ...common })
}

/** Returns the untrained lanes of a model. */
export function newNagLanes(settings: Settings, backend: Backend): readonly TableModel[] {
  return nagRates.slice(0, nagLanesOf(settings)).map((rate) => {
    const own = nagSettings(settings, rate)
    return new TableModel(own, backend, laneKit)
  })
}

/** Returns the name of a setting in which a model cannot be the lane of a number, from 0; undefined: it can. */
export function unlikeNagLane(lane: Settings, settings: Settings, number: number): string | undefined {
  if (number >= nagLanesOf(settings) || nameOf(lane) !== 'nag') return 'rule'
  const expected = nagSettings(settings, nagRates[number])
  if (String(lane.params) !== String(expected.params)) return 'learningRate'
  return differing(lane, expected, ['clip', 'update', 'hashSeed'])
}

/** Writes the predictions of the lanes of `nag` for a part of a batch after the predictions of the mixture's lanes. */
export function keepNagLanes(
  own: readonly (Outcome | undefined)[],
  { lanes, status }: Outcome,
  from: number,
): void {
  if (lanes === undefined) return
  const all = lanes.length / status.length
  own.forEach((outcome, i) => {
    const { predictions } = outcome as Outcome
    const at = all - own.length + i
    for (let e = 0; e < predictions.length; e++) lanes[(from + e) * all + at] = predictions[e]
  })
}
