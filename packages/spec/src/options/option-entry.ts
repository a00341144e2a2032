/** The kinds of values that options of a learner have. */
export type OptionKind =
  | 'boolean'
  | 'choice'
  | 'whole'
  | 'rule'
  | 'loss'
  | 'bits'
  | 'clip'
  | 'classes'
  | 'classWeight'
  | 'groupFactors'
  | 'nameLimit'
  | 'json'

/** The flag of an option; its name is the option's with dashes. Without a metavar the flag takes no value. */
export interface OptionFlag {
  /** one letter */
  readonly short?: string
  readonly metavar?: string
}

/** How the header of a model file keeps the setting of the option's name, under that name with underscores. */
export interface OptionInFile {
  /** as JSON; absent: as the value itself */
  readonly json?: true
  /** the value that is not written, and that a file without the key has; absent: every file has the key */
  readonly unless?: string | boolean | undefined
  /** as `unless`, where the value follows from other settings */
  readonly implied?: true
}

/** An option of a learner: declared once; types, flags, help, the header of model files, merging, loading and docs follow from it. */
export interface OptionEntry {
  readonly kind: OptionKind
  /** its meaning, as one clause without a full stop */
  readonly description: string
  /** the meaning of an absent option; absent itself: it depends on other options, see `otherwise` */
  readonly default?: string | number | boolean
  /** the meaning of an absent option, in words */
  readonly otherwise?: string
  /** for kinds of numbers */
  readonly min?: number
  readonly max?: number
  /** for kinds of words */
  readonly choices?: readonly string[]
  /** absent: the file keeps nothing, or keeps it together with something else */
  readonly file?: OptionInFile
  /**
   * The effect of a value that is given to `load`. `fixed`: it must be the model's, or is OL_MODEL_MISMATCH;
   * `replaces`: the model continues with it; `compared`: it must fit the model, in a way of its own
   */
  readonly load: 'fixed' | 'replaces' | 'compared'
  /** whether models that are merged must have the same: `compared`: in a way of its own; `free`: no */
  readonly merge: 'equal' | 'compared' | 'free'
  readonly flag?: OptionFlag
}
