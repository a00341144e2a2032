import type { Divisors } from '../batch.js'
import type { Format, TokenFormat } from '../formats.js'
import type { LabelKind } from '../losses.js'
import type { ColumnRole } from '../tokenizer.js'
import type { Interaction } from './interactions.js'
import type { Column, Compression, Shard, StopSignal, TokenBackend } from './kinds.js'
import type { ReadingKind } from './reading-entry.js'
import type { ReadingOption, ReadingTable } from './reading-options.js'

/** The type of an option's value, by its kind; the table has the choices of `choice`. */
export interface KindTypes {
  shard: Shard
  boolean: boolean
  choice: string
  whole: number
  milliseconds: number
  string: string
  strings: readonly string[]
  interactions: readonly Interaction[]
  value: string | number
  column: Column
  label: Column | null
  columns: readonly Column[]
  delimiter: string
  classes: number | readonly string[] | ClassNaming
  renames: readonly (readonly [string, string])[]
  format: 'auto' | Format
  compression: Compression | 'none'
  divisors: Divisors
  signal: StopSignal
  backend: TokenBackend
  schema: Schema
}

type ValueOf<Entry> = Entry extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Entry extends { readonly kind: infer Kind extends ReadingKind }
    ? KindTypes[Kind]
    : never

/** How input is read; an absent option means the default of the table. */
export type ReadOptions = { readonly [Name in keyof ReadingTable]?: ValueOf<ReadingTable[Name]> | undefined }

/** The options whose entry has this shape. */
export type OptionsLike<Shape> = {
  [Name in ReadingOption]: ReadingTable[Name] extends Shape ? Name : never
}[ReadingOption]

/** The number of classes, and their known names; null: labels are numbers from 1. */
export interface ClassNaming {
  readonly count: number
  readonly names: readonly string[] | null
  /**
   * `count` is the maximum number of classes, and the number of names is the current one; absent: `count` is the number
   * of classes
   */
  readonly grows?: true
}

export interface SchemaColumn {
  readonly name: string
  readonly role: ColumnRole
  /** how its values are written, in the words of `formWords`; undefined: plain numbers, and dates as ISO 8601 */
  readonly form?: string
}

type Value<Name extends ReadingOption> = Exclude<ReadOptions[Name], undefined>
type ExpandName = OptionsLike<{ readonly expand: string }>

/**
 * The features that are built from the namespaces of an example: the options with `expand` in the table, all of them.
 */
export type ExpandSettings = {
  readonly [Name in ExpandName as ReadingTable[Name]['expand']]: Value<Name>
}

/** The options of the table that a schema keeps under their own names. */
export type KeptOptions = {
  readonly [Name in OptionsLike<{ readonly kept: 'always' }>]: Value<Name>
} & {
  readonly [Name in OptionsLike<{ readonly kept: 'given' }>]?: Value<Name>
}

/** The labels from which an input decides its task. */
export interface FirstLabels {
  /** the distinct labels of the first lines, in order of appearance, with their counts */
  readonly counts: readonly (readonly [label: string, count: number])[]
  /** labels of further inputs, and labels that an ARFF header declares */
  readonly others: readonly string[]
  /** whether the header declares them as classes */
  readonly declared: boolean
}

/** Everything needed to read further inputs in the same way; all of it is JSON. */
export interface Schema extends KeptOptions {
  readonly format: TokenFormat
  readonly labels: LabelKind
  /** the label that means +1, while every other label means -1; null: see `labelTexts` */
  readonly positive: string | null
  /** labels that are strings, as [name of -1, name of +1]; null: labels are numbers, or `positive` is given */
  readonly labelTexts: readonly [string, string] | null
  /** labels 'class' */
  readonly classes?: ClassNaming
  /** labels that were read as 'any', so that a task can be decided later; no model keeps them */
  readonly firstLabels?: FirstLabels
  /** the features that are built from the namespaces; undefined: none */
  readonly expand?: ExpandSettings
  /** jsonl: the member that is the label; undefined: label or _label */
  readonly labelKey?: string
  /** jsonl: the input was in Vowpal Wabbit's JSON */
  readonly vwJson?: boolean
  /** csv only */
  readonly delimiter?: string
  /** numbers have decimal commas; undefined: decimal points */
  readonly decimal?: ','
  readonly quotes?: boolean
  /** fields are enclosed in single quotes; undefined: in double ones */
  readonly quote?: "'"
  /** a backslash escapes a quote within a field; undefined: quotes are doubled */
  readonly escape?: '\\'
  readonly header?: boolean
  /** csv: the body of an ARFF file, with single quotes and lines of comment */
  readonly arff?: boolean
  readonly columns?: readonly SchemaColumn[]
  /** how the words of text columns are distinguished; undefined: by spaces, or there is no such column */
  readonly words?: 'prose'
  /** the longest character n-grams of each such word */
  readonly charNgrams?: number
}
