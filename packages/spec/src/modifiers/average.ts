import type { ParamEntry } from '../params.js'
import { lastWeight } from '../rules/shared-entries.js'
import { signed } from '../rules/state-range.js'
import type { ModifierEntry } from './modifier-entry.js'

/** Ids of rules that can predict with averaged weights. */
export type AverageRule = 'nag' | 'ng' | 'snag' | 'snag-seen' | 'snag-meansquare' | 'adagrad' | 'sgd'

const average: ParamEntry = {
  name: 'average',
  default: 0,
  min: 0,
  max: 0,
  integer: true,
  choices: ['on'],
}

const codes: Record<AverageRule, number> = {
  nag: 85,
  ng: 86,
  snag: 87,
  'snag-seen': 88,
  'snag-meansquare': 89,
  adagrad: 90,
  sgd: 91,
}

export const averageEntry: ModifierEntry = {
  id: 'average',
  suffix: 'averaged',
  codes,
  lane: [{ name: 'mean_weight', range: signed }],
  shared: [lastWeight],
  scalars: [],
  laneScalars: [],
  params: [average],
  averages: true,
}
