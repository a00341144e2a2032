import type { ParamEntry } from './params.js'

export type RuleId = 'nag' | 'ng' | 'snag' | 'adagrad' | 'sgd'

/** One number that a table keeps for every feature. */
export interface StateEntry {
  /** name of the tensor in the model file */
  readonly name: string
  readonly words: string
}

/** How the step of an example is sized. */
export type Update = 'invariant' | 'plain'

export interface RuleEntry {
  readonly id: string
  /** number of the rule on the way to the backends; never reused */
  readonly code: number
  readonly title: string
  readonly paper: string
  /** the update, with w the weight in the feature's own unit */
  readonly formula: string
  /** per feature and lane, in the table's precision; the first is what `read` starts from */
  readonly lane: readonly StateEntry[]
  /** per feature, one for all lanes, always float64 */
  readonly shared: readonly StateEntry[]
  /** per model, one for all lanes, after the engine's own (`engineScalars`) */
  readonly scalars: readonly StateEntry[]
  /** per model and lane, after those */
  readonly laneScalars: readonly StateEntry[]
  /** numeric parameters, each lane its own values */
  readonly params: readonly ParamEntry[]
  /** the first is the default */
  readonly updates: readonly Update[]
  /** whether predictions stay the same when a feature is multiplied by a constant (up to rounding) */
  readonly scaleInvariant: boolean
  /** work per example */
  readonly cost: string
  readonly words: string
}

/** Scalars that the engine keeps for every model, before those of the rule. */
export const engineScalars: readonly StateEntry[] = [
  { name: 't', words: 'sum of the weights of the examples learned from' },
  { name: 'examples', words: 'number of examples learned from' },
  { name: 'min_label', words: 'smallest label learned from (+Infinity before the first)' },
  { name: 'max_label', words: 'largest label learned from (-Infinity before the first)' },
]

const rate = (value: number, words: string): ParamEntry => ({
  name: 'learningRate',
  default: value,
  min: 0,
  max: 1e9,
  minExclusive: true,
  words,
})

const decay: ParamEntry = {
  name: 'decay',
  default: 0,
  min: 0,
  max: 1,
  words: 'the learning rate is multiplied by t^-decay: 0 keeps it constant, 0.5 is 1/sqrt(t)',
}

const weight = { name: 'weight', words: "the weight in the feature's own unit" }
const unitWeight = { name: 'weight', words: 'the weight in units of 1 / scale: w = weight / scale' }
const norm = { name: 'gradient_norm', words: 'root of the sum of squared gradients' }
const unitNorm = { name: 'gradient_norm', words: 'root of the sum of squared gradients, in units of scale' }
const maximum = { name: 'scale', words: 'largest |x| seen' }
const squares = { name: 'square_sum', words: 'sum of x^2' }
const N = { name: 'N', words: 'sum over examples and their features of (x / scale)^2' }

const ross = 'Ross, Mineiro, Langford: Normalized Online Learning (2013)'

/**
 * The table of rules. What a rule is called, keeps, takes and can do stands here and nowhere else; the two backends
 * hold the arithmetic, and flags, help, tests, model files and benchmarks iterate over this table.
 */
export const rules: Record<RuleId, RuleEntry> = {
  nag: {
    id: 'nag',
    code: 0,
    title: 'NAG, normalized adaptive gradient',
    paper: `${ross}, Algorithm 2`,
    formula: 'w -= eta sqrt(t/N) g / (s sqrt(G)), s = max |x|, G = sum g^2; w *= s_old/s when s grows',
    lane: [unitWeight, unitNorm],
    shared: [maximum],
    scalars: [N],
    laneScalars: [],
    params: [rate(2, 'step size, without a unit; the best is usually within [0.1, 10]')],
    updates: ['invariant', 'plain'],
    scaleInvariant: true,
    cost: 'O(nnz)',
    words: 'the default: adaptive, and no feature needs scaling',
  },
  ng: {
    id: 'ng',
    code: 1,
    title: 'NG, normalized gradient descent',
    paper: `${ross}, Algorithm 1`,
    formula: 'w -= eta (t/N) g / s^2, s = max |x|; w *= (s_old/s)^2 when s grows',
    lane: [unitWeight],
    shared: [maximum],
    scalars: [N],
    laneScalars: [],
    params: [rate(0.1, 'step size, in units of the label per unit of loss gradient'), decay],
    updates: ['invariant', 'plain'],
    scaleInvariant: true,
    cost: 'O(nnz)',
    words: 'normalized, not adaptive: one number less per feature than nag',
  },
  snag: {
    id: 'snag',
    code: 2,
    title: 'sNAG, NAG with the mean square as the scale',
    paper: `${ross}, section 3, last paragraph`,
    formula: 'NAG with s replaced by r = sqrt(sum x^2 / t) everywhere, the rescaling included',
    lane: [unitWeight, unitNorm],
    shared: [squares],
    scalars: [N],
    laneScalars: [],
    params: [rate(2, 'step size, without a unit; the best is usually within [0.1, 10]')],
    updates: ['invariant', 'plain'],
    scaleInvariant: true,
    cost: 'O(nnz)',
    words: 'less moved by a single outlier in a feature than nag',
  },
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
