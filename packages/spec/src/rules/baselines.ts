import type { RuleEntry } from './entry.js'
import { decay, rate, weight } from './parts.js'

export type BaselinesRule = 'sgd'

export const baselines: Record<BaselinesRule, RuleEntry> = {
  sgd: {
    id: 'sgd',
    code: 4,
    title: 'SGD, stochastic gradient descent',
    paper: 'Zinkevich: Online Convex Programming and Generalized Infinitesimal Gradient Ascent (2003)',
    formula: 'w -= eta t^-decay g',
    lane: [weight],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [rate(0.1, 'step size, in units of the weights per unit of gradient'), decay],
    updates: ['invariant', 'plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    words: 'one number per feature; the baseline',
  },
}
