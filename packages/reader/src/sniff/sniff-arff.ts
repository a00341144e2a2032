import { OLError, type ReadOptions, type Schema, valueText } from '@ol/spec'
import { defaultMaxLineBytes } from '../source/chunks.js'
import { type ArffHeader, arffHeader, nominalValues, startsArff } from './arff.js'
import { CellTexts } from './cell-texts.js'
import { findColumns } from './column-roles.js'
import { columnType, typedColumn } from './column-type.js'
import { rulesOf } from './find-table.js'
import { headLabels } from './good-labels.js'
import { detectBytes, type Head, headText, type Sniffed } from './head.js'
import { declaredLabels, labelling } from './labelling.js'
import { sampleRecords } from './records.js'

/** Returns whether an input is ARFF: by the option `format`, or by its start if that is `auto`. */
export function isArff(head: Head, options: ReadOptions): boolean {
  if (head.table !== undefined) return false
  if (options.format === 'arff') return true
  if (options.format !== undefined && options.format !== 'auto') return false
  return startsArff(headText(head, detectBytes))
}

/** Throws OL_INPUT_COLUMNS if the values of an attribute are tables. */
export function refuseRelational({ relational }: ArffHeader, file: string | undefined): void {
  if (relational === undefined) return
  throw new OLError(
    'OL_INPUT_COLUMNS',
    `expected attributes with one value in a row but ${valueText(relational)} is relational, and its cells are tables: write a row for each of their rows`,
    { ...(file === undefined ? {} : { file }), value: relational },
  )
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
  refuseRelational(header, file)
  const names = header.attributes.map((attribute) => attribute.name)
  const dialect = { delimiter: 44, quote: 39, escape: 0 }
  const body = sampleRecords(
    new CellTexts(bytes, start + header.bytes, end),
    dialect,
    Number.POSITIVE_INFINITY,
    37,
  ).records
  const rows = body.filter((row) => row.fields.length === names.length)
  const rules = rulesOf({ ...options, missing: options.missing ?? ['?'] }, options.decimal ?? '.')
  const types = header.attributes.map(({ kind }, k) => {
    const cells = rows.map(({ fields }) => fields[k])
    return kind === undefined ? columnType(cells, rules) : typedColumn(cells, kind, rules)
  })
  const columns = findColumns({ names, types, declared: [] }, options, file)
  const label = columns.findIndex((column) => column.role === 'label')
  const form = {
    delimiter: ',',
    ...(options.decimal === ',' ? { decimal: options.decimal } : {}),
    quotes: false,
    header: false,
    arff: true,
    columns,
  }
  const nominal = header.attributes[label]?.nominal
  const good = () => headLabels(head, { ...common, ...form }, columns, header.bytes, options)
  const schema: Schema = {
    ...common,
    ...labelling(
      rows,
      label,
      columns,
      { ...common, ...form },
      {
        ...options,
        ...(nominal === undefined ? {} : declaredLabels(nominalValues(nominal), options)),
      },
      file,
      good,
    ),
    ...form,
  }
  return { schema, columns, types, skip: header.bytes, skipLines: header.lines }
}
