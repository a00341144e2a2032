import type { GradientRule } from '../rules/gradient.js'
import type { RuleDescription } from './description.js'

const paper = 'Streeter, McMahan: Less Regret via Online Conditioning (2010)'

const leading =
  'w = mean of gradient descents with step 1 / (H age), weighted by exp(-alpha loss), alpha = H / (G + H r)^2'

const rate =
  "c, which multiplies the rate of the theorem; without a unit; the paper's experiments use less than 1"
const ridge = 'strength of the L2 term l2 w^2 / 2 that every example adds to its loss'

export const gradientDescriptions: Record<GradientRule, RuleDescription> = {
  sgd: {
    title: 'SGD, stochastic gradient descent',
    paper: 'Zinkevich: Online Convex Programming and Generalized Infinitesimal Gradient Ascent (2003)',
    formula: 'w -= eta t^-decay g',
    params: { learningRate: 'step size, in units of the weights per unit of gradient' },
    cost: 'O(nnz)',
    description: 'one number per feature; the baseline',
  },
  'ogd-global': {
    title: 'Online gradient descent on a box, one rate',
    paper: `${paper}, Theorem 2`,
    formula:
      'w = clip(w - eta g), eta = c D / sqrt(2 sum |g|^2); with an L2 term g = g x + l2 w for every weight',
    params: {
      learningRate: rate,
      l2: ridge,
    },
    states: { weight: 'the weight divided by shrink', gradient_squares: 'sum of |g|^2' },
    cost: 'O(nnz); with an L2 term occasionally O(slots of the table)',
    description: 'has a regret bound; the baseline of ogd-coordinate',
  },
  'ogd-coordinate': {
    title: 'Online gradient descent on a box, a rate for each coordinate',
    paper: `${paper}, Algorithm 1 and Theorem 3`,
    formula:
      'w = clip(w - c (upper - lower) g / sqrt(2 sum g^2)), coordinate by coordinate; with an L2 term g = g x + l2 w',
    params: {
      learningRate: rate,
      l2: ridge,
    },
    states: { gradient_norm: 'root of the sum of squared gradients' },
    cost: 'O(nnz); with an L2 term O(rounds since a feature was last present)',
    description: 'has a regret bound, which is never worse than the bound of ogd-global',
  },
  aogd: {
    title: 'Adaptive online gradient descent',
    paper: `${paper}, section 4.1 (Bartlett, Hazan, Rakhlin 2007)`,
    formula:
      'A = H t + sum of lambda; lambda = (sqrt(A^2 + 8 g^2 / (3 D^2)) - A) / 2; w = clip(w - (g + lambda w) / (A + lambda))',
    params: {
      convexity: 'H: the losses have an L2 term (H/2) w^2 for every weight; the regret is then logarithmic',
    },
    cost: 'O(nnz); with an L2 term O(rounds since a feature was last present)',
    description:
      'adapts to the convexity of the losses without tuning: its regret is between log(T) and sqrt(T)',
  },
  'hazan-kale': {
    title: 'Gradient descent with regret bounded by the variation of the gradients',
    paper: `${paper}, section 4.2 (Hazan, Kale 2008)`,
    formula:
      'w = clip(-eta sum g), eta = r min(2 / 2^k, 1/6); restarts from 0 with k + 1 when sum (g - mean)^2 > 4^k',
    states: {
      gradient_sum: 'sum of the gradients of the epoch',
      gradient_norm: 'root of the sum of the squared gradients of the epoch',
    },
    cost: 'O(nnz)',
    description: 'for gradients that hardly vary; of theoretical interest',
  },
  flh: {
    title: 'FLH, follow the leading history',
    paper: `${paper}, section 4.3 (Hazan, Seshadhri 2009)`,
    formula: `${leading}, one from every round; after round 255, the descent from round (2 n + 1) 2^k lives for 2^(k + 3) more rounds`,
    cost: 'O(log(rounds) x rounds since a feature was last present); up to round 255, rounds in place of log(rounds)',
    description: 'has small regret on every interval, so it adapts to change; for small tables',
  },
  flh2: {
    title: 'FLH2, follow the leading history with few experts',
    paper: `${paper}, section 4.3 (Hazan, Seshadhri 2009)`,
    formula: `${leading}, one from every round; the descent from round (2 n + 1) 2^k lives for 2^(k + 2) more rounds`,
    cost: 'O(log(rounds) x rounds since a feature was last present)',
    description: 'like flh, with three experts for each k instead of five; for up to two million examples',
  },
}
