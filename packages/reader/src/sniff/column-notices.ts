import type { ColumnRole, ReadOptions, SchemaColumn } from '@ol/spec'
import { columnsText, type TableNotice } from '../table-report.js'
import type { TypedColumns } from './column-roles.js'
import type { SampleRecord } from './records.js'
import { writtenForm } from './written-forms.js'

/** The number of values that shows whether a column names its rows, and the share of distinct values that it then has. */
const idValues = 1000
const idShare = 0.95
/** The number of rows that shows whether a column is constant. */
const constantRows = 10

/** Returns the notices about columns whose type is a close decision, or that have little information. */
export function columnNotices(
  { names, types }: TypedColumns,
  columns: readonly SchemaColumn[],
  rows: readonly SampleRecord[],
  given: readonly (ColumnRole | undefined)[],
  file: string | undefined,
  dates: ReadOptions['dates'],
): TableNotice[] {
  const notices: TableNotice[] = []
  const add = (why: TableNotice['why'], name: string, text: string) =>
    notices.push({ why, file, columns: [name], text: `${columnsText([name])} ${text}` })
  if (
    columns.every(({ role }) => role === 'label' || role === 'ignore' || role === 'weight' || role === 'tag')
  )
    notices.push({
      why: 'constant',
      file,
      columns: names,
      text: `${names.length === 1 ? 'the table has one column' : 'no column is left for features'}: there is no feature but the constant`,
    })
  const constant: string[] = []
  for (const [k, name] of names.entries()) {
    const { role } = columns[k]
    if (given[k] !== undefined || role === 'ignore' || role === 'label') continue
    const { type, numbers, values, guessed, missing } = types[k]
    if (numbers !== undefined)
      add(
        'mixed',
        name,
        `holds ${numbers} numbers and ${values - numbers} other cells, such as ${example(rows, k)}, and is read as strings (--numeric counts the others as missing)`,
      )
    if (guessed) add('date-order', name, 'holds dates that fit D/M/Y as well: read as M/D/Y')
    const plain = type === 'number' || (type === 'string' && numbers === undefined)
    const form = plain ? writtenForm(firstCells(rows, k), type === 'number', dates) : undefined
    if (form !== undefined) add(form.why, name, form.text)
    if (values < 2) continue
    const sampled = Math.min(values, 4 * idValues)
    const distinct = type === 'string' && values >= idValues ? countDistinct(rows, k) : 0
    if (distinct > idShare * sampled)
      add(
        'identifier',
        name,
        `looks like an identifier: ${distinct} of ${sampled} values are distinct (--ignore, or --text if they are sentences)`,
      )
    else if (missing === 0 && rows.length >= constantRows && isConstant(rows, k)) constant.push(name)
  }
  if (constant.length > 0)
    notices.push({
      why: 'constant',
      file,
      columns: constant,
      text: `${columnsText(constant)} ${constant.length === 1 ? 'has' : 'have'} the same value in each row`,
    })
  return notices
}

/** Returns the number of distinct strings in the first cells of a column. */
function countDistinct(rows: readonly SampleRecord[], k: number): number {
  const cells = new Set<string>()
  for (const { fields } of rows.slice(0, 4 * idValues)) if (fields[k] !== '') cells.add(fields[k])
  return cells.size
}

/** Returns whether all cells of a column that are not empty have the same string. */
function isConstant(rows: readonly SampleRecord[], k: number): boolean {
  let first: string | undefined
  for (let i = 0; i < rows.length; i++) {
    const cell = rows[i].fields[k]
    if (cell === '' || cell === first) continue
    if (first !== undefined) return false
    first = cell
  }
  return first !== undefined
}

/** Returns the first cells of a column that are not empty. */
function firstCells(rows: readonly SampleRecord[], k: number): string[] {
  const cells: string[] = []
  for (let i = 0; i < rows.length && i < idValues; i++) {
    const text = rows[i].fields[k].trim()
    if (text !== '') cells.push(text)
  }
  return cells
}

/** Returns a cell of a column that is not a number. */
function example(rows: readonly SampleRecord[], k: number): string {
  const found = rows.find(({ fields }) => fields[k] !== '' && Number.isNaN(Number(fields[k])))
  return JSON.stringify(found?.fields[k] ?? '')
}
