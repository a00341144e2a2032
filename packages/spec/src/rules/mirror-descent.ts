import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { maximum, rate } from './shared-entries.js'
import { counted, positive, powerSum, signed, squareSum } from './state-range.js'

const paper = 'Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013)'

const lipschitzLosses = ['logistic', 'hinge', 'absolute', 'quantile'] as const

const dual = {
  name: 'dual',
  range: signed,
  description: 'theta, the step size times the sum of the negative gradients',
} as const
const unitDual = {
  name: 'dual',
  range: signed,
  description: 'theta / scale, theta the step size times the sum of the negative gradients',
} as const

const l1 = (description: string): ParamEntry => ({ name: 'l1', default: 1e-4, min: 0, max: 1e9, description })

const lipschitz: ParamEntry = {
  name: 'lipschitz',
  default: 1,
  min: 0,
  max: 1e9,
  minExclusive: true,
  description: 'L, the largest |d loss / d score|: 1 for logistic, hinge and absolute loss',
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

export const mirrorDescentRules: Record<MirrorDescentRule, RuleEntry> = {
  'omd-l1': {
    id: 'omd-l1',
    code: 50,
    title: 'Composite online mirror descent with an L1 norm',
    paper: `${paper}, Corollary 1, f_t = sqrt(t)/2 ||.||^2 + eta t l1 ||.||_1`,
    formula: 'theta -= eta g; w = sign(theta) max(0, |theta| - eta t l1) / sqrt(t)',
    lane: [dual],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [
      rate(1, 'eta, step size, in units of the weights per unit of gradient'),
      l1('weight of the L1 norm: larger makes more weights exactly 0'),
    ],
    updates: ['plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'sparse models; the L1 norm is added to every loss and never linearized',
  },
  rda: {
    id: 'rda',
    code: 51,
    title: 'RDA, regularized dual averaging with an L1 norm',
    paper: `Xiao: Dual Averaging Methods for Regularized Stochastic Learning and Online Optimization (2010); ${paper}, Eq. 8`,
    formula: 'G += g; w = -sign(G) max(0, |G| - t l1) / (gamma sqrt(t)), t the examples so far',
    lane: [{ name: 'gradient_sum', range: signed, description: 'sum of the gradients' }],
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
        description: 'inverse step size, in units of gradient per unit of the weights',
      },
      l1('weight of the L1 norm: larger makes more weights exactly 0'),
    ],
    updates: ['plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'sparse models, with the same threshold for every feature',
  },
  'omd-strongly-convex': {
    id: 'omd-strongly-convex',
    code: 52,
    title: 'Online mirror descent for a strongly convex regularizer',
    paper: `${paper}, Corollary 1, Eq. 7, f_t = t l2/2 ||.||^2`,
    formula: 'theta -= g; w = theta / (l2 t)',
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
        description: 'weight of half the squared L2 norm, which sets the step size too',
      },
    ],
    updates: ['plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'regret of order log t against loss plus regularizer; no step size',
  },
  'scale-invariant-pnorm': {
    id: 'scale-invariant-pnorm',
    code: 53,
    title: 'Scale invariant p-norm algorithm',
    paper: `${paper}, Eq. 12 and 14, Theorem 1`,
    formula:
      'theta -= eta g; w_j = sign(theta_j) (sum_i (|theta_i|/b_i)^p)^(2/p-1) |theta_j|^(p-1) b_j^-p / beta, b = max |x|, ' +
      'p = max(2, 2 ln max ||x||_0), beta^2 = e L^2 (p-1) + sum_s (p_s-1) (sum_i (|g_i|/b_i)^p_s)^(2/p_s)',
    lane: [unitDual],
    shared: [maximum],
    scalars: [
      { name: 'nonzero', range: counted, description: 'largest number of features of an example' },
      { name: 'exponent', range: { min: 2, max: 100, also: 0 }, description: 'p' },
    ],
    laneScalars: [
      {
        name: 'largest',
        range: positive,
        description: 'the unit of power_sum: the largest |theta / scale| since it was last recomputed',
      },
      {
        name: 'power_sum',
        range: powerSum,
        description: 'sum over features of (|theta / scale| / largest)^p',
      },
      {
        name: 'gradients',
        range: squareSum,
        description: 'sum over examples of (p - 1) times the squared p-norm of the relative gradients',
      },
    ],
    params: [
      rate(1, 'eta, step size, without a unit'),
      lipschitz,
      {
        name: 'formula',
        default: 0,
        min: 0,
        max: 1,
        choices: ['eq12', 'eq14'],
        description:
          'eq12, which the theorem is about, or eq14, whose weights are smaller by the factor p - 1',
      },
    ],
    updates: ['plain'],
    losses: lipschitzLosses,
    scaleInvariant: true,
    cost: 'O(nnz); the whole table where the exponent grows or the sum has lost its digits',
    description:
      'no feature needs scaling; the regret grows with the logarithm of the number of features only',
  },
  'scale-invariant-adagrad': {
    id: 'scale-invariant-adagrad',
    code: 54,
    title: 'Scale invariant AdaGrad',
    paper: `${paper}, Eq. 13 and 15`,
    formula: 'theta -= eta g; w = theta / (b^2 sqrt(d) sqrt(L^2 + sum (g/b)^2)), b = max |x|',
    lane: [
      unitDual,
      {
        name: 'gradient_norm',
        range: positive,
        description: 'root of the sum of (g / scale)^2, each with its own scale',
      },
    ],
    shared: [maximum],
    scalars: [],
    laneScalars: [{ name: 'dimension', range: counted, description: 'features that have had a gradient' }],
    params: [
      rate(1, 'eta, step size, without a unit'),
      lipschitz,
      {
        name: 'dimension',
        default: 0,
        min: 0,
        max: 1e12,
        integer: true,
        description: 'd, the number of features; 0 counts those that have had a gradient',
      },
    ],
    updates: ['plain'],
    losses: lipschitzLosses,
    scaleInvariant: true,
    cost: 'O(nnz)',
    description: 'no feature needs scaling; a rate per feature',
  },
  'pnorm-lms': {
    id: 'pnorm-lms',
    code: 55,
    title: 'p-norm LMS, adaptive filtering without a bound on the inputs',
    paper: `${paper}, section 4, Eq. 9 and 10`,
    formula:
      'theta += (y - z) x; w_j = sign(theta_j) ||theta||_p^(2-p) |theta_j|^(p-1) / (X^2 (p-1)), X = max ||x||_p; p = 2: w = theta / X^2',
    lane: [dual],
    shared: [],
    scalars: [
      { name: 'largest_norm', range: { min: 0, max: 1e110 }, description: 'largest p-norm of an example' },
    ],
    laneScalars: [
      {
        name: 'largest',
        range: positive,
        description: 'the unit of power_sum: the largest |theta| since it was last recomputed',
      },
      { name: 'power_sum', range: powerSum, description: 'sum over features of (|theta| / largest)^p' },
    ],
    params: [
      {
        name: 'p',
        common: true,
        default: 2,
        min: 2,
        max: 100,
        description: 'the norm of the examples: 2 for dense targets, 2 ln d for sparse ones among d features',
      },
    ],
    updates: ['plain'],
    losses: ['half-squared', 'squared'],
    othersRefused: true,
    scaleInvariant: false,
    cost: 'O(nnz); the whole table where the sum has lost its digits',
    description: 'filtering: follows a linear target without knowing how large inputs will be; no step size',
  },
  ftrl: {
    id: 'ftrl',
    code: 69,
    title: 'FTRL-Proximal',
    paper: 'McMahan et al.: Ad Click Prediction: a View from the Trenches (2013), Algorithm 1',
    formula:
      'w = 0 if |z| <= l1, otherwise -(z - sign(z) l1) / ((beta + sqrt(n)) / alpha + l2); ' +
      'z += g - (sqrt(n + g^2) - sqrt(n)) / alpha w, n += g^2',
    lane: [
      {
        name: 'dual',
        range: signed,
        description: 'z, the sum of the gradients less what the moving center took',
      },
      {
        name: 'gradient_norm',
        range: positive,
        description: 'sqrt(n), root of the sum of squared gradients',
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
        description: 'step size, in units of the weights',
      },
      {
        name: 'beta',
        default: 1,
        min: 0,
        max: 1e9,
        description: 'smoothing of the first steps, in units of gradient',
      },
      {
        name: 'l1',
        default: 0,
        min: 0,
        max: 1e9,
        description: 'L1 norm: larger makes more weights exactly 0',
      },
      {
        name: 'l2',
        default: 0,
        min: 0,
        max: 1e9,
        description: 'squared L2 norm: larger makes weights smaller',
      },
    ],
    updates: ['plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'sparse models with a rate per feature',
  },
}
