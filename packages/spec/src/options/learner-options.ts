import type { OptionEntry } from './option-entry.js'

/**
 * Every option of a learner except the parameters of rules and losses, by its name in the API, in the order of help.
 */
export const learnerOptions = {
  rule: {
    kind: 'rule',
    description: 'the update rule',
    otherwise:
      'auto, or nag if a parameter or a loss is given that auto does not have; l1, l2, forget, average and bootstrap need a rule',
    file: {},
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'rule' },
  },
  task: {
    kind: 'choice',
    description:
      'the kind of labels: binary: one of two classes; multiclass: one of several classes; regression: a number; auto: decided by other options',
    choices: ['auto', 'binary', 'multiclass', 'regression'],
    otherwise: 'auto; for files, inferred from the labels in the first 1 MiB',
    load: 'compared',
    merge: 'free',
    flag: { metavar: 'task' },
  },
  loss: {
    kind: 'loss',
    description: 'the loss to minimize',
    otherwise: 'by the task: logistic or squared; otherwise the first that the rule supports',
    file: {},
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'loss' },
  },
  update: {
    kind: 'choice',
    description:
      'how an example is learned: invariant: an example of weight 2 counts as two examples; plain: one gradient step',
    choices: ['invariant', 'plain'],
    otherwise: 'invariant, if the rule supports it',
    file: {},
    load: 'replaces',
    merge: 'equal',
    flag: { metavar: 'kind' },
  },
  bits: {
    kind: 'bits',
    description:
      '2^bits slots for hashed features; grow: an exact feature index, without collisions, whose memory grows with the features seen',
    otherwise: '18, unless the rule has another default',
    min: 1,
    max: 30,
    file: {},
    load: 'fixed',
    merge: 'equal',
    flag: { short: 'b', metavar: 'n' },
  },
  maxFeatures: {
    kind: 'whole',
    description:
      'with bits grow: the most features that get a slot; further features are ignored, counted and reported, so that memory stays constant',
    otherwise: 'no limit',
    min: 1,
    max: 1073741824,
    file: { unless: undefined },
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'n' },
  },
  precision: {
    kind: 'choice',
    description: 'the type of the numbers in the table; arithmetic is always in double',
    choices: ['float32', 'float64'],
    otherwise: 'float32; float64 for rules with a matrix',
    file: {},
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'kind' },
  },
  clip: {
    kind: 'clip',
    description:
      'the range in which predictions are kept: [MIN, MAX]; labels: the range of the labels so far; vw: the same range, extended to 0 and the label of the example itself, as in Vowpal Wabbit; none; auto: by the loss',
    otherwise:
      'auto: [-50, 50] for logistic and poisson loss, labels for losses of real labels, otherwise none',
    file: { json: true },
    load: 'replaces',
    merge: 'equal',
    flag: { metavar: 'range' },
  },
  labelScale: {
    kind: 'choice',
    description:
      'the unit in which numeric labels are learned: spread: the distance from their mean so far, in standard deviations so far, so that their unit and zero do not matter; none: as they are',
    choices: ['spread', 'none'],
    otherwise: 'spread for losses of real labels without classes, otherwise none',
    file: { implied: true },
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'unit' },
  },
  outliers: {
    kind: 'choice',
    description:
      'the treatment of outliers, values and labels far beyond all earlier ones: bound: an outlier changes the scale of its feature only within a bound, and an example with an outlier label is not learned; errors: in addition, squared loss learns an outlier error as a smaller one; keep: they count as they are',
    choices: ['errors', 'bound', 'keep'],
    otherwise:
      'errors for squared loss, otherwise bound, if the rule or the label scale can measure outliers',
    file: { unless: 'keep' },
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'action' },
  },
  expand: {
    kind: 'choice',
    description:
      'features that OL derives from columns: bins: ranges of each column between its quantiles; pairs, triples: also crosses of columns that explain the remaining error; auto: triples for tables',
    choices: ['off', 'bins', 'pairs', 'triples', 'auto'],
    otherwise:
      'auto with rule auto; off with other rules, for shards (shard, parallel) or a merge holdout, and with bits grow, classWeight, families rms, or a loss other than logistic, softmax, squared and half-squared',
    file: { unless: 'off' },
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'features' },
  },
  stack: {
    kind: 'choice',
    description:
      'for a mixture with real labels: a least-squares combination of the predictions of its lanes, mixed with the mixture itself',
    choices: ['off', 'auto'],
    otherwise: 'auto with rule auto and a loss of real labels; otherwise off',
    file: { unless: 'off' },
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'use' },
  },
  curve: {
    kind: 'choice',
    description:
      'a calibration curve over the score, learned next to the model and mixed with it: it corrects probabilities that are too close to 0 and 1 or too far from them, and biased predictions of large or small numbers',
    choices: ['off', 'auto'],
    otherwise: 'auto with rule auto; otherwise off',
    file: { unless: 'off' },
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'use' },
  },
  intervals: {
    kind: 'choice',
    description:
      'learn prediction intervals, or sets of classes, for predictInterval and predict --interval; this changes no prediction',
    choices: ['off', 'auto'],
    otherwise: 'auto',
    file: { unless: 'off' },
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'use' },
  },
  link: {
    kind: 'choice',
    description:
      'how scores are returned: identity: as they are; logistic: as a probability; glf1: within (-1, 1); exp: as a mean of counts',
    choices: ['identity', 'logistic', 'glf1', 'exp'],
    default: 'identity',
    file: {},
    load: 'replaces',
    merge: 'equal',
    flag: { metavar: 'link' },
  },
  prenormalize: {
    kind: 'choice',
    description:
      'divide each feature, before interactions, by its largest |x| (max), by its root mean square (square), or by nothing (none); max and square need a first pass',
    choices: ['none', 'max', 'square'],
    otherwise: 'none',
    file: { unless: 'none' },
    load: 'fixed',
    merge: 'equal',
    flag: { metavar: 'kind' },
  },
  classes: {
    kind: 'classes',
    description:
      'several classes: their number K (labels are 1 to K, or K distinct strings), or their names. With task binary: the labels that mean -1 and +1',
    otherwise: 'none: the loss determines which labels are valid',
    load: 'compared',
    merge: 'compared',
    flag: { metavar: 'classes' },
  },
  mostClasses: {
    kind: 'whole',
    description: 'with names of classes: the maximum number of classes; a label with a new name adds a class',
    otherwise: 'new names are refused',
    min: 2,
    max: 4096,
    load: 'fixed',
    merge: 'free',
  },
  classWeight: {
    kind: 'classWeight',
    description:
      'class weights for learning, which multiply the weights of examples: balanced: larger for classes that have been rare so far; or weights by the names of classes',
    otherwise: '1 each',
    file: { json: true, unless: undefined },
    load: 'compared',
    merge: 'equal',
    flag: { metavar: 'weights' },
  },
  groupFactors: {
    kind: 'groupFactors',
    description:
      'factors by namespace, for the convexity of aogd or the strength of a group norm; a namespace is the first character of its name, or a space for features without one',
    otherwise: '1 each',
    file: { json: true, unless: undefined },
    load: 'replaces',
    merge: 'equal',
    flag: { metavar: 'factors' },
  },
  bootstrap: {
    kind: 'whole',
    description:
      'the number of replicates that learn from resampled streams besides the model, for intervals of the loss and of predictions',
    otherwise: 'none',
    min: 2,
    max: 1000,
    load: 'fixed',
    merge: 'compared',
    flag: { metavar: 'n' },
  },
  bootstrapSeed: {
    kind: 'whole',
    description: 'the seed of the resampling',
    default: 0,
    min: 0,
    max: 4294967295,
    load: 'fixed',
    merge: 'free',
    flag: { metavar: 'n' },
  },
  keepLanes: {
    kind: 'boolean',
    description:
      'for rule auto and learning rate auto: keep lanes whose weight has vanished; otherwise OL prunes them if that frees memory',
    otherwise: 'false',
    file: { implied: true },
    load: 'fixed',
    merge: 'equal',
    flag: {},
  },
  constant: {
    kind: 'boolean',
    description: 'each example has a constant feature, which is always 1',
    default: true,
    file: {},
    load: 'fixed',
    merge: 'equal',
  },
  hash: {
    kind: 'choice',
    description:
      "the names to hash: 'strings': all but integers, which are their own hash; 'all': every name",
    choices: ['strings', 'all'],
    default: 'strings',
    file: {},
    load: 'fixed',
    merge: 'equal',
  },
  hashSeed: {
    kind: 'whole',
    description: 'the seed of the hashes',
    default: 0,
    min: 0,
    max: 4294967295,
    file: {},
    load: 'fixed',
    merge: 'equal',
  },
  missingAs: {
    kind: 'choice',
    description:
      "the features of a missing number: 'value': NaN, which adds nothing to the score, and the indicator NAME=missing; 'absent': none, as if the number were 0",
    choices: ['value', 'absent'],
    default: 'value',
    file: { unless: 'absent' },
    load: 'fixed',
    merge: 'equal',
  },
  names: {
    kind: 'nameLimit',
    description:
      'keep the names of the first n features, for inspect and explain; off: only names of columns',
    otherwise: '100000',
    min: 1,
    max: 16777216,
    load: 'fixed',
    merge: 'free',
    flag: { metavar: 'n' },
  },
  backend: {
    kind: 'choice',
    description: 'native: C++; fallback: TypeScript, with the same results; auto: native if it is installed',
    choices: ['auto', 'native', 'fallback'],
    otherwise: 'the environment variable OL_BACKEND, or auto',
    load: 'replaces',
    merge: 'free',
  },
  input: {
    kind: 'json',
    description: 'how the input of the model was read: any JSON value, which its file keeps',
    otherwise: 'nothing',
    file: { json: true, unless: undefined },
    load: 'replaces',
    merge: 'compared',
  },
} as const

/** The table with the types of all its values. */
export type OptionTable = typeof learnerOptions

/** The name of an option of a learner. */
export type OptionName = keyof OptionTable

// does not compile if an entry is not an `OptionEntry`
const entries: { readonly [Name in OptionName]: OptionEntry } = learnerOptions

/** The names of all options, in the order of the table. */
export const optionNames: readonly OptionName[] = Object.keys(learnerOptions) as OptionName[]

/** Returns the entry of an option, with the members that only some have. */
export function optionEntry(name: OptionName): OptionEntry {
  return entries[name]
}

/** The names of the options whose entry has this shape. */
export type OptionWith<Shape> = {
  [Name in OptionName]: OptionTable[Name] extends Shape ? Name : never
}[OptionName]

/** One of the choices of an option. */
export type OptionChoice<Name extends OptionWith<{ readonly choices: readonly string[] }>> =
  OptionTable[Name]['choices'][number]
