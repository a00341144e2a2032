/** The kinds of values that options have: their types are in `KindTypes`, their checks in `kinds`. */
export type ReadingKind =
  | 'boolean'
  | 'choice'
  | 'whole'
  | 'milliseconds'
  | 'string'
  | 'strings'
  | 'interactions'
  | 'value'
  | 'column'
  | 'label'
  | 'columns'
  | 'delimiter'
  | 'classes'
  | 'renames'
  | 'format'
  | 'compression'
  | 'divisors'
  | 'signal'
  | 'backend'
  | 'schema'
  | 'shard'

/**
 * The object that an option is part of.
 *
 * - `model`: how examples are read; a model's schema keeps it, and a cache must agree on it
 * - `cache`: which part of the files is read, without being part of a model; a cache made from them must agree on it
 * - `how`: how the files are read; the examples are the same
 */
export type ReadingPart = 'model' | 'cache' | 'how'

/**
 * How a schema keeps an option of a model under the option's own name: `always`, or only if it is `given` and not the
 * default (or `unkept`). Absent: schema inference turns the option into another member (`label` becomes the role of a
 * column).
 */
export type Kept = 'always' | 'given'

/** The flag of an option; its name is the option's with dashes. */
export interface ReadingFlag {
  /** one letter */
  readonly short?: string
  /** the placeholder of the value in the help; absent: the flag takes none */
  readonly metavar?: string
  /** `both`: there is also a --no- flag; `only`: there is only the --no- flag */
  readonly negated?: 'both' | 'only'
  /** the effect of the --no- flag of `both` */
  readonly without?: string
}

/**
 * Whether an input that is read for a trained model may have another value than the model: `allowed` if its features
 * still have the same names, otherwise `refused` (OL_MODEL_MISMATCH). `why`: the reason, as one clause.
 */
export interface Override {
  readonly rule: 'allowed' | 'refused'
  readonly why: string
}

/** Options of a model, and only these, have an `Override`. */
type PartOfEntry =
  | { readonly part: 'model'; readonly override: Override }
  | { readonly part: Exclude<ReadingPart, 'model'>; readonly override?: undefined }

/** An option of reading: declared once; types, validation, flags, help, schema, cache key and docs follow from it. */
export type ReadingEntry = PartOfEntry & EntryMembers

interface EntryMembers {
  readonly kind: ReadingKind
  /** its effect, as one clause without a full stop */
  readonly description: string
  /** the meaning of an absent option; absent itself: see `otherwise` */
  readonly default?: string | number | boolean
  /** the meaning of an absent option, in words */
  readonly otherwise?: string
  /** for kinds of numbers */
  readonly min?: number
  readonly max?: number
  /** for kinds of words */
  readonly choices?: readonly string[]
  readonly kept?: Kept
  /** the meaning of its absence in a schema, if that is not the default: some schemas are older than the option */
  readonly unkept?: string
  /**
   * for an option that follows from options of a learner: the settings of those options that need false and true, in
   * words
   */
  readonly follows?: readonly [no: string, yes: string]
  /**
   * the member of the schema's `expand` that keeps it; the option is undefined, false or empty if it adds no features
   */
  readonly expand?: string
  /** only formats with columns, or with named labels, take it; absent: every format does */
  readonly needs?: 'columns' | 'labelName'
  readonly flag?: ReadingFlag
  /** two values with different meanings, for the docs and for tests */
  readonly examples?: readonly [unknown, unknown]
}
