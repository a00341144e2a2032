import { OLError, type ReadOptions, type Schema } from '@ol/spec'
import { defaultMaxLineBytes } from '../source/chunks.js'
import { arffHeader, startsArff } from './arff.js'
import { findColumns, placeOf } from './column-roles.js'
import { headLabels } from './good-labels.js'
import { detectBytes, type Head, headText, type Sniffed } from './head.js'
import { labelling } from './labelling.js'
import { sampleRecords } from './records.js'

/** Returns whether an input is ARFF: by the option `format`, or by its start where that is `auto`. */
export function isArff(head: Head, options: ReadOptions): boolean {
  if (head.table === true) return false
  if (options.format === 'arff') return true
  if (options.format !== undefined && options.format !== 'auto') return false
  return startsArff(headText(head, detectBytes))
}

/** Infers the schema of an ARFF file: the columns from its header, the label as in CSV. */
export function newArff(head: Head, common: Schema, options: ReadOptions, file: string | undefined): Sniffed {
  const { bytes, start, end } = head
  const header = arffHeader(bytes, start, end)
  if (header === undefined)
    throw new OLError(
      'OL_INPUT_BINARY',
      `expected attributes and a line @data within the first ${options.maxLineBytes ?? defaultMaxLineBytes} bytes of an ARFF file but found none`,
      {
        ...(file === undefined ? {} : { file }),
      },
    )
  const names = header.attributes.map((attribute) => attribute.name)
  const body = sampleRecords(bytes, start + header.bytes, end, 44, 39, Number.POSITIVE_INFINITY, 37).records
  const rows = body.filter((row) => row.fields.length === names.length)
  const given = findColumns(names, rows, options, file, options.decimal)
  const requested = new Set(
    [...(options.numeric ?? []), ...(options.categorical ?? [])].map((column) =>
      placeOf(column, names, file),
    ),
  )
  const columns = given.map((column, k) =>
    requested.has(k) || (column.role !== 'numeric' && column.role !== 'categorical')
      ? column
      : { ...column, role: header.attributes[k].role },
  )
  const label = columns.findIndex((column) => column.role === 'label')
  const form = {
    delimiter: ',',
    ...(options.decimal === ',' ? { decimal: options.decimal } : {}),
    quotes: false,
    header: false,
    arff: true,
    columns,
  }
  const good = () => headLabels(head, { ...common, ...form }, columns, header.bytes, options)
  const schema: Schema = {
    ...common,
    ...labelling(rows, label, columns, { ...common, ...form }, options, file, good),
    ...form,
  }
  return { schema, columns, skip: header.bytes, skipLines: header.lines }
}
