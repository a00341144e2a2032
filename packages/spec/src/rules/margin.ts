import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { weight } from './shared-entries.js'
import { positive, powerSum, signed, squareSum } from './state-range.js'

// The rules decide by the sign and the size of the margin y z; the loss only measures.
const margins = {
  losses: ['hinge', 'logistic', 'perceptron'],
  othersRefused: true,
  updates: ['plain'],
} as const

const dual = { name: 'dual', range: signed } as const
const information = {
  name: 'information',
  range: positive,
} as const
const powers = [
  {
    name: 'largest',
    range: positive,
  },
  {
    name: 'power_sum',
    range: powerSum,
  },
] as const
const largestSquare = {
  name: 'largest_square',
  range: squareSum,
} as const

const aggressiveness: ParamEntry = {
  name: 'aggressiveness',
  default: 1,
  min: 0,
  max: 1e6,
  minExclusive: true,
}

const p: ParamEntry = {
  name: 'p',
  common: true,
  default: 1.5,
  min: 1.01,
  max: 2,
}

const noise: ParamEntry = {
  name: 'noise',
  default: 1,
  min: 1e-9,
  max: 1e9,
}

/** Ids of rules of margins: Perceptron, passive-aggressive, confidence-weighted. */
export type MarginRule =
  | 'perceptron'
  | 'pnorm-perceptron'
  | 'pa'
  | 'pa1'
  | 'pa2'
  | 'pax'
  | 'pax-pnorm'
  | 'sop'
  | 'arow'
  | 'arow-omd'
  | 'cw'

export const marginRules: Record<MarginRule, RuleEntry> = {
  perceptron: {
    id: 'perceptron',
    code: 56,
    lane: [weight],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [],
    ...margins,
    scaleInvariant: false,
  },
  'pnorm-perceptron': {
    id: 'pnorm-perceptron',
    code: 57,
    lane: [dual],
    shared: [],
    scalars: [],
    laneScalars: powers,
    params: [p],
    ...margins,
    scaleInvariant: false,
  },
  pa: {
    id: 'pa',
    code: 58,
    lane: [weight],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [],
    ...margins,
    scaleInvariant: false,
  },
  pa1: {
    id: 'pa1',
    code: 59,
    lane: [weight],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [aggressiveness],
    ...margins,
    scaleInvariant: false,
  },
  pa2: {
    id: 'pa2',
    code: 60,
    lane: [weight],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [aggressiveness],
    ...margins,
    scaleInvariant: false,
  },
  pax: {
    id: 'pax',
    code: 61,
    lane: [weight],
    shared: [],
    scalars: [largestSquare],
    laneScalars: [],
    params: [],
    ...margins,
    scaleInvariant: false,
  },
  'pax-pnorm': {
    id: 'pax-pnorm',
    code: 62,
    lane: [dual],
    shared: [],
    scalars: [largestSquare],
    laneScalars: powers,
    params: [p],
    ...margins,
    scaleInvariant: false,
  },
  sop: {
    id: 'sop',
    code: 63,
    lane: [dual, information],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [noise],
    ...margins,
    scaleInvariant: false,
  },
  arow: {
    id: 'arow',
    code: 64,
    lane: [weight, information],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [
      noise,
      {
        name: 'covariance',
        default: 0,
        min: 0,
        max: 1,
        choices: ['precision', 'sigma'],
      },
    ],
    ...margins,
    scaleInvariant: false,
  },
  'arow-omd': {
    id: 'arow-omd',
    code: 65,
    lane: [dual, information],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [noise],
    ...margins,
    scaleInvariant: false,
  },
  cw: {
    id: 'cw',
    code: 66,
    lane: [weight, information],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [
      {
        name: 'confidence',
        default: 1,
        min: 1e-6,
        max: 1e3,
      },
      {
        name: 'variance',
        default: 1,
        min: 1e-9,
        max: 1e9,
      },
    ],
    ...margins,
    scaleInvariant: false,
  },
}
