import type { HashMode, Link, LossId, Precision, RuleId, Update } from '@ol/spec'

/** A value that a model file can store beside the model. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/**
 * The divisor of each feature before learning and predicting: none, the largest |x| or the root mean square of the data
 * of a first pass (Ross, Mineiro, Langford 2013, section 6).
 */
export const prenormalizers = ['none', 'max', 'square'] as const
/** The divisor of features: see `prenormalizers`. */
export type Prenormalize = (typeof prenormalizers)[number]

/** The range that predictions are kept in: none, that of the labels learned so far, that of Vowpal Wabbit, or [min, max]. */
export type ClipSetting = 'none' | 'labels' | 'vw' | readonly [min: number, max: number]

/**
 * The unit in which labels are learned: `spread`: their distance from the mean so far in units of the standard deviation
 * so far; `none`: as they are.
 */
export const labelScales = ['spread', 'none'] as const
/** The unit of labels: see `labelScales`. */
export type LabelScaling = (typeof labelScales)[number]

/**
 * What is done with values, labels and errors far beyond those before them. `bound`: values and labels move scales no further than
 * typical ones do; `errors`: in addition errors are learned as smaller ones; `keep`: they count as they are.
 */
export const outlierChoices = ['errors', 'bound', 'keep'] as const
/** What is done with outliers: see `outlierChoices`. */
export type Outliers = (typeof outlierChoices)[number]

/**
 * Which features are derived of others as the stream goes by: none; bins of columns; pairs of columns as well, and triples as
 * well; `auto`: the most that there is.
 */
export const expandChoices = ['off', 'bins', 'pairs', 'triples', 'auto'] as const
/** Which features are derived: see `expandChoices`. */
export type Expand = (typeof expandChoices)[number]

/**
 * What a missing number is: `value`: the value NaN, which says nothing about the feature, and the feature NAME=missing; `absent`: no
 * feature, as if the number were 0.
 */
export const missingReadings = ['value', 'absent'] as const
/** What a missing number is: see `missingReadings`. */
export type MissingAs = (typeof missingReadings)[number]

/** The label of a class: its name, or where labels are numbers its number. */
export type ClassLabel = number | string

/** The labels of two classes that one model distinguishes: that of -1, then that of +1. */
export type SignNames = readonly [negative: string, positive: string]

/** The classes of a learner. */
export interface ClassSetting {
  readonly count: number
  /** the names so far, in the order of their numbers; undefined: labels are the numbers 1 .. count */
  readonly names: readonly string[] | undefined
  /** labels of other names get classes of their own, up to this many; absent: they are refused */
  readonly most?: number | undefined
}

/** Weights of classes after validation: one for each class, in their order; where classes are added, by name. */
export type ClassWeightSetting = 'balanced' | readonly number[] | { readonly [name: string]: number }

/** Replicates that learn from a resampled stream, each with its own Poisson weights: see `bootstrapWeights`. */
export interface BootstrapSetting {
  readonly replicates: number
  /** whole number in [0, 2^32) */
  readonly seed: number
}

/** The precision of weights in the file of a model for predictions alone, where it is not that of the table. */
export type StoredPrecision = 'bfloat16'

/** The options of a learner after validation, every default filled in: as the model file stores them. */
export interface Settings {
  readonly rule: RuleId
  readonly loss: LossId
  readonly update: Update
  /** 'grow': a row for each feature */
  readonly bits: number | 'grow'
  /** of a table that grows: the most features that it may have; absent: any number */
  readonly maxFeatures: number | undefined
  readonly lanes: number
  readonly precision: Precision
  /** absent: labels are those of the loss */
  readonly classes: ClassSetting | undefined
  /** of two classes that one model distinguishes: their labels, where they have names */
  readonly signNames: SignNames | undefined
  /** the class of each lane, ascending; absent where there are no classes */
  readonly laneClasses: Float64Array | undefined
  /** whether the lanes (of a class) are learning rates that a mixture weighs: `learningRate: 'auto'` */
  readonly automatic: boolean
  /** whether a mixture keeps lanes whose weight has vanished; of a single model true */
  readonly keepLanes: boolean
  /** of a rule that is an ensemble, once it has pruned lanes: those that are left, by their places in its entry; absent: all */
  readonly models: readonly number[] | undefined
  /** of a distilled model, which predicts and does not learn: the rule that it was learned by */
  readonly predictOnly: RuleId | undefined
  /** of a distilled model: its file holds weights of half the bytes, and so its table numbers that fit; absent: as `precision` says */
  readonly storedPrecision: StoredPrecision | undefined
  /** lane 0 is the model, the others are its replicates */
  readonly bootstrap: BootstrapSetting | undefined
  /** by parameter, then lane by lane, in the order of the table of rules */
  readonly params: Float64Array
  /** in the order of the table of losses */
  readonly lossParams: Float64Array
  readonly clip: ClipSetting
  /** `spread` under losses of real labels without classes only */
  readonly labelScale: LabelScaling
  /** `bound` where the rule has a reach, or labels a scale */
  readonly outliers: Outliers
  /** which features are derived of others */
  readonly expand: Expand
  /** of each class; absent: 1, and in regression */
  readonly classWeight: ClassWeightSetting | undefined
  readonly prenormalize: Prenormalize
  readonly link: Link
  readonly constant: boolean
  readonly hash: HashMode
  readonly hashSeed: number
  readonly missingAs: MissingAs
  /** the most names of features that are kept */
  readonly names: number
  readonly input: JsonValue | undefined
}
