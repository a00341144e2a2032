import { typeShare } from '@ol/spec'
import { isMissingCell } from './cell-text.js'
import { type ColumnEvidence, columnType, fits, type TypeRules } from './column-type.js'
import type { SampleRecord } from './records.js'
import { namesOf, type TableLayout, tableRows } from './table-layout.js'

/** The rows of names above a table. */
export interface FoundHeader {
  /** the number of records with names; 0: there is no header */
  readonly rows: number
  /** the names of the columns as they are written, one for each column; undefined: there are none */
  readonly names: readonly string[] | undefined
}

/** The number of records whose types are compared with the first ones. */
const sampled = 1000
/** The largest number of rows of names. */
export const mostRows = 3

/**
 * Finds the header of a table. There is one, unless each cell of the first record has the type of its column and some
 * column has numbers, booleans or dates. If all columns are strings, there is one unless values of the first record
 * occur again in their columns. Further records in which no cell fits its column are also rows of the header.
 */
export function findHeader(
  records: readonly SampleRecord[],
  { width, first, end }: TableLayout,
  rules: TypeRules,
): FoundHeader {
  const top = { ...records[first], fields: namesOf(records[first].fields, width) }
  if (top.fields.length < width) return { rows: 1, names: ['', ...top.fields] }
  const rows = tableRows(records.slice(first + 1, end), width)
  if (rows.length === 0)
    return looksNamed(top.fields, rules) ? { rows: 1, names: top.fields } : { rows: 0, names: undefined }
  const body = rows.slice(mostRows - 1, sampled)
  const types = typesOf(body.length >= mostRows ? body : rows.slice(0, sampled), width, rules)
  if (!types.some(isTyped)) return stringHeader(top, rows)
  if (!holdsNames(top.fields, types, rules, rows, true) && !namesColumns(top, types, rows, rules))
    return { rows: 0, names: undefined }
  let count = 1
  while (
    count < mostRows &&
    rows.length - count >= mostRows &&
    holdsNames(rows[count - 1].fields, types, rules, rows.slice(count), false)
  )
    count++
  return { rows: count, names: joined([top, ...rows.slice(0, count - 1)].map(({ fields }) => fields)) }
}

function isTyped({ type }: ColumnEvidence): boolean {
  return type !== 'string' && type !== 'text'
}

function typesOf(rows: readonly SampleRecord[], width: number, rules: TypeRules): readonly ColumnEvidence[] {
  return Array.from({ length: width }, (_, k) =>
    columnType(
      rows.map(({ fields }) => fields[k]),
      rules,
    ),
  )
}

/**
 * Returns whether a record has names above the rows `below`: none of its cells in typed columns has the type, and its
 * strings do not occur again. For the first record half of these cells are enough, because names may be numbers; and if
 * none of these cells fits, one of its strings may occur again. A further record is more likely a row with an odd cell.
 */
function holdsNames(
  fields: readonly string[],
  types: readonly ColumnEvidence[],
  { tokens, mark }: TypeRules,
  below: readonly SampleRecord[],
  isFirst: boolean,
): boolean {
  const filled = types.flatMap((type, k) => (isTyped(type) && fields[k] !== '' ? [k] : []))
  const others = filled.filter((k) => !isMissingCell(fields[k], tokens) && !fits(fields[k], types[k], mark))
  const all = others.length === filled.length
  if (others.length === 0 || !(all || (isFirst && 2 * others.length >= filled.length))) return false
  return countBelow(fields, types, below) <= (isFirst && all ? 1 : 0)
}

/** Returns how many strings of a record occur again in their columns, without records equal to it: files may be joined by `cat`. */
function countBelow(
  fields: readonly string[],
  types: readonly ColumnEvidence[],
  below: readonly SampleRecord[],
): number {
  return types.filter((type, k) => {
    const name = fields[k] ?? ''
    if (isTyped(type) || name === '') return false
    return below.some((row) => row.fields[k] === name && row.fields.some((text, j) => text !== fields[j]))
  }).length
}

/**
 * Returns whether the first record has names although its cells fit the columns: nothing above an index, numbers that
 * count the columns while most rows do not, or quotes while the rows have none.
 */
function namesColumns(
  { fields, quoted }: SampleRecord,
  types: readonly ColumnEvidence[],
  rows: readonly SampleRecord[],
  { tokens }: TypeRules,
): boolean {
  // a number may be missing in the first row
  const isNumber =
    isTyped(types[0]) && types.some((type, k) => k > 0 && isTyped(type)) && !areNumbered(fields)
  if (isAboveIndex(fields, rows, isNumber)) return true
  const isNumbering = (cells: readonly string[]): boolean =>
    isSeries(
      cells.filter((text, k) => isTyped(types[k]) && text !== ''),
      tokens,
    )
  const body = rows.slice(0, sampled)
  // all rows may count up: lags of a series, for example
  if (isNumbering(fields) && 2 * body.filter((row) => isNumbering(row.fields)).length < body.length)
    return true
  return quoted === fields.length && rows.slice(0, fewest).every((row) => row.quoted < row.fields.length)
}

/** Returns whether the names after the first are 0, 1, 2, ... as pandas counts columns. */
function areNumbered(fields: readonly string[]): boolean {
  return fields.slice(1).every((text, k) => text === String(k))
}

const fewest = 4

/**
 * Returns whether a record names all columns but the first, in which the rows have numbers or names. `isNumber`: a
 * number of the first column may be missing in the first row.
 */
function isAboveIndex(fields: readonly string[], rows: readonly SampleRecord[], isNumber: boolean): boolean {
  if (fields[0] !== '' || fields.length < 2 || fields.slice(1).some((text) => text === '')) return false
  const cells = rows.map((row) => row.fields[0])
  const filled = cells.filter((text) => text !== '')
  const numbered = cells.every((text, k) => Number(text) === Number(cells[0]) + k && text !== '')
  if (numbered || cells.length < fewest) return numbered
  // the first value of a column of numbers may be missing; numbers of rows are distinct
  const named = !isNumber || (filled.length > 0 && isDistinct(filled))
  return named && (filled.length === 0 || filled.length >= typeShare * cells.length - 1)
}

function isDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length && texts.every((text) => /^\d+$/.test(text))
}

/** The first and last year that may name a column. */
const years = [1500, 2199] as const

/**
 * Returns whether cells, except words, number the columns: three integers or more, each one larger than the one before,
 * or years in order.
 */
function isSeries(cells: readonly string[], tokens: TypeRules['tokens']): boolean {
  const whole = cells.filter((text) => /^\d+$/.test(text)).map(Number)
  const isWord = (text: string): boolean => Number.isNaN(Number(text)) && !isMissingCell(text, tokens)
  const words = cells.filter(isWord).length
  if (whole.length < 3 || whole.length + words < cells.length) return false
  const steps = whole.slice(1).map((n, k) => n - whole[k])
  if (whole.every((n) => n >= years[0] && n <= years[1])) return steps.every((step) => step > 0)
  // a word may be an odd cell of a row whose few numbers count up by chance; larger numbers are identifiers
  return whole[0] < 10_000 && steps.every((step) => step === 1) && (words === 0 || whole.length >= 5)
}

/** Returns whether the only record is a header: no cell is a number. */
function looksNamed(fields: readonly string[], rules: TypeRules): boolean {
  return fields.every((text, k) => {
    const { type } = columnType([text], rules)
    return (text !== '' || k === 0) && !isTyped({ type } as ColumnEvidence)
  })
}

/** Returns the header of columns of strings: there is one, unless values of the first record occur again in their columns. */
function stringHeader(top: SampleRecord, rows: readonly SampleRecord[]): FoundHeader {
  if (isAboveIndex(top.fields, rows, false)) return { rows: 1, names: top.fields }
  const others = rows.filter(({ fields }) => fields.some((text, k) => text !== top.fields[k]))
  // one value that occurs once more may be a code that is spelled like a name
  const again = top.fields.map((name, k) =>
    name === '' ? 0 : others.filter(({ fields }) => fields[k] === name).length,
  )
  const isData = again.some((count) => count > 1) || again.filter((count) => count > 0).length > 1
  return isData ? { rows: 0, names: undefined } : { rows: 1, names: top.fields }
}

/** Returns the names of several rows, joined by column; a group without a name has the name before it. */
export function joined(rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 1) return rows[0]
  const filled = rows.map((fields, row) => {
    let last = ''
    return fields.map((text) => {
      if (text !== '' || row === rows.length - 1) last = text
      return last
    })
  })
  return filled[0].map((_, k) =>
    filled
      .map((fields) => fields[k])
      .filter((text) => text !== '')
      .join(' '),
  )
}

/** The names given to columns. */
export interface GivenNames {
  readonly names: readonly string[]
  /** the columns that had no name, and those with the name of an earlier column */
  readonly unnamed: readonly string[]
  readonly renamed: readonly string[]
}

/** Returns the names of columns: trimmed, `column K` where there is none, and `x.1` for a second `x`. */
export function givenNames(written: readonly string[]): GivenNames {
  const taken = new Set(written.map((name) => name.trim()))
  const names: string[] = []
  const unnamed: string[] = []
  const renamed: string[] = []
  const seen = new Set<string>()
  for (const [k, text] of written.entries()) {
    let name = text.trim()
    if (name === '') {
      name = `column ${k + 1}`
      unnamed.push(name)
    }
    if (seen.has(name)) {
      let count = 1
      while (taken.has(`${name}.${count}`) || seen.has(`${name}.${count}`)) count++
      name = `${name}.${count}`
      renamed.push(name)
    }
    seen.add(name)
    names.push(name)
  }
  return { names, unnamed, renamed }
}
