import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { believedMaximum, rate } from './shared-entries.js'
import { counted, positive, powerSum, signed, squareSum } from './state-range.js'

const lipschitzLosses = ['logistic', 'hinge', 'absolute', 'quantile'] as const

const dual = {
  name: 'dual',
  range: signed,
} as const
const unitDual = {
  name: 'dual',
  range: signed,
} as const

const l1: ParamEntry = { name: 'l1', default: 1e-4, min: 0, max: 1e9 }

const lipschitz: ParamEntry = {
  name: 'lipschitz',
  default: 1,
  min: 0,
  max: 1e9,
  minExclusive: true,
}

/** Ids of mirror descent and dual averaging. */
export type MirrorDescentRule =
  | 'omd-l1'
  | 'rda'
  | 'omd-strongly-convex'
  | 'scale-invariant-pnorm'
  | 'scale-invariant-adagrad'
  | 'pnorm-lms'
  | 'ftrl'

export const ftrlEntry: RuleEntry = {
  id: 'ftrl',
  code: 69,
  lane: [
    {
      name: 'dual',
      range: signed,
    },
    {
      name: 'gradient_norm',
      range: positive,
    },
  ],
  shared: [],
  scalars: [],
  laneScalars: [],
  params: [
    {
      name: 'alpha',
      default: 0.1,
      min: 0,
      max: 1e9,
      minExclusive: true,
    },
    {
      name: 'beta',
      default: 1,
      min: 0,
      max: 1e9,
    },
    {
      name: 'l1',
      default: 0,
      min: 0,
      max: 1e9,
    },
    {
      name: 'l2',
      default: 0,
      min: 0,
      max: 1e9,
    },
  ],
  updates: ['plain'],
  scaleInvariant: false,
}

export const mirrorDescentRules: Record<MirrorDescentRule, RuleEntry> = {
  'omd-l1': {
    id: 'omd-l1',
    code: 50,
    lane: [dual],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [rate(1), l1],
    updates: ['plain'],
    scaleInvariant: false,
  },
  rda: {
    id: 'rda',
    code: 51,
    lane: [{ name: 'gradient_sum', range: signed }],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [
      {
        name: 'gamma',
        default: 1,
        min: 0,
        max: 1e9,
        minExclusive: true,
      },
      l1,
    ],
    updates: ['plain'],
    scaleInvariant: false,
  },
  'omd-strongly-convex': {
    id: 'omd-strongly-convex',
    code: 52,
    lane: [dual],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [
      {
        name: 'l2',
        default: 0.01,
        min: 0,
        max: 1e9,
        minExclusive: true,
      },
    ],
    updates: ['plain'],
    scaleInvariant: false,
  },
  'scale-invariant-pnorm': {
    id: 'scale-invariant-pnorm',
    code: 53,
    lane: [unitDual],
    shared: [believedMaximum],
    scalars: [
      { name: 'nonzero', range: counted },
      { name: 'exponent', range: { min: 2, max: 100, also: 0 } },
    ],
    laneScalars: [
      {
        name: 'largest',
        range: positive,
      },
      {
        name: 'power_sum',
        range: powerSum,
      },
      {
        name: 'gradients',
        range: squareSum,
      },
    ],
    params: [
      rate(1),
      lipschitz,
      {
        name: 'formula',
        default: 0,
        min: 0,
        max: 1,
        choices: ['eq12', 'eq14'],
      },
    ],
    updates: ['plain'],
    losses: lipschitzLosses,
    reach: 4,
    scaleInvariant: true,
  },
  'scale-invariant-adagrad': {
    id: 'scale-invariant-adagrad',
    code: 54,
    lane: [
      unitDual,
      {
        name: 'gradient_norm',
        range: positive,
      },
    ],
    shared: [believedMaximum],
    scalars: [],
    laneScalars: [{ name: 'dimension', range: counted }],
    params: [
      rate(1),
      lipschitz,
      {
        name: 'dimension',
        default: 0,
        min: 0,
        max: 1e12,
        integer: true,
      },
    ],
    updates: ['plain'],
    losses: lipschitzLosses,
    reach: 4,
    scaleInvariant: true,
  },
  'pnorm-lms': {
    id: 'pnorm-lms',
    code: 55,
    lane: [dual],
    shared: [],
    scalars: [{ name: 'largest_norm', range: { min: 0, max: 1e110 } }],
    laneScalars: [
      {
        name: 'largest',
        range: positive,
      },
      { name: 'power_sum', range: powerSum },
    ],
    params: [
      {
        name: 'p',
        common: true,
        default: 2,
        min: 2,
        max: 100,
      },
    ],
    updates: ['plain'],
    losses: ['half-squared', 'squared'],
    othersRefused: true,
    scaleInvariant: false,
  },
  ftrl: ftrlEntry,
}
