import {
  delimiterByte,
  expandSettings,
  type Format,
  formatEntry,
  formats,
  formatsTaking,
  keptOptions,
  OLError,
  type ReadOptions,
  readingEntry,
  readingNames,
  requestedLabels,
  type Schema,
  type TokenFormat,
} from '@ol/spec'
import type { ColumnDoubt } from '../read-report.js'
import { blankColumns, findColumns, findHeader, numberedNames } from './column-roles.js'
import { findDelimiter, quotesOf } from './delimiter.js'
import { type FoundDecimal, findDecimal } from './find-decimal.js'
import { headLabels } from './good-labels.js'
import { detectBytes, type Head, headBytes, headText, type Sniffed, skipThrough } from './head.js'
import { headSchema, labelling, labelSchema } from './labelling.js'
import { sampleRecords } from './records.js'
import { isArff, newArff } from './sniff-arff.js'
import { findFormat, firstLines } from './sniff-format.js'

/** Infers the schema of the first input. */
export function sniff(head: Head, options: ReadOptions, file: string | undefined): Sniffed {
  const format = formatOf(head, options)
  const expand = expandSettings(options)
  const common: Schema = {
    format,
    ...keptOptions(options),
    labels: requestedLabels(options) ?? 'real',
    positive: options.positive === undefined ? null : String(options.positive),
    labelTexts: null,
    ...(expand === undefined ? {} : { expand }),
    ...(options.format === 'vwjson' ? { vwJson: true } : {}),
  }
  refuseOtherFormats(options, options.format === 'vwjson' ? 'vwjson' : format)
  if (format !== 'csv') {
    const schema =
      format === 'jsonl' || format === 'counts'
        ? labelSchema(common, head, options, file)
        : headSchema(common, head, options, file)
    return { schema, columns: [], skip: 0, skipLines: 0 }
  }
  const { bytes, start, end } = head
  if (isArff(head, options)) return newArff(head, common, options, file)
  const dialect = dialectOf(head, options, file)
  const { records } = sampleRecords(
    bytes,
    start,
    end,
    dialect.delimiter,
    dialect.quotes ? 34 : 0,
    Number.POSITIVE_INFINITY,
  )
  const csv = { delimiter: String.fromCharCode(dialect.delimiter), quotes: dialect.quotes }
  if (records.length === 0)
    return { schema: { ...common, ...csv, header: false, columns: [] }, columns: [], skip: 0, skipLines: 0 }
  const header = head.table === true || (options.header ?? findHeader(records, options.decimal))
  const names = header ? [...records[0].fields] : numberedNames(records[0].fields.length)
  const rows = (header ? records.slice(1) : records).filter((row) => row.fields.length === names.length)
  const { mark, others }: FoundDecimal =
    head.table === true ? { mark: '.', others: undefined } : findDecimal(names, rows, options, file)
  const columns = findColumns(names, rows, options, file, mark)
  const label = columns.findIndex((column) => column.role === 'label')
  const place = header ? skipThrough(head, records[0]) : { skip: 0, skipLines: 0 }
  const form = { ...csv, ...(mark === ',' ? { decimal: mark } : {}), header, columns }
  const good = () => headLabels(head, { ...common, ...form }, columns, place.skip, options)
  const schema: Schema = {
    ...common,
    ...labelling(rows, label, columns, { ...common, ...form }, options, file, good),
    ...form,
  }
  const blank = blankColumns(columns, rows, options)
  const doubts: ColumnDoubt[] = others === undefined ? [] : [others]
  if (blank.length > 0) doubts.push({ why: 'blank', file, columns: blank })
  return { schema, columns, ...place, ...(doubts.length === 0 ? {} : { doubts }) }
}

/** Throws OL_PARAMETER for an option that does not apply to the format of the input. */
function refuseOtherFormats(options: ReadOptions, format: Format): void {
  const { title, columns, label } = formatEntry(format)
  for (const name of readingNames) {
    const { needs } = readingEntry(name)
    const value = options[name]
    if (needs === undefined || value === undefined || columns) continue
    if (needs === 'labelName' && label === 'member' && typeof value === 'string') continue
    throw new OLError(
      'OL_PARAMETER',
      `the option ${name} does not apply to ${title}, which the input is: remove the option`,
      {
        value,
        expected: formatsTaking(needs).join(', '),
      },
    )
  }
}

function formatOf(head: Head, options: ReadOptions): TokenFormat {
  const { format = 'auto' } = options
  if (head.table === true) return 'csv'
  if (format !== 'auto') return formats[format].tokenizer
  if (isArff(head, options) || options.delimiter !== undefined || options.header !== undefined) return 'csv'
  const feed = headBytes(head).indexOf(10)
  const most = Math.max(detectBytes, feed + 1)
  return formats[findFormat(firstLines(headText(head, most), head.start + most >= head.end))].tokenizer
}

function dialectOf(head: Head, options: ReadOptions, file: string | undefined) {
  const { bytes, start, end } = head
  if (head.table === true) return { delimiter: 44, quotes: true }
  const { format = 'auto' } = options
  const own = format === 'auto' ? undefined : formatEntry(format).delimiter
  const text = options.delimiter ?? own
  if (text === undefined) return findDelimiter(bytes, start, end, file, format)
  const delimiter = delimiterByte(text)
  return { delimiter, quotes: quotesOf(bytes, start, end, delimiter) }
}
