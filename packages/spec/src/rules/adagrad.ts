import type { ParamEntry } from '../params.js'
import type { RuleEntry } from './rule-entry.js'
import { lastRound, lower, norm, rate, ridge, upper, weight } from './shared-entries.js'
import { signed } from './state-range.js'

const paper = 'Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010)'

/** Ids of AdaGrad and its kin. */
export type AdagradRule =
  | 'adagrad'
  | 'adagrad-cmd'
  | 'adagrad-rda'
  | 'adagrad-cmd-dense'
  | 'adagrad-rda-dense'

const eta = rate(0.5, 'step size, in units of the weights')

const delta: ParamEntry = {
  name: 'delta',
  default: 0,
  min: 0,
  max: 1e9,
  description:
    'added to the norm of the gradients: smaller first steps; the bound of rda wants the largest gradient',
}

const lasso: ParamEntry = {
  name: 'l1',
  default: 0,
  min: 0,
  max: 1e9,
  description: 'strength of the L1 term, in units of the gradient: the larger, the more weights are 0',
}

const unbounded = 1e300
const separable = [
  eta,
  delta,
  lasso,
  ridge,
  lower(-unbounded, -unbounded),
  upper(unbounded, unbounded),
] as const

const dense = {
  scalars: [],
  laneScalars: [],
  params: [
    eta,
    delta,
    {
      name: 'regularizer',
      default: 0,
      min: 0,
      max: 3,
      integer: true,
      choices: ['l2-norm', 'linf-norm', 'l1-ball', 'l2-ball'],
      description: 'a norm of all weights that is added to the loss, or a ball that they are kept in',
    },
    {
      name: 'strength',
      default: 0.01,
      min: 0,
      max: 1e9,
      minExclusive: true,
      ball: { norm: 'l2', where: { param: 'regularizer', choice: 'l2-ball' } },
      description: 'the factor of the norm, or the radius of the ball',
    },
  ],
  updates: ['plain'],
  maxBits: 16,
  defaultBits: 12,
  scaleInvariant: false,
  cost: 'O(slots of the table)',
} as const satisfies Partial<RuleEntry>

export const adagradRules: Record<AdagradRule, RuleEntry> = {
  adagrad: {
    id: 'adagrad',
    code: 3,
    title: 'AdaGrad, diagonal, without projection',
    paper: `${paper}, Algorithm 1 (delta = 0, no regularizer)`,
    formula: 'w -= eta g / sqrt(G), G = sum g^2',
    lane: [weight, norm],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: [eta],
    updates: ['invariant', 'plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'adaptive, but the best rate depends on the units of the features',
  },
  'adagrad-cmd': {
    id: 'adagrad-cmd',
    code: 30,
    title: 'AdaGrad, composite mirror descent',
    paper: `${paper}, Algorithm 1, Eq. 6`,
    formula:
      'w = argmin over the box of eta g w + eta (l1 |w| + l2 w^2 / 2) + h (w - w_old)^2 / 2, h = delta + sqrt(sum g^2)',
    lane: [weight, norm],
    shared: [lastRound],
    scalars: [],
    laneScalars: [],
    params: separable,
    updates: ['plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'AdaGrad with L1, L2, both, or a box, each exact and lazy',
  },
  'adagrad-rda': {
    id: 'adagrad-rda',
    code: 31,
    title: 'AdaGrad, primal-dual (RDA)',
    paper: `${paper}, Algorithm 1, Eq. 5`,
    formula: 'w = argmin over the box of eta u w + eta t (l1 |w| + l2 w^2 / 2) + h w^2 / 2, u = sum g',
    lane: [{ name: 'gradient_sum', range: signed, description: 'sum of the gradients' }, norm],
    shared: [],
    scalars: [],
    laneScalars: [],
    params: separable,
    updates: ['plain'],
    scaleInvariant: false,
    cost: 'O(nnz)',
    description: 'as adagrad-cmd, with many more weights at 0 under L1',
  },
  'adagrad-cmd-dense': {
    id: 'adagrad-cmd-dense',
    code: 32,
    title: 'AdaGrad, composite mirror descent, regularizers of all weights together',
    paper: `${paper}, Algorithm 1, Eq. 6`,
    formula: 'w = argmin of eta g w + eta strength |w| + |w - w_old|_h^2 / 2, or the same on a ball',
    lane: [weight, norm],
    shared: [],
    ...dense,
    description: 'for small tables: all weights at 0 at once, a largest weight, or a ball',
  },
  'adagrad-rda-dense': {
    id: 'adagrad-rda-dense',
    code: 33,
    title: 'AdaGrad, primal-dual (RDA), regularizers of all weights together',
    paper: `${paper}, Algorithm 1, Eq. 5`,
    formula: 'w = argmin of eta u w + eta t strength |w| + |w|_h^2 / 2, or the same on a ball, u = sum g',
    lane: [weight, norm, { name: 'gradient_sum', range: signed, description: 'sum of the gradients' }],
    shared: [],
    ...dense,
    description: 'as adagrad-cmd-dense, primal-dual',
  },
}
