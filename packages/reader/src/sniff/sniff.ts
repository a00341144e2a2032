import {
  delimiterByte,
  type Format,
  formatEntry,
  formats,
  formatsTaking,
  keptOptions,
  limits,
  OLError,
  type ReadOptions,
  readingEntry,
  readingNames,
  requestedLabels,
  type Schema,
  type SchemaColumn,
  type TokenFormat,
} from '@ol/spec'
import { quoteByte } from '../token-plan.js'
import type { ArffHeader } from './arff.js'
import { arffHeader, startsArff } from './arff.js'
import { findClasses, firstTokens } from './class-names.js'
import { findColumns, findHeader, numberedNames, placeOf } from './column-roles.js'
import { findDelimiter, quotesOf } from './delimiter.js'
import { areTexts, countLabels, findLabelTexts, jsonLabels } from './label-kinds.js'
import type { SampleRecord } from './records.js'
import { sampleRecords } from './records.js'
import { findFormat, firstLines } from './sniff-format.js'

/** Bytes at the start of an input that its schema is found from. */
export const sniffBytes: number = 1 << 20

/** What is known of one input before it is tokenized. */
export interface Sniffed {
  readonly schema: Schema
  /** csv: the columns of this input in their order; the schema's, unless a header says otherwise */
  readonly columns: readonly SchemaColumn[]
  /** bytes and lines to leave out: the header and what stands before it */
  readonly skip: number
  readonly skipLines: number
}

/** The start of an input: whole lines bytes[start, end). */
export interface Head {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** whether it was made of a table: with names, commas and quotes, whatever it looks like */
  readonly table?: boolean
}

/** Finds out how the first input is to be read. */
export function sniff(head: Head, options: ReadOptions, file: string | undefined): Sniffed {
  const format = formatOf(head, options)
  const common: Schema = {
    ...keptOptions(options),
    format,
    labels: requestedLabels(options) ?? 'real',
    positive: options.positive === undefined ? null : String(options.positive),
    labelTexts: null,
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
  const header = head.table === true || (options.header ?? findHeader(records))
  const names = header ? [...records[0].fields] : numberedNames(records[0].fields.length)
  const rows = (header ? records.slice(1) : records).filter((row) => row.fields.length === names.length)
  const columns = findColumns(names, rows, options, file)
  const label = columns.findIndex((column) => column.role === 'label')
  const schema: Schema = {
    ...common,
    ...labelling(rows, label, columns, common, options, file),
    ...csv,
    header,
    columns,
  }
  return { schema, columns, ...(header ? behind(head, records[0]) : { skip: 0, skipLines: 0 }) }
}

/** Throws OL_PARAMETER for an option that the format of the input does not take. */
function refuseOtherFormats(options: ReadOptions, format: Format): void {
  const { title, columns, label } = formatEntry(format)
  for (const name of readingNames) {
    const { needs } = readingEntry(name)
    const value = options[name]
    if (needs === undefined || value === undefined || columns) continue
    if (needs === 'labelName' && label === 'member' && typeof value === 'string') continue
    throw new OLError('OL_PARAMETER', `the option ${name} is not one for ${title}, which the input is`, {
      value,
      expected: formatsTaking(needs).join(', '),
    })
  }
}

/** The schema of formats whose labels come first: which classes there are is found out from the first look. */
function headSchema(common: Schema, head: Head, options: ReadOptions, file: string | undefined): Schema {
  if (common.labels !== 'class' && options.labels !== 'any') return common
  const text = decoder.decode(head.bytes.subarray(head.start, head.end))
  return { ...common, ...classesOf([...firstTokens(text)], common, options, file) }
}

/** The schema of JSON Lines or counts: what the labels are is found out from the first look. */
function labelSchema(common: Schema, head: Head, options: ReadOptions, file: string | undefined): Schema {
  const labelKey = typeof options.label === 'string' ? options.label : undefined
  const schema = labelKey === undefined ? common : { ...common, labelKey }
  if (common.positive !== null) return schema
  const text = decoder.decode(head.bytes.subarray(head.start, head.end))
  const rows = common.format === 'counts' ? countLabels(text) : jsonLabels(text, labelKey)
  const texts = rows.map(({ fields }) => fields[0])
  const classes = classesOf(texts, common, options, file)
  if (classes !== undefined) return { ...schema, ...classes }
  return { ...schema, labelTexts: findLabelTexts(rows, 0, labelKey ?? 'label', common.labels, file) }
}

/** How a further input of a known schema is to be read: its header may order the columns in another way. */
export function sniffAgain(head: Head, known: Schema, file: string | undefined): Sniffed {
  if (head.table !== true) return sniffFurther(head, known, file)
  // it brings its own dialect and its names, which mean nothing where the columns of the known one had none
  const named = known.header === true || known.arff === true
  const schema = asTable(known)
  const [names] = sampleRecords(head.bytes, head.start, head.end, 44, 34, 1).records
  const columns = named
    ? byHeader(names.fields, known.columns ?? [], file)
    : placed(names.fields.length, known.columns ?? [])
  return { schema, columns, ...behind(head, names) }
}

/** A schema for the text of a table. */
export function asTable(schema: Schema): Schema {
  return { ...schema, delimiter: ',', quotes: true, arff: false, header: true }
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
  const [first] = sampleRecords(
    bytes,
    start,
    end,
    delimiter,
    quoteByte(schema),
    1,
    schema.arff === true ? 37 : 0,
  ).records
  if (first === undefined) return { schema, columns: known, skip: 0, skipLines: 0 }
  const { fields } = first
  const hits = fields.filter((name) => known.some((column) => column.name === name)).length
  if (schema.header === true && hits * 2 > fields.length) {
    const columns = byHeader(fields, known, file)
    return { schema, columns, ...behind(head, first) }
  }
  return { schema, columns: placed(fields.length, known), skip: 0, skipLines: 0 }
}

/** The columns of records without names: without the label column where one is missing, to be predicted. */
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
  for (const { name, role } of known)
    if ((role === 'numeric' || role === 'categorical' || role === 'text') && !fields.includes(name))
      throw new OLError('OL_INPUT_COLUMN', `the header has no column ${JSON.stringify(name)}`, {
        ...place,
        value: name,
      })
  return fields.map((name) => {
    const column = known.find((other) => other.name === name)
    if (column === undefined)
      throw new OLError('OL_INPUT_COLUMN', `the header has a further column ${JSON.stringify(name)}`, {
        ...place,
        value: name,
        expected: known.map((other) => other.name).join(', '),
      })
    return column
  })
}

function isArff(head: Head, options: ReadOptions): boolean {
  if (head.table === true) return false
  if (options.format === 'arff') return true
  if (options.format !== undefined && options.format !== 'auto') return false
  return startsArff(decoder.decode(head.bytes.subarray(head.start, Math.min(head.end, head.start + 65536))))
}

/** The first look at an ARFF file: its header says what the columns are, the label is found as in CSV. */
function newArff(head: Head, common: Schema, options: ReadOptions, file: string | undefined): Sniffed {
  const { bytes, start, end } = head
  const header = arffHeader(bytes, start, end)
  if (header === undefined)
    throw new OLError('OL_INPUT_BINARY', 'the ARFF header has no attributes or no @data within 1 MiB', {
      ...(file === undefined ? {} : { file }),
    })
  const names = header.attributes.map((attribute) => attribute.name)
  const body = sampleRecords(bytes, start + header.bytes, end, 44, 39, Number.POSITIVE_INFINITY, 37).records
  const rows = body.filter((row) => row.fields.length === names.length)
  const given = findColumns(names, rows, options, file)
  const asked = new Set(
    [...(options.numeric ?? []), ...(options.categorical ?? [])].map((column) =>
      placeOf(column, names, file),
    ),
  )
  const columns = given.map((column, k) =>
    asked.has(k) || (column.role !== 'numeric' && column.role !== 'categorical')
      ? column
      : { ...column, role: header.attributes[k].role },
  )
  const label = columns.findIndex((column) => column.role === 'label')
  const schema: Schema = {
    ...common,
    ...labelling(rows, label, columns, common, options, file),
    delimiter: ',',
    quotes: false,
    header: false,
    arff: true,
    columns,
  }
  return { schema, columns, skip: header.bytes, skipLines: header.lines }
}

/** What the texts of a label column mean: two signs, classes, or nothing but their numbers. */
function labelling(
  rows: readonly SampleRecord[],
  label: number,
  columns: readonly SchemaColumn[],
  common: Schema,
  options: ReadOptions,
  file: string | undefined,
): Pick<Schema, 'labelTexts'> & Partial<Pick<Schema, 'labels' | 'classes'>> {
  const texts = label < 0 ? [] : rows.map(({ fields }) => fields[label])
  const classes = classesOf(texts, common, options, file)
  if (classes !== undefined) return { labelTexts: null, ...classes }
  if (label < 0 || common.positive !== null) return { labelTexts: null }
  return { labelTexts: findLabelTexts(rows, label, columns[label].name, common.labels, file) }
}

/** The classes that labels name, where they do. */
function classesOf(
  labels: readonly (string | undefined)[],
  common: Schema,
  options: ReadOptions,
  file: string | undefined,
): Pick<Schema, 'labels' | 'classes'> | undefined {
  if (common.labels === 'class') return { labels: 'class', classes: findClasses(labels, options, file) }
  if (options.labels !== 'any' || common.positive !== null || !areTexts(labels)) return undefined
  return { labels: 'class', classes: findClasses(labels, { classes: limits.maxClasses }, file) }
}

/** A further ARFF file: its header may order the columns in another way. */
function sniffedArff(schema: Schema, header: ArffHeader, file: string | undefined): Sniffed {
  const names = header.attributes.map((attribute) => attribute.name)
  return {
    schema,
    columns: byHeader(names, schema.columns ?? [], file),
    skip: header.bytes,
    skipLines: header.lines,
  }
}

function behind(head: Head, record: SampleRecord): { skip: number; skipLines: number } {
  let lines = 0
  for (let p = head.start; p < record.next; p++) if (head.bytes[p] === 10) lines++
  return { skip: record.next - head.start, skipLines: lines }
}

const decoder = new TextDecoder('utf-8')

function formatOf(head: Head, options: ReadOptions): TokenFormat {
  const { format = 'auto' } = options
  if (head.table === true) return 'csv'
  if (format !== 'auto') return formats[format].tokenizer
  if (isArff(head, options) || options.delimiter !== undefined || options.header !== undefined) return 'csv'
  const end = Math.min(head.end, head.start + 65536)
  const text = decoder.decode(head.bytes.subarray(head.start, end))
  return formats[findFormat(firstLines(text, end === head.end))].tokenizer
}

function dialectOf(head: Head, options: ReadOptions, file: string | undefined) {
  const { bytes, start, end } = head
  if (head.table === true) return { delimiter: 44, quotes: true }
  const { format = 'auto' } = options
  const own = format === 'auto' ? undefined : formatEntry(format).delimiter
  const text = options.delimiter ?? own
  if (text === undefined) return findDelimiter(bytes, start, end, file)
  const delimiter = delimiterByte(text)
  return { delimiter, quotes: quotesOf(bytes, start, end, delimiter) }
}
