import type { FullMatrixRule } from '../rules/full-matrix.js'
import type { RuleDescription } from './description.js'

const orabona = 'Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013)'

export const fullMatrixDescriptions: Record<FullMatrixRule, RuleDescription> = {
  'adagrad-full': {
    title: 'AdaGrad with a full matrix',
    paper: 'Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010), Algorithm 2, Eq. 5 and 6',
    formula:
      'G += g g^T, H = delta I + G^(1/2); cmd: w = argmin eta <g, w> + eta phi(w) + 1/2 ||w - w_t||_H^2; rda: w = argmin eta <sum g, w> + eta t phi(w) + 1/2 ||w||_H^2',
    params: {
      learningRate: 'eta, step size, in units of the weights',
      delta: 'added to the root of G, which makes the first steps smaller; in units of the gradient',
      regularizer: 'phi: none, l2/2 ||w||^2, or ||w|| <= radius',
      l2: 'weight of half the squared L2 norm, for l2sq',
      radius: 'largest norm of the weights, for l2ball',
    },
    cost: 'O(d^3), d the features so far',
    description: 'adapts to correlated features; for few features',
  },
  vaw: {
    title: 'VAW, the forward algorithm of Vovk, Azoury and Warmuth',
    paper: `${orabona}, section 4; Azoury, Warmuth: Relative Loss Bounds for On-line Density Estimation (2001)`,
    formula: 'A += x x^T before predicting; z = x^T A^-1 sum y x; A = a I at the start',
    params: { alpha: 'a, the weight of the squared norm, in units of x^2' },
    cost: 'O(d^2), d the features so far',
    description:
      'online ridge regression with the best known regret; an example of weight n counts as n examples',
  },
  'sop-full': {
    title: 'Second-order Perceptron with a full matrix',
    paper: `${orabona}, section 6.2; Cesa-Bianchi, Conconi, Gentile: A Second-Order Perceptron Algorithm (2005)`,
    formula: 'z = x^T (A + x x^T/r)^-1 theta; on y z <= 0: A += x x^T/r, theta += y x; A = I at the start',
    cost: 'O(d^2), d the features so far',
    description: 'a Perceptron on decorrelated features; an example of weight n counts as n examples',
  },
  'arow-full': {
    title: 'AROW with a full matrix',
    paper: `Crammer, Kulesza, Dredze: Adaptive Regularization of Weight Vectors (2009), Figure 1; ${orabona}, section 6.2`,
    formula:
      'on y z < 1: w += beta (y - z) S x, S -= beta S x x^T S, beta = 1 / (x^T S x + r); S = I at the start',
    cost: 'O(d^2), d the features so far',
    description: 'AROW for few correlated features; an example of weight n counts as n examples',
  },
  'arow-omd-full': {
    title: 'AROW as online mirror descent, with a full matrix',
    paper: `${orabona}, section 6.2, Eq. 21`,
    formula: 'z = x^T (A + x x^T/r)^-1 theta; on y z < 1: A += x x^T/r, theta += y x; A = I at the start',
    cost: 'O(d^2), d the features so far',
    description: 'a second-order Perceptron with margins; an example of weight n counts as n examples',
  },
  'cw-full': {
    title: 'CW, confidence-weighted, variance form, with a full matrix',
    paper: 'Dredze, Crammer, Pereira: Confidence-Weighted Linear Classification (2008), section 3.1',
    formula:
      'on m < phi V, m = y z, V = x^T S x: w += alpha y S x, S^-1 += 2 alpha phi x x^T, alpha = (-(1 + 2 phi m) + sqrt((1 + 2 phi m)^2 - 8 phi (m - phi V))) / (4 phi V); S = a I at the start',
    cost: 'O(d^2), d the features so far',
    description:
      'for data without noise; after an update the margin is exactly phi V; example weights do not change the step',
  },
  ons: {
    title: 'ONS, online Newton step',
    paper:
      'Hazan, Agarwal, Kale: Logarithmic Regret Algorithms for Online Convex Optimization (2007), Figure 2, without projection',
    formula: 'A += g g^T, w -= A^-1 g / gamma; A = epsilon I at the start',
    params: {
      gamma:
        'inverse step size, without a unit; at most half of the largest alpha for which exp(-alpha loss) is concave',
      epsilon:
        'the diagonal of A at the start, in units of the squared gradient; larger makes the first steps smaller',
    },
    cost: 'O(d^2), d the features so far',
    description: 'has logarithmic regret for exp-concave losses',
  },
}
