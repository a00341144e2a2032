/**
 * Every format of examples, in one table. Names, help, detection, `convert --to`, the documentation and the backends'
 * numbers of tokenizers follow from it.
 */
export interface FormatEntry {
  /** its name in a sentence */
  readonly title: string
  /** the usual extensions of its files */
  readonly extensions: readonly string[]
  readonly mediaTypes: readonly string[]
  /** the page of `docs/formats` that describes it */
  readonly page: string
  /** the format whose tokenizer reads it: its own name, or the name of the text format that it is converted to */
  readonly tokenizer: string
  /** if it has its own tokenizer: its number in the backends; never reused */
  readonly code?: number
  /**
   * Its place in auto-detection by the first lines: formats are tried in this order, and the first one that more than
   * half of the lines match is used. `line`: the pattern of a matching line; without it the reader has a function
   */
  readonly sniff?: { readonly rank: number; readonly line?: string }
  /** the possible first bytes of a file that is not text; the reader converts its rows to CSV */
  readonly magic?: readonly (readonly number[])[]
  /** the byte between columns, if the format determines it */
  readonly delimiter?: string
  /** the place of the label: in a column, in a member of an object, or at a fixed place of the line */
  readonly label: 'column' | 'member' | 'fixed'
  /** whether columns have names, numbers and types */
  readonly columns: boolean
  /** how it is written: a line for each example, or a table of numbers */
  readonly writer?: 'lines' | 'table'
}

export const formats = {
  vw: {
    title: 'VW text',
    extensions: ['.vw'],
    mediaTypes: [],
    page: 'vw',
    tokenizer: 'vw',
    code: 0,
    sniff: { rank: 3 },
    label: 'fixed',
    columns: false,
    writer: 'lines',
  },
  svmlight: {
    title: 'svmlight',
    extensions: ['.svm', '.svmlight', '.libsvm'],
    mediaTypes: [],
    page: 'svmlight',
    tokenizer: 'svmlight',
    code: 1,
    sniff: { rank: 4 },
    label: 'fixed',
    columns: false,
    writer: 'lines',
  },
  csv: {
    title: 'CSV',
    extensions: ['.csv'],
    mediaTypes: ['text/csv'],
    page: 'csv',
    tokenizer: 'csv',
    code: 2,
    label: 'column',
    columns: true,
    writer: 'table',
  },
  tsv: {
    title: 'TSV',
    extensions: ['.tsv', '.tab'],
    mediaTypes: ['text/tab-separated-values'],
    page: 'csv',
    tokenizer: 'csv',
    delimiter: '\t',
    label: 'column',
    columns: true,
  },
  jsonl: {
    title: 'JSON Lines',
    extensions: ['.jsonl', '.ndjson'],
    mediaTypes: ['application/jsonl', 'application/x-ndjson'],
    page: 'jsonl',
    tokenizer: 'jsonl',
    code: 3,
    sniff: { rank: 1, line: '^\\s*\\{' },
    label: 'member',
    columns: false,
    writer: 'lines',
  },
  vwjson: {
    title: 'JSON of VW',
    extensions: ['.json'],
    mediaTypes: [],
    page: 'vwjson',
    tokenizer: 'jsonl',
    label: 'fixed',
    columns: false,
  },
  counts: {
    title: 'words and counts',
    extensions: ['.review'],
    mediaTypes: [],
    page: 'counts',
    tokenizer: 'counts',
    code: 4,
    sniff: { rank: 2, line: '(^|\\s)#label#:\\S*\\s*$' },
    label: 'fixed',
    columns: false,
  },
  arff: {
    title: 'ARFF',
    extensions: ['.arff'],
    mediaTypes: [],
    page: 'csv',
    tokenizer: 'csv',
    label: 'column',
    columns: true,
  },
  parquet: {
    title: 'Parquet',
    extensions: ['.parquet'],
    mediaTypes: ['application/vnd.apache.parquet'],
    page: 'tables',
    tokenizer: 'csv',
    magic: [[0x50, 0x41, 0x52, 0x31]],
    label: 'column',
    columns: true,
  },
  arrow: {
    title: 'Arrow',
    extensions: ['.arrow', '.arrows', '.feather'],
    mediaTypes: ['application/vnd.apache.arrow.file', 'application/vnd.apache.arrow.stream'],
    page: 'tables',
    tokenizer: 'csv',
    // a stream has no magic bytes: the reader has a function for it
    magic: [[0x41, 0x52, 0x52, 0x4f, 0x57, 0x31]],
    label: 'column',
    columns: true,
  },
} as const

type Formats = typeof formats

/** The formats whose entry has a member. */
type FormatsWith<Member extends string> = {
  [F in keyof Formats]: Formats[F] extends { readonly [M in Member]: unknown } ? F : never
}[keyof Formats]

/** The names that `format` accepts. */
export type Format = keyof Formats

/** Formats that have a tokenizer; the others are read as the text of one of these. */
export type TokenFormat = FormatsWith<'code'>

/** Tables that are not text; the reader converts their rows to CSV. */
export type TableFormat = FormatsWith<'magic'>

/** Formats that are written a line for each example. */
export type LineFormat = {
  [F in Format]: Formats[F] extends { readonly writer: 'lines' } ? F : never
}[Format]

/** Formats that are auto-detected by their first lines and not by a pattern of the table. */
export type SniffedFormat = {
  [F in FormatsWith<'sniff'>]: Formats[F]['sniff'] extends { readonly line: string } ? never : F
}[FormatsWith<'sniff'>]

const entries: { readonly [F in Format]: FormatEntry & { readonly tokenizer: TokenFormat } } = formats

/** Returns the entry of a format, with the members that only some have. */
export function formatEntry(format: Format): FormatEntry & { readonly tokenizer: TokenFormat } {
  return entries[format]
}

/** The names of all formats, in the order of the table. */
export const formatNames: readonly Format[] = Object.keys(formats) as Format[]

/** Returns the names of the formats whose entry passes a test. */
export function formatsWhere(test: (entry: FormatEntry) => boolean): readonly Format[] {
  return formatNames.filter((format) => test(entries[format]))
}
