import { nagEntry, ngEntry } from './nag-entry.js'
import type { RuleEntry } from './rule-entry.js'
import {
  believedMaximum,
  count,
  initialT,
  maximum,
  N,
  powerT,
  rate,
  squares,
  unitNorm,
  unitWeight,
} from './shared-entries.js'
import { meanMagnitude } from './state-range.js'
import { vwEntry } from './vw-entry.js'

/** Ids of normalized rules. */
export type NormalizedRule =
  | 'nag'
  | 'nag-power'
  | 'ng'
  | 'snag'
  | 'snag-seen'
  | 'snag-meansquare'
  | 'conditioner'
  | 'transductive'
  | 'vw'

const conditioned = {
  lane: [unitWeight, unitNorm],
  shared: [maximum],
  scalars: [],
  laneScalars: [],
  params: [
    rate(0.5),
    {
      name: 'radius',
      default: 1,
      min: 0,
      max: 1e9,
      minExclusive: true,
      ball: { norm: 'l1' },
    },
    {
      name: 'projection',
      default: 0,
      min: 0,
      max: 3,
      integer: true,
      choices: ['none', 'l1', 'l2', 'linf'],
    },
  ],
  updates: ['invariant', 'plain'],
  maxBits: 16,
  defaultBits: 12,
  dense: { param: 'projection', choices: ['l1', 'l2', 'linf'] },
  scaleInvariant: true,
} as const satisfies Partial<RuleEntry>

export const normalizedRules: Record<NormalizedRule, RuleEntry> = {
  nag: nagEntry,
  'nag-power': {
    id: 'nag-power',
    code: 96,
    extends: 'nag',
    lane: [unitWeight, unitNorm],
    shared: [believedMaximum],
    scalars: [],
    laneScalars: [N],
    params: [rate(2), count, powerT, initialT],
    updates: ['invariant', 'plain'],
    reach: 4,
    scaleInvariant: true,
  },
  ng: ngEntry,
  snag: {
    id: 'snag',
    code: 2,
    lane: [unitWeight, unitNorm],
    shared: [squares],
    scalars: [],
    laneScalars: [N],
    params: [rate(2)],
    updates: ['invariant', 'plain'],
    reach: 1,
    scaleInvariant: true,
  },
  'snag-seen': {
    id: 'snag-seen',
    code: 10,
    lane: [unitWeight, unitNorm],
    shared: [
      squares,
      {
        name: 'scale',
        range: meanMagnitude,
      },
      { name: 'largest_scale', range: meanMagnitude },
    ],
    scalars: [],
    laneScalars: [N],
    params: [
      rate(2),
      {
        name: 'rescale',
        default: 0,
        min: 0,
        max: 1,
        integer: true,
        choices: ['grow', 'seen'],
      },
    ],
    updates: ['invariant', 'plain'],
    reach: 1,
    scaleInvariant: true,
  },
  'snag-meansquare': {
    id: 'snag-meansquare',
    code: 11,
    lane: [unitWeight, unitNorm],
    shared: [squares],
    scalars: [],
    laneScalars: [],
    params: [rate(0.5)],
    updates: ['invariant', 'plain'],
    reach: 1,
    scaleInvariant: true,
  },
  conditioner: {
    id: 'conditioner',
    code: 12,
    ...conditioned,
  },
  transductive: {
    id: 'transductive',
    code: 13,
    ...conditioned,
    firstPass: true,
  },
  vw: vwEntry,
}
