import { OLError, type Schema, type SchemaColumn } from '@ol/spec'
import { quoteByte } from '../token-plan/token-plan.js'
import { type ArffHeader, arffHeader } from './arff.js'
import { type Head, type Sniffed, skipThrough } from './head.js'
import { refuseOtherDecimal } from './other-decimal.js'
import { sampleRecords } from './records.js'

/** The most records of a further input that are held against its schema before it is read. */
const sampledRecords = 200

/** Returns how to read a further input of a known schema: its header may have the columns in another order. */
export function sniffAgain(head: Head, known: Schema, file: string | undefined): Sniffed {
  if (head.table !== true) return sniffFurther(head, known, file)
  // a table has its own dialect and names; the names are ignored where the known columns have none
  const named = known.header === true || known.arff === true
  const schema = asTable(known)
  const [names] = sampleRecords(head.bytes, head.start, head.end, 44, 34, 1).records
  const columns = named
    ? byHeader(names.fields, known.columns ?? [], file)
    : placed(names.fields.length, known.columns ?? [])
  return { schema, columns, ...skipThrough(head, names) }
}

/** Returns a schema for the text of a binary table. */
function asTable(schema: Schema): Schema {
  const { decimal: _, ...table } = schema
  return { ...table, delimiter: ',', quotes: true, arff: false, header: true }
}

function sniffFurther(head: Head, schema: Schema, file: string | undefined): Sniffed {
  const known = schema.columns ?? []
  if (schema.format !== 'csv' || schema.delimiter === undefined)
    return { schema, columns: known, skip: 0, skipLines: 0 }
  const { bytes, start, end } = head
  const delimiter = schema.delimiter.charCodeAt(0)
  if (schema.arff === true) {
    const header = arffHeader(bytes, start, end)
    if (header !== undefined) return sniffedArff(schema, header, file)
  }
  const arff = schema.arff === true
  const { records } = sampleRecords(
    bytes,
    start,
    end,
    delimiter,
    quoteByte(schema),
    arff ? 1 : sampledRecords,
    arff ? 37 : 0,
  )
  const [first] = records
  if (first === undefined) return { schema, columns: known, skip: 0, skipLines: 0 }
  const { fields } = first
  const names = new Set(known.map(({ name }) => name))
  const hits = fields.filter((name) => names.has(name)).length
  if (schema.header === true && hits * 2 > fields.length) {
    const columns = byHeader(fields, known, file)
    refuseOtherDecimal(head, records.slice(1), schema, columns, file)
    return { schema, columns, ...skipThrough(head, first) }
  }
  const columns = placed(fields.length, known)
  if (!arff) refuseOtherDecimal(head, records, schema, columns, file)
  return { schema, columns, skip: 0, skipLines: 0 }
}

/**
 * Returns the columns of records without a header: one column fewer means that the label is missing, to be predicted.
 */
function placed(fields: number, known: readonly SchemaColumn[]): readonly SchemaColumn[] {
  const label = known.findIndex((column) => column.role === 'label')
  return label >= 0 && fields === known.length - 1 ? known.filter((_, k) => k !== label) : known
}

function byHeader(
  fields: readonly string[],
  known: readonly SchemaColumn[],
  file: string | undefined,
): SchemaColumn[] {
  const place = file === undefined ? {} : { file }
  const own = new Set(fields)
  for (const { name, role } of known)
    if ((role === 'numeric' || role === 'categorical' || role === 'text') && !own.has(name))
      throw new OLError(
        'OL_INPUT_COLUMN',
        `the header has no column ${JSON.stringify(name)}, which the inputs before it have`,
        {
          ...place,
          value: name,
        },
      )
  // of columns of one name the first
  const columns = new Map(known.toReversed().map((column) => [column.name, column]))
  return fields.map((name) => {
    const column = columns.get(name)
    if (column === undefined)
      throw new OLError(
        'OL_INPUT_COLUMN',
        `the header has a column ${JSON.stringify(name)}, which the inputs before it do not have: remove the column`,
        {
          ...place,
          value: name,
          expected: known.map((other) => other.name).join(', '),
        },
      )
    return column
  })
}

/** Returns how to read a further ARFF file: its header may have the columns in another order. */
function sniffedArff(schema: Schema, header: ArffHeader, file: string | undefined): Sniffed {
  const names = header.attributes.map((attribute) => attribute.name)
  return {
    schema,
    columns: byHeader(names, schema.columns ?? [], file),
    skip: header.bytes,
    skipLines: header.lines,
  }
}
