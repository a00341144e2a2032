import type { RuleEntry } from './entry.js'
import { norm, rate, weight } from './parts.js'

export type DuchiRule = 'adagrad'

export const duchi: Record<DuchiRule, RuleEntry> = {
  adagrad: {
    id: 'adagrad',
    code: 3,
    title: 'AdaGrad, diagonal, without projection',
    paper:
      'Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010), Algorithm 1 (delta = 0, no regularizer)',
    formula: 'w -= eta g / sqrt(G), G = sum g^2',
    lane: [weight, norm],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [rate(0.5, 'step size, in units of the weights')],
    updates: ['invariant', 'plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    words: 'adaptive, but the best rate depends on the units of the features',
  },
}
