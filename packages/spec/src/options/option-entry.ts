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

/** How the header of a model file stores the setting, under the option's name with underscores. */
export interface OptionInFile {
  /** as JSON; absent: as the value itself */
  readonly json?: true
  /** the value that is not written, so that a file without the key means it; absent: every file has the key */
  readonly unless?: string | boolean | undefined
  /** like `unless`, if the value follows from other settings */
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
  /** absent: the file does not store the value, or stores it together with another setting */
  readonly file?: OptionInFile
  /**
   * The effect of a value that is given to `load`. `fixed`: a value other than the model's is OL_MODEL_MISMATCH;
   * `replaces`: the model continues with it; `compared`: a specific check compares it with the model
   */
  readonly load: 'fixed' | 'replaces' | 'compared'
  /** whether merged models must have the same value; `compared`: a specific check decides; `free`: no */
  readonly merge: 'equal' | 'compared' | 'free'
  readonly flag?: OptionFlag
}
