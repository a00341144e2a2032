import type { SampleRecord } from './records.js'

/** The place of the table within the records of a sample. */
export interface TableLayout {
  /** the number of columns of its records */
  readonly width: number
  /** the first record that may be a header, or the first row */
  readonly first: number
  /** the record after its last row */
  readonly end: number
}

/** The smallest number of records that form a table. */
const block = 3

/**
 * Finds the table: the records of the most frequent number of columns. Records before the first of them are a preamble,
 * records after the last a footer; so are records at both ends with only one cell, in a table of three columns or more.
 */
export function findLayout(records: readonly SampleRecord[]): TableLayout {
  const width = headerWidth(records, commonWidth(records).width)
  const isRow = ({ fields }: SampleRecord) => isWide(fields, width) && !isNote(fields)
  let end = records.length
  while (end > 0 && !isRow(records[end - 1])) end--
  let first = afterBlank(records, width)
  while (first < end && !isBody(records, first, width)) first++
  // R writes no name above the names of rows: the header has one field less
  if (first > 0 && first < end && isOtherHeader(records[first - 1].fields, width)) first--
  return first < end ? { width, first, end } : { width, first: 0, end: records.length }
}

/** Returns the most frequent number of fields (the larger of two that are equally frequent), and how many records have it. */
export function commonWidth(records: readonly SampleRecord[]): { width: number; count: number } {
  const counts = new Map<number, number>()
  for (const { fields } of records) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1)
  const common = { width: 0, count: 0 }
  for (const [width, count] of counts)
    if (count > common.count || (count === common.count && width > common.width))
      Object.assign(common, { width, count })
  return common
}

/** Returns the number of names in the first record, if the rows have as many cells or lack their last ones. */
function headerWidth(records: readonly SampleRecord[], width: number): number {
  const [{ fields }] = records
  const areNames = (texts: readonly string[]) =>
    texts.every((text) => text !== '' && Number.isNaN(Number(text)))
  // below a title that commas cut there are names
  const isNamed =
    fields.length > width && areNames(fields) && records.length > 1 && !areNames(records[1].fields)
  const isFew = 2 * (fields.length - width) <= width
  return isNamed && isFew && new Set(fields).size === fields.length ? fields.length : width
}

/** Returns whether a record of three fields or more has at most one cell that is not empty. */
function isNote(fields: readonly string[]): boolean {
  return fields.length >= 3 && fields.filter((text) => text !== '').length <= 1
}

/** Returns whether a record has the cells of a row; it may lack some of the last ones. */
function isWide({ length }: readonly string[], width: number): boolean {
  return length === width || (length < width && 2 * (width - length) <= length)
}

/** The largest number of records before the table. */
const mostBefore = 12

/** Returns the record after the last one without any text, if the records before it have few cells: a title above the table. */
function afterBlank(records: readonly SampleRecord[], width: number): number {
  let after = 0
  for (const [k, { fields }] of records.slice(0, mostBefore).entries()) {
    const filled = fields.filter((text) => text !== '').length
    if (filled === 0) after = k + 1
    else if (filled > Math.max(1, width / 3)) break
  }
  return after
}

/** Returns whether the table may begin with a record: most records after it have its width. */
function isBody(records: readonly SampleRecord[], at: number, width: number): boolean {
  if (records[at].fields.length !== width || isNote(records[at].fields)) return false
  const next = records.slice(at + 1, at + 1 + block)
  return 2 * next.filter(({ fields }) => isWide(fields, width)).length >= next.length
}

/** Returns whether a record has one name fewer than there are columns, or one more that is empty. */
function isOtherHeader(fields: readonly string[], width: number): boolean {
  const names = width >= 2 ? namesOf(fields, width) : fields
  return (
    names !== fields || (width >= 2 && fields.length === width - 1 && fields.every((text) => text !== ''))
  )
}

/** Returns the names of a header, without the empty one that a delimiter at its end makes. */
export function namesOf(fields: readonly string[], width: number): readonly string[] {
  const isEnded = fields.length === width + 1 && fields.every((text, k) => (text === '') === (k === width))
  return isEnded ? fields.slice(0, width) : fields
}

/** Returns the rows among records, at most `most`: the records with any text, with empty cells added if they lack the last ones. */
export function tableRows(
  records: readonly SampleRecord[],
  width: number,
  most: number = Number.POSITIVE_INFINITY,
): readonly SampleRecord[] {
  const rows: SampleRecord[] = []
  for (const record of records) {
    if (rows.length >= most) break
    const { fields } = record
    if (!isWide(fields, width) || fields.every((text) => text === '')) continue
    const lacking = width - fields.length
    rows.push(
      lacking === 0 ? record : { ...record, fields: [...fields, ...new Array<string>(lacking).fill('')] },
    )
  }
  return rows
}
