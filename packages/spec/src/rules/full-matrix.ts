import type { ParamEntry } from '../params.js'
import type { RuleEntry, StateEntry } from './rule-entry.js'
import { rate, weight } from './shared-entries.js'
import { counted, signed, squareSum } from './state-range.js'

const factor: StateEntry = {
  name: 'factor',
  range: { min: -1e205, max: 1e205 },
  // variances never exceed their initial value
  diagonal: { min: 0, max: 1e9 },
  matrix: true,
}
const index: StateEntry = {
  name: 'index',
  range: { min: 0, max: 2 ** 32, integer: true },
}
const used: StateEntry = { name: 'used', range: counted }

const matrix = {
  kind: 'matrix',
  shared: [index],
  scalars: [used],
  laneScalars: [],
  updates: ['plain'],
  maxBits: 10,
  defaultBits: 7,
  scaleInvariant: false,
} as const

const covariance = { ...matrix, lane: [weight, factor] } as const
const margins = { losses: ['hinge', 'logistic', 'perceptron'], othersRefused: true } as const

const noise: ParamEntry = {
  name: 'noise',
  default: 1,
  min: 1e-9,
  max: 1e9,
}

const variance: ParamEntry = {
  name: 'variance',
  default: 1,
  min: 1e-9,
  max: 1e9,
}

/** Ids of rules with a full matrix. */
export type FullMatrixRule =
  | 'adagrad-full'
  | 'vaw'
  | 'sop-full'
  | 'arow-full'
  | 'arow-omd-full'
  | 'cw-full'
  | 'ons'

export const fullMatrixRules: Record<FullMatrixRule, RuleEntry> = {
  'adagrad-full': {
    ...matrix,
    id: 'adagrad-full',
    code: 72,
    lane: [
      weight,
      { name: 'gradient_sum', range: signed },
      { name: 'eigenvalue', range: squareSum },
      {
        name: 'eigenvectors',
        // their length is 1, except for rounding
        range: { min: -3, max: 3 },
        matrix: true,
      },
    ],
    params: [
      rate(0.3),
      {
        name: 'delta',
        default: 0.01,
        min: 0,
        max: 1e9,
        minExclusive: true,
      },
      {
        name: 'method',
        default: 0,
        min: 0,
        max: 1,
        choices: ['cmd', 'rda'],
      },
      {
        name: 'regularizer',
        default: 0,
        min: 0,
        max: 2,
        choices: ['none', 'l2sq', 'l2ball'],
      },
      {
        name: 'l2',
        default: 0.01,
        min: 0,
        max: 1e9,
      },
      {
        name: 'radius',
        default: 1,
        min: 0,
        max: 1e9,
        minExclusive: true,
        ball: { norm: 'l2', where: { param: 'regularizer', choice: 'l2ball' } },
      },
    ],
    maxBits: 8,
  },
  vaw: {
    ...covariance,
    id: 'vaw',
    code: 73,
    params: [
      {
        name: 'alpha',
        default: 1,
        min: 1e-9,
        max: 1e9,
      },
    ],
    losses: ['half-squared', 'squared'],
    othersRefused: true,
  },
  'sop-full': {
    ...covariance,
    ...margins,
    id: 'sop-full',
    code: 74,
    params: [noise],
  },
  'arow-full': {
    ...covariance,
    ...margins,
    id: 'arow-full',
    code: 75,
    params: [noise],
  },
  'arow-omd-full': {
    ...covariance,
    ...margins,
    id: 'arow-omd-full',
    code: 76,
    params: [noise],
  },
  'cw-full': {
    ...covariance,
    ...margins,
    id: 'cw-full',
    code: 77,
    params: [
      {
        name: 'confidence',
        default: 1,
        min: 1e-6,
        max: 1e3,
      },
      variance,
    ],
  },
  ons: {
    ...covariance,
    id: 'ons',
    code: 78,
    params: [
      {
        name: 'gamma',
        default: 0.5,
        min: 0,
        max: 1e9,
        minExclusive: true,
      },
      {
        name: 'epsilon',
        default: 1,
        min: 1e-9,
        max: 1e9,
      },
    ],
    losses: ['logistic', 'squared', 'half-squared'],
  },
}
