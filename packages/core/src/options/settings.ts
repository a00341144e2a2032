import type {
  ClipSetting,
  GroupFactors,
  JsonValue,
  LossId,
  ModifierId,
  OptionTable,
  OptionWith,
  RuleId,
  RuleName,
} from '@ol/spec'

/** The label of a class: its name, or its number if labels are numbers. */
export type ClassLabel = number | string

/** The labels of two classes that one model distinguishes, as [label of -1, label of +1]. */
export type SignNames = readonly [negative: string, positive: string]

/** The classes of a learner. */
export interface ClassSetting {
  readonly count: number
  /** the names so far, in the order of their numbers; undefined: labels are the numbers 1 .. count */
  readonly names: readonly string[] | undefined
  /** labels with other names add classes, up to this many; absent: they are refused */
  readonly most?: number | undefined
}

/** Weights of classes after validation: one for each class, in their order; by name if classes can be added. */
export type ClassWeightSetting = 'balanced' | readonly number[] | { readonly [name: string]: number }

/** Replicates that learn from a resampled stream, each with its own Poisson weights: see `bootstrapWeights`. */
export interface BootstrapSetting {
  readonly replicates: number
  /** whole number in [0, 2^32) */
  readonly seed: number
}

/** The precision of weights in the file of a model for predictions alone, if it differs from the table's. */
export type StoredPrecision = 'bfloat16'

/** The settings of options of each kind; the table has the names of choices. */
interface KindSettings {
  boolean: boolean
  whole: number
  rule: RuleId
  loss: LossId
  bits: number | 'grow'
  clip: ClipSetting
  classWeight: ClassWeightSetting
  groupFactors: GroupFactors
  json: JsonValue
}

type SettingOf<Entry> =
  | (Entry extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : Entry extends { readonly kind: infer Kind extends keyof KindSettings }
        ? KindSettings[Kind]
        : never)
  | (Entry extends { readonly file: { readonly unless: undefined } } ? undefined : never)

/** The options that settings, and model files, keep under their own names. */
export type SettingName = OptionWith<{ readonly file: object }>

/** The options of a learner after validation, every default filled in: as the model file stores them. */
export type Settings = { readonly [Name in SettingName]: SettingOf<OptionTable[Name]> } & FurtherSettings

/** Settings that are not options, and settings whose options have another form. */
interface FurtherSettings {
  /**
   * the modifiers of the rule, by their parameters that were named; a model file has the name of the two as its rule
   */
  readonly modifiers: readonly ModifierId[]
  readonly lanes: number
  /** absent: labels are as the loss takes them */
  readonly classes: ClassSetting | undefined
  /** for two classes that one model distinguishes: their labels, if they have names */
  readonly signNames: SignNames | undefined
  /** the class of each lane, ascending; absent if there are no classes */
  readonly laneClasses: Float64Array | undefined
  /** whether the lanes (of a class) are learning rates that a mixture weighs: `learningRate: 'auto'` */
  readonly automatic: boolean
  /**
   * for a rule that is an ensemble, once it has pruned lanes: the remaining lanes by their places in its entry; absent:
   * all
   */
  readonly models: readonly number[] | undefined
  /** for a distilled model, which predicts and does not learn: the rule that learned it */
  readonly predictOnly: RuleName | undefined
  /**
   * for a distilled model: the precision of the weights in its file, to which its table's numbers are rounded; absent:
   * the same as `precision`
   */
  readonly storedPrecision: StoredPrecision | undefined
  /** lane 0 is the model, the others are its replicates */
  readonly bootstrap: BootstrapSetting | undefined
  /** by parameter, then lane by lane, in the order of the table of rules */
  readonly params: Float64Array
  /** in the order of the table of losses */
  readonly lossParams: Float64Array
  /** the most names of features that are kept */
  readonly names: number
}
