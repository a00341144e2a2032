import type { BadLine } from '@ol/fallback'
import { type ErrorCode, limits, type ReadOptions, type Tokens } from '@ol/spec'
import {
  addColumnReports,
  type ColumnReport,
  type LabelReport,
  type TableNotice,
  type TableReport,
} from './table-report.js'

export { type BadLine, badLineError, describeBad } from '@ol/fallback'

/** A decision about a table, or an anomaly in it. */
export type ColumnWarning = OtherMarks | BlankColumns | TableNotice

/** Columns of numbers, some of which do not have the decimal mark of the input. */
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
  /** lines read, including headers, empty and bad ones */
  lines: number
  examples: number
  /** features of the examples, including the constant */
  features: number
  /** bad lines (a record of several lines counts once) */
  skipped: number
  /** the first of them in full */
  readonly badLines: BadLine[]
  /** if requested: features of each namespace, by the first byte of its name (a space: it has none) */
  namespaces?: Record<string, number>
  /** namespaces that options name, by the first byte of their names, and whether an example had features in one */
  namedNamespaces?: Record<string, boolean>
  /** number of bad lines per code */
  readonly badCounts: Partial<Record<ErrorCode, number>>
  /** decisions about tables, and anomalies in them */
  warnings?: readonly ColumnWarning[]
  /** for a table: its columns, and how it was read */
  columns?: readonly ColumnReport[]
  table?: TableReport
  /** for a table or JSON Lines: the label */
  label?: LabelReport
  /** records with fewer cells than columns, whose last ones are missing */
  shortRows: number
  /** records whose cells are all empty, and lines that repeat the header: both are skipped */
  blankRows: number
  repeatedHeaders: number
}

const badLinesInFull = 10

export function createReport(): ReadReport {
  return {
    lines: 0,
    examples: 0,
    features: 0,
    skipped: 0,
    badLines: [],
    badCounts: {},
    shortRows: 0,
    blankRows: 0,
    repeatedHeaders: 0,
  }
}

/** The fault of an example once n-grams and products are built from its features. */
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

/** Adds the report of another reading: counts are summed, and the first bad lines are kept in full. */
export function addReport(report: ReadReport, other: ReadReport): void {
  report.lines += other.lines
  report.examples += other.examples
  report.features += other.features
  report.skipped += other.skipped
  report.shortRows += other.shortRows
  report.blankRows += other.blankRows
  report.repeatedHeaders += other.repeatedHeaders
  for (const bad of other.badLines) keepBadLine(report, bad)
  addCounts(report.badCounts, other.badCounts)
  if (other.warnings !== undefined) report.warnings = [...(report.warnings ?? []), ...other.warnings]
  if (other.columns !== undefined) {
    if (report.columns === undefined) report.columns = other.columns
    else if (report.columns !== other.columns) addColumnReports(report.columns, other.columns)
  }
  if (report.table === undefined && other.table !== undefined) report.table = other.table
  if (report.label === undefined && other.label !== undefined) report.label = other.label
  if (other.namespaces !== undefined) {
    report.namespaces ??= {}
    addCounts(report.namespaces, other.namespaces)
  }
  for (const [name, seen] of Object.entries(other.namedNamespaces ?? {})) {
    report.namedNamespaces ??= {}
    report.namedNamespaces[name] ||= seen
  }
}

function addCounts(to: Record<string, number>, from: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(from)) to[name] = (to[name] ?? 0) + count
}

/** Adds the runs of namespaces of the examples [first, until) of a chunk to the counts. */
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
