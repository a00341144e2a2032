import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { maximum, N } from './shared-entries.js'
import { counted, positive, signed, squareSum } from './state-range.js'

const lipschitzLosses = ['logistic', 'hinge', 'absolute', 'quantile'] as const

const unitDual = {
  name: 'dual',
  range: signed,
  description: 'the sum of the negative gradients, in units of 1 / scale',
} as const
const unitNorm = {
  name: 'gradient_norm',
  range: positive,
  description: 'root of the sum of squared gradients, in units of scale',
} as const

const epsilon = (description: string): ParamEntry => ({
  name: 'epsilon',
  default: 1,
  min: 0,
  max: 1e9,
  minExclusive: true,
  description,
})

const scinolPaper =
  'Kempka, Kotlowski, Warmuth: Adaptive Scale-Invariant Online Algorithms for Learning Linear Models (2019)'

/** Ids of rules without a learning rate. */
export type ParameterFreeRule = 'scinol1' | 'scinol2' | 'kt' | 'coin'

export const parameterFreeRules: Record<ParameterFreeRule, RuleEntry> = {
  scinol1: {
    id: 'scinol1',
    code: 67,
    title: 'ScInOL1, scale invariant online learning, first algorithm',
    paper: `${scinolPaper}, Algorithm 1`,
    formula:
      'M = max |x|, beta = min(beta, eps (S2 + M^2) / (x^2 t)), w = beta sign(th) (e^(|th|/2) - 1) / (2 sqrt(S2 + M^2)), ' +
      'th = theta / sqrt(S2 + M^2); theta -= g, S2 += g^2',
    lane: [
      unitDual,
      unitNorm,
      {
        name: 'beta',
        range: squareSum,
        description: 'smallest beta of an example with the feature; 0 before the first',
      },
    ],
    shared: [maximum],
    scalars: [],
    laneScalars: [],
    params: [epsilon('eps, the loss that is risked per feature; no need to tune')],
    updates: ['plain'],
    losses: lipschitzLosses,
    scaleInvariant: true,
    cost: 'O(nnz)',
    description: 'nothing to tune: neither a learning rate nor scales',
  },
  scinol2: {
    id: 'scinol2',
    code: 68,
    title: 'ScInOL2, scale invariant online learning, second algorithm',
    paper: `${scinolPaper}, Algorithm 2`,
    formula:
      'M = max |x|, w = eta sign(th) min(|th|, 1) / (2 sqrt(S2 + M^2)), th = theta / sqrt(S2 + M^2); ' +
      'eta -= g w, theta -= g, S2 += g^2; eta = eps at the start',
    lane: [unitDual, unitNorm, { name: 'won', range: signed, description: 'eta - eps: the sum of -g w' }],
    shared: [maximum],
    scalars: [],
    laneScalars: [],
    params: [epsilon('eps, the stake of every feature at the start; no need to tune')],
    updates: ['plain'],
    losses: lipschitzLosses,
    scaleInvariant: true,
    cost: 'O(nnz)',
    description: 'nothing to tune: bets on every feature what it has won so far',
  },
  kt: {
    id: 'kt',
    code: 70,
    title: 'Coin betting, Krichevsky-Trofimov, a coin per feature',
    paper: 'Orabona, Pal: Coin Betting and Parameter-Free Online Learning (2016), Algorithm 2',
    formula: 'w = theta / (n + 1) (eps - sum g w); theta -= g, n the examples with the feature',
    lane: [
      { name: 'dual', range: signed, description: 'theta, the sum of the negative gradients' },
      { name: 'won', range: signed, description: 'the sum of -g w' },
      {
        name: 'count',
        range: counted,
        description: 'examples with the feature; in float32 exact up to 2^24',
      },
    ],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [epsilon('the stake of every feature at the start; no need to tune')],
    updates: ['plain'],
    losses: lipschitzLosses,
    othersRefused: true,
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'no learning rate; gradients must be within [-1, 1], so scale features to that',
  },
  coin: {
    id: 'coin',
    code: 95,
    title: 'Coin betting of Vowpal Wabbit',
    paper:
      'Orabona, Tommasi: Training Deep Networks without Learning Rates Through Coin Betting (2017), Algorithm 2, for linear ' +
      'models, as Vowpal Wabbit 9.11 computes it (--coin)',
    formula:
      'w = theta (alpha + wealth) / (L M (L M + G)), yhat = w x / mean of sum (x / M)^2, M = max |x|, L = max |dl/dz| >= beta; ' +
      'then, with the new L: wealth -= g w, theta -= g, G += |g|',
    lane: [
      unitDual,
      {
        name: 'gradient_size',
        range: positive,
        description: 'G, the sum of the sizes of the gradients, in units of scale',
      },
      { name: 'won', range: signed, description: 'the sum of -g w' },
      {
        name: 'steepest',
        range: positive,
        description:
          'L, the largest derivative of the loss of an example with the feature; 0 before the first',
      },
    ],
    shared: [maximum],
    scalars: [N],
    laneScalars: [],
    params: [
      {
        name: 'alpha',
        default: 4,
        min: 0,
        max: 1e9,
        minExclusive: true,
        description: 'the wealth of every feature at the start; no need to tune',
      },
      {
        name: 'beta',
        default: 1,
        min: 0,
        max: 1e9,
        minExclusive: true,
        description: 'the smallest L',
      },
    ],
    updates: ['plain'],
    clip: 'vw',
    scaleInvariant: true,
    cost: 'O(nnz)',
    description:
      'no learning rate, and no feature needs scaling; to compare with Vowpal Wabbit, or to move from it',
  },
}
