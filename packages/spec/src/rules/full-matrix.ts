import type { ParamEntry } from '../params.js'
import type { RuleEntry, StateEntry } from './rule-entry.js'
import { rate, weight } from './shared-entries.js'
import { counted, signed, squareSum } from './state-range.js'

const orabona = 'Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013)'

const factor: StateEntry = {
  name: 'factor',
  range: { min: -1e205, max: 1e205 },
  // no variance is larger than that of the start
  diagonal: { min: 0, max: 1e9 },
  matrix: true,
  description:
    'the covariance P as a factorization P = U D U^T: element (j, i) is U_ij for i < j, D_jj for i = j; 0 on the diagonal ' +
    'until the feature is first learned from',
}
const index: StateEntry = {
  name: 'index',
  range: { min: 0, max: 2 ** 32, integer: true },
  description: 'the index of the feature + 1; 0 where the row is free',
}
const used: StateEntry = { name: 'used', range: counted, description: 'rows in use' }

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

const covariance = { ...matrix, lane: [weight, factor], cost: 'O(d^2), d the features so far' } as const
const margins = { losses: ['hinge', 'logistic', 'perceptron'], othersRefused: true } as const

const noise: ParamEntry = {
  name: 'noise',
  default: 1,
  min: 1e-9,
  max: 1e9,
  description: 'r, in units of x^2: larger trusts an example less',
}

const variance = (description: string): ParamEntry => ({
  name: 'variance',
  default: 1,
  min: 1e-9,
  max: 1e9,
  description,
})

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
    title: 'AdaGrad with a full matrix',
    paper: 'Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010), Algorithm 2, Eq. 5 and 6',
    formula:
      'G += g g^T, H = delta I + G^(1/2); cmd: w = argmin eta <g, w> + eta phi(w) + 1/2 ||w - w_t||_H^2; ' +
      'rda: w = argmin eta <sum g, w> + eta t phi(w) + 1/2 ||w||_H^2',
    lane: [
      weight,
      { name: 'gradient_sum', range: signed, description: 'sum of the gradients' },
      { name: 'eigenvalue', range: squareSum, description: 'eigenvalues of G' },
      {
        name: 'eigenvectors',
        // of length 1, but for rounding
        range: { min: -3, max: 3 },
        matrix: true,
        description: 'element (i, k): feature i of eigenvector k of G, less the identity',
      },
    ],
    params: [
      rate(0.3, 'eta, step size, in units of the weights'),
      {
        name: 'delta',
        default: 0.01,
        min: 0,
        max: 1e9,
        minExclusive: true,
        description: 'added to the root of G, in units of gradient: smaller first steps',
      },
      {
        name: 'method',
        default: 0,
        min: 0,
        max: 1,
        choices: ['cmd', 'rda'],
        description: 'composite mirror descent or primal-dual averaging',
      },
      {
        name: 'regularizer',
        default: 0,
        min: 0,
        max: 2,
        choices: ['none', 'l2sq', 'l2ball'],
        description: 'phi: none, l2/2 ||w||^2, or ||w|| <= radius',
      },
      {
        name: 'l2',
        default: 0.01,
        min: 0,
        max: 1e9,
        description: 'weight of half the squared L2 norm, for l2sq',
      },
      {
        name: 'radius',
        default: 1,
        min: 0,
        max: 1e9,
        minExclusive: true,
        ball: { norm: 'l2', where: { param: 'regularizer', choice: 'l2ball' } },
        description: 'largest norm of the weights, for l2ball',
      },
    ],
    maxBits: 8,
    cost: 'O(d^3), d the features so far',
    description: 'adapts to correlated features; for few features',
  },
  vaw: {
    ...covariance,
    id: 'vaw',
    code: 73,
    title: 'VAW, the forward algorithm of Vovk, Azoury and Warmuth',
    paper: `${orabona}, section 4; Azoury, Warmuth: Relative Loss Bounds for On-line Density Estimation (2001)`,
    formula: 'A += x x^T before predicting; z = x^T A^-1 sum y x; A = a I at the start',
    params: [
      {
        name: 'alpha',
        default: 1,
        min: 1e-9,
        max: 1e9,
        description: 'a, the weight of the squared norm, in units of x^2',
      },
    ],
    losses: ['half-squared', 'squared'],
    othersRefused: true,
    description:
      'online ridge regression with the best known regret; an example weight counts as so many examples',
  },
  'sop-full': {
    ...covariance,
    ...margins,
    id: 'sop-full',
    code: 74,
    title: 'Second-order Perceptron with a full matrix',
    paper: `${orabona}, section 6.2; Cesa-Bianchi, Conconi, Gentile: A Second-Order Perceptron Algorithm (2005)`,
    formula: 'z = x^T (A + x x^T/r)^-1 theta; on y z <= 0: A += x x^T/r, theta += y x; A = I at the start',
    params: [noise],
    description: 'a Perceptron on decorrelated features; an example weight counts as so many examples',
  },
  'arow-full': {
    ...covariance,
    ...margins,
    id: 'arow-full',
    code: 75,
    title: 'AROW with a full matrix',
    paper: `Crammer, Kulesza, Dredze: Adaptive Regularization of Weight Vectors (2009), Figure 1; ${orabona}, section 6.2`,
    formula:
      'on y z < 1: w += beta (y - z) S x, S -= beta S x x^T S, beta = 1 / (x^T S x + r); S = I at the start',
    params: [noise],
    description: 'AROW for few, correlated features; an example weight counts as so many examples',
  },
  'arow-omd-full': {
    ...covariance,
    ...margins,
    id: 'arow-omd-full',
    code: 76,
    title: 'AROW as online mirror descent, with a full matrix',
    paper: `${orabona}, section 6.2, Eq. 21`,
    formula: 'z = x^T (A + x x^T/r)^-1 theta; on y z < 1: A += x x^T/r, theta += y x; A = I at the start',
    params: [noise],
    description: 'a second-order Perceptron with margins; an example weight counts as so many examples',
  },
  'cw-full': {
    ...covariance,
    ...margins,
    id: 'cw-full',
    code: 77,
    title: 'CW, confidence-weighted, variance form, with a full matrix',
    paper: 'Dredze, Crammer, Pereira: Confidence-Weighted Linear Classification (2008), section 3.1',
    formula:
      'on m < phi V, m = y z, V = x^T S x: w += alpha y S x, S^-1 += 2 alpha phi x x^T, ' +
      'alpha = (-(1 + 2 phi m) + sqrt((1 + 2 phi m)^2 - 8 phi (m - phi V))) / (4 phi V); S = a I at the start',
    params: [
      {
        name: 'confidence',
        default: 1,
        min: 1e-6,
        max: 1e3,
        description:
          'phi: the required margin, in units of its variance; larger learns more from each example',
      },
      variance('a, of every weight at the start, in units of the squared weight'),
    ],
    description:
      'for data without noise; after an update the margin is exactly phi V; example weights do not change it',
  },
  ons: {
    ...covariance,
    id: 'ons',
    code: 78,
    title: 'ONS, online Newton step',
    paper:
      'Hazan, Agarwal, Kale: Logarithmic Regret Algorithms for Online Convex Optimization (2007), Figure 2, without projection',
    formula: 'A += g g^T, w -= A^-1 g / gamma; A = epsilon I at the start',
    params: [
      {
        name: 'gamma',
        default: 0.5,
        min: 0,
        max: 1e9,
        minExclusive: true,
        description:
          'inverse step size, without a unit: at most half of what makes exp(-2 gamma loss) concave',
      },
      {
        name: 'epsilon',
        default: 1,
        min: 1e-9,
        max: 1e9,
        description: 'at the start, in units of squared gradient: larger begins more slowly',
      },
    ],
    losses: ['logistic', 'squared', 'half-squared'],
    description: 'logarithmic regret for exp-concave losses',
  },
}
