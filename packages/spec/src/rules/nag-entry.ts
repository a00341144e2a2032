import type { RuleEntry } from './rule-entry.js'
import { believedMaximum, count, decay, N, rate, unitNorm, unitWeight } from './shared-entries.js'

export const nagEntry: RuleEntry = {
  id: 'nag',
  code: 0,
  lane: [unitWeight, unitNorm],
  shared: [believedMaximum],
  scalars: [],
  laneScalars: [N],
  params: [rate(2), count],
  updates: ['invariant', 'plain'],
  reach: 4,
  scaleInvariant: true,
}

export const ngEntry: RuleEntry = {
  id: 'ng',
  code: 1,
  lane: [unitWeight],
  shared: [believedMaximum],
  scalars: [],
  laneScalars: [N],
  params: [rate(0.1), decay, count],
  updates: ['invariant', 'plain'],
  reach: 4,
  scaleInvariant: true,
}
