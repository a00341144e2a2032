import {
  type DecimalMark,
  delimiterByte,
  formatEntry,
  isNumberText,
  OLError,
  type ReadOptions,
  type Schema,
  type SchemaColumn,
} from '@ol/spec'
import type { ColumnWarning } from '../read-report.js'
import { isMissingCell } from './cell-text.js'
import { CellTexts } from './cell-texts.js'
import { columnNotices } from './column-notices.js'
import { blankColumns, findColumns, givenRoles, numberedNames, type TypedColumns } from './column-roles.js'
import { typedColumn } from './column-type.js'
import { dialectWith, findDialect, type SampledDialect, sampledBy } from './dialect.js'
import { hasOtherMark } from './find-decimal.js'
import { type FoundTable, findTable, rulesOf } from './find-table.js'
import { headLabels } from './good-labels.js'
import { type Head, type Sniffed, skipThrough } from './head.js'
import { givenNames } from './header.js'
import { indexColumn } from './index-column.js'
import { labelling } from './labelling.js'
import { layoutNotices, nameNotices } from './layout-notices.js'
import { declaredTask, declaredType, orangeNotice } from './orange-header.js'
import type { Dialect, SampleRecord } from './records.js'

/** Infers the schema of a table from its first records: dialect, layout, header, types, roles, labels, notices. */
export function sniffTable(
  head: Head,
  common: Schema,
  options: ReadOptions,
  file: string | undefined,
): Sniffed {
  const { dialect, sample } = dialectOf(head, options, file)
  const { records } = sample
  const form = dialectSchema(dialect)
  if (records.length === 0)
    return { schema: { ...common, ...form, header: false, columns: [] }, columns: [], skip: 0, skipLines: 0 }
  const table = findTable(records, options, head.table)
  const { written, rows, mark, body } = table
  refuseSecondTable(table, head, file)
  refuseBinaryNames(written, file)
  const given = written === undefined ? undefined : givenNames(written)
  const names = given?.names ?? numberedNames(table.layout.width)
  const rules = rulesOf(options, mark)
  const types = names.map((_, k) => {
    const cells = rows.map(({ fields }) => fields[k])
    if (head.table !== undefined) return typedColumn(cells, head.table[k].kind, rules)
    return declaredType(cells, table.orange?.columns[k]?.kind, rules)
  })
  const roles = givenRoles(names, options, file)
  const index = written === undefined ? -1 : indexColumn(written, rows, roles)
  const declared = names.map((_, k) =>
    k === index || head.table?.[k].kind === 'nested' ? 'ignore' : table.orange?.columns[k]?.role,
  )
  const said = roles.map((role, k) => role ?? table.orange?.columns[k]?.kind)
  const typed: TypedColumns = { names, types, declared }
  const columns = findColumns(typed, options, file)
  const label = columns.findIndex((column) => column.role === 'label')
  const place = body === 0 ? { skip: 0, skipLines: 0 } : skipThrough(head, records[body - 1])
  const kept = {
    ...form,
    ...(mark === ',' ? { decimal: mark } : {}),
    header: written !== undefined,
    columns,
  }
  const again =
    written === undefined || head.table !== undefined
      ? {}
      : headerBytes(head, records.slice(table.first, body))
  const good = () => headLabels(head, { ...common, ...kept }, columns, place.skip, options, again.header)
  const labelOptions = declaredTask(options, table.orange?.columns[label]?.kind)
  const schema: Schema = {
    ...common,
    ...labelling(rows, label, columns, { ...common, ...kept }, labelOptions, file, good),
    ...kept,
  }
  const warnings: ColumnWarning[] = [
    ...layoutNotices(table, head, file),
    ...(given === undefined ? [] : nameNotices(given, index, names, file)),
    ...(table.orange === undefined ? [] : [orangeNotice(table.orange, columns, file)]),
    ...columnNotices(typed, columns, rows, roles, file, options.dates),
    ...marksWarning(typed, columns, said, rows, mark, options, file),
  ]
  const blank = blankColumns(typed, columns, options)
  if (blank.length > 0) warnings.push({ why: 'blank', file, columns: blank })
  return {
    schema,
    columns,
    ...place,
    types,
    rows: rows.length,
    ...(declared[label] === 'label' ? { declaresLabel: true } : {}),
    ...again,
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

function dialectOf(head: Head, options: ReadOptions, file: string | undefined): SampledDialect {
  const { bytes, start, end } = head
  const texts = new CellTexts(bytes, start, end)
  if (head.table !== undefined) return sampledBy({ delimiter: 44, quote: 34, escape: 0 }, texts)
  const { format = 'auto' } = options
  const own = format === 'auto' ? undefined : formatEntry(format).delimiter
  const text = options.delimiter ?? own
  if (text === undefined) return findDialect(texts, file, format)
  return dialectWith(texts, delimiterByte(text))
}

/** Returns the members of a dialect that a schema keeps. */
export function dialectSchema({
  delimiter,
  quote,
  escape: escapeByte,
}: Dialect): Pick<Schema, 'delimiter' | 'quotes' | 'quote' | 'escape'> {
  return {
    delimiter: String.fromCharCode(delimiter),
    quotes: quote !== 0,
    ...(quote === 39 ? { quote: "'" as const } : {}),
    ...(escapeByte === 0 ? {} : { escape: '\\' as const }),
  }
}

/** The smallest number of records of another table. */
const secondTable = 5

/** Throws OL_INPUT_COLUMNS if several consecutive records have another number of columns than the table. */
function refuseSecondTable(
  { records, layout, body }: FoundTable,
  head: Head,
  file: string | undefined,
): void {
  let run = 0
  for (let k = 0; k < records.length; k++) {
    const { fields } = records[k]
    // a row may lack its last cells
    const isShort = fields.length < layout.width && 2 * (layout.width - fields.length) <= fields.length
    const other =
      fields.length !== layout.width && !isShort && fields.length >= 2 && (k >= body || fields.length > 2)
    run = other && (run === 0 || fields.length === records[k - 1].fields.length) ? run + 1 : other ? 1 : 0
    if (run < secondTable) continue
    // if rows of the table are among them, they are cut lines and not a table
    const rest = records.slice(k - run + 1)
    if (rest.filter((record) => record.fields.length === layout.width).length > rest.length / 10) continue
    const at = records[k - run + 1]
    const line = skipThrough(head, at).skipLines - at.lines + 1
    throw new OLError(
      'OL_INPUT_COLUMNS',
      `expected one table but found two: ${records.filter((record) => record.fields.length === layout.width).length} records have ${layout.width} columns, and from this line on several have ${fields.length}: write each table to its own file`,
      { ...(file === undefined ? {} : { file }), line, value: fields.length, expected: String(layout.width) },
    )
  }
}

/** Throws OL_INPUT_BINARY if a name has a NUL character, which no text has. */
function refuseBinaryNames(written: readonly string[] = [], file: string | undefined): void {
  if (!written.some((name) => name.includes('\0'))) return
  throw new OLError('OL_INPUT_BINARY', 'expected text in a format that OL reads but received binary data', {
    ...(file === undefined ? {} : { file }),
  })
}

/** Returns the record of the header, without its line end, if it is one record. */
export function headerBytes(head: Head, records: readonly SampleRecord[]): { header?: Uint8Array } {
  if (records.length !== 1) return {}
  const [{ start, next }] = records
  let end = next - 1
  if (head.bytes[end - 1] === 13) end--
  return { header: head.bytes.slice(start, end) }
}

/** Returns the warning about columns whose numbers are written with both decimal marks. */
function marksWarning(
  { names, types }: TypedColumns,
  columns: readonly SchemaColumn[],
  said: readonly unknown[],
  rows: readonly SampleRecord[],
  mark: DecimalMark,
  { missing }: ReadOptions,
  file: string | undefined,
): ColumnWarning[] {
  const cellsOf = (k: number) => rows.map(({ fields }) => fields[k])
  const both = names.filter(
    (_, k) =>
      types[k].type === 'string' &&
      said[k] === undefined &&
      columns[k].role !== 'ignore' &&
      hasOtherMark(cellsOf(k), mark, missing),
  )
  if (both.length === 0) return []
  const points = names.filter(
    (_, k) =>
      cellsOf(k).some((text) => text.includes('.') && isNumberText(text)) &&
      cellsOf(k).every((text) => isNumberText(text) || isMissingCell(text, missing)),
  )
  return [{ why: 'marks', file, mark, columns: both, points }]
}
