import {
  badFields,
  badWidth,
  type ErrorCode,
  limits,
  lineFaults,
  OLError,
  type ReadOptions,
  type Tokens,
} from '@ol/spec'

/** A line that the reader skipped. */
export interface BadLine {
  readonly file: string | undefined
  /** 1-based */
  readonly line: number
  /** 1-based, in bytes */
  readonly column: number
  readonly code: ErrorCode
  readonly message: string
  /** the line around the column; control characters are escaped */
  readonly excerpt: string
}

/** Columns that are read as strings although they may hold numbers. */
export type ColumnDoubt = OtherMarks | BlankColumns

/** Columns of numbers, of which some are not written with the decimal mark of the input. */
export interface OtherMarks {
  readonly why: 'marks'
  readonly file: string | undefined
  readonly mark: Mark
  readonly columns: readonly string[]
  /** columns whose numbers have points */
  readonly points: readonly string[]
}

/** Columns without a value in the start of an input from which its columns are inferred. */
export interface BlankColumns {
  readonly why: 'blank'
  readonly file: string | undefined
  readonly columns: readonly string[]
}

type Mark = NonNullable<ReadOptions['decimal']>

export interface ReadReport {
  /** lines read, with headers, empty and bad ones */
  lines: number
  examples: number
  /** features of the examples, with the constant */
  features: number
  /** bad lines (a record over several lines counts once) */
  skipped: number
  /** the first of them in full */
  readonly badLines: BadLine[]
  /** where requested: features of each namespace, by the first byte of its name (a space: it has none) */
  namespaces?: Record<string, number>
  /** number of bad lines per code */
  readonly badCounts: Partial<Record<ErrorCode, number>>
  /** columns that are read as strings although they may hold numbers */
  doubts?: readonly ColumnDoubt[]
}

export const badLinesInFull = 10

export function createReport(): ReadReport {
  return { lines: 0, examples: 0, features: 0, skipped: 0, badLines: [], badCounts: {} }
}

/** Returns what entry `k` of the bad lines of a chunk says; `lineAt` knows its line from the one within the chunk. */
export function describeBad(
  bad: Uint32Array,
  k: number,
  bytes: Uint8Array,
  lineAt: (relative: number) => number,
  file: string | undefined,
): BadLine {
  const at = k * badWidth
  const { code, description } = lineFaults[bad[at + badFields.fault]]
  const lineStart = bad[at + badFields.lineStart]
  const lineEnd = bad[at + badFields.lineEnd]
  const start = bad[at + badFields.start]
  const end = bad[at + badFields.end]
  const value = end > start ? `: ${printable(bytes, start, Math.min(end, start + 60), end > start + 60)}` : ''
  return {
    file,
    line: lineAt(bad[at + badFields.line]),
    column: start - lineStart + 1,
    code,
    message: description + value,
    excerpt: excerpt(bytes, lineStart, lineEnd, start),
  }
}

export function badLineError(bad: BadLine): OLError {
  return new OLError(bad.code, bad.message, {
    ...(bad.file === undefined ? {} : { file: bad.file }),
    line: bad.line,
    column: bad.column,
    value: bad.excerpt,
  })
}

/** What is wrong with an example once n-grams and products are made of its features. */
export type ExpansionFault = 'value' | 'features'

const expansionFaults: Record<ExpansionFault, Pick<BadLine, 'code' | 'message'>> = {
  value: {
    code: 'OL_LINE_VALUE',
    message: 'a product of features is outside the range of values (1e-100 to 1e100)',
  },
  features: {
    code: 'OL_LINE_FEATURES',
    message: `n-grams and interactions make more than ${limits.maxExampleFeatures} features of the example`,
  },
}

/** Returns the bad line of such an example. */
export function badExpansion(file: string | undefined, line: number, fault: ExpansionFault): BadLine {
  return { file, line, column: 1, ...expansionFaults[fault], excerpt: '' }
}

/** Adds a bad line; the first are kept in full. */
export function addBadLine(report: ReadReport, bad: BadLine): void {
  report.skipped++
  report.badCounts[bad.code] = (report.badCounts[bad.code] ?? 0) + 1
  keepBadLine(report, bad)
}

function keepBadLine({ badLines }: ReadReport, bad: BadLine): void {
  if (badLines.length < badLinesInFull) badLines.push(bad)
}

/** Adds what another reading found: counts are summed, and of the bad lines the first are kept in full. */
export function addReport(report: ReadReport, other: ReadReport): void {
  report.lines += other.lines
  report.examples += other.examples
  report.features += other.features
  report.skipped += other.skipped
  for (const bad of other.badLines) keepBadLine(report, bad)
  addCounts(report.badCounts, other.badCounts)
  if (other.doubts !== undefined) report.doubts = [...(report.doubts ?? []), ...other.doubts]
  if (other.namespaces !== undefined) {
    report.namespaces ??= {}
    addCounts(report.namespaces, other.namespaces)
  }
}

function addCounts(to: Record<string, number>, from: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(from)) to[name] = (to[name] ?? 0) + count
}

/** Adds the stretches of the namespaces of the examples [first, until) of a chunk to the counts. */
export function countNamespaces(
  report: ReadReport,
  { spaces, spaceEnds, offsets }: Tokens,
  first: number,
  until: number,
  names: { spaceOf(byte: number): number } | undefined,
): void {
  report.namespaces ??= {}
  for (let e = first, k = first === 0 ? 0 : spaceEnds[first - 1]; e < until; e++) {
    let from = offsets[e]
    for (; k < spaceEnds[e]; k++) {
      const name = String.fromCharCode(names?.spaceOf(spaces[2 * k]) ?? spaces[2 * k])
      const to = spaces[2 * k + 1]
      report.namespaces[name] = (report.namespaces[name] ?? 0) + to - from
      from = to
    }
  }
}

/** The bytes of a line that an excerpt shows. */
export const excerptBytes = 80

/** Returns up to `excerptBytes` of the line around `at`. */
function excerpt(bytes: Uint8Array, lineStart: number, lineEnd: number, at: number): string {
  const from = Math.max(lineStart, Math.min(at - 40, lineEnd - excerptBytes))
  const to = Math.min(lineEnd, from + excerptBytes)
  return `${from > lineStart ? '...' : ''}${printable(bytes, from, to, to < lineEnd)}`
}

const decoder = new TextDecoder('utf-8')

function printable(bytes: Uint8Array, start: number, end: number, cut: boolean): string {
  const text = decoder.decode(bytes.subarray(start, end))
  const escaped = text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    /[\u0000-\u001f\u007f-\u009f]/g,
    (c) => (c === '\t' ? '\\t' : c === '\r' ? '\\r' : `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`),
  )
  return `${escaped}${cut ? '...' : ''}`
}
