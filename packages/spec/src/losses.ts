import type { ParamEntry } from './params.js'

/** What labels may be: what a loss takes, or the number of a class, from 1. */
export type LabelKind = 'real' | 'sign' | 'count' | 'class'

/** How a score becomes what a user reads. */
export type Link = 'identity' | 'logistic' | 'glf1' | 'exp'

/** A loss in the table of losses: its formula, its labels and its parameters. */
export interface LossEntry {
  readonly id: string
  /** number of the loss on the way to the backends; never reused */
  readonly code: number
  readonly formula: string
  readonly derivative: string
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
  readonly description: string
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
  description: 'the quantile to estimate; 0.5 is the median',
}

const expectile: ParamEntry = {
  name: 'expectile',
  default: 0.5,
  min: 0,
  max: 1,
  minExclusive: true,
  maxExclusive: true,
  description: 'q: the expectile to estimate; 0.5 is the mean',
}

const huberDelta: ParamEntry = {
  name: 'huberDelta',
  default: 1,
  min: 0,
  max: 1e15,
  minExclusive: true,
  labelUnits: true,
  description: 'delta: the error from which on the loss grows in a straight line, in units of the label',
}

const insensitivity: ParamEntry = {
  name: 'insensitivity',
  default: 0.1,
  min: 0,
  max: 1e15,
  labelUnits: true,
  description: 'epsilon: the error up to which a score costs nothing, in units of the label',
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
    formula: '(z - y)^2',
    derivative: '2 (z - y)',
    labels: 'real',
    link: 'identity',
    params: [],
    lipschitz: Number.POSITIVE_INFINITY,
    square: 1,
    clip: 'labels',
    mixture: 'square',
    baseline: 'mean',
    description: 'regression to the mean',
  },
  logistic: {
    id: 'logistic',
    code: 1,
    formula: 'log(1 + exp(-y z))',
    derivative: '-y / (1 + exp(y z))',
    labels: 'sign',
    link: 'logistic',
    params: [],
    lipschitz: 1,
    saturates: true,
    square: 0,
    clip: steep,
    mixture: 'log',
    baseline: 'log-odds',
    description: 'classification with probabilities: P(y = 1) = 1 / (1 + exp(-z))',
  },
  hinge: {
    id: 'hinge',
    code: 2,
    formula: 'max(0, 1 - y z)',
    derivative: '-y if y z < 1, otherwise 0',
    labels: 'sign',
    link: 'identity',
    params: [],
    lipschitz: 1,
    square: 0,
    clip: 'none',
    mixture: 'hedge',
    baseline: 'majority',
    description: 'classification by the sign of the score',
  },
  absolute: {
    id: 'absolute',
    code: 3,
    formula: '|z - y|',
    derivative: 'sign(z - y), 0 at 0',
    labels: 'real',
    link: 'identity',
    params: [],
    lipschitz: 1,
    square: 0,
    clip: 'labels',
    mixture: 'hedge',
    baseline: 'none',
    description: 'regression to the median',
  },
  quantile: {
    id: 'quantile',
    code: 4,
    formula: 'tau (y - z) if y > z, otherwise (1 - tau) (z - y)',
    derivative: '-tau if y > z, 1 - tau if y < z, 0 if equal',
    labels: 'real',
    link: 'identity',
    params: [quantile],
    lipschitz: 1,
    square: 0,
    clip: 'labels',
    mixture: 'hedge',
    baseline: 'none',
    description: 'regression to a quantile (tau = --quantile)',
  },
  'half-squared': {
    id: 'half-squared',
    code: 5,
    formula: '(z - y)^2 / 2',
    derivative: 'z - y',
    labels: 'real',
    link: 'identity',
    params: [],
    lipschitz: Number.POSITIVE_INFINITY,
    square: 0.5,
    clip: 'labels',
    mixture: 'square',
    baseline: 'mean',
    description:
      'regression to the mean, with half the gradient of squared: as papers on least squares write it',
  },
  perceptron: {
    id: 'perceptron',
    code: 6,
    formula: 'max(0, -y z)',
    derivative: '-y if y z <= 0, otherwise 0',
    labels: 'sign',
    link: 'identity',
    params: [],
    lipschitz: 1,
    square: 0,
    clip: 'none',
    mixture: 'hedge',
    baseline: 'none',
    description: 'classification, learning from mistakes only (a score of 0 is one)',
  },
  poisson: {
    id: 'poisson',
    code: 7,
    formula: 'exp(z) - y z, z within [-50, 50]',
    derivative: 'exp(z) - y, z within [-50, 50]',
    labels: 'count',
    link: 'exp',
    params: [],
    lipschitz: Number.POSITIVE_INFINITY,
    square: 0,
    clip: steep,
    mixture: 'hedge',
    baseline: 'log-mean',
    description: 'counts: the mean is exp(z)',
  },
  huber: {
    id: 'huber',
    code: 8,
    formula: '(z - y)^2 / 2 if |z - y| <= delta, otherwise delta (|z - y| - delta / 2)',
    derivative: 'z - y if |z - y| <= delta, otherwise delta sign(z - y)',
    labels: 'real',
    link: 'identity',
    params: [huberDelta],
    lipschitz: 'parameter',
    square: 0,
    clip: 'labels',
    mixture: 'hedge',
    baseline: 'none',
    description: 'regression to the mean that outliers pull at no harder than an error of delta does',
  },
  expectile: {
    id: 'expectile',
    code: 9,
    formula: 'q (z - y)^2 if y > z, otherwise (1 - q) (z - y)^2',
    derivative: '2 q (z - y) if y > z, otherwise 2 (1 - q) (z - y)',
    labels: 'real',
    link: 'identity',
    params: [expectile],
    lipschitz: Number.POSITIVE_INFINITY,
    square: 0,
    clip: 'labels',
    mixture: 'hedge',
    baseline: 'none',
    description:
      'regression to an expectile (q = --expectile): what a quantile is to the median, to the mean',
  },
  'epsilon-insensitive': {
    id: 'epsilon-insensitive',
    code: 10,
    formula: 'max(0, |z - y| - epsilon)',
    derivative: 'sign(z - y) if |z - y| > epsilon, otherwise 0',
    labels: 'real',
    link: 'identity',
    params: [insensitivity],
    lipschitz: 1,
    square: 0,
    clip: 'labels',
    mixture: 'hedge',
    baseline: 'none',
    description: 'regression to the median, leaving errors of up to epsilon alone, as support vectors do',
  },
  softmax: {
    id: 'softmax',
    code: 11,
    formula:
      'log(1 + exp(-y z)), z the log odds of a class, ln p / (1 - p); p = exp(score) / sum exp(scores)',
    derivative: '-y / (1 + exp(y z))',
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
    description:
      'classes that exclude each other (multinomial logistic regression): -ln p of the class; without classes logistic',
  },
}
