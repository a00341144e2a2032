import type { BadLine } from '@ol/fallback'
import { type ColumnRole, type ColumnType, valueText } from '@ol/spec'

/** A decision about a table, or an anomaly in it. */
export type NoticeKind =
  | 'preamble'
  | 'footer'
  | 'header-rows'
  | 'unnamed'
  | 'renamed'
  | 'index'
  | 'mixed'
  | 'identifier'
  | 'constant'
  | 'date-order'
  | 'named-months'
  | 'numbers-as-strings'
  | 'dates-as-strings'
  | 'dates-as-numbers'
  | 'marked-numbers'
  | 'periods'
  | 'durations'
  | 'pairs'
  | 'nested'
  | 'member'
  | 'encoding'
  | 'matched'
  | 'no-header'
  | 'new-columns'
  | 'absent'
  | 'one-label'
  | 'repeated-header'
  | 'short-rows'
  | 'odd-cells'
  | 'mostly-bad'
  | 'other-format'

/** A notice about a table, for people to read: `text` is a clause after the place. */
export interface TableNotice {
  readonly why: NoticeKind
  readonly file: string | undefined
  readonly line?: number
  /** the columns that it is about */
  readonly columns: readonly string[]
  readonly text: string
}

/** Returns the names of columns in a sentence: `column a`, `columns a, b and 3 more`. */
export function columnsText(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(valueText)
  const rest = names.length - shown.length
  const list = rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
  return `${names.length === 1 ? 'column' : 'columns'} ${list}`
}

/** The kind of a column's cells, as the table declares it; `nested`: a row has several values there, and none is read. */
export type ColumnKind = 'number' | 'boolean' | 'date' | 'time' | 'string' | 'category' | 'nested'

export interface TableColumn {
  readonly name: string
  readonly kind: ColumnKind
}

/** How a table was read. */
export interface TableReport {
  /** its delimiter; undefined: it is a binary table */
  readonly delimiter: string | undefined
  readonly header: boolean
}

/**
 * The column of a table, or the member of JSON Lines, that is the label, and what decided it: an option, the header, its
 * name, its place (`last`, or `last-free` if columns after it have other roles or are ignored), or an earlier input.
 */
export interface LabelReport {
  readonly column: string
  readonly by: 'option' | 'header' | 'name' | 'last' | 'last-free' | 'input'
}

/** A cell that does not fit its column: its report as a bad line, and its text. */
export interface OddCell extends BadLine {
  readonly text: string
}

/** The findings of a reading about a column. */
export interface ColumnReport {
  readonly name: string
  readonly role: ColumnRole
  readonly type: ColumnType | undefined
  /** how its values are written: see `SchemaColumn.form` */
  readonly form: string | undefined
  /** cells without a value, including the odd ones */
  missing: number
  odd: number
  /** the first of the odd cells */
  readonly oddCells: OddCell[]
}

/** Odd cells that are kept for each column. */
export const keptOdd: number = 3

/** Adds the findings of another reading of the same columns. */
export function addColumnReports(reports: readonly ColumnReport[], others: readonly ColumnReport[]): void {
  const byName = new Map(others.map((report) => [report.name, report]))
  for (const report of reports) {
    const other = byName.get(report.name)
    if (other === undefined) continue
    report.missing += other.missing
    report.odd += other.odd
    for (const cell of other.oddCells) if (report.oddCells.length < keptOdd) report.oddCells.push(cell)
  }
}

/** Returns the first of the odd cells of a reading as a bad line. */
export function firstOdd(columns: readonly ColumnReport[] = []): BadLine | undefined {
  const cells = columns.flatMap(({ oddCells: [first] }) => (first === undefined ? [] : [first]))
  return cells.reduce<BadLine | undefined>((a, b) => (a === undefined || b.line < a.line ? b : a), undefined)
}
