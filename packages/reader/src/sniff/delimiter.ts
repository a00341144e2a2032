import { OLError, type ReadOptions } from '@ol/spec'
import { isNumberText } from '../token-plan/decimal-mark.js'
import { type Sample, sampleRecords } from './records.js'

/** Tab, semicolon, comma, bar, space: the first wins a tie, unless the comma is a decimal mark for one after it. */
const candidates = [9, 59, 44, 124, 32]

const comma = 44

export interface Dialect {
  readonly delimiter: number
  readonly quotes: boolean
}

/**
 * Returns the delimiter with which the largest share of the first records has the same number of columns, at least two.
 * Throws OL_INPUT_BINARY where none splits half of them into the same number.
 */
export function findDelimiter(
  bytes: Uint8Array,
  start: number,
  end: number,
  file: string | undefined,
  format: ReadOptions['format'] = 'auto',
): Dialect {
  let best = -1
  let bestShare = 0
  for (const delimiter of candidates) {
    const quote = quotesOf(bytes, start, end, delimiter) ? 34 : 0
    const sample = sampleRecords(bytes, start, end, delimiter, quote, 200)
    const share = evenness(sample)
    const isTie = share > bestShare - 1e-12
    if (share > bestShare + 1e-12 || (isTie && best === comma && haveDecimalCommas(sample))) {
      best = delimiter
      bestShare = share
    }
  }
  if (best < 0 || bestShare < 0.5)
    throw new OLError('OL_INPUT_BINARY', undetected(format), file === undefined ? {} : { file })
  return { delimiter: best, quotes: quotesOf(bytes, start, end, best) }
}

function undetected(format: string): string {
  return format === 'auto'
    ? 'expected text in a format that OL detects but received something else: name its format (format)'
    : `expected ${format} with a delimiter that OL detects but no character gives its lines the same columns: name the delimiter (delimiter)`
}

/**
 * Returns whether quotes enclose fields: always, except between tabs, where a string may start with a quote that
 * encloses nothing. There they do if every quoted field of the first records is closed properly.
 */
export function quotesOf(bytes: Uint8Array, start: number, end: number, delimiter: number): boolean {
  return (
    delimiter !== 9 || sampleRecords(bytes, start, end, delimiter, 34, Number.POSITIVE_INFINITY).bad === 0
  )
}

/** Returns whether all fields are whole numbers or numbers with decimal commas, and some has a comma. */
function haveDecimalCommas({ records }: Sample): boolean {
  const fields = records.flatMap((record) => record.fields)
  return (
    fields.some((field) => field.includes(',')) &&
    fields.every((field) => isNumberText(field, ',') && !field.endsWith(','))
  )
}

/** Returns the share of the records with the most frequent number of columns; 0 where that is one column. */
function evenness(sample: Sample): number {
  const counts = new Map<number, number>()
  for (const { fields } of sample.records) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1)
  let columns = 0
  let most = 0
  for (const [length, count] of counts)
    if (count > most) {
      most = count
      columns = length
    }
  return columns < 2 ? 0 : most / (sample.records.length + sample.bad)
}
