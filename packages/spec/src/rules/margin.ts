import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { weight } from './shared-entries.js'
import { positive, powerSum, signed, squareSum } from './state-range.js'

const orabona = 'Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013)'
const crammer = 'Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms (2006)'

// The rules decide by the sign and the size of the margin y z; the loss only measures.
const margins = {
  losses: ['hinge', 'logistic', 'perceptron'],
  othersRefused: true,
  updates: ['plain'],
} as const

const dual = { name: 'dual', range: signed, description: 'sum of the steps of y x' } as const
const information = {
  name: 'information',
  range: positive,
  description: 'root of what the examples learned from have added to the inverse variance of the weight',
} as const
const powers = [
  {
    name: 'largest',
    range: positive,
    description: 'the unit of power_sum: the largest |dual| since it was last recomputed',
  },
  {
    name: 'power_sum',
    range: powerSum,
    description: 'sum over features of (|dual| / largest)^q, 1/p + 1/q = 1',
  },
] as const
const largestSquare = {
  name: 'largest_square',
  range: squareSum,
  description: 'largest squared norm of an example',
} as const

const aggressiveness = (description: string): ParamEntry => ({
  name: 'aggressiveness',
  default: 1,
  min: 0,
  max: 1e6,
  minExclusive: true,
  description,
})

const p: ParamEntry = {
  name: 'p',
  common: true,
  default: 1.5,
  min: 1.01,
  max: 2,
  description: 'the norm of the weights: 2 is Euclidean, smaller for targets with few features',
}

const noise: ParamEntry = {
  name: 'noise',
  default: 1,
  min: 1e-9,
  max: 1e9,
  description: 'r, in units of x^2: larger trusts an example less',
}

const pnormWeights = 'w_j = sign(theta_j) ||theta||_q^(2-q) |theta_j|^(q-1), 1/p + 1/q = 1'

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
    title: 'Perceptron',
    paper: `${orabona}, section 6.1, f = 1/2 ||.||_2^2`,
    formula: 'on y z <= 0: w += y x',
    lane: [weight],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'learns from mistakes only; nothing to tune; an example weight multiplies the step',
  },
  'pnorm-perceptron': {
    id: 'pnorm-perceptron',
    code: 57,
    title: 'p-norm Perceptron',
    paper: `${orabona}, section 6.1, f = 1/2 ||.||_p^2`,
    formula: `on y z <= 0: theta += y x; ${pnormWeights}`,
    lane: [dual],
    shared: [],
    scalars: [],
    laneScalars: powers,
    params: [p],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz); the whole table where the sum has lost its digits',
    description: 'a Perceptron for targets with few of many features',
  },
  pa: {
    id: 'pa',
    code: 58,
    title: 'PA, passive-aggressive',
    paper: `${crammer}, Figure 1, PA`,
    formula: 'w += tau y x, tau = max(0, 1 - y z) / ||x||^2',
    lane: [weight],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz)',
    description:
      'the smallest step to a margin of 1; for data without noise; example weights do not change it',
  },
  pa1: {
    id: 'pa1',
    code: 59,
    title: 'PA-I, passive-aggressive with a bounded step',
    paper: `${crammer}, Figure 1, PA-I`,
    formula: 'w += tau y x, tau = min(C, max(0, 1 - y z) / ||x||^2)',
    lane: [weight],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [
      aggressiveness('C, the largest step: smaller for noisier labels; an example weight multiplies it'),
    ],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'passive-aggressive for noisy labels',
  },
  pa2: {
    id: 'pa2',
    code: 60,
    title: 'PA-II, passive-aggressive with a damped step',
    paper: `${crammer}, Figure 1, PA-II`,
    formula: 'w += tau y x, tau = max(0, 1 - y z) / (||x||^2 + 1 / (2 C))',
    lane: [weight],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [aggressiveness('C: smaller damps the steps more; an example weight multiplies it')],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'passive-aggressive for noisy labels, with steps proportional to the loss',
  },
  pax: {
    id: 'pax',
    code: 61,
    title: 'PA-X, passive-aggressive with a mistake bound',
    paper: `${orabona}, section 6.1, the improved step, f = 1/2 ||.||_2^2`,
    formula: 'on y z < 1: w += tau y x, tau = max(0, min(1, (X^2 - y z) / ||x||^2)), X = max ||x||',
    lane: [weight],
    shared: [],
    scalars: [largestSquare],
    laneScalars: [],
    params: [],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz)',
    description:
      'at most as many mistakes as the Perceptron is promised, with margins; an example weight multiplies the step',
  },
  'pax-pnorm': {
    id: 'pax-pnorm',
    code: 62,
    title: 'p-norm PA-X',
    paper: `${orabona}, section 6.1, the improved step, f = 1/2 ||.||_p^2`,
    formula: `on y z < 1: theta += tau y x, tau = max(0, min(1, (X^2 - (p-1) y z) / ||x||_q^2)), X = max ||x||_q; ${pnormWeights}`,
    lane: [dual],
    shared: [],
    scalars: [largestSquare],
    laneScalars: powers,
    params: [p],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz); the whole table where the sum has lost its digits',
    description: 'PA-X for targets with few of many features',
  },
  sop: {
    id: 'sop',
    code: 63,
    title: 'Second-order Perceptron, diagonal',
    paper: `${orabona}, section 6.2; Cesa-Bianchi, Conconi, Gentile: A Second-Order Perceptron Algorithm (2005)`,
    formula: 'z = sum theta x / (A + x^2/r); on y z <= 0: A += x^2/r, theta += y x; A = 1 at the start',
    lane: [dual, information],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [noise],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz)',
    description:
      'a Perceptron whose steps shrink as a feature is used; an example weight counts as so many examples',
  },
  arow: {
    id: 'arow',
    code: 64,
    title: 'AROW, adaptive regularization of weights, diagonal',
    paper: `Crammer, Kulesza, Dredze: Adaptive Regularization of Weight Vectors (2009); ${orabona}, section 6.2`,
    formula:
      'on y z < 1: w += beta (y - z) S x, beta = 1 / (sum S x^2 + r), S the variance, 1 at the start; ' +
      'precision: 1/S += x^2/r; sigma: S -= beta (S x)^2',
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
        description: 'what is kept of the full matrix: the diagonal of its inverse, or its own',
      },
    ],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz)',
    description:
      'a rate per feature that falls with the evidence; an example weight counts as so many examples',
  },
  'arow-omd': {
    id: 'arow-omd',
    code: 65,
    title: 'AROW as online mirror descent, diagonal',
    paper: `${orabona}, section 6.2, Eq. 21 and 22`,
    formula: 'z = sum theta x / (A + x^2/r); on y z < 1: A += x^2/r, theta += y x; A = 1 at the start',
    lane: [dual, information],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [noise],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'a second-order Perceptron with margins; an example weight counts as so many examples',
  },
  cw: {
    id: 'cw',
    code: 66,
    title: 'CW, confidence-weighted, variance form, diagonal',
    paper: 'Dredze, Crammer, Pereira: Confidence-Weighted Linear Classification (2008), section 3.1',
    formula:
      'on m < phi V, m = y z, V = sum S x^2: w += alpha y S x, 1/S += 2 alpha phi x^2, ' +
      'alpha = (-(1 + 2 phi m) + sqrt((1 + 2 phi m)^2 - 8 phi (m - phi V))) / (4 phi V); S = a at the start',
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
        description:
          'phi: the required margin, in units of its variance; larger learns more from each example',
      },
      {
        name: 'variance',
        default: 1,
        min: 1e-9,
        max: 1e9,
        description: 'a, of every weight at the start, in units of the squared weight',
      },
    ],
    ...margins,
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'for data without noise; scores have no scale; example weights do not change it',
  },
}
