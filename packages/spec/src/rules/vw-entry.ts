import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { initialT, maximum, powerT, rate } from './shared-entries.js'
import { positive, probability, signed, squareSum, weightSum } from './state-range.js'

const choice = (name: 'adaptive' | 'normalized', description: string): ParamEntry => ({
  name,
  default: 0,
  min: 0,
  max: 1,
  common: true,
  choices: ['on', 'off'],
  description,
})

const penalty = (name: 'l1' | 'l2', description: string): ParamEntry => ({
  name,
  default: 0,
  min: 0,
  max: 1e9,
  description,
})

export const vwEntry: RuleEntry = {
  id: 'vw',
  code: 71,
  title: 'The update of Vowpal Wabbit 9',
  paper:
    'Ross, Mineiro, Langford: Normalized Online Learning (2013), Algorithm 2, as Vowpal Wabbit 9.11 computes it; ' +
    'Karampatziakis, Langford: Online Importance Weight Aware Updates (2011)',
  formula:
    'w -= eta (t/N)^(1-p) g / (s^(2-2p) G^p), p = power-t, s = max |x|, G = sum g^2, all over examples with a loss; ' +
    'w *= (s_old/s)^(2-2p) when s grows, after the prediction',
  lane: [
    {
      name: 'weight',
      range: signed,
      description: 'w times scale times own_scale^(2-2p); without normalization w',
    },
    {
      name: 'gradient_norm',
      range: positive,
      description:
        'root of the sum of squared gradients, in units of scale; without normalization in that of the feature',
    },
    {
      name: 'own_scale',
      range: probability,
      description: 'largest |x| of the examples with a loss, in units of scale',
    },
  ],
  shared: [maximum],
  scalars: [],
  laneScalars: [
    { name: 'N', range: squareSum, description: 'sum over examples with a loss of (x / s)^2' },
    { name: 'updates', range: weightSum, description: 'sum of the weights of the examples with a loss' },
    {
      name: 'contracted',
      range: probability,
      description: 'of l2: 1 less the factor of all weights that is still to be applied',
    },
    {
      name: 'gravity',
      range: positive,
      description: 'of l1: what is still to be taken off the size of every weight',
    },
  ],
  params: [
    rate(0.5, 'step size; with normalization without a unit'),
    choice('normalized', 'off: in the units of the features'),
    choice(
      'adaptive',
      'off: one rate for all features, which shrinks by t^-p, t being the weight of all examples',
    ),
    {
      name: 'rescale',
      default: 0,
      min: 0,
      max: 1,
      common: true,
      choices: ['after', 'before'],
      description:
        'when a weight is rescaled whose feature is larger than ever: after the prediction and only where there is a loss ' +
        '(Vowpal Wabbit 9), or before it and always, as in the paper and the code of its authors',
    },
    powerT,
    initialT(
      'what G of every feature (in the unit of its square), N and its t start from; without adaptive and normalized 1 where it is 0',
    ),
    penalty('l1', 'L1 penalty: a step of size h takes l1 h off the size of every weight'),
    penalty('l2', 'L2 penalty: a step of size h multiplies every weight by 1 - l2 h'),
  ],
  updates: ['invariant', 'plain'],
  clip: 'vw',
  scaleInvariant: true,
  cost: 'O(nnz)',
  description: 'to compare with Vowpal Wabbit, or to move from it: `ol-cli vw` translates its command lines',
}
