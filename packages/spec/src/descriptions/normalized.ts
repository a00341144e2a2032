import type { NormalizedRule } from '../rules/normalized.js'
import type { RuleDescription } from './description.js'

const paper = 'Ross, Mineiro, Langford: Normalized Online Learning (2013)'

const unitWeight = 'the weight in units of 1 / scale: w = weight / scale'
const differs =
  'one example does not move a prediction past its label (importance-aware steps). A value moves a scale at most 4-fold until a second one confirms it. Predictions and real labels are kept in range. --update plain --outliers keep --clip none --label-scale none is the algorithm as printed'
/** @param scale the meaning of the scale in such a rule */
const failsFarOut = (scale: string): string =>
  `if the first example is a million times too large, ${scale}, and the rule learns next to nothing from then on. Clean such data, or use nag, which bounds the first values`
const rate = 'step size eta, without a unit; the bound holds for sqrt(2) with a projection'
const ball = 'C, in units of the score: the rule competes with all weights whose scores are at most C'

export const normalizedDescriptions: Record<NormalizedRule, RuleDescription> = {
  nag: {
    title: 'NAG, normalized adaptive gradient',
    paper: `${paper}, Algorithm 2`,
    formula: 'w -= eta sqrt(t/N) g / (s sqrt(G)), s = max |x|, G = sum g^2; w *= s_old/s when s grows',
    states: { weight: unitWeight },
    cost: 'O(nnz)',
    description: 'adaptive, and no feature needs scaling; the default for a single model',
    differs,
  },
  'nag-power': {
    title: 'NAG with a chosen power and pseudo-examples at the start',
    paper: `${paper}, Algorithm 2, with power-t and initial-t as in the program of its authors`,
    formula:
      'w -= eta ((t0 + t) / (t0 + N))^(1-p) g / (s^(2-2p) (t0 s^2 + G)^p), p = power-t, t0 = initial-t, s = max |x|, G = sum g^2; w *= (s_old/s)^(2-2p) when s grows',
    params: { learningRate: 'step size; with power-t 0.5 without a unit' },
    states: { weight: unitWeight },
    cost: 'O(nnz)',
    description: 'nag with rates that fall faster or slower than 1 / sqrt(G)',
  },
  ng: {
    title: 'NG, normalized gradient descent',
    paper: `${paper}, Algorithm 1`,
    formula: 'w -= eta (t/N) g / s^2, s = max |x|; w *= (s_old/s)^2 when s grows',
    params: { learningRate: 'step size, in units of the label per unit of loss gradient' },
    states: { weight: unitWeight },
    cost: 'O(nnz)',
    description: 'normalized, not adaptive; keeps one number less per feature than nag',
    differs,
  },
  snag: {
    title: 'sNAG, NAG with the mean square as the scale',
    paper: `${paper}, section 3, last paragraph`,
    formula: 'NAG with s replaced by r = sqrt(sum x^2 / t) everywhere, also in the rescaling',
    states: {
      weight: unitWeight,
      gradient_norm: 'root of the sum of squared gradients, in units of sqrt(square_sum)',
    },
    cost: 'O(nnz)',
    description: 'like nag, with scales that depend on all values of a feature, not only on the largest',
  },
  'snag-seen': {
    title: 'sNAG, rescaled when a feature is present',
    paper: `${paper}, section 3, last paragraph`,
    formula: 'NAG with s replaced by r = sqrt(sum x^2 / t); w *= r_old/r only when the feature is present',
    states: {
      weight: unitWeight,
      scale: 'root mean square when the feature was last present',
    },
    cost: 'O(nnz)',
    description: 'other readings of the same paragraph as snag, for comparison',
  },
  'snag-meansquare': {
    title: 'AdaGrad on features over their root mean square',
    paper: `${paper}, Table 3, as the program of its authors computed it`,
    formula: 'r = x / sqrt(sum x^2 / t); v -= eta g r / sqrt(G), G = sum (g r)^2; w = v / sqrt(sum x^2 / t)',
    params: { learningRate: 'step size, in units of the score' },
    states: { weight: unitWeight },
    cost: 'O(nnz)',
    description: 'sNAG without N, for comparison',
  },
  conditioner: {
    title: 'Streaming diagonal conditioner',
    paper: `${paper}, section 5, Eq. 3 and Theorem 2`,
    formula: 'w -= C eta g / (sqrt(Q) s), Q = sum g^2, s = max |x|; then the projection on |s w| <= C',
    params: {
      learningRate: rate,
      radius: ball,
    },
    states: { weight: unitWeight },
    cost: 'O(nnz); with a projection O(slots of the table)',
    description:
      'has a regret bound, at the rate sqrt(2); with a projection, it competes with the weights inside the ball',
    fails: failsFarOut('its scales stay that large'),
  },
  transductive: {
    title: 'Transductive diagonal conditioner',
    paper: `${paper}, section 5, Eq. 2 and Theorem 1`,
    formula:
      'w -= C eta g / (sqrt(Q) s), Q = sum g^2, s = max |x| over all data; then the projection on |s w| <= C',
    params: {
      learningRate: rate,
      radius: ball,
    },
    states: { weight: unitWeight },
    cost: 'O(nnz); with a projection O(slots of the table)',
    description:
      'the streaming conditioner, for data that can be read twice: the first pass finds the scales',
    fails: failsFarOut('the first pass uses its values as scales'),
  },
  vw: {
    title: 'The update of Vowpal Wabbit 9',
    paper: `${paper}, Algorithm 2, as Vowpal Wabbit 9.11 computes it; Karampatziakis, Langford: Online Importance Weight Aware Updates (2011)`,
    formula:
      'w -= eta (t/N)^(1-p) g / (s^(2-2p) G^p), p = power-t, s = max |x|, G = sum g^2, all over examples with a loss; w *= (s_old/s)^(2-2p) when s grows, after the prediction',
    params: {
      learningRate: 'step size; with normalization without a unit',
      rescale:
        'when a weight is rescaled whose feature exceeds its scale: after the prediction and only if there is a loss, as in Vowpal Wabbit 9; or always before the prediction, as in the paper and the code of its authors',
      initialT:
        'the initial value of t, of N, and of G for every feature (in units of x^2); with adaptive and normalized off, 0 means 1',
      l1: 'L1 penalty: a step of size h moves every weight toward 0 by l1 h',
      l2: 'L2 penalty: a step of size h multiplies every weight by 1 - l2 h',
    },
    states: {
      weight: 'w times scale times own_scale^(2-2p); without normalization w',
      gradient_norm:
        'root of the sum of squared gradients, in units of scale; without normalization in units of the feature',
      N: 'sum over examples with a loss of (x / s)^2',
    },
    cost: 'O(nnz)',
    description:
      'to compare with Vowpal Wabbit, or to move from it: `ol-cli vw` translates its command lines',
    fails: failsFarOut('its scales stay that large'),
  },
}
