import type { ReadOptions } from '@ol/spec'
import type { OtherMarks } from '../read-report.js'
import { type DecimalMark, isNumberText } from '../token-plan/decimal-mark.js'
import { columnValues, placeOf } from './column-roles.js'
import type { SampleRecord } from './records.js'

export interface FoundDecimal {
  readonly mark: DecimalMark
  /** undefined: there are no such columns */
  readonly others: OtherMarks | undefined
}

/** A comma that may as well separate thousands. */
const thousands = /^[+-]?[1-9]\d{0,2},\d{3}$/
/** Numbers with separators of thousands, which are not read. */
const grouped = /^[+-]?\d{1,3}((,\d{3}){2,}|(,\d{3})+\.\d+|(\.\d{3}){2,}|(\.\d{3})+,\d+)$/

/**
 * Infers the decimal mark from the first records: a comma where some column holds numbers with decimal commas, and none numbers
 * with points. Commas that may separate thousands decide nothing.
 */
export function findDecimal(
  names: readonly string[],
  rows: readonly SampleRecord[],
  options: ReadOptions,
  file: string | undefined,
): FoundDecimal {
  const placesOf = (given: ReadOptions['ignore']) => (given ?? []).map((one) => placeOf(one, names, file))
  const { ignore, categorical, text, numeric, tag } = options
  const left = new Set([ignore, categorical, text, tag === undefined ? [] : [tag]].flatMap(placesOf))
  const values = names.map((_, k) => (left.has(k) ? [] : columnValues(rows, k)))
  const has = (k: number, mark: DecimalMark, counts: (text: string) => boolean) =>
    values[k].every((value) => isNumberText(value, mark)) && values[k].some(counts)
  const points = names.filter((_, k) => has(k, '.', (value) => value.includes('.')))
  const commas = names.some((_, k) => has(k, ',', (value) => /,\d/.test(value) && !thousands.test(value)))
  const mark = options.decimal ?? (commas && points.length === 0 ? ',' : '.')
  const asked = new Set(placesOf(numeric))
  const columns = names.filter(
    (_, k) =>
      !asked.has(k) &&
      values[k].some((value) => !isNumberText(value, mark)) &&
      values[k].every((value) => isNumberText(value) || isNumberText(value, ',') || grouped.test(value)),
  )
  return { mark, others: columns.length === 0 ? undefined : { why: 'marks', file, mark, columns, points } }
}
