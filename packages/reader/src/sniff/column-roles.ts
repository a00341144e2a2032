import {
  type Column,
  type ColumnRole,
  OLError,
  type ReadOptions,
  type SchemaColumn,
  suggestion,
  valueText,
} from '@ol/spec'
import { type DecimalMark, isNumberText } from '../token-plan/decimal-mark.js'
import type { SampleRecord } from './records.js'

export function isMissingText(text: string): boolean {
  return text.length <= 4 && /^(|\?|na|nan|null)$/i.test(text)
}

/** Returns whether a record has a value in a field. */
export function hasValue(text: string | undefined): text is string {
  return text !== undefined && !isMissingText(text)
}

const labelNames = ['label', 'target', 'class', 'y']

/**
 * Returns whether the first record is a header: none of its fields is a number or missing, no two are equal, and a
 * column below is all numbers, or one is named like a label, or the values of some column repeat but never that of the
 * first record. `mark`: that of numbers; absent: they may have either.
 */
export function findHeader(records: readonly SampleRecord[], mark?: DecimalMark): boolean {
  const isNumber = (text: string) =>
    mark === undefined ? isNumberText(text) || isNumberText(text, ',') : isNumberText(text, mark)
  const names = records[0].fields
  if (names.some((name) => isMissingText(name) || isNumber(name))) return false
  if (new Set(names).size < names.length) return false
  if (names.some((name) => labelNames.includes(name.toLowerCase()))) return true
  const rows = records.slice(1)
  if (rows.length === 0) return false
  return names.some((name, k) => {
    const below = columnValues(rows, k)
    if (below.length === 0) return false
    if (below.every(isNumber)) return true
    return below.length >= 4 && new Set(below).size * 2 <= below.length && !below.includes(name)
  })
}

/** Returns the names of columns without a header: their numbers. */
export function numberedNames(count: number): string[] {
  return Array.from({ length: count }, (_, k) => String(k + 1))
}

/** Returns the place (from 0) of a column; throws OL_INPUT_COLUMN where there is none. */
export function placeOf(column: Column, names: readonly string[], file: string | undefined): number {
  const named = typeof column === 'string' ? names.indexOf(column) : -1
  if (named >= 0) return named
  const number = typeof column === 'number' ? column : /^[+-]?\d+$/.test(column) ? Number(column) : 0
  const place = number > 0 ? number - 1 : names.length + number
  if (number !== 0 && place >= 0 && place < names.length) return place
  const shown = names.length > 20 ? `${names.slice(0, 20).join(', ')}, ...` : names.join(', ')
  throw new OLError(
    'OL_INPUT_COLUMN',
    `there is no column ${valueText(column)}: expected one of ${shown}${typeof column === 'string' ? suggestion(column, names) : ''}`,
    {
      ...(file === undefined ? {} : { file }),
      value: column,
      expected: shown,
    },
  )
}

/** Returns the role of each column, from the options and from the values of the first records. */
export function findColumns(
  names: readonly string[],
  rows: readonly SampleRecord[],
  options: ReadOptions,
  file: string | undefined,
  mark: DecimalMark = '.',
): SchemaColumn[] {
  const roles = new Array<ColumnRole | undefined>(names.length).fill(undefined)
  const give = (role: ColumnRole, columns: readonly Column[]) => {
    for (const column of columns) {
      const place = placeOf(column, names, file)
      const had = roles[place]
      if (had !== undefined && had !== role)
        throw new OLError(
          'OL_PARAMETER',
          `expected one role for the column ${valueText(names[place])} but received both ${had} and ${role}`,
          {
            value: column,
          },
        )
      roles[place] = role
    }
  }
  if (options.weight !== undefined) give('weight', [options.weight])
  if (options.tag !== undefined) give('tag', [options.tag])
  if (options.label !== undefined && options.label !== null) give('label', [options.label])
  give('ignore', options.ignore ?? [])
  give('numeric', options.numeric ?? [])
  give('categorical', options.categorical ?? [])
  give('text', options.text ?? [])
  if (options.label === undefined) {
    const place = defaultLabel(names, roles)
    if (place >= 0) roles[place] = 'label'
  }
  return names.map((name, k) => ({ name, role: roles[k] ?? inferred(rows, k, mark) }))
}

/**
 * Returns the column that is named like a label and has no other role; otherwise the last one without a role; -1: there
 * is none.
 */
function defaultLabel(names: readonly string[], roles: readonly (ColumnRole | undefined)[]): number {
  for (const name of labelNames) {
    const place = names.findIndex((other, k) => other.toLowerCase() === name && roles[k] === undefined)
    if (place >= 0) return place
  }
  return roles.lastIndexOf(undefined)
}

/**
 * Returns numeric where every value is a number and there is at least one; text where values are sentences;
 * categorical otherwise.
 */
function inferred(rows: readonly SampleRecord[], k: number, mark: DecimalMark): ColumnRole {
  let numbers = 0
  for (const { fields } of rows) {
    const text = fields[k]
    if (!hasValue(text)) continue
    if (!isNumberText(text, mark)) return isProse(rows, k) ? 'text' : 'categorical'
    numbers++
  }
  return numbers > 0 ? 'numeric' : 'categorical'
}

/** Returns the columns that no option gives a role and whose values are all missing, so that nothing shows theirs. */
export function blankColumns(
  columns: readonly SchemaColumn[],
  rows: readonly SampleRecord[],
  { categorical = [] }: ReadOptions,
): string[] {
  const names = columns.map(({ name }) => name)
  const asked = new Set(categorical.map((column) => placeOf(column, names, undefined)))
  return names.filter(
    (_, k) =>
      columns[k].role === 'categorical' && !asked.has(k) && !rows.some(({ fields }) => hasValue(fields[k])),
  )
}

/** Returns the values of a column. */
export function columnValues(rows: readonly SampleRecord[], k: number): string[] {
  return rows.map(({ fields }) => fields[k]).filter(hasValue)
}

/** Fewer values than these do not show what a column holds. */
const leastValues = 10

/** Returns whether the values of a column are sentences: four words on average or more, and more than half distinct. */
function isProse(rows: readonly SampleRecord[], k: number): boolean {
  const values = columnValues(rows, k)
  const words = values.reduce((sum, text) => sum + text.trim().split(/\s+/).length, 0)
  return (
    values.length >= leastValues && words >= 4 * values.length && new Set(values).size * 2 > values.length
  )
}
