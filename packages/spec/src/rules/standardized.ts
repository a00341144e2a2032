import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { rate } from './shared-entries.js'
import { anyLabel, positive, signed, squareSum, weightSum } from './state-range.js'

const paper =
  'after Ross, Mineiro, Langford: Normalized Online Learning (2013), Algorithm 2; Karampatziakis, Langford: Online ' +
  'Importance Weight Aware Updates (2011); the deviations are in docs/auto.md'

/** Ids of rules that standardize features as they learn. */
export type StandardizedRule = 'std' | 'auto' | 'auto-small'

const scaling: ParamEntry = {
  name: 'scaling',
  default: 0,
  min: 0,
  max: 1,
  integer: true,
  choices: ['deviation', 'rms'],
  description:
    'the unit of a feature: its standard deviation around its mean where it is mostly present, or its root mean square (sNAG)',
}

const prior: ParamEntry = {
  name: 'prior',
  default: 0.1,
  min: 0,
  max: 1e9,
  description: 'G0: squared gradients that every feature starts with, in its unit; not for the scaling rms',
}

const standardized = {
  paper,
  lane: [
    { name: 'weight', range: signed, description: 'the weight in units of 1 / scale' },
    {
      name: 'gradient_squares',
      range: positive,
      description: 'G: sum of (g a s)^2, in squares of the unit of the row',
    },
  ],
  shared: [
    { name: 'count', range: weightSum, description: 'weight of the examples in which the feature is not 0' },
    { name: 'mean', range: { min: -1e110, max: 1e110 }, description: 'mean of its values that are not 0' },
    {
      name: 'squares',
      range: squareSum,
      description: 'sum of squared distances of its values that are not 0 from their mean',
    },
    {
      name: 'unit',
      range: { min: 1e-130, max: 1e130, also: 0 },
      description: 'unit of gradient_squares: a power of two near the scale; 0 before the first value',
    },
    {
      name: 'next',
      range: { min: -1, max: 2 ** 30, integer: true },
      description: 'the slot + 1 of the next dense feature, -1: the last, 0: not dense',
    },
  ],
  scalars: [
    { name: 'N', range: squareSum, description: 'sum over examples and active features of a^2' },
    { name: 'N_rms', range: squareSum, description: 'the same with the scaling rms' },
    { name: 'counted', range: weightSum, description: 'weight of the examples that N counts' },
    {
      name: 'first_dense',
      range: { min: 0, max: 2 ** 30, integer: true },
      description: 'the slot + 1 of the first dense feature; 0: there is none',
    },
    { name: 'label_weight', range: weightSum, description: 'weight of the labels' },
    { name: 'label_mean', range: anyLabel, description: 'mean of the labels' },
    {
      name: 'label_squares',
      range: squareSum,
      description: 'sum of squared distances of the labels from their mean',
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
      description: 'the lanes by their scaling; auto: both, for real labels those of deviation',
    },
    {
      name: 'mixture',
      default: 0,
      min: 0,
      max: 4,
      integer: true,
      choices: ['auto', 'cal', 'sw', 'fs', 'ew'],
      description:
        'what is put out: exponential weights (ew), a fixed share (fs), the Bayes mixture of these (sw), its calibration (cal); auto: cal, for real labels ew, the only one',
    },
  ],
  losses: ['logistic', 'squared', 'half-squared', 'softmax'],
  othersRefused: true,
} as const satisfies Partial<RuleEntry>

/** The rates of each family of `auto`. */
const rates = [0.03, 0.1, 0.3, 1, 3, 10, 30, 100]

export const standardizedRules: Record<StandardizedRule, RuleEntry> = {
  std: {
    id: 'std',
    code: 100,
    title: 'Standardized NAG',
    formula:
      'v -= eta sqrt(t/N) g a s / sqrt(G + G0 s^2), a = (x - mean) / s clipped at 4 for features that are mostly present, x / s for others; G = sum (g a s)^2',
    ...standardized,
    params: [rate(2, 'step size, without a unit; the best is usually within [0.3, 10]'), scaling, prior],
    cost: 'O(nnz + mean nnz)',
    description: 'like nag, and the zero of a feature does not matter either: centred as it learns',
  },
  auto: {
    id: 'auto',
    code: 101,
    title: 'A mixture of 16 lanes of std',
    formula: 'rates 0.03 .. 100 of both scalings of std, mixed by their losses: docs/auto.md',
    ...mixed,
    ensemble: { rule: 'std', lanes: [...lanes(0, rates), ...lanes(1, rates)] },
    cost: '16 lanes of O(nnz + mean nnz)',
    description: 'the default: nothing to tune',
  },
  'auto-small': {
    id: 'auto-small',
    code: 102,
    title: 'A mixture of 4 lanes of std',
    formula: 'rates 0.3, 2 and 15 of std and 30 of its scaling rms, mixed by their losses: docs/auto.md',
    ...mixed,
    ensemble: { rule: 'std', lanes: [...lanes(0, [0.3, 2, 15]), ...lanes(1, [30])] },
    cost: '4 lanes of O(nnz + mean nnz)',
    description: 'nothing to tune, in a quarter of the memory of auto and less of its time',
  },
}
