import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { group, lastRound, lower, norm, rate, ridge, upper, weight } from './shared-entries.js'
import { signed } from './state-range.js'

/** Ids of AdaGrad and its kin. */
export type AdagradRule =
  | 'adagrad'
  | 'adagrad-cmd'
  | 'adagrad-rda'
  | 'adagrad-cmd-dense'
  | 'adagrad-rda-dense'

const eta = rate(0.5)

const delta: ParamEntry = {
  name: 'delta',
  default: 0,
  min: 0,
  max: 1e9,
}

const lasso: ParamEntry = {
  name: 'l1',
  default: 0,
  min: 0,
  max: 1e9,
}

const unbounded = 1e300
const separable = [
  eta,
  delta,
  lasso,
  ridge,
  lower(-unbounded, -unbounded),
  upper(unbounded, unbounded),
] as const

const dense = {
  scalars: [],
  laneScalars: [],
  params: [
    eta,
    delta,
    {
      name: 'regularizer',
      default: 0,
      min: 0,
      max: 5,
      integer: true,
      choices: ['l2-norm', 'linf-norm', 'l1-ball', 'l2-ball', 'group-l2', 'group-linf'],
    },
    {
      name: 'strength',
      default: 0.01,
      min: 0,
      max: 1e9,
      minExclusive: true,
      ball: { norm: 'l2', where: { param: 'regularizer', choice: 'l2-ball' } },
    },
  ],
  grouped: { param: 'regularizer', choices: ['group-l2', 'group-linf'] },
  updates: ['plain'],
  maxBits: 16,
  defaultBits: 12,
  scaleInvariant: false,
} as const satisfies Partial<RuleEntry>

export const adagradEntry: RuleEntry = {
  id: 'adagrad',
  code: 3,
  lane: [weight, norm],
  shared: [],
  scalars: [],
  laneScalars: [],
  params: [eta],
  updates: ['invariant', 'plain'],
  scaleInvariant: false,
}

export const adagradRules: Record<AdagradRule, RuleEntry> = {
  adagrad: adagradEntry,
  'adagrad-cmd': {
    id: 'adagrad-cmd',
    code: 30,
    lane: [weight, norm],
    shared: [lastRound],
    scalars: [],
    laneScalars: [],
    params: separable,
    updates: ['plain'],
    scaleInvariant: false,
  },
  'adagrad-rda': {
    id: 'adagrad-rda',
    code: 31,
    lane: [{ name: 'gradient_sum', range: signed }, norm],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: separable,
    updates: ['plain'],
    scaleInvariant: false,
  },
  'adagrad-cmd-dense': {
    id: 'adagrad-cmd-dense',
    code: 32,
    lane: [weight, norm],
    shared: [group],
    ...dense,
  },
  'adagrad-rda-dense': {
    id: 'adagrad-rda-dense',
    code: 33,
    lane: [weight, norm, { name: 'gradient_sum', range: signed }],
    shared: [group],
    ...dense,
  },
}
