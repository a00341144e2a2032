import { type DecimalMark, isNumberText, OLError, type Schema, type SchemaColumn, valueText } from '@ol/spec'
import { decimalMark } from '../token-plan/decimal-mark.js'
import { isFormedNumber } from './cell-text.js'
import { isMissingText } from './column-type.js'
import { findDecimal } from './find-decimal.js'
import type { NextColumns } from './further-reading.js'
import { type Head, skipThrough } from './head.js'
import type { SampleRecord } from './records.js'

/**
 * Throws OL_LINE_TYPE if a column of numbers of a further input has another decimal mark than its schema, in all of the
 * first records with a mark. These are half of its records, or no column has the mark of the schema: a table whose first
 * reading took a few such cells for odd ones is read again as it was.
 */
export function refuseOtherDecimal(
  head: Head,
  records: readonly SampleRecord[],
  schema: Schema,
  columns: readonly SchemaColumn[],
  { file, origin }: NextColumns,
): void {
  const mark = decimalMark(schema)
  const other: DecimalMark = mark === '.' ? ',' : '.'
  const rows = records.filter(({ fields }) => fields.length === columns.length)
  const numeric = columns.flatMap(({ role }, k) => (isNumeric(role, schema) ? [k] : []))
  const cells = numeric.map((k) => rows.map(({ fields }) => fields[k]))
  const isOther = findDecimal(cells, { missing: schema.missing }) === other
  for (const k of numeric) {
    const { name, form = '' } = columns[k]
    const values = rows.filter(({ fields }) => !isMissingText(fields[k]))
    // a mark of thousands is not a decimal mark
    const isOwn = (text: string) => text.includes(mark) || (form !== '' && isFormedNumber(text, form, mark))
    if (values.some(({ fields }) => isOwn(fields[k]) || !isNumberText(fields[k], other))) continue
    const marked = values.filter(({ fields }) => fields[k].includes(other))
    const [first] = marked
    if (first === undefined || (!isOther && 2 * marked.length < values.length)) continue
    const [expected, found] = mark === '.' ? ['points', 'commas'] : ['commas', 'points']
    throw new OLError(
      'OL_LINE_TYPE',
      `expected numbers with decimal ${expected} in the column ${valueText(name)}, as in ${origin}, but received ${first.fields[k]}: for a file with decimal ${found} give decimal '${other}' (--decimal ${other})`,
      {
        ...(file === undefined ? {} : { file }),
        line: skipThrough(head, first).skipLines - first.lines + 1,
        value: first.fields[k],
      },
    )
  }
}

function isNumeric(role: SchemaColumn['role'], { labelTexts, positive, classes }: Schema): boolean {
  if (role === 'label') return labelTexts === null && positive === null && (classes?.names ?? null) === null
  return role === 'numeric' || role === 'weight'
}
