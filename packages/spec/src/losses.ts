import type { ParamEntry } from './params.js'
import { Register } from './register.js'

/** The kinds of labels: a loss takes one of them, or the number of a class, from 1. */
export type LabelKind = 'real' | 'sign' | 'count' | 'class'

/** How a score becomes the output for users. */
export type Link = 'identity' | 'logistic' | 'glf1' | 'exp'

/** A loss in the table of losses: its labels and its parameters. `describedLosses` has its descriptions. */
export interface LossEntry {
  readonly id: string
  /** the number of the loss in calls of the backends; never reused */
  readonly code: number
  readonly labels: Exclude<LabelKind, 'class'>
  /** the link that gives a score its meaning (a probability, a mean) */
  readonly link: Link
  readonly params: readonly ParamEntry[]
  /** the Lipschitz constant in the score: a number, the value of the parameter, or Infinity if there is none */
  readonly lipschitz: number | 'parameter'
  /** whether the derivative decays exponentially, without ever being 0 */
  readonly saturates?: boolean
  /** the c of a loss c (z - y)^2; 0 for others */
  readonly square: number
  /** the default range in which scores are kept */
  readonly clip: 'none' | 'labels' | readonly [min: number, max: number]
  /** how `learningRate: 'auto'` mixes lanes: by the log loss, by the square loss, or by any loss within a range */
  readonly mixture: 'log' | 'square' | 'hedge'
  /** the best constant prediction from the mean of the labels; 'none': it would need the labels themselves */
  readonly baseline: 'mean' | 'log-mean' | 'log-odds' | 'majority' | 'none'
  /** `softmax`: the columns of the classes are one distribution; absent: each column learns as if it were alone */
  readonly across?: 'softmax'
}

/** The scores z for which exp(z) is still useful. */
export const steep: readonly [min: number, max: number] = [-50, 50]

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

export const squaredEntry: LossEntry = {
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
}

export const logisticEntry: LossEntry = {
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
}

/** Losses by id: all of them, or the ones that a program imports. */
export type LossTable = { readonly [loss in LossId]?: LossEntry }

const known = /* @__PURE__ */ new Register<LossEntry>('loss')

/** Makes losses known to `lossOf`, and returns them. The table of losses does so; a program without it adds its own. */
export function addLosses<T extends LossTable>(entries: T): T {
  return known.add(entries)
}

/** Returns the entry of a loss; throws OL_PART if the program was built without it. */
export function lossOf(loss: LossId): LossEntry {
  return known.of(loss)
}
