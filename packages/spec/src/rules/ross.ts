import type { RuleEntry } from './entry.js'
import { count, decay, maximum, N, rate, squares, unitNorm, unitWeight } from './parts.js'

const paper = 'Ross, Mineiro, Langford: Normalized Online Learning (2013)'

export type RossRule = 'nag' | 'ng' | 'snag'

export const ross: Record<RossRule, RuleEntry> = {
  nag: {
    id: 'nag',
    code: 0,
    title: 'NAG, normalized adaptive gradient',
    paper: `${paper}, Algorithm 2`,
    formula: 'w -= eta sqrt(t/N) g / (s sqrt(G)), s = max |x|, G = sum g^2; w *= s_old/s when s grows',
    lane: [unitWeight, unitNorm],
    shared: [maximum],
    scalars: [],
    laneScalars: [N],
    params: [rate(2, 'step size, without a unit; the best is usually within [0.1, 10]'), count],
    updates: ['invariant', 'plain'],
    scaleInvariant: true,
    cost: 'O(nnz)',
    words: 'the default: adaptive, and no feature needs scaling',
  },
  ng: {
    id: 'ng',
    code: 1,
    title: 'NG, normalized gradient descent',
    paper: `${paper}, Algorithm 1`,
    formula: 'w -= eta (t/N) g / s^2, s = max |x|; w *= (s_old/s)^2 when s grows',
    lane: [unitWeight],
    shared: [maximum],
    scalars: [],
    laneScalars: [N],
    params: [rate(0.1, 'step size, in units of the label per unit of loss gradient'), decay, count],
    updates: ['invariant', 'plain'],
    scaleInvariant: true,
    cost: 'O(nnz)',
    words: 'normalized, not adaptive: one number less per feature than nag',
  },
  snag: {
    id: 'snag',
    code: 2,
    title: 'sNAG, NAG with the mean square as the scale',
    paper: `${paper}, section 3, last paragraph`,
    formula: 'NAG with s replaced by r = sqrt(sum x^2 / t) everywhere, the rescaling included',
    lane: [unitWeight, unitNorm],
    shared: [squares],
    scalars: [],
    laneScalars: [N],
    params: [rate(2, 'step size, without a unit; the best is usually within [0.1, 10]')],
    updates: ['invariant', 'plain'],
    scaleInvariant: true,
    cost: 'O(nnz)',
    words: 'less moved by a single outlier in a feature than nag',
  },
}
