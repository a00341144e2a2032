import type { ParamEntry } from './params.js'

/** What labels may be: what a loss takes, or the number of a class, from 1. */
export type LabelKind = 'real' | 'sign' | 'count' | 'class'

/** How a score becomes what a user reads. */
export type Link = 'identity' | 'logistic' | 'glf1' | 'exp'

/** A loss in the table of losses: its labels and its parameters. What there is to read about it: `describedLosses`. */
export interface LossEntry {
  readonly id: string
  /** number of the loss on the way to the backends; never reused */
  readonly code: number
  readonly labels: Exclude<LabelKind, 'class'>
  /** the link that gives a score its meaning (a probability, a mean) */
  readonly link: Link
  readonly params: readonly ParamEntry[]
  /** Lipschitz constant in the score: a number, the value of the parameter, or Infinity where there is none */
  readonly lipschitz: number | 'parameter'
  /** whether the derivative fades away exponentially, without ever being 0 */
  readonly saturates?: boolean
  /** the c of a loss c (z - y)^2; 0 for others */
  readonly square: number
  /** the range that scores are kept in where none is named */
  readonly clip: 'none' | 'labels' | readonly [min: number, max: number]
  /** how `learningRate: 'auto'` mixes lanes: by the log loss, by the square loss, or by any loss within a range */
  readonly mixture: 'log' | 'square' | 'hedge'
  /** the best constant prediction from the mean of the labels; 'none': it would need the labels themselves */
  readonly baseline: 'mean' | 'log-mean' | 'log-odds' | 'majority' | 'none'
  /** `softmax`: the columns of the classes are one distribution; absent: each column learns as if it were alone */
  readonly across?: 'softmax'
}

/** Beyond it exp(z) is of no use. */
const steep = [-50, 50] as const

const quantile: ParamEntry = {
  name: 'quantile',
  default: 0.5,
  min: 0,
  max: 1,
  minExclusive: true,
  maxExclusive: true,
}

const expectile: ParamEntry = {
  name: 'expectile',
  default: 0.5,
  min: 0,
  max: 1,
  minExclusive: true,
  maxExclusive: true,
}

const huberDelta: ParamEntry = {
  name: 'huberDelta',
  default: 1,
  min: 0,
  max: 1e15,
  minExclusive: true,
  labelUnits: true,
}

const insensitivity: ParamEntry = {
  name: 'insensitivity',
  default: 0.1,
  min: 0,
  max: 1e15,
  labelUnits: true,
}

/** The id of a loss: see `losses`. */
export type LossId =
  | 'squared'
  | 'logistic'
  | 'hinge'
  | 'absolute'
  | 'quantile'
  | 'half-squared'
  | 'perceptron'
  | 'poisson'
  | 'huber'
  | 'expectile'
  | 'epsilon-insensitive'
  | 'softmax'

/** The table of losses: z is the score (after clipping), y the label. */
export const losses: Record<LossId, LossEntry> = {
  squared: {
    id: 'squared',
    code: 0,
    labels: 'real',
    link: 'identity',
    params: [],
    lipschitz: Number.POSITIVE_INFINITY,
    square: 1,
    clip: 'labels',
    mixture: 'square',
    baseline: 'mean',
  },
  logistic: {
    id: 'logistic',
    code: 1,
    labels: 'sign',
    link: 'logistic',
    params: [],
    lipschitz: 1,
    saturates: true,
    square: 0,
    clip: steep,
    mixture: 'log',
    baseline: 'log-odds',
  },
  hinge: {
    id: 'hinge',
    code: 2,
    labels: 'sign',
    link: 'identity',
    params: [],
    lipschitz: 1,
    square: 0,
    clip: 'none',
    mixture: 'hedge',
    baseline: 'majority',
  },
  absolute: {
    id: 'absolute',
    code: 3,
    labels: 'real',
    link: 'identity',
    params: [],
    lipschitz: 1,
    square: 0,
    clip: 'labels',
    mixture: 'hedge',
    baseline: 'none',
  },
  quantile: {
    id: 'quantile',
    code: 4,
    labels: 'real',
    link: 'identity',
    params: [quantile],
    lipschitz: 1,
    square: 0,
    clip: 'labels',
    mixture: 'hedge',
    baseline: 'none',
  },
  'half-squared': {
    id: 'half-squared',
    code: 5,
    labels: 'real',
    link: 'identity',
    params: [],
    lipschitz: Number.POSITIVE_INFINITY,
    square: 0.5,
    clip: 'labels',
    mixture: 'square',
    baseline: 'mean',
  },
  perceptron: {
    id: 'perceptron',
    code: 6,
    labels: 'sign',
    link: 'identity',
    params: [],
    lipschitz: 1,
    square: 0,
    clip: 'none',
    mixture: 'hedge',
    baseline: 'none',
  },
  poisson: {
    id: 'poisson',
    code: 7,
    labels: 'count',
    link: 'exp',
    params: [],
    lipschitz: Number.POSITIVE_INFINITY,
    square: 0,
    clip: steep,
    mixture: 'hedge',
    baseline: 'log-mean',
  },
  huber: {
    id: 'huber',
    code: 8,
    labels: 'real',
    link: 'identity',
    params: [huberDelta],
    lipschitz: 'parameter',
    square: 0,
    clip: 'labels',
    mixture: 'hedge',
    baseline: 'none',
  },
  expectile: {
    id: 'expectile',
    code: 9,
    labels: 'real',
    link: 'identity',
    params: [expectile],
    lipschitz: Number.POSITIVE_INFINITY,
    square: 0,
    clip: 'labels',
    mixture: 'hedge',
    baseline: 'none',
  },
  'epsilon-insensitive': {
    id: 'epsilon-insensitive',
    code: 10,
    labels: 'real',
    link: 'identity',
    params: [insensitivity],
    lipschitz: 1,
    square: 0,
    clip: 'labels',
    mixture: 'hedge',
    baseline: 'none',
  },
  softmax: {
    id: 'softmax',
    code: 11,
    labels: 'sign',
    link: 'logistic',
    params: [],
    lipschitz: 1,
    square: 0,
    clip: 'none',
    mixture: 'log',
    baseline: 'log-odds',
    saturates: true,
    across: 'softmax',
  },
}
