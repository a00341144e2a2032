import type { MirrorDescentRule } from '../rules/mirror-descent.js'
import type { RuleDescription } from './description.js'

const paper = 'Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013)'

const dual = 'theta, the step size times the sum of the negative gradients'
const unitDual = 'theta / scale, theta the step size times the sum of the negative gradients'
const lipschitz = 'L, the largest |d loss / d score|: 1 for logistic, hinge and absolute loss'
const l1 = 'weight of the L1 norm; the larger it is, the more weights are exactly 0'
const rate = 'eta, step size, without a unit'

export const mirrorDescentDescriptions: Record<MirrorDescentRule, RuleDescription> = {
  'omd-l1': {
    title: 'Composite online mirror descent with an L1 norm',
    paper: `${paper}, Corollary 1, f_t = sqrt(t)/2 ||.||^2 + eta t l1 ||.||_1`,
    formula: 'theta -= eta g; w = sign(theta) max(0, |theta| - eta t l1) / sqrt(t)',
    params: {
      learningRate: 'eta, step size, in units of the weights per unit of gradient',
      l1,
    },
    states: { dual },
    cost: 'O(nnz)',
    description: 'sparse models; the L1 norm is added to every loss and never linearized',
  },
  rda: {
    title: 'RDA, regularized dual averaging with an L1 norm',
    paper:
      'Xiao: Dual Averaging Methods for Regularized Stochastic Learning and Online Optimization (2010); Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013), Eq. 8',
    formula: 'G += g; w = -sign(G) max(0, |G| - t l1) / (gamma sqrt(t)), t the examples so far',
    params: { l1 },
    cost: 'O(nnz)',
    description: 'sparse models, with the same threshold for every feature',
  },
  'omd-strongly-convex': {
    title: 'Online mirror descent for a strongly convex regularizer',
    paper: `${paper}, Corollary 1, Eq. 7, f_t = t l2/2 ||.||^2`,
    formula: 'theta -= g; w = theta / (l2 t)',
    params: { l2: 'weight of half the squared L2 norm; it also sets the step size' },
    states: { dual },
    cost: 'O(nnz)',
    description: 'has regret of order log t, measured in loss plus regularizer; no step size',
  },
  'scale-invariant-pnorm': {
    title: 'Scale invariant p-norm algorithm',
    paper: `${paper}, Eq. 12 and 14, Theorem 1`,
    formula:
      'theta -= eta g; w_j = sign(theta_j) (sum_i (|theta_i|/b_i)^p)^(2/p-1) |theta_j|^(p-1) b_j^-p / beta, b = max |x|, p = max(2, 2 ln max ||x||_0), beta^2 = e L^2 (p-1) + sum_s (p_s-1) (sum_i (|g_i|/b_i)^p_s)^(2/p_s)',
    params: {
      learningRate: rate,
      lipschitz,
    },
    states: {
      dual: unitDual,
      largest: 'the unit of power_sum: the largest |theta / scale| since power_sum was last recomputed',
      power_sum: 'sum over features of (|theta / scale| / largest)^p',
    },
    cost: 'O(nnz); O(slots of the table) when the exponent grows or the power sum is recomputed',
    description:
      'no feature needs scaling; the regret grows only with the logarithm of the number of features',
  },
  'scale-invariant-adagrad': {
    title: 'Scale invariant AdaGrad',
    paper: `${paper}, Eq. 13 and 15`,
    formula: 'theta -= eta g; w = theta / (b^2 sqrt(d) sqrt(L^2 + sum (g/b)^2)), b = max |x|',
    params: {
      learningRate: rate,
      lipschitz,
    },
    states: {
      dual: unitDual,
      gradient_norm: 'root of the sum of (g / scale)^2, each with the scale of its example',
    },
    cost: 'O(nnz)',
    description: 'no feature needs scaling; one rate per feature',
  },
  'pnorm-lms': {
    title: 'p-norm LMS, adaptive filtering without a bound on the inputs',
    paper: `${paper}, section 4, Eq. 9 and 10`,
    formula:
      'theta += (y - z) x; w_j = sign(theta_j) ||theta||_p^(2-p) |theta_j|^(p-1) / (X^2 (p-1)), X = max ||x||_p; p = 2: w = theta / X^2',
    params: { p: 'the norm of the examples: 2 if most features matter, 2 ln d if few of d features matter' },
    states: {
      dual,
      largest: 'the unit of power_sum: the largest |theta| since power_sum was last recomputed',
      power_sum: 'sum over features of (|theta| / largest)^p',
    },
    cost: 'O(nnz); O(slots of the table) when the power sum is recomputed',
    description:
      'filtering: follows a linear target without a bound on the inputs known in advance; no step size',
  },
  ftrl: {
    title: 'FTRL-Proximal',
    paper: 'McMahan et al.: Ad Click Prediction: a View from the Trenches (2013), Algorithm 1',
    formula:
      'w = 0 if |z| <= l1, otherwise -(z - sign(z) l1) / ((beta + sqrt(n)) / alpha + l2); z += g - (sqrt(n + g^2) - sqrt(n)) / alpha w, n += g^2',
    params: {
      l1: 'weight of the L1 norm; the larger it is, the more weights are exactly 0',
      l2: 'weight of the squared L2 norm; the larger it is, the smaller the weights',
    },
    states: {
      dual: 'z, as in the formula: the sum of the gradients minus the proximal terms',
      gradient_norm: 'sqrt(n), root of the sum of squared gradients',
    },
    cost: 'O(nnz)',
    description: 'sparse models, with one rate per feature',
  },
}
