import type { DecimalMark, ReadOptions } from '@ol/spec'
import type { TableColumn } from '../table-report.js'
import type { TypeRules } from './column-type.js'
import { decimalCells, findDecimal } from './find-decimal.js'
import { findHeader } from './header.js'
import { type OrangeHeader, orangeHeader } from './orange-header.js'
import type { SampleRecord } from './records.js'
import { findLayout, type TableLayout, tableRows } from './table-layout.js'

/** The header and the rows of a table, as a sample shows them. */
export interface FoundTable {
  readonly layout: TableLayout
  readonly records: readonly SampleRecord[]
  /** the names as they are written; undefined: there is no header */
  readonly written: readonly string[] | undefined
  /** the records of the header are [first, body) */
  readonly first: number
  readonly body: number
  readonly rows: readonly SampleRecord[]
  readonly mark: DecimalMark
  /** its header, if it is one of Orange */
  readonly orange?: OrangeHeader
}

/** Returns where the header and the rows of a table are. */
export function findTable(
  records: readonly SampleRecord[],
  options: ReadOptions,
  typed?: readonly TableColumn[],
): FoundTable {
  const comments = typed === undefined ? leadingComments(records) : 0
  const own = records.slice(comments)
  const layout =
    typed === undefined && own.length > 0
      ? findLayout(own)
      : { width: records[0].fields.length, first: 0, end: own.length }
  const first = comments + layout.first
  const orange = typed === undefined && options.header !== false ? orangeHeader(records, first) : undefined
  const inside = own.slice(layout.first, layout.end)
  const below = tableRows(inside.slice(1), layout.width, decimalCells)
  const columns = Array.from({ length: layout.width }, (_, k) => below.map(({ fields }) => fields[k]))
  const top = orange?.names ?? inside[0]?.fields ?? []
  const numbers = columns.filter((_, k) => mayBeNumber(top[k], k, layout.width, options))
  const mark = typed === undefined ? findDecimal(numbers, options) : '.'
  const rules = rulesOf(options, mark)
  const found =
    typed !== undefined
      ? { rows: 1, names: records[0].fields }
      : options.header === false
        ? { rows: 0, names: undefined }
        : (orange ?? findHeader(own, layout, rules))
  const given =
    options.header === true && found.rows === 0 ? { rows: 1, names: own[layout.first].fields } : found
  // names after a comment sign: a header if there is no other
  const commented =
    given.rows === 0 && options.header === undefined
      ? commentedNames(records, comments, layout.width)
      : undefined
  const body = first + given.rows
  const written = commented ?? widened(given.names, layout.width)
  // the first record may have more names than most records have cells
  const width = Math.max(layout.width, written?.length ?? 0)
  return {
    layout,
    records,
    written,
    first: commented === undefined ? first : comments - 1,
    body: commented === undefined ? body : first,
    rows: tableRows(records.slice(body, comments + layout.end), width),
    mark,
    ...(orange === undefined ? {} : { orange }),
  }
}

/** Returns whether options give a column no other role than a number; its name is in the first record, if anywhere. */
function mayBeNumber(name: string | undefined, place: number, width: number, options: ReadOptions): boolean {
  const { ignore = [], categorical = [], text = [], boolean = [], date = [], tag } = options
  const others = [...ignore, ...categorical, ...text, ...boolean, ...date, tag]
  return !others.some(
    (column) => (column === name && name !== undefined) || column === place + 1 || column === place - width,
  )
}

/** Returns a name for each column; the columns after the last name have an empty one. */
function widened(names: readonly string[] | undefined, width: number): readonly string[] | undefined {
  if (names === undefined || names.length >= width) return names
  return [...names, ...new Array<string>(width - names.length).fill('')]
}

/** Returns the number of records before a table without a header. */
export function recordsBefore(records: readonly SampleRecord[]): number {
  const comments = leadingComments(records)
  return comments + findLayout(records.slice(comments)).first
}

/** Returns the number of records at the start that begin with a number sign. */
function leadingComments(records: readonly SampleRecord[]): number {
  let count = 0
  while (count < records.length - 1 && records[count].fields[0].startsWith('#')) count++
  return count
}

/** Returns the names in the last comment line, if it has as many as there are columns. */
function commentedNames(
  records: readonly SampleRecord[],
  comments: number,
  width: number,
): readonly string[] | undefined {
  const last = records[comments - 1]
  if (last === undefined || last.fields.length !== width || width < 2) return undefined
  return last.fields.map((text, k) => (k === 0 ? text.replace(/^#\s*/, '') : text))
}

export function rulesOf({ missing, dates, missingAs }: ReadOptions, mark: DecimalMark): TypeRules {
  return { mark, tokens: missing, dates: dates !== 'off', absent: missingAs === 'absent' }
}
