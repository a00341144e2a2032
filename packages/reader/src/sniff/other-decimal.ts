import { type DecimalMark, isNumberText, OLError, type Schema, type SchemaColumn, valueText } from '@ol/spec'
import { decimalMark } from '../token-plan/decimal-mark.js'
import { isFormedNumber } from './cell-text.js'
import { isMissingText } from './column-type.js'
import type { NextColumns } from './further-reading.js'
import { type Head, skipThrough } from './head.js'
import type { SampleRecord } from './records.js'

/**
 * Throws OL_LINE_TYPE if a column of numbers of a further input has another decimal mark than its schema, in all of the
 * first records with a mark: every such line would be bad.
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
  for (const [k, { name, role, form = '' }] of columns.entries()) {
    if (!isNumeric(role, schema)) continue
    const values = rows.filter(({ fields }) => !isMissingText(fields[k]))
    // a mark of thousands is not a decimal mark
    const isOwn = (text: string) => text.includes(mark) || (form !== '' && isFormedNumber(text, form, mark))
    if (values.some(({ fields }) => isOwn(fields[k]) || !isNumberText(fields[k], other))) continue
    const first = values.find(({ fields }) => fields[k].includes(other))
    if (first === undefined) continue
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
