import type { ParamName } from '../params.js'

/** The unit of each parameter, its effect, and when to change it: under a rule that does not say otherwise. */
export const paramDescriptions: Record<ParamName, string> = {
  learningRate: 'step size, without a unit; the best is usually within [0.1, 10]',
  count: 'the examples that count in N: all, or only those with a loss to learn from, as in Vowpal Wabbit',
  powerT:
    'p, the power by which rates fall: 0.5 for any data, 0 where all examples count alike, 1 for steady data',
  initialT:
    't0: learning starts as if t0 examples had come before the first, each with every feature at its largest value and a derivative of 1',
  decay: 'the learning rate is multiplied by t^-decay: 0 keeps it constant, 0.5 is 1/sqrt(t)',
  rescale:
    'when the weight of a present feature is rescaled: where its root mean square has grown, or always',
  radius: 'every weight is kept in [-radius, radius], in units of the weights',
  projection: 'the norm of the ball of radius C that w s is kept in; the bound holds for l1',
  normalized: 'off: in the units of the features',
  adaptive: 'off: one rate for all features, which shrinks by t^-p, t being the weight of all examples',
  l1: 'strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features',
  l2: 'strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features',
  diameter: 'D, in units of the weights; 0: (upper - lower) sqrt(features seen so far), as in section 5.1',
  lower: 'the smallest value of a weight',
  upper: 'the largest value of a weight',
  convexity: 'H: the losses have an L2 term (H/2) w^2 for every weight',
  lipschitz: 'G: the largest gradient of the loss in a weight',
  delta:
    'added to the norm of the gradients: smaller first steps; the bound of rda wants the largest gradient',
  regularizer:
    'a norm of all weights that is added to the loss, the sum of the norms of the weights of each namespace, or a ball that they are kept in',
  strength: 'the factor of the norm, or the radius of the ball',
  gamma: 'inverse step size, in units of gradient per unit of the weights',
  formula: 'eq12, which the theorem is about, or eq14, whose weights are smaller by the factor p - 1',
  dimension: 'd, the number of features; 0 counts those that have had a gradient',
  p: 'the norm of the weights: 2 is Euclidean, smaller for targets with few features',
  alpha: 'step size, in units of the weights',
  beta: 'smoothing of the first steps, in units of gradient',
  aggressiveness: 'C, the largest step: smaller for noisier labels; an example weight multiplies it',
  noise: 'r, in units of x^2: larger trusts an example less',
  covariance: "the diagonal that stands for the full matrix: its inverse's, or its own",
  confidence: 'phi: the required margin, in units of its variance; larger learns more from each example',
  variance: 'a, of every weight at the start, in units of the squared weight',
  epsilon: 'eps, the loss that is risked per feature; no need to tune',
  method: 'composite mirror descent or primal-dual averaging',
  forget:
    'half-life in examples: after that many examples, the contribution of an example to the statistics and to the sums of squared gradients counts half; 0: nothing is forgotten',
  average:
    'predict, test and inspect use the mean over all examples of the weights before each; learning and its progressive predictions continue from the last weights',
  scaling:
    'the unit of a feature: its standard deviation around its mean where it is mostly present, or its root mean square (sNAG)',
  prior: 'G0: squared gradients that every feature starts with, in its unit; not for the scaling rms',
  families:
    'the lanes by their scaling; auto: both, for real labels deviation; without the parameter both where lanes are stacked',
  mixture:
    'the weights of the output: exponential weights (ew), a fixed share (fs), the Bayes mixture of these (sw), its calibration (cal); auto: cal, for real labels ew, the only one',
  quantile: 'the quantile to estimate; 0.5 is the median',
  huberDelta: 'delta: the error from which on the loss grows in a straight line, in units of the label',
  expectile: 'q: the expectile to estimate; 0.5 is the mean',
  insensitivity: 'epsilon: the error up to which a score costs nothing, in units of the label',
}
