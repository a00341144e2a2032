import type { MarginRule } from '../rules/margin.js'
import type { RuleDescription } from './description.js'

const orabona = 'Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013)'

const crammer = 'Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms (2006)'

const pnormWeights = 'w_j = sign(theta_j) ||theta||_q^(2-q) |theta_j|^(q-1), 1/p + 1/q = 1'

export const marginDescriptions: Record<MarginRule, RuleDescription> = {
  perceptron: {
    title: 'Perceptron',
    paper: `${orabona}, section 6.1, f = 1/2 ||.||_2^2`,
    formula: 'on y z <= 0: w += y x',
    cost: 'O(nnz)',
    description: 'learns only from mistakes; nothing to tune; the weight of an example multiplies the step',
  },
  'pnorm-perceptron': {
    title: 'p-norm Perceptron',
    paper: `${orabona}, section 6.1, f = 1/2 ||.||_p^2`,
    formula: `on y z <= 0: theta += y x; ${pnormWeights}`,
    cost: 'O(nnz); O(slots of the table) when the power sum is recomputed',
    description: 'a Perceptron for data in which few of many features matter',
  },
  pa: {
    title: 'PA, passive-aggressive',
    paper: `${crammer}, Figure 1, PA`,
    formula: 'w += tau y x, tau = max(0, 1 - y z) / ||x||^2',
    cost: 'O(nnz)',
    description:
      'takes the smallest step to a margin of 1; for data without noise; example weights do not change the step',
  },
  pa1: {
    title: 'PA-I, passive-aggressive with a bounded step',
    paper: `${crammer}, Figure 1, PA-I`,
    formula: 'w += tau y x, tau = min(C, max(0, 1 - y z) / ||x||^2)',
    cost: 'O(nnz)',
    description: 'passive-aggressive for noisy labels',
  },
  pa2: {
    title: 'PA-II, passive-aggressive with a damped step',
    paper: `${crammer}, Figure 1, PA-II`,
    formula: 'w += tau y x, tau = max(0, 1 - y z) / (||x||^2 + 1 / (2 C))',
    params: {
      aggressiveness: 'C: smaller values damp the steps more; the weight of an example multiplies it',
    },
    cost: 'O(nnz)',
    description: 'passive-aggressive for noisy labels, with steps proportional to the loss',
  },
  pax: {
    title: 'PA-X, passive-aggressive with a mistake bound',
    paper: `${orabona}, section 6.1, the improved step, f = 1/2 ||.||_2^2`,
    formula: 'on y z < 1: w += tau y x, tau = max(0, min(1, (X^2 - y z) / ||x||^2)), X = max ||x||',
    cost: 'O(nnz)',
    description:
      'a Perceptron with margins, whose mistake bound is at most the bound of the Perceptron; the weight of an example multiplies the step',
  },
  'pax-pnorm': {
    title: 'p-norm PA-X',
    paper: `${orabona}, section 6.1, the improved step, f = 1/2 ||.||_p^2`,
    formula: `on y z < 1: theta += tau y x, tau = max(0, min(1, (X^2 - (p-1) y z) / ||x||_q^2)), X = max ||x||_q; ${pnormWeights}`,
    cost: 'O(nnz); O(slots of the table) when the power sum is recomputed',
    description: 'PA-X for data in which few of many features matter',
  },
  sop: {
    title: 'Second-order Perceptron, diagonal',
    paper: `${orabona}, section 6.2; Cesa-Bianchi, Conconi, Gentile: A Second-Order Perceptron Algorithm (2005)`,
    formula: 'z = sum theta x / (A + x^2/r); on y z <= 0: A += x^2/r, theta += y x; A = 1 at the start',
    cost: 'O(nnz)',
    description:
      'a Perceptron whose steps shrink as a feature is used; an example of weight n counts as n examples',
  },
  arow: {
    title: 'AROW, adaptive regularization of weights, diagonal',
    paper: `Crammer, Kulesza, Dredze: Adaptive Regularization of Weight Vectors (2009); ${orabona}, section 6.2`,
    formula:
      'on y z < 1: w += beta (y - z) S x, beta = 1 / (sum S x^2 + r), S the variance, 1 at the start; precision: 1/S += x^2/r; sigma: S -= beta (S x)^2',
    cost: 'O(nnz)',
    description:
      'one rate per feature, which falls as evidence accumulates; an example of weight n counts as n examples',
  },
  'arow-omd': {
    title: 'AROW as online mirror descent, diagonal',
    paper: `${orabona}, section 6.2, Eq. 21 and 22`,
    formula: 'z = sum theta x / (A + x^2/r); on y z < 1: A += x^2/r, theta += y x; A = 1 at the start',
    cost: 'O(nnz)',
    description: 'a second-order Perceptron with margins; an example of weight n counts as n examples',
  },
  cw: {
    title: 'CW, confidence-weighted, variance form, diagonal',
    paper: 'Dredze, Crammer, Pereira: Confidence-Weighted Linear Classification (2008), section 3.1',
    formula:
      'on m < phi V, m = y z, V = sum S x^2: w += alpha y S x, 1/S += 2 alpha phi x^2, alpha = (-(1 + 2 phi m) + sqrt((1 + 2 phi m)^2 - 8 phi (m - phi V))) / (4 phi V); S = a at the start',
    cost: 'O(nnz)',
    description: 'for data without noise; scores have no fixed scale; example weights do not change the step',
  },
}
