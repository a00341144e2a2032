import type { ParamEntry } from '../params.js'
import type { RuleEntry, StateEntry } from './rule-entry.js'
import { decay, group, lastRound, lower, norm, rate, ridge, upper, weight } from './shared-entries.js'
import { counted, positive, probability, type StateRange, signed, squareSum } from './state-range.js'

/** Ids of gradient descent and its kin. */
export type GradientRule = 'sgd' | 'ogd-global' | 'ogd-coordinate' | 'aogd' | 'hazan-kale' | 'flh' | 'flh2'

const c = rate(1)
const box = [lower(-1, -1e9), upper(1, 1e9)] as const

const halfWidth: ParamEntry = {
  name: 'radius',
  default: 1,
  min: 1e-3,
  max: 1e9,
  ball: { norm: 'box' },
}

/** No expert leaves the largest box. */
const play: StateRange = { min: -1e9, max: 1e9 }

/** The states of `count` experts: the value that each expert plays, and its weight. */
const experts = (count: number): StateEntry[] =>
  Array.from({ length: count }, (_, i) => [
    { name: `expert_${i}`, range: play },
    { name: `weight_${i}`, range: probability },
  ]).flat()

/** The weights of the experts of a feature without a gradient so far. */
const unmoved = (count: number): StateEntry[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `unmoved_${i}`,
    range: probability,
  }))

const history = {
  shared: [lastRound],
  laneScalars: [],
  params: [
    halfWidth,
    {
      name: 'convexity',
      default: 0.03,
      min: 1e-6,
      max: 1e9,
    },
    {
      name: 'lipschitz',
      default: 1,
      min: 1e-6,
      max: 1e9,
    },
  ],
  updates: ['plain'],
  maxBits: 10,
  defaultBits: 8,
  scaleInvariant: false,
} as const satisfies Partial<RuleEntry>

export const sgdEntry: RuleEntry = {
  id: 'sgd',
  code: 4,
  lane: [weight],
  shared: [],
  scalars: [],
  laneScalars: [],
  params: [rate(0.1), decay],
  updates: ['invariant', 'plain'],
  scaleInvariant: false,
}

export const gradientRules: Record<GradientRule, RuleEntry> = {
  sgd: sgdEntry,
  'ogd-global': {
    id: 'ogd-global',
    code: 20,
    lane: [{ name: 'weight', range: signed }],
    shared: [
      {
        name: 'present',
        range: { ...probability, integer: true },
      },
    ],
    scalars: [{ name: 'features', range: counted }],
    laneScalars: [
      { name: 'gradient_squares', range: squareSum },
      {
        name: 'weight_squares',
        // updated by differences, so rounding may make it negative
        range: { min: -1e300, max: 1e300 },
      },
      {
        name: 'shrink',
        range: { min: 2 ** -20, max: 1, also: 0 },
      },
    ],
    params: [
      c,
      {
        name: 'diameter',
        default: 0,
        min: 0,
        max: 1e12,
      },
      ridge,
      ...box,
    ],
    updates: ['plain'],
    scaleInvariant: false,
  },
  'ogd-coordinate': {
    id: 'ogd-coordinate',
    code: 21,
    lane: [weight, norm],
    shared: [lastRound],
    scalars: [],
    laneScalars: [],
    params: [c, ridge, ...box],
    updates: ['plain'],
    scaleInvariant: false,
  },
  aogd: {
    id: 'aogd',
    code: 22,
    lane: [weight, { name: 'lambda_sum', range: positive }],
    shared: [lastRound, group],
    scalars: [],
    laneScalars: [],
    params: [
      halfWidth,
      {
        name: 'convexity',
        default: 0,
        min: 0,
        max: 1e9,
      },
    ],
    grouped: { param: 'convexity' },
    updates: ['plain'],
    scaleInvariant: false,
  },
  'hazan-kale': {
    id: 'hazan-kale',
    code: 23,
    lane: [
      { name: 'gradient_sum', range: signed },
      { name: 'gradient_norm', range: positive },
      { name: 'epoch', range: { min: 0, max: 600, integer: true } },
      {
        name: 'rounds',
        range: counted,
      },
    ],
    shared: [lastRound],
    scalars: [],
    laneScalars: [],
    params: [halfWidth],
    updates: ['plain'],
    scaleInvariant: false,
  },
  flh: {
    id: 'flh',
    code: 24,
    lane: experts(256),
    scalars: unmoved(256),
    ...history,
  },
  flh2: {
    id: 'flh2',
    code: 25,
    lane: experts(63),
    scalars: unmoved(63),
    maxExamples: 2 ** 21 - 2,
    ...history,
  },
}
