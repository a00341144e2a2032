import {
  type Backend,
  type Divisors,
  type HashMode,
  invalid,
  type LabelKind,
  limits,
  OLError,
  valueText,
} from '@ol/spec'
import type { Compression } from './compression/decompress.js'
import { compressions } from './compression/decompress.js'
import type { ExpandOptions } from './features/settings.js'
import type { Schema } from './schema.js'

/** What `format` can name. */
export const formats = [
  'vw',
  'svmlight',
  'csv',
  'tsv',
  'jsonl',
  'vwjson',
  'counts',
  'arff',
  'parquet',
  'arrow',
] as const

export type Format = (typeof formats)[number]

/** A column by its name, or by its place: 1-based, negative from the end. */
export type Column = string | number

/** What a backend does for a reader. */
export type TokenBackend = Pick<Backend, 'name' | 'tokenize' | 'tokenizeAsync'>

export interface ReadOptions extends ExpandOptions {
  /** 'auto' (default) looks at the first lines */
  readonly format?: 'auto' | Format | undefined
  /** default: found out from the first bytes, brotli from the name (.br) */
  readonly compression?: Compression | 'none' | undefined
  /** the byte between the columns of CSV: one ASCII character or 'tab', 'space'; default: found out */
  readonly delimiter?: string | undefined
  /** whether CSV starts with names; default: found out */
  readonly header?: boolean | undefined
  /** the column (of JSON Lines: the member) of the label; default: one called label, target, class or y, otherwise the last; null: there is none */
  readonly label?: Column | null | undefined
  /** the column of the example weights; default: none, all weigh 1 */
  readonly weight?: Column | undefined
  /** the column that names the examples in outputs; default: none */
  readonly tag?: Column | undefined
  /** columns that are numbers; default: found out */
  readonly numeric?: readonly Column[] | undefined
  /** columns that are categories; default: found out */
  readonly categorical?: readonly Column[] | undefined
  /** columns of text: each word is a category */
  readonly text?: readonly Column[] | undefined
  /** columns that are left out */
  readonly ignore?: readonly Column[] | undefined
  /** the label that means +1; every other means -1 */
  readonly positive?: string | number | undefined
  /**
   * What the loss takes as labels, or 'class'; 'any': 'class' with as many classes as may be where the labels of the
   * first look are texts, and otherwise 'real'. Default 'real'.
   */
  readonly labels?: LabelKind | 'any' | undefined
  /**
   * With labels 'class': their names, or how many there are. Of a number K: where the labels of the first look are
   * whole numbers from 1 to K, labels are such numbers; otherwise they are names, those of the first look in order, then
   * as they come, up to K.
   */
  readonly classes?: number | readonly string[] | undefined
  /** default 'strings' */
  readonly hash?: HashMode | undefined
  /** whole number from 0 to 2^32 - 1; default 0 */
  readonly hashSeed?: number | undefined
  /** whether batches have the upper halves of features' keys, as a model with bits 'grow' wants them; default false */
  readonly wide?: boolean | undefined
  /** whether examples end with the constant feature; default true */
  readonly constant?: boolean | undefined
  /** the first bad line throws; default false */
  readonly strict?: boolean | undefined
  /** bytes; a longer line is a bad line; default 16 MiB */
  readonly maxLineBytes?: number | undefined
  /** bytes that are tokenized at a time; default 256 KiB */
  readonly chunkBytes?: number | undefined
  /**
   * milliseconds that the first look at a pipe or a stream waits for more, once two lines are there; default 1000, Infinity: until
   * 1 MiB is there or it ends. Files and bytes are always looked at as a whole, as far as the first look goes
   */
  readonly patience?: number | undefined
  /** what the input is called in messages; default: its path, if it has one */
  readonly file?: string | undefined
  /**
   * what features are divided by, before n-grams and products are made of them: `Learner.divisors` of a model with
   * `prenormalize`; default: nothing
   */
  readonly divisors?: Divisors | undefined
  /** ends the reading: what it throws is the signal's reason */
  readonly signal?: AbortSignal | undefined
  /** whether the features of each namespace are counted in the report; default false */
  readonly namespaces?: boolean | undefined
  /** what tokenizes; default: the fallback */
  readonly backend?: TokenBackend | undefined
  /** how an earlier input was read (`Reader.schema`): this one is read the same way */
  readonly schema?: Schema | undefined
}

const oneOf = (words: readonly string[]): string =>
  `${words
    .slice(0, -1)
    .map((word) => `'${word}'`)
    .join(', ')} or '${words.at(-1)}'`

const kinds: Record<keyof ReadOptions, string> = {
  format: oneOf(['auto', ...formats]),
  compression: oneOf([...compressions, 'none']),
  delimiter: "one ASCII character, 'tab' or 'space'",
  header: 'true or false',
  label: 'a column name or number, or null',
  weight: 'a column name or number',
  tag: 'a column name or number',
  numeric: 'a list of column names or numbers',
  categorical: 'a list of column names or numbers',
  ignore: 'a list of column names or numbers',
  text: 'a list of column names or numbers',
  positive: 'a text or a number',
  labels: "'real', 'sign', 'count', 'class' or 'any'",
  classes: `a number of classes from 2 to ${limits.maxClasses}, or their names`,
  hash: "'strings' or 'all'",
  hashSeed: 'a whole number from 0 to 4294967295',
  wide: 'true or false',
  constant: 'true or false',
  strict: 'true or false',
  maxLineBytes: 'a whole number from 1 to 1073741824',
  chunkBytes: 'a whole number from 1 to 67108864',
  patience: 'a number of milliseconds >= 0',
  file: 'a text',
  signal: 'an AbortSignal',
  namespaces: 'true or false',
  interactions: 'a list of texts such as ab',
  permutations: 'true or false',
  ignoreNamespaces: 'a text of namespaces',
  keepNamespaces: 'a text of namespaces',
  renameNamespaces: 'a list of pairs of namespaces',
  ngrams: 'a list of texts such as 2 or a2',
  skips: 'a list of texts such as 2 or a2',
  featureLimits: 'a list of texts such as 100 or a100',
  divisors: 'a Float64Array with a number for each of 2^b rows, or a function',
  backend: 'a backend',
  schema: 'the schema of a reader',
}

const isColumn = (v: unknown): boolean => typeof v === 'string' || (Number.isInteger(v) && v !== 0)
const isColumns = (v: unknown): boolean => Array.isArray(v) && v.every(isColumn)
const isTexts = (v: unknown): v is string[] => Array.isArray(v) && v.every((text) => typeof text === 'string')
const isBoolean = (v: unknown): boolean => typeof v === 'boolean'
const isWhole = (min: number, max: number) => (v: unknown) =>
  Number.isInteger(v) && (v as number) >= min && (v as number) <= max
const isClasses = (v: unknown): boolean =>
  isWhole(2, limits.maxClasses)(v) ||
  (Array.isArray(v) &&
    v.length <= limits.maxClasses &&
    v.every((name) => typeof name === 'string' && name !== ''))
const isOneOf = (words: readonly string[]) => (v: unknown) => words.includes(v as string)

const checks: Record<keyof ReadOptions, (value: unknown) => boolean> = {
  format: isOneOf(['auto', ...formats]),
  compression: isOneOf([...compressions, 'none']),
  delimiter: (v) => typeof v === 'string' && delimiterByte(v) >= 0,
  header: isBoolean,
  label: (v) => v === null || isColumn(v),
  weight: isColumn,
  tag: isColumn,
  numeric: isColumns,
  categorical: isColumns,
  ignore: isColumns,
  text: isColumns,
  positive: (v) => typeof v === 'string' || typeof v === 'number',
  labels: isOneOf(['real', 'sign', 'count', 'class', 'any']),
  classes: isClasses,
  hash: isOneOf(['strings', 'all']),
  hashSeed: isWhole(0, 0xffffffff),
  wide: isBoolean,
  constant: isBoolean,
  strict: isBoolean,
  maxLineBytes: isWhole(1, 2 ** 30),
  chunkBytes: isWhole(1, 2 ** 26),
  patience: (v) => typeof v === 'number' && v >= 0,
  file: (v) => typeof v === 'string',
  namespaces: isBoolean,
  signal: (v) => typeof (v as AbortSignal | null)?.aborted === 'boolean',
  interactions: isTexts,
  permutations: isBoolean,
  ignoreNamespaces: (v) => typeof v === 'string',
  keepNamespaces: (v) => typeof v === 'string',
  renameNamespaces: (v) => Array.isArray(v) && v.every((pair) => isTexts(pair) && pair.length === 2),
  ngrams: isTexts,
  skips: isTexts,
  featureLimits: isTexts,
  divisors: (v) =>
    typeof v === 'function' ||
    (v instanceof Float64Array && v.length > 0 && (v.length & (v.length - 1)) === 0),
  backend: (v) => typeof (v as TokenBackend | null)?.tokenizeAsync === 'function',
  schema: (v) => typeof v === 'object' && v !== null,
}

/** Throws OL_PARAMETER for an option that is unknown or of the wrong kind. */
export function checkOptions(options: ReadOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(kinds, name))
      throw new OLError('OL_PARAMETER', `There is no reading option ${valueText(name)}`, {
        value: name,
        expected: Object.keys(kinds).join(', '),
      })
    if (value === undefined) continue
    const key = name as keyof ReadOptions
    if (!checks[key](value)) throw invalid('OL_PARAMETER', name, kinds[key], value)
  }
}

/** The byte of a delimiter; -1 where the text is none. */
export function delimiterByte(text: string): number {
  if (text === 'tab' || text === '\\t') return 9
  if (text === 'space') return 32
  const c = text.charCodeAt(0)
  if (text.length !== 1 || c > 127) return -1
  // what numbers, quotes and lines are made of
  return /[\w"+\-.\r\n\0]/.test(text) ? -1 : c
}

/** What only CSV has: given for another format, they are refused. */
export const csvOptions = [
  'delimiter',
  'header',
  'label',
  'weight',
  'tag',
  'numeric',
  'categorical',
  'ignore',
  'text',
] as const

/** The kind of labels that is asked for; undefined where any will do. */
export function labelsAsked({ labels }: Pick<ReadOptions, 'labels'>): LabelKind | undefined {
  return labels === 'any' ? undefined : labels
}
