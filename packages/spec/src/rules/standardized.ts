import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { rate } from './shared-entries.js'
import { anyLabel, positive, signed, squareSum, weightSum } from './state-range.js'

/** Ids of rules that standardize features as they learn. */
export type StandardizedRule = 'std' | 'auto' | 'auto-small'

const scaling: ParamEntry = {
  name: 'scaling',
  default: 0,
  min: 0,
  max: 1,
  integer: true,
  choices: ['deviation', 'rms'],
}

const prior: ParamEntry = {
  name: 'prior',
  default: 0.1,
  min: 0,
  max: 1e9,
}

const standardized = {
  lane: [
    { name: 'weight', range: signed },
    {
      name: 'gradient_squares',
      range: positive,
    },
  ],
  shared: [
    { name: 'count', range: weightSum },
    { name: 'mean', range: { min: -1e110, max: 1e110 } },
    {
      name: 'squares',
      range: squareSum,
    },
    {
      name: 'unit',
      range: { min: 1e-130, max: 1e130, also: 0 },
    },
    {
      name: 'next',
      range: { min: -1, max: 2 ** 30, integer: true },
    },
    { name: 'missing', range: weightSum, optional: true },
  ],
  scalars: [
    { name: 'N', range: squareSum },
    { name: 'N_rms', range: squareSum },
    { name: 'counted', range: weightSum },
    {
      name: 'first_dense',
      range: { min: 0, max: 2 ** 30, integer: true },
    },
    { name: 'label_weight', range: weightSum },
    { name: 'label_mean', range: anyLabel },
    {
      name: 'label_squares',
      range: squareSum,
    },
  ],
  laneScalars: [],
  reach: 8,
  updates: ['invariant', 'plain'],
  standardizes: true,
  scaleInvariant: true,
} as const satisfies Partial<RuleEntry>

const lanes = (scaling: number, rates: readonly number[]) =>
  rates.map((learningRate) => ({ learningRate, scaling }))

const mixed = {
  ...standardized,
  params: [
    prior,
    {
      name: 'families',
      default: 0,
      min: 0,
      max: 3,
      integer: true,
      choices: ['auto', 'both', 'deviation', 'rms'],
    },
    {
      name: 'mixture',
      default: 0,
      min: 0,
      max: 4,
      integer: true,
      choices: ['auto', 'cal', 'sw', 'fs', 'ew'],
    },
  ],
  losses: [
    ...(['logistic', 'squared', 'half-squared', 'softmax'] as const),
    ...(['absolute', 'quantile', 'huber', 'expectile', 'epsilon-insensitive'] as const),
    ...(['poisson', 'hinge'] as const),
  ],
  othersRefused: true,
} as const satisfies Partial<RuleEntry>

/** The rates of each family of `auto`. */
const rates = [0.03, 0.1, 0.3, 1, 3, 10, 30, 100]

export const stdEntry: RuleEntry = {
  id: 'std',
  code: 100,
  ...standardized,
  params: [rate(2), scaling, prior],
}

export const autoEntry: RuleEntry = {
  id: 'auto',
  code: 101,
  ...mixed,
  ensemble: { rule: 'std', lanes: [...lanes(0, rates), ...lanes(1, rates)] },
}

export const autoSmallEntry: RuleEntry = {
  id: 'auto-small',
  code: 102,
  ...mixed,
  ensemble: { rule: 'std', lanes: [...lanes(0, [0.3, 2, 15]), ...lanes(1, [30])] },
}

export const standardizedRules: Record<StandardizedRule, RuleEntry> = {
  std: stdEntry,
  auto: autoEntry,
  'auto-small': autoSmallEntry,
}
