import { isNumberText, OLError, type ReadOptions } from '@ol/spec'
import { isBooleanText, isMomentText } from './cell-text.js'
import type { CellTexts } from './cell-texts.js'
import { type Dialect, type Sample, sampleRecords } from './records.js'
import { commonWidth } from './table-layout.js'

/** Tab, semicolon, comma, bar, space and others: the first wins a tie. */
const candidates = [9, 59, 44, 124, 32, 58, 94, 126]
/** the number of candidates that are rarely anything but a delimiter; the others need more evidence */
const usual = 4

const sampled = 300
/** the share of lines without a comma in a file of one column */
const oneColumn = 0.9
/** the smallest share of lines that have the columns of the table */
const fewestLines = 0.2
/** between tabs: the largest ratio of lines with unclosed quotes to lines with closed quotes */
const mostUnclosed = 0.01
const [doubleQuote, singleQuote, backslash] = [34, 39, 92]

/** A dialect, and the records of a sample in it. */
export interface SampledDialect {
  readonly dialect: Dialect
  readonly sample: Sample
}

/**
 * Returns the dialect under which the first records have the most consistent number of columns, at least two, and the most
 * cells of a type. Throws OL_INPUT_BINARY if none splits half of them into the same number.
 */
export function findDialect(
  texts: CellTexts,
  file: string | undefined,
  format: ReadOptions['format'] = 'auto',
): SampledDialect {
  const named = namedDelimiter(texts)
  if (named !== undefined) return dialectWith(texts, named.delimiter, Number.POSITIVE_INFINITY, named.next)
  let best: number | undefined
  let bestScore = 0
  for (const [rank, delimiter] of candidates.entries()) {
    const { sample } = dialectWith(texts, delimiter, sampled)
    const { share, typed, decimals, columns } = evidence(sample)
    // lines with wrong quotes are bad lines, which are refused later, not here
    if (columns < 2 || share < fewestLines || 2 * share * lines(sample) < sample.records.length) continue
    // white space and punctuation also split sentences and times, but not cells that all have a decimal comma
    const base = rank < usual ? 0.5 : decimals === 1 ? 0.6 : 0.4
    const own = share * (base + 0.5 * typed)
    if (own > bestScore + 1e-9) {
      best = delimiter
      bestScore = own
    }
  }
  if (best === undefined) {
    const { dialect, sample } = dialectWith(texts, 44, sampled)
    const { share, columns } = evidence(sample)
    if (columns === 1 && share >= oneColumn && sample.records.length > 1 && isText(sample))
      return sampledBy(dialect, texts)
    throw new OLError('OL_INPUT_BINARY', undetected(format, sample), file === undefined ? {} : { file })
  }
  return dialectWith(texts, best)
}

function lines({ records, bad }: Sample): number {
  return records.length + bad
}

/** Returns whether no cell has a control character: data with one are not a table of one column. */
function isText({ records }: Sample): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return records.every(({ fields }) => fields.every((text) => !/[\0-\x08\x0e-\x1f]/.test(text)))
}

function undetected(format: string, sample: Sample): string {
  if (format !== 'auto')
    return `expected ${format} with a delimiter that OL detects but no character gives its lines the same columns: name the delimiter (delimiter)`
  return isText(sample)
    ? 'expected one table, or text in a format that OL detects, but no character gives its lines the same columns: keep one table in a file, or name its format (format) or delimiter (delimiter)'
    : 'expected text in a format that OL detects but received something else: name its format (format)'
}

/** Returns the delimiter that a first line `sep=;` names, and the place after that line. */
function namedDelimiter({ bytes, start, end }: CellTexts): { delimiter: number; next: number } | undefined {
  const line = String.fromCharCode(...bytes.subarray(start, Math.min(start + 8, end)))
  const match = /^"?sep=([^\r\n"])"?\r?\n/i.exec(line)
  return match === null ? undefined : { delimiter: match[1].charCodeAt(0), next: start + match[0].length }
}

/** Cuts a sample into records, at most `most`. */
export function sampledBy(
  dialect: Dialect,
  texts: CellTexts,
  most: number = Number.POSITIVE_INFINITY,
  start: number = texts.start,
): SampledDialect {
  return { dialect, sample: sampleRecords(texts, dialect, most, 0, start) }
}

/**
 * Returns the dialect of records with a delimiter. Quotes are double, unless fields are in single quotes and none in
 * double ones. Between tabs a string may start with a quote that encloses nothing, so quotes count only if nearly all
 * of them are closed properly.
 */
export function dialectWith(
  texts: CellTexts,
  delimiter: number,
  most: number = Number.POSITIVE_INFINITY,
  start: number = texts.start,
): SampledDialect {
  const by = (quote: number, escapeByte: number) =>
    sampledBy({ delimiter, quote, escape: escapeByte }, texts, most, start)
  const plain = by(doubleQuote, 0)
  const { records, bad } = plain.sample
  const quoted = records.reduce((sum, record) => sum + Math.min(1, record.quoted), 0)
  if (delimiter === 9 && bad > mostUnclosed * quoted) return by(0, 0)
  if (bad > 0 && hasPair(texts, start, backslash, doubleQuote)) {
    const escaped = by(doubleQuote, backslash)
    if (escaped.sample.bad < bad) return escaped
  }
  if (quoted > 0 || bad > 0 || !encloses(plain.sample)) return plain
  const single = by(singleQuote, 0)
  return single.sample.bad === 0 ? single : plain
}

/** Returns whether single quotes enclose fields: some fields start with one, and all of these end with one. */
function encloses({ records }: Sample): boolean {
  let some = false
  for (const { fields } of records.slice(0, sampled)) {
    // a delimiter within quotes cuts a field: the parts before and after it have one quote each
    const line = fields.join(',')
    const starts = line.match(/(^|,)'/g)?.length ?? 0
    const ends = line.match(/'(,|$)/g)?.length ?? 0
    if (starts !== ends) return false
    some ||= starts > 0
  }
  return some
}

function hasPair({ bytes, end }: CellTexts, start: number, first: number, second: number): boolean {
  const own = bytes.subarray(start, end)
  for (let p = own.indexOf(first); p >= 0; p = own.indexOf(first, p + 1))
    if (own[p + 1] === second) return true
  return false
}

const word = /^[^,;\t|:^~]*$/

/** Returns whether a cell looks like a single value, and not like several cells of another delimiter. */
function isTyped(text: string): boolean {
  if (text === '') return true
  if (word.test(text)) return true
  if (isNumberText(text) || isNumberText(text, ',')) return true
  return (
    isBooleanText(text) ||
    isMomentText(text, 'ymd') ||
    isMomentText(text, 'dmy') ||
    isMomentText(text, 'time')
  )
}

/**
 * Returns the share of records with the most frequent number of columns, and the shares of their cells that look like
 * single values, and that are numbers with a decimal comma.
 */
function evidence({ records, bad }: Sample): {
  share: number
  typed: number
  decimals: number
  columns: number
} {
  const { width: columns, count: most } = commonWidth(records)
  let cells = 0
  let typed = 0
  let decimals = 0
  for (const { fields, quoted } of records) {
    if (fields.length !== columns) continue
    cells += fields.length
    // text in quotes is one cell, whatever its contents
    const whole = fields.filter((text) => isTyped(text)).length
    typed += Math.min(fields.length, whole + quoted)
    decimals += fields.filter((text) => text.includes(',') && isNumberText(text, ',')).length
  }
  const of = Math.max(1, cells)
  return { share: most / lines({ records, bad }), typed: typed / of, decimals: decimals / of, columns }
}
