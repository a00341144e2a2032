import type { ErrorCode } from './errors.js'
import type { TokenFormat } from './formats.js'
import type { NameMode } from './hashing.js'
import type { LabelKind } from './losses.js'

/** How the text of a label becomes a number. */
export const labelModes = {
  /** any number in `limits` */
  real: 0,
  /** -1 or +1; 0 is -1 */
  sign: 1,
  /** any number >= 0 in `limits` */
  count: 2,
  /** one of the known strings; any other string is a fault */
  strings: 3,
  /** +1 for the positive text (or number), -1 for any other */
  positive: 4,
  /** the number of a class, from 1 */
  class: 5,
  /** labels are ignored: the example has none */
  unread: 6,
} as const

/** The role of a column of a CSV file. */
export const columnRoles = {
  ignore: 0,
  numeric: 1,
  categorical: 2,
  label: 3,
  weight: 4,
  tag: 5,
  text: 6,
  boolean: 7,
  date: 8,
} as const
export type ColumnRole = keyof typeof columnRoles

/** How the numbers of a column are written, besides plain digits: bits of `TokenPlan.forms`. */
export const numberForms = {
  /**
   * groups of three digits, separated by whichever of point and comma is not the decimal mark (1), by spaces (2), by
   * apostrophes (3)
   */
  thousands: 3,
  /** a percent sign after the number, which does not change its value */
  percent: 4,
  /** a currency sign before or after the number */
  currency: 8,
} as const

/** The order in which a column writes its dates: numbers of `TokenPlan.forms`. ISO 8601 is read in each of them. */
export const dateForms = { ymd: 0, dmy: 1, mdy: 2, time: 3 } as const
export type DateForm = keyof typeof dateForms

/**
 * The features of a date: its days since 1970 and the categories month, day of the week and hour; only the days; or,
 * for a string that is not a cell of a date column, a categorical value like any other string.
 */
export const dateFeatures = { full: 0, number: 1, off: 2 } as const

/** The string that is the value of the indicator of a missing number: the feature `NAME=missing`. */
export const missingText = 'missing'

/** The index of the constant feature, before it is masked to a table (as in VW); the upper half of its key is the same. */
export const constantIndex = 11650396

/**
 * The facts that a tokenizer needs besides the bytes: plain numbers and typed arrays, so that a backend in C++ keeps no
 * objects. Made once for an input.
 */
export interface TokenPlan {
  readonly format: TokenFormat
  readonly hash: NameMode
  /** unsigned 32-bit seed of namespace hashes */
  readonly seed: number
  /** whether each example ends with the constant feature (`constantIndex`, 1) */
  readonly constant: boolean
  /** whether a missing number is the value NaN and the feature `NAME=missing`; otherwise it gives no feature */
  readonly missing: boolean
  /** one of `labelModes` */
  readonly labelMode: number
  /** mode `positive`: the positive label as a number, NaN if it is not a number; mode `class`: the number of classes */
  readonly positive: number
  /** modes `strings` and `positive`: the known strings one after another; string i ends at `labelEnds[i]` */
  readonly labelTexts: Uint8Array
  readonly labelEnds: Uint32Array
  /** the label of each known text */
  readonly labelValues: Float64Array
  /**
   * mode `strings`: each known text as a number, which also matches other strings for the same number; NaN: it is not a
   * number
   */
  readonly labelNumbers: Float64Array
  /** a longer line, without its line feed, is a fault; so is a longer quoted record */
  readonly maxLineBytes: number
  /** csv: the byte between columns; a space means a run of spaces */
  readonly delimiter: number
  /** csv: the byte before the decimals of numbers, a point or a comma; in other formats it is a point */
  readonly decimal: number
  /** csv: the byte that may enclose a field; 0: there is none */
  readonly quote: number
  /** csv: the byte at the start of a comment line; 0: there is none */
  readonly comment: number
  /** csv: the byte that escapes the quote after it; 0: quotes are doubled */
  readonly escape: number
  /** csv: the strings of missing cells, each with a line feed after it; empty: the list of `docs/formats/csv.md` */
  readonly missingTexts: Uint8Array
  /** csv and jsonl: one of `dateFeatures` */
  readonly dates: number
  /** csv: whether a record without any text is skipped like a blank line */
  readonly skipBlank: boolean
  /** csv: whether words of text follow the rules of prose; otherwise spaces alone separate them */
  readonly prose: boolean
  /** csv: the longest character n-grams of each such word; 0: none */
  readonly charNgrams: number
  /** csv: the record of the header without its line end, which is skipped if it is repeated; empty: there is none */
  readonly header: Uint8Array
  /** csv: one of `columnRoles` for each column */
  readonly roles: Uint8Array
  /** csv: how each column writes its values: bits of `numberForms`, or one of `dateForms` */
  readonly forms: Uint8Array
  /** csv: the hash of the name of each column */
  readonly columnHashes: Uint32Array
  /** csv: the upper half of the key of each column */
  readonly columnUppers: Uint32Array
  /** jsonl: the name of the member that is the label; empty: label or _label */
  readonly labelKey: Uint8Array
  /** whether `Tokens.upper` is filled */
  readonly wide: boolean
  /** whether batches have the namespaces of features, for which `spaces` is needed; absent: they have none */
  readonly groups?: boolean | undefined
  /** whether `Tokens.spaces` is filled */
  readonly spaces: boolean
  /** csv: the namespace of each column, by its first byte */
  readonly columnSpaces: Uint8Array
  /** csv: every column once, in the order in which a row has their features; empty: the order of the text */
  readonly columnOrder: Uint32Array
}

/**
 * The arrays that a tokenizer fills, allocated by the caller with capacity for the chunk (`reserveTokens`) and reused
 * for the next. Example e has the features offsets[e] .. offsets[e + 1], as in a batch.
 */
export interface Tokens {
  offsets: Uint32Array
  indices: Uint32Array
  /** if the plan requests it, the upper half of each feature's key; otherwise of any length */
  upper: Uint32Array
  values: Float64Array
  labels: Float64Array
  weights: Float64Array
  initial: Float64Array
  /** the line of each example, 0 for the first line of the chunk */
  lines: Uint32Array
  /** 2 per example: the start and the end of its tag in the chunk; both 0: it has none */
  tags: Uint32Array
  /**
   * if the plan requests it, 2 per run of features of one namespace: the first byte of its name (a space: it has none)
   * and the feature after its last. The constant belongs to no run
   */
  spaces: Uint32Array
  /** per example, the number of runs before its end */
  spaceEnds: Uint32Array
  /** `badWidth` per bad line, see `badFields` */
  bad: Uint32Array
  /** csv: `oddWidth` per cell that does not fit its column, see `oddFields`; cells of bad lines are omitted */
  odd: Uint32Array
  /** csv: the number of missing cells of each column, including odd cells */
  missing: Uint32Array
  /** see `counts` */
  readonly counts: Float64Array
}

/** Positions in `Tokens.counts`. */
export const counts = {
  examples: 0,
  features: 1,
  /** lines of the chunk that were read, including bad and empty lines */
  lines: 2,
  bad: 3,
  /** the byte after the last line that was read */
  consumed: 4,
  /** 1 if some example of the chunk has a weight other than 1, an initial prediction, a tag */
  weighted: 5,
  initial: 6,
  tagged: 7,
  /** runs in `spaces` */
  spaces: 8,
  /** cells in `odd` */
  odd: 9,
  /** records with fewer cells than columns, whose last ones are missing */
  short: 10,
  /** records whose cells are all empty, which are skipped */
  blank: 11,
} as const
export const countsLength = 12

/**
 * Fields of an odd cell: its example, its line (0 for the first of the chunk), its column, and its start and end in the
 * chunk.
 */
export const oddFields = { example: 0, line: 1, column: 2, start: 3, end: 4 } as const
export const oddWidth = 5

/**
 * Fields of a bad line: the fault, its line (0 for the first of the chunk), and the positions of line and value in the
 * chunk.
 */
export const badFields = { fault: 0, line: 1, lineStart: 2, lineEnd: 3, start: 4, end: 5 } as const
export const badWidth = 6

/** Complete lines: `bytes[end - 1]` is a line feed, appended if the input ends without one. */
export interface Chunk {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** whether the input ends here: a quoted field that is still open then is a fault */
  readonly final: boolean
}

/**
 * Turns a chunk into examples. Reads only complete records: if a quoted field continues past the chunk, `consumed` is
 * the start of its record, and the caller must call again with more bytes. A bad line produces only its entry in `bad`.
 * Never throws.
 */
export type Tokenizer = (plan: TokenPlan, chunk: Chunk, out: Tokens) => void

export interface LineFault {
  readonly code: ErrorCode
  /** the message that precedes the offending text */
  readonly description: string
}

/** The faults of a line; the number of a fault is its place in the table. */
export const lineFaults: readonly LineFault[] = [
  { code: 'OL_LINE_LONG', description: 'the line is longer than the limit' },
  { code: 'OL_LINE_ENCODING', description: 'the line contains a NUL byte' },
  { code: 'OL_LINE_LABEL', description: 'the label is not a number' },
  { code: 'OL_LINE_LABEL', description: 'the label is outside +-1e15' },
  {
    code: 'OL_LINE_LABEL',
    description:
      'the loss accepts the labels -1, 0 and 1 only; for others, name the label that means +1 (positive)',
  },
  { code: 'OL_LINE_LABEL', description: 'the loss accepts labels >= 0 only' },
  { code: 'OL_LINE_LABEL', description: 'the label is not one of the known labels' },
  { code: 'OL_LINE_LABEL', description: 'the initial prediction is not a number within +-1e15' },
  { code: 'OL_LINE_WEIGHT', description: 'the example weight is not a number from 0 to 1e9' },
  { code: 'OL_LINE_VALUE', description: 'the feature value is not a number' },
  {
    code: 'OL_LINE_VALUE',
    description: 'the magnitude of the feature value is neither 0 nor from 1e-100 to 1e100',
  },
  { code: 'OL_LINE_VALUE', description: 'the scale of the namespace is not a number' },
  { code: 'OL_LINE_VALUE', description: 'the feature has a colon and no value' },
  { code: 'OL_LINE_VALUE', description: 'the feature index is not a whole number from 0 to 4294967295' },
  { code: 'OL_LINE_SYNTAX', description: 'there is no | between label and features' },
  {
    code: 'OL_LINE_SYNTAX',
    description: 'more than label, weight, initial prediction and tag before the first |',
  },
  { code: 'OL_LINE_SYNTAX', description: 'the feature is not of the form index:value' },
  { code: 'OL_LINE_COLUMNS', description: 'the line has too few columns' },
  { code: 'OL_LINE_COLUMNS', description: 'the line has too many columns' },
  { code: 'OL_LINE_TYPE', description: 'the value in a numeric column is not a number' },
  { code: 'OL_LINE_QUOTE', description: 'the quoted field is not closed' },
  { code: 'OL_LINE_QUOTE', description: 'the field continues after its closing quote' },
  { code: 'OL_LINE_SYNTAX', description: 'the line is not a JSON object: unexpected' },
  { code: 'OL_LINE_VALUE', description: 'an array of features holds numbers only or strings only, not' },
  { code: 'OL_LINE_SYNTAX', description: 'objects are nested more than 32 deep' },
  { code: 'OL_LINE_SYNTAX', description: 'the feature is not of the form name:count' },
  {
    code: 'OL_LINE_LABEL',
    description: 'the label is not a class, a whole number from 1 to the number of classes',
  },
  { code: 'OL_LINE_COLUMNS', description: 'the line repeats the header' },
]

/** Numbers of the faults, by name. */
export const faults = {
  long: 0,
  nul: 1,
  labelNumber: 2,
  labelRange: 3,
  labelSign: 4,
  labelCount: 5,
  labelText: 6,
  initial: 7,
  weight: 8,
  value: 9,
  valueRange: 10,
  scale: 11,
  valueMissing: 12,
  index: 13,
  bar: 14,
  header: 15,
  pair: 16,
  columnsFew: 17,
  columnsMany: 18,
  type: 19,
  quoteOpen: 20,
  quoteAfter: 21,
  json: 22,
  jsonArray: 23,
  jsonDepth: 24,
  count: 25,
  labelClass: 26,
  headerAgain: 27,
} as const

/** Returns the mode for numeric labels of a kind. */
export function labelMode(kind: LabelKind): number {
  return labelModes[kind]
}
