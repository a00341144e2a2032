import type { ParamEntry } from '../params.js'
import type { RuleEntry, StateEntry } from './rule-entry.js'
import { decay, lastRound, lower, norm, rate, ridge, upper, weight } from './shared-entries.js'
import { counted, positive, probability, type StateRange, signed, squareSum } from './state-range.js'

const paper = 'Streeter, McMahan: Less Regret via Online Conditioning (2010)'

/** Ids of gradient descent and its kin. */
export type GradientRule = 'sgd' | 'ogd-global' | 'ogd-coordinate' | 'aogd' | 'hazan-kale' | 'flh' | 'flh2'

const c = rate(
  1,
  "factor of the rate of the theorem, without a unit; the paper's experiments use less than 1",
)
const box = [lower(-1, -1e9), upper(1, 1e9)] as const

const halfWidth: ParamEntry = {
  name: 'radius',
  default: 1,
  min: 1e-3,
  max: 1e9,
  ball: { norm: 'box' },
  description: 'every weight is kept in [-radius, radius], in units of the weights',
}

/** No expert leaves the largest box. */
const play: StateRange = { min: -1e9, max: 1e9 }

/** The states of so many experts: what each plays, and its weight. */
const experts = (count: number): StateEntry[] =>
  Array.from({ length: count }, (_, i) => [
    { name: `expert_${i}`, range: play, description: `what expert ${i} plays` },
    { name: `weight_${i}`, range: probability, description: `the weight of expert ${i}` },
  ]).flat()

/** The weights of the experts of a feature that had no gradient yet. */
const unmoved = (count: number): StateEntry[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `unmoved_${i}`,
    range: probability,
    description: `the weight of expert ${i} of a feature without a gradient yet`,
  }))

const leading =
  'w = mean of gradient descents with step 1 / (H age), weighed by exp(-alpha loss), alpha = H / (G + H r)^2'

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
      description: 'H: the losses have an L2 term (H/2) w^2 for every weight',
    },
    {
      name: 'lipschitz',
      default: 1,
      min: 1e-6,
      max: 1e9,
      description: 'G: the largest gradient of the loss in a weight',
    },
  ],
  updates: ['plain'],
  maxBits: 10,
  defaultBits: 8,
  scaleInvariant: false,
} as const satisfies Partial<RuleEntry>

export const gradientRules: Record<GradientRule, RuleEntry> = {
  sgd: {
    id: 'sgd',
    code: 4,
    title: 'SGD, stochastic gradient descent',
    paper: 'Zinkevich: Online Convex Programming and Generalized Infinitesimal Gradient Ascent (2003)',
    formula: 'w -= eta t^-decay g',
    lane: [weight],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [rate(0.1, 'step size, in units of the weights per unit of gradient'), decay],
    updates: ['invariant', 'plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'one number per feature; the baseline',
  },
  'ogd-global': {
    id: 'ogd-global',
    code: 20,
    title: 'Online gradient descent on a box, one rate',
    paper: `${paper}, Theorem 2`,
    formula:
      'w = clip(w - eta g), eta = c D / sqrt(2 sum |g|^2); with an L2 term g = g x + l2 w for every weight',
    lane: [{ name: 'weight', range: signed, description: 'the weight over the shrink of its lane' }],
    shared: [
      {
        name: 'present',
        range: { ...probability, integer: true },
        description: '1 once the feature was present',
      },
    ],
    scalars: [{ name: 'features', range: counted, description: 'number of features that were present' }],
    laneScalars: [
      { name: 'gradient_squares', range: squareSum, description: 'sum of |g|^2' },
      {
        name: 'weight_squares',
        // kept by differences: rounding may leave less than 0
        range: { min: -1e300, max: 1e300 },
        description: 'sum of the squares of the stored weights; 0 without an L2 term',
      },
      {
        name: 'shrink',
        range: { min: 2 ** -20, max: 1, also: 0 },
        description: 'what the stored weights are multiplied by; 0 stands for 1',
      },
    ],
    params: [
      c,
      {
        name: 'diameter',
        default: 0,
        min: 0,
        max: 1e12,
        description:
          'D, in units of the weights; 0: (upper - lower) sqrt(features seen so far), as in section 5.1',
      },
      ridge,
      ...box,
    ],
    updates: ['plain'],
    scaleInvariant: false,
    cost: 'O(nnz); with an L2 term now and then O(slots of the table)',
    description: 'has a regret bound; the baseline of ogd-coordinate',
  },
  'ogd-coordinate': {
    id: 'ogd-coordinate',
    code: 21,
    title: 'Online gradient descent on a box, a rate for each coordinate',
    paper: `${paper}, Algorithm 1 and Theorem 3`,
    formula:
      'w = clip(w - c (upper - lower) g / sqrt(2 sum g^2)), coordinate by coordinate; with an L2 term g = g x + l2 w',
    lane: [weight, norm],
    shared: [lastRound],
    scalars: [],
    laneScalars: [],
    params: [c, ridge, ...box],
    updates: ['plain'],
    scaleInvariant: false,
    cost: 'O(nnz); with an L2 term O(rounds since a feature was last present)',
    description: 'has a regret bound, never worse than that of ogd-global',
  },
  aogd: {
    id: 'aogd',
    code: 22,
    title: 'Adaptive online gradient descent',
    paper: `${paper}, section 4.1 (Bartlett, Hazan, Rakhlin 2007)`,
    formula:
      'A = H t + sum of lambda; lambda = (sqrt(A^2 + 8 g^2 / (3 D^2)) - A) / 2; w = clip(w - (g + lambda w) / (A + lambda))',
    lane: [weight, { name: 'lambda_sum', range: positive, description: 'sum of the regularizers lambda' }],
    shared: [lastRound],
    scalars: [],
    laneScalars: [],
    params: [
      halfWidth,
      {
        name: 'convexity',
        default: 0,
        min: 0,
        max: 1e9,
        description:
          'H: the losses have an L2 term (H/2) w^2 for every weight; the regret is then logarithmic',
      },
    ],
    updates: ['plain'],
    scaleInvariant: false,
    cost: 'O(nnz); with an L2 term O(rounds since a feature was last present)',
    description:
      'nothing to tune where there is strong convexity: between sqrt(T) and log(T) regret by itself',
  },
  'hazan-kale': {
    id: 'hazan-kale',
    code: 23,
    title: 'Regret by the variation of the gradients',
    paper: `${paper}, section 4.2 (Hazan, Kale 2008)`,
    formula:
      'w = clip(-eta sum g), eta = r min(2 / 2^k, 1/6); from 0 again, with k + 1, when sum (g - mean)^2 > 4^k',
    lane: [
      { name: 'gradient_sum', range: signed, description: 'sum of the gradients of the epoch' },
      { name: 'gradient_norm', range: positive, description: 'root of the sum of their squares' },
      { name: 'epoch', range: { min: 0, max: 600, integer: true }, description: 'k' },
      {
        name: 'rounds',
        range: counted,
        description: 'rounds of the epoch, up to that in which the feature was last present',
      },
    ],
    shared: [lastRound],
    scalars: [],
    laneScalars: [],
    params: [halfWidth],
    updates: ['plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'for gradients that hardly vary; of theoretical interest',
  },
  flh: {
    id: 'flh',
    code: 24,
    title: 'FLH, follow the leading history',
    paper: `${paper}, section 4.3 (Hazan, Seshadhri 2009)`,
    formula: `${leading}, one for every round`,
    lane: experts(256),
    scalars: unmoved(256),
    maxExamples: 255,
    ...history,
    cost: 'O(experts x rounds since a feature was last present), an expert for each example',
    description: 'small regret on every interval of few examples; of theoretical interest',
  },
  flh2: {
    id: 'flh2',
    code: 25,
    title: 'FLH2, follow the leading history with few experts',
    paper: `${paper}, section 4.3 (Hazan, Seshadhri 2009)`,
    formula: `${leading}, of which those of round (2 n + 1) 2^k live for 2^(k + 2) rounds more`,
    lane: experts(63),
    scalars: unmoved(63),
    maxExamples: 2 ** 21 - 2,
    ...history,
    cost: 'O(log(rounds) x rounds since a feature was last present)',
    description: 'small regret on every interval, so that it follows what changes',
  },
}
