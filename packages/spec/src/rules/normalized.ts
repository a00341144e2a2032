import type { RuleEntry } from './rule-entry.js'
import {
  believedMaximum,
  count,
  decay,
  initialT,
  maximum,
  N,
  powerT,
  rate,
  squares,
  unitNorm,
  unitWeight,
} from './shared-entries.js'
import { meanMagnitude } from './state-range.js'
import { vwEntry } from './vw-entry.js'

const paper = 'Ross, Mineiro, Langford: Normalized Online Learning (2013)'

/** Ids of normalized rules. */
export type NormalizedRule =
  | 'nag'
  | 'nag-power'
  | 'ng'
  | 'snag'
  | 'snag-seen'
  | 'snag-meansquare'
  | 'conditioner'
  | 'transductive'
  | 'vw'

const conditioned = {
  lane: [unitWeight, unitNorm],
  shared: [maximum],
  scalars: [],
  laneScalars: [],
  params: [
    rate(0.5, 'step size eta, without a unit; the bound is that of sqrt(2) with a projection'),
    {
      name: 'radius',
      default: 1,
      min: 0,
      max: 1e9,
      minExclusive: true,
      ball: { norm: 'l1' },
      description: 'C, in units of the score: the largest score of the weights that the rule competes with',
    },
    {
      name: 'projection',
      default: 0,
      min: 0,
      max: 3,
      integer: true,
      choices: ['none', 'l1', 'l2', 'linf'],
      description: 'the norm of the ball of radius C that w s is kept in; l1 is that of the bound',
    },
  ],
  updates: ['invariant', 'plain'],
  maxBits: 16,
  defaultBits: 12,
  dense: { param: 'projection', choices: ['l1', 'l2', 'linf'] },
  scaleInvariant: true,
  cost: 'O(nnz); with a projection O(slots of the table)',
} as const satisfies Partial<RuleEntry>

export const normalizedRules: Record<NormalizedRule, RuleEntry> = {
  nag: {
    id: 'nag',
    code: 0,
    title: 'NAG, normalized adaptive gradient',
    paper: `${paper}, Algorithm 2`,
    formula: 'w -= eta sqrt(t/N) g / (s sqrt(G)), s = max |x|, G = sum g^2; w *= s_old/s when s grows',
    lane: [unitWeight, unitNorm],
    shared: [believedMaximum],
    scalars: [],
    laneScalars: [N],
    params: [rate(2, 'step size, without a unit; the best is usually within [0.1, 10]'), count],
    updates: ['invariant', 'plain'],
    reach: 4,
    scaleInvariant: true,
    cost: 'O(nnz)',
    description: 'adaptive, and no feature needs scaling: the default of a single model',
  },
  'nag-power': {
    id: 'nag-power',
    code: 96,
    extends: 'nag',
    title: 'NAG with another power, from pseudo-examples on',
    paper: `${paper}, Algorithm 2, with the power-t and initial-t of the program of its authors`,
    formula:
      'w -= eta ((t0 + t) / (t0 + N))^(1-p) g / (s^(2-2p) (t0 s^2 + G)^p), p = power-t, t0 = initial-t, s = max |x|, ' +
      'G = sum g^2; w *= (s_old/s)^(2-2p) when s grows',
    lane: [unitWeight, unitNorm],
    shared: [believedMaximum],
    scalars: [],
    laneScalars: [N],
    params: [
      rate(2, 'step size; with power-t 0.5 without a unit'),
      count,
      powerT,
      initialT(
        't0: so many examples are taken to have come before the first, each with every feature at its largest and a derivative of 1',
      ),
    ],
    updates: ['invariant', 'plain'],
    reach: 4,
    scaleInvariant: true,
    cost: 'O(nnz)',
    description: 'nag whose rates fall faster or slower than with the root of G',
  },
  ng: {
    id: 'ng',
    code: 1,
    title: 'NG, normalized gradient descent',
    paper: `${paper}, Algorithm 1`,
    formula: 'w -= eta (t/N) g / s^2, s = max |x|; w *= (s_old/s)^2 when s grows',
    lane: [unitWeight],
    shared: [believedMaximum],
    scalars: [],
    laneScalars: [N],
    params: [rate(0.1, 'step size, in units of the label per unit of loss gradient'), decay, count],
    updates: ['invariant', 'plain'],
    reach: 4,
    scaleInvariant: true,
    cost: 'O(nnz)',
    description: 'normalized, not adaptive: one number less per feature than nag',
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
    reach: 1,
    scaleInvariant: true,
    cost: 'O(nnz)',
    description: 'less moved by a single outlier in a feature than nag',
  },
  'snag-seen': {
    id: 'snag-seen',
    code: 10,
    title: 'sNAG, rescaled when a feature is present',
    paper: `${paper}, section 3, last paragraph`,
    formula: 'NAG with s replaced by r = sqrt(sum x^2 / t); w *= r_old/r only when the feature is present',
    lane: [unitWeight, unitNorm],
    shared: [
      squares,
      {
        name: 'scale',
        range: meanMagnitude,
        description: 'root mean square when the feature was last present',
      },
      { name: 'largest_scale', range: meanMagnitude, description: 'the largest of those' },
    ],
    scalars: [],
    laneScalars: [N],
    params: [
      rate(2, 'step size, without a unit; the best is usually within [0.1, 10]'),
      {
        name: 'rescale',
        default: 0,
        min: 0,
        max: 1,
        integer: true,
        choices: ['grow', 'seen'],
        description:
          'when the weight of a present feature is rescaled: where its root mean square has grown, or always',
      },
    ],
    updates: ['invariant', 'plain'],
    reach: 1,
    scaleInvariant: true,
    cost: 'O(nnz)',
    description: 'other readings of the same paragraph as snag, for comparison',
  },
  'snag-meansquare': {
    id: 'snag-meansquare',
    code: 11,
    title: 'AdaGrad on features over their root mean square',
    paper: `${paper}, Table 3 as its authors' program computed it`,
    formula: 'r = x / sqrt(sum x^2 / t); v -= eta g r / sqrt(G), G = sum (g r)^2; w = v / sqrt(sum x^2 / t)',
    lane: [unitWeight, unitNorm],
    shared: [squares],
    scalars: [],
    laneScalars: [],
    params: [rate(0.5, 'step size, in units of the score')],
    updates: ['invariant', 'plain'],
    reach: 1,
    scaleInvariant: true,
    cost: 'O(nnz)',
    description: 'sNAG without N, for comparison',
  },
  conditioner: {
    id: 'conditioner',
    code: 12,
    title: 'Streaming diagonal conditioner',
    paper: `${paper}, section 5, Eq. 3 and Theorem 2`,
    formula: 'w -= C eta g / (sqrt(Q) s), Q = sum g^2, s = max |x|; then the projection on |s w| <= C',
    ...conditioned,
    description:
      'has a regret bound (sqrt(2) is its rate); with a projection it competes with the weights inside the ball',
  },
  transductive: {
    id: 'transductive',
    code: 13,
    title: 'Transductive diagonal conditioner',
    paper: `${paper}, section 5, Eq. 2 and Theorem 1`,
    formula:
      'w -= C eta g / (sqrt(Q) s), Q = sum g^2, s = max |x| over all data; then the projection on |s w| <= C',
    ...conditioned,
    firstPass: true,
    description:
      'the streaming conditioner, for data that can be read twice: the first pass finds the scales',
  },
  vw: vwEntry,
}
