import type { ModifiedRule, ModifierId } from './modifiers/index.js'
import type { ParamName } from './params.js'
import type { RuleId } from './rules/index.js'

/**
 * The unit of a row in a merge of models whose units differ. `own`: the unit of the feature; `maximum`: the largest
 * |x|, shared state 0; `rms`: the root mean square of shared state 0, the norm of the gradients being in units of the
 * root of the sum; `plain-rms`: the same, the norm having no unit; `last-rms`: shared state 1, of the last presence;
 * `standardized`: deviation or root mean square, see std.
 */
export type MergeUnit = 'own' | 'maximum' | 'rms' | 'plain-rms' | 'last-rms' | 'standardized'
export const mergeUnitCodes: Record<MergeUnit, number> = {
  own: 0,
  maximum: 1,
  rms: 2,
  'plain-rms': 3,
  'last-rms': 4,
  standardized: 5,
}

/**
 * The meaning of lane state 1 for the gradients of a feature: nothing, the root of their sum of squares, or that sum.
 */
export type MergeEvidence = 'none' | 'norm' | 'squares'
export const mergeEvidenceCodes: Record<MergeEvidence, number> = { none: 0, norm: 1, squares: 2 }

/** The meaning of lane state 0: the weight, or a number from which a weight is computed. */
export type MergeDual = 'weight' | 'ftrl' | 'rda'
export const mergeDualCodes: Record<MergeDual, number> = { weight: 0, ftrl: 1, rda: 2 }

/** How the weights of a feature in several models become one: as their mean, weighted by G^power t^(1 - power). */
export interface MergeForm {
  readonly unit: MergeUnit
  readonly evidence: MergeEvidence
  /** 0 with `none`: all models that have seen the feature are weighted by their examples */
  readonly power: number | { readonly param: ParamName }
  readonly dual?: MergeDual
  /**
   * whether the last lane state is the mean of the weight, and the last shared state the weight of the averaged
   * examples
   */
  readonly averages?: true
  /** whether the weight is brought up to date lazily, by the number of the example in which its feature next occurs */
  readonly lazy?: true
}

/** The merge of a rule, or the reason why it has none. */
export type MergeEntry = MergeForm | { readonly refused: string }

const adaptive = { evidence: 'norm', power: 0.5 } as const
const precision = { unit: 'own', evidence: 'norm', power: 1 } as const
const plain = { unit: 'own', evidence: 'none', power: 0 } as const
const standardized = { unit: 'standardized', evidence: 'squares', power: 0.5 } as const
const nag = { unit: 'maximum', ...adaptive } as const
const ng = { ...plain, unit: 'maximum' } as const
const snag = { unit: 'rms', ...adaptive } as const
const snagSeen = { unit: 'last-rms', ...adaptive } as const
const snagMeanSquare = { unit: 'plain-rms', ...adaptive } as const
const adagrad = { unit: 'own', ...adaptive } as const

const dual = {
  refused:
    'its state is a sum of gradients from which no weight of another number of examples follows, and adding the sums of models that learned apart diverges',
} as const
const whole = {
  refused: 'it keeps a matrix or sums over all features together, which do not add up row by row',
} as const
const pending = {
  refused:
    'penalties and forgetting are settled by clocks that the models do not share; merge the rule that it extends',
} as const
const betting = { refused: 'the gains of its coins depend on the order of all examples' } as const
const history = { refused: 'its experts are numbered by the examples of one stream' } as const
const scales = {
  refused: 'no merge of it has been tried: nag, snag, ng, adagrad, ftrl and arow have one',
} as const

/** The merge of every rule without modifiers: see docs/merging.md. */
const merges: Record<RuleId, MergeEntry> = {
  nag,
  'nag-power': { unit: 'maximum', evidence: 'norm', power: { param: 'powerT' } },
  ng,
  snag,
  'snag-seen': snagSeen,
  'snag-meansquare': snagMeanSquare,
  conditioner: scales,
  transductive: scales,
  vw: scales,
  sgd: plain,
  'ogd-global': whole,
  'ogd-coordinate': scales,
  aogd: scales,
  'hazan-kale': history,
  flh: history,
  flh2: history,
  adagrad,
  'adagrad-cmd': { ...adagrad, lazy: true },
  'adagrad-rda': { ...adagrad, dual: 'rda' },
  'adagrad-cmd-dense': whole,
  'adagrad-rda-dense': whole,
  'omd-l1': dual,
  rda: dual,
  'omd-strongly-convex': dual,
  'scale-invariant-pnorm': whole,
  'scale-invariant-adagrad': dual,
  'pnorm-lms': whole,
  ftrl: { ...adagrad, dual: 'ftrl' },
  perceptron: plain,
  'pnorm-perceptron': whole,
  pa: plain,
  pa1: plain,
  pa2: plain,
  pax: scales,
  'pax-pnorm': whole,
  sop: dual,
  arow: precision,
  'arow-omd': dual,
  cw: precision,
  scinol1: betting,
  scinol2: betting,
  kt: betting,
  coin: betting,
  'adagrad-full': whole,
  vaw: whole,
  'sop-full': whole,
  'arow-full': whole,
  'arow-omd-full': whole,
  'cw-full': whole,
  ons: whole,
  std: standardized,
  auto: standardized,
  'auto-small': standardized,
}

/** The change of a rule's merge by modifiers. */
const modified: Record<ModifierId, (base: MergeEntry) => MergeEntry> = {
  penalty: () => pending,
  average: (base) => ({ ...base, averages: true }),
}

/** Returns the merge of a rule with its modifiers. */
export function mergeOf({ rule, modifiers }: ModifiedRule): MergeEntry {
  return modifiers.reduce<MergeEntry>((entry, modifier) => modified[modifier](entry), merges[rule])
}
