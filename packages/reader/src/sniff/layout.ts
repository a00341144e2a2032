import type { SampleRecord } from './records.js'

/** Where the table is within the records of a sample. */
export interface Layout {
  /** the number of columns of its records */
  readonly width: number
  /** the first record that may be a header, or the first row */
  readonly first: number
  /** the record after its last row */
  readonly end: number
}

/** Records that belong together, at least. */
const block = 3

/**
 * Finds the table: the records of the most frequent number of columns. What stands before the first of them is a preamble, what follows
 * the last a footer; so are records at both ends with one cell alone, in a table of three columns or more.
 */
export function findLayout(records: readonly SampleRecord[]): Layout {
  const width = widthOf(records)
  const isRow = ({ fields }: SampleRecord) => fields.length === width && !isNote(fields)
  let end = records.length
  while (end > 0 && !isRow(records[end - 1])) end--
  let first = 0
  while (first < end && !isBody(records, first, width)) first++
  // R writes no name above the names of rows: the header has one field less
  if (first > 0 && first < end && isShortHeader(records[first - 1].fields, width)) first--
  return first < end ? { width, first, end } : { width, first: 0, end: records.length }
}

/** Returns the most frequent number of fields, the larger of two that are equally frequent. */
function widthOf(records: readonly SampleRecord[]): number {
  const counts = new Map<number, number>()
  for (const { fields } of records) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1)
  let width = 1
  let most = 0
  for (const [length, count] of counts)
    if (count > most || (count === most && length > width)) {
      most = count
      width = length
    }
  return width
}

/** Returns whether a record of three fields or more has one cell alone, or none. */
function isNote(fields: readonly string[]): boolean {
  return fields.length >= 3 && fields.filter((text) => text !== '').length <= 1
}

/** Returns whether the table may begin with a record: most of those after it are of its width. */
function isBody(records: readonly SampleRecord[], at: number, width: number): boolean {
  if (records[at].fields.length !== width || isNote(records[at].fields)) return false
  const next = records.slice(at + 1, at + 1 + block)
  return 2 * next.filter(({ fields }) => fields.length === width).length >= next.length
}

function isShortHeader(fields: readonly string[], width: number): boolean {
  return width >= 2 && fields.length === width - 1 && fields.every((text) => text !== '')
}
