import type { ParamEntry } from '../params.js'
import { lastWeight } from '../rules/shared-entries.js'
import { signed, weightSum } from '../rules/state-range.js'
import type { ModifierEntry } from './modifier-entry.js'

/** Ids of rules that take penalties and forgetting. */
export type PenaltyRule = 'nag' | 'ng' | 'snag' | 'snag-seen' | 'snag-meansquare'

const l1: ParamEntry = {
  name: 'l1',
  default: 0,
  min: 0,
  max: 1e9,
}

const l2: ParamEntry = {
  name: 'l2',
  default: 0,
  min: 0,
  max: 1e9,
}

const forget: ParamEntry = {
  name: 'forget',
  default: 0,
  min: 0,
  max: 1e15,
  common: true,
}

const codes: Record<PenaltyRule, number> = {
  nag: 80,
  ng: 81,
  snag: 82,
  'snag-seen': 83,
  'snag-meansquare': 84,
}

export const penaltyEntry: ModifierEntry = {
  id: 'penalty',
  suffix: 'regularized',
  codes,
  lane: [
    { name: 'settled', range: signed },
    { name: 'settled_rest', range: signed },
  ],
  shared: [lastWeight],
  scalars: [{ name: 'faded_t', range: weightSum }],
  laneScalars: [{ name: 'penalty_clock', range: { min: 0, max: 1e37 } }],
  params: [l1, l2, forget],
}
