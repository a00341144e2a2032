import type { ParamName } from '../params.js'

/** The unit of each parameter, its effect, and when to change it, unless the rule has its own description. */
export const paramDescriptions: Record<ParamName, string> = {
  learningRate: 'step size, without a unit; the best is usually within [0.1, 10]',
  count: 'the examples that N includes: all, or only those with a loss, as in Vowpal Wabbit',
  powerT:
    'p, the power with which rates fall: 0.5 for any data, 0 if all examples count alike, 1 for steady data',
  initialT:
    't0: learning starts as if t0 examples had preceded the first, each with every feature at its largest value and a derivative of 1',
  decay: 'the learning rate is multiplied by t^-decay: 0 keeps it constant, 0.5 is 1/sqrt(t)',
  rescale:
    'when the weight of a present feature is rescaled: grow: if its root mean square is larger than ever; seen: always',
  radius: 'every weight is kept in [-radius, radius], in units of the weights',
  projection: 'the norm of the ball of radius C onto which w s is projected; the bound holds for l1',
  normalized: 'off: features keep their own units',
  adaptive: 'off: one rate for all features, which shrinks as t^-p; t is the weight of all examples',
  l1: 'strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features',
  l2: 'strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features',
  diameter:
    'D, the diameter of the box, in units of the weights; 0: (upper - lower) sqrt(features seen so far), as in section 5.1',
  lower: 'the smallest value of a weight',
  upper: 'the largest value of a weight',
  convexity: 'H: the losses have an L2 term (H/2) w^2 for every weight',
  lipschitz: 'G: the largest derivative of the loss with respect to a weight',
  delta:
    'added to the norm of the gradients, which makes the first steps smaller; the bound of adagrad-rda needs at least the largest gradient',
  regularizer:
    'a norm of all weights or a sum of norms over namespaces, which is added to the loss; or a ball in which the weights stay',
  strength: 'the factor of the norm, or the radius of the ball',
  gamma: 'inverse step size, in units of gradient per unit of the weights',
  formula: 'eq12: the formula of the theorem; eq14: weights are smaller by the factor p - 1',
  dimension: 'd, the number of features; 0: the number of features that have had a gradient',
  p: 'the norm of the weights: 2 is Euclidean; choose a smaller p if few features matter',
  alpha: 'step size, in units of the weights',
  beta: 'smoothing of the first steps, in units of gradient',
  aggressiveness:
    'C, the largest step; choose it smaller for noisier labels; the weight of an example multiplies it',
  noise: 'r, in units of x^2; the larger it is, the less the model trusts an example',
  covariance:
    'the matrix whose diagonal is kept: precision: the inverse of the covariance; sigma: the covariance',
  confidence:
    'phi: the required margin, in units of its variance; the larger it is, the more the model learns from each example',
  variance: 'a, the variance of every weight at the start, in units of the squared weight',
  epsilon: 'eps, the stake of each feature, in units of the loss; no need to tune',
  method: 'composite mirror descent or primal-dual averaging',
  forget:
    'half-life in examples: after that many examples, an example counts half in the statistics and in the sums of squared gradients; 0: nothing is forgotten',
  average:
    'predict, test and inspect use the average weights, with the weights before each example; learning and its progressive predictions use the current weights',
  scaling:
    'the unit of a feature: deviation: the standard deviation, around the mean, if the feature is mostly present; rms: the root mean square (sNAG)',
  prior:
    'G0: the sum of squared gradients that every feature starts with, in the unit of the feature; the scaling rms ignores it',
  families:
    'the scaling of the lanes; auto: deviation for real labels, otherwise both. If the parameter is not given, a stack of lanes also uses both',
  mixture:
    'how lanes are weighted: exponential weights (ew), fixed share (fs), the Bayes mixture of these (sw), its calibration (cal); auto: cal, or ew for real labels, which allow no other',
  quantile: 'the quantile to estimate; 0.5 is the median',
  huberDelta:
    'delta: the loss is quadratic for smaller errors and linear for larger ones; in units of the label',
  expectile: 'q: the expectile to estimate; 0.5 is the mean',
  insensitivity: 'epsilon: errors up to this size cost nothing; in units of the label',
}
