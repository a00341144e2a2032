import type { ParameterFreeRule } from '../rules/parameter-free.js'
import type { RuleDescription } from './description.js'

const scinolPaper =
  'Kempka, Kotlowski, Warmuth: Adaptive Scale-Invariant Online Algorithms for Learning Linear Models (2019)'

const unitDual = 'the sum of the negative gradients, in units of 1 / scale'

export const parameterFreeDescriptions: Record<ParameterFreeRule, RuleDescription> = {
  scinol1: {
    title: 'ScInOL1, scale invariant online learning, first algorithm',
    paper: `${scinolPaper}, Algorithm 1`,
    formula:
      'M = max |x|, beta = min(beta, eps (S2 + M^2) / (x^2 t)), w = beta sign(th) (e^(|th|/2) - 1) / (2 sqrt(S2 + M^2)), th = theta / sqrt(S2 + M^2); theta -= g, S2 += g^2',
    states: { dual: unitDual },
    cost: 'O(nnz)',
    description: 'nothing to tune: neither a learning rate nor scales',
  },
  scinol2: {
    title: 'ScInOL2, scale invariant online learning, second algorithm',
    paper: `${scinolPaper}, Algorithm 2`,
    formula:
      'M = max |x|, w = eta sign(th) min(|th|, 1) / (2 sqrt(S2 + M^2)), th = theta / sqrt(S2 + M^2); eta -= g w, theta -= g, S2 += g^2; eta = eps at the start',
    params: { epsilon: 'eps, the stake of every feature at the start; no need to tune' },
    states: {
      dual: unitDual,
      won: 'eta - eps, what the bets have won: the sum of -g w',
    },
    cost: 'O(nnz)',
    description: 'nothing to tune: bets on every feature a share of what it has won so far',
  },
  kt: {
    title: 'Coin betting, Krichevsky-Trofimov, a coin per feature',
    paper: 'Orabona, Pal: Coin Betting and Parameter-Free Online Learning (2016), Algorithm 2',
    formula: 'w = theta / (n + 1) (eps - sum g w); theta -= g, n the examples with the feature',
    params: { epsilon: 'the stake of every feature at the start; no need to tune' },
    states: {
      dual: 'theta, the sum of the negative gradients',
      count: 'number of examples with the feature; in float32 exact up to 2^24',
    },
    cost: 'O(nnz)',
    description: 'no learning rate; gradients must be within [-1, 1], so scale the features accordingly',
  },
  coin: {
    title: 'Coin betting of Vowpal Wabbit',
    paper:
      'Orabona, Tommasi: Training Deep Networks without Learning Rates Through Coin Betting (2017), Algorithm 2, for linear models, as Vowpal Wabbit 9.11 computes it (--coin)',
    formula:
      'w = theta (alpha + wealth) / (L M (L M + G)), yhat = w x / mean of sum (x / M)^2, M = max |x|, L = max |dl/dz| >= beta; then, with the new L: wealth -= g w, theta -= g, G += |g|',
    params: {
      alpha: 'the wealth of every feature at the start; no need to tune',
      beta: 'the smallest L, in units of dl/dz',
    },
    states: { dual: unitDual },
    cost: 'O(nnz)',
    description:
      'no learning rate, and no feature needs scaling; to compare with Vowpal Wabbit, or to move from it',
  },
}
