import { isFeatureRole, OLError, type Schema, type SchemaColumn, suggestion, valueText } from '@ol/spec'
import type { ColumnWarning } from '../read-report.js'
import { columnsText, type TableColumn, type TableNotice } from '../table-report.js'
import { decimalMark } from '../token-plan/decimal-mark.js'
import { type ArffHeader, arffHeader, startsArff } from './arff.js'
import { isBooleanText, isFormedNumber, isMissingCell, isMomentText } from './cell-text.js'
import { CellTexts } from './cell-texts.js'
import { findNames, folded, numbered } from './find-names.js'
import { recordsBefore } from './find-table.js'
import {
  detectedReading,
  type NextColumns,
  namedReading,
  ownReading,
  type Reading,
  refuseJsonLines,
} from './further-reading.js'
import { givenColumnNames, withGivenColumns } from './given-columns.js'
import { detectBytes, type Head, headText, type Sniffed, skipThrough, skipUpTo } from './head.js'
import { givenNames } from './header.js'
import { preambleNotices } from './layout-notices.js'
import { refuseOtherDecimal } from './other-decimal.js'
import { type SampleRecord, sampleRecords } from './records.js'
import { refuseRelational } from './sniff-arff.js'
import { headerBytes } from './sniff-table.js'
import { commonWidth, findLayout, namesOf } from './table-layout.js'

/** Skips nothing: the input begins with its first row. */
const nothing = { skip: 0, skipLines: 0 }

/** The columns of a further input in its order, and the notices about them. */
interface Matched {
  readonly columns: readonly SchemaColumn[]
  readonly warnings: readonly TableNotice[]
}

/** Returns how to read a further input of a known schema: its header may have the columns in another order. */
export function sniffAgain(head: Head, known: Schema, next: NextColumns): Sniffed {
  const found = matchColumns(head, known, next)
  if (next.given === undefined || known.columns === undefined) return found
  return withGivenColumns(found, next.given, next.file)
}

function matchColumns(head: Head, known: Schema, next: NextColumns): Sniffed {
  if (head.table !== undefined) return againTable(head, head.table, known, next)
  const columns = known.columns ?? []
  if (known.format !== 'csv' || known.delimiter === undefined) return { schema: known, columns, ...nothing }
  const attributes = startsArff(headText(head, detectBytes))
    ? arffHeader(head.bytes, head.start, head.end)
    : undefined
  return attributes === undefined ? againText(head, known, next) : againArff(known, attributes, next)
}

/** Returns a schema for the text of a binary table, which has its own dialect and names. */
function againTable(head: Head, columns: readonly TableColumn[], known: Schema, next: NextColumns): Sniffed {
  const { decimal: _, quote: __, escape: ___, ...table } = known
  const schema: Schema = { ...table, delimiter: ',', quotes: true, arff: false, header: true }
  const [names] = sampleRecords(
    new CellTexts(head.bytes, head.start, head.end),
    { delimiter: 44, quote: 34, escape: 0 },
    1,
  ).records
  const matched = byNameOrPlace(
    known,
    columns.map(({ name }) => name),
    next,
  )
  // the table writes plain values, but keeps strings unchanged
  const isWritten = (k: number) => columns[k]?.kind === 'string' || columns[k]?.kind === 'category'
  const plain = matched.columns.map(({ form, ...column }, k) =>
    form !== undefined && (form === 'time' || isWritten(k)) ? { ...column, form } : column,
  )
  return { schema, columns: plain, ...skipThrough(head, names), ...warningsOf(matched.warnings) }
}

function againText(head: Head, model: Schema, next: NextColumns): Sniffed {
  const own = model.columns ?? []
  // ARFF has names, and other text of the same table has a header
  const known: Schema = model.arff === true ? { ...model, arff: false, quotes: true, header: true } : model
  const { delimiter } = next.given ?? {}
  const first = delimiter === undefined ? ownReading(head, known) : namedReading(head, known, delimiter)
  // the same table may have another dialect
  const second = (): Reading => (delimiter === undefined ? detectedReading(head, known) : undefined) ?? first
  let reading = first
  const named = known.header === true && next.header !== false
  let header = named ? findNames(first.records, own) : undefined
  if (named && header === undefined) {
    reading = second()
    header = findNames(reading.records, own)
  }
  if (header === undefined) {
    refuseJsonLines(head, next)
    const by = model.arff === true ? ownReading(head, model) : placedReading(first, second, own)
    if (by.records.length === 0) return { schema: known, columns: own, ...nothing }
    return known.header === true ? withoutHeader(head, by, next) : byPlace(head, by, next)
  }
  const { records, schema } = reading
  const last = records[header.body - 1]
  const rows = records.slice(header.body)
  const width = rows.length > 0 ? findLayout(rows).width : header.names.length
  const names = namesOf(header.names, width)
  const written = names.length === width - 1 ? ['', ...names] : names
  const line = lineOf(head, records[header.first])
  const matched = byName(givenNames(written).names, own, next, line)
  refuseOtherDecimal(head, rows, schema, matched.columns, next)
  return {
    schema,
    columns: matched.columns,
    ...skipThrough(head, last),
    ...headerBytes(head, records.slice(header.first, header.body)),
    ...warningsOf([...preambleNotices(records, header.first, next.file), ...matched.warnings]),
  }
}

/** Returns the first of two readings whose records fit a model by place; the first if neither does. */
function placedReading(first: Reading, second: () => Reading, own: readonly SchemaColumn[]): Reading {
  if (isPlaced(first.records, own)) return first
  const other = second()
  return isPlaced(other.records, own) ? other : first
}

/** Returns whether most records have a number of fields that fits a model by place. */
function isPlaced(records: readonly SampleRecord[], known: readonly SchemaColumn[]): boolean {
  const { width } = commonWidth(records)
  return placements(known).some(({ length }) => length === width)
}

function warningsOf(warnings: readonly TableNotice[]): { warnings?: readonly ColumnWarning[] } {
  return warnings.length === 0 ? {} : { warnings }
}

/** Returns the columns by their places, if no record is a header and the first one has values that fit the columns. */
function withoutHeader(head: Head, reading: Reading, next: NextColumns): Sniffed {
  const { schema: known, records } = reading
  const before = recordsBefore(records)
  const first = records[before]
  for (const columns of placements(known.columns ?? []))
    if (columns.length === first.fields.length && fitsColumns(first.fields, columns, known)) {
      const text = 'no header: the columns are taken in the order of the model'
      const warning: TableNotice = { why: 'no-header', file: next.file, columns: [], text }
      refuseOtherDecimal(head, records.slice(before), known, columns, next)
      const { warnings = [], ...skip } = skipBefore(head, records, before, next.file)
      return { schema: known, columns, ...skip, warnings: [...warnings, warning] }
    }
  // names are not numbers, so the first line is a bad line
  if (first.fields.some((text) => isFormedNumber(text, '', decimalMark(known))))
    return byPlace(head, reading, next)
  throw otherColumns(first.fields, known.columns ?? [], next, lineOf(head, first))
}

/** Returns the line of a head in which a record begins, from 1. */
function lineOf(head: Head, record: SampleRecord): number {
  return skipUpTo(head, record).skipLines + 1
}

/** Returns the columns that records without a header may have: all, without the label, or without ignored ones. */
function placements(known: readonly SchemaColumn[]): readonly (readonly SchemaColumn[])[] {
  const own = known.filter(({ role }) => role !== 'ignore')
  return [known, withoutLabel(known), own, withoutLabel(own)]
}

/** Returns whether there is a typed column, and the cells of a record fit the typed columns. */
function fitsColumns(fields: readonly string[], columns: readonly SchemaColumn[], schema: Schema): boolean {
  const mark = decimalMark(schema)
  const typed = columns.flatMap(({ role, form }, k) =>
    role === 'numeric' || role === 'boolean' || role === 'date' ? [{ role, form, text: fields[k] }] : [],
  )
  const fits = ({ role, form, text }: (typeof typed)[number]) =>
    role === 'numeric'
      ? isFormedNumber(text, form ?? '', mark)
      : role === 'boolean'
        ? isBooleanText(text)
        : isMomentText(text, form === 'dmy' || form === 'mdy' || form === 'time' ? form : 'ymd')
  const present = typed.filter(({ text }) => !isMissingCell(text, schema.missing))
  // the first row may also have one odd cell
  const good = present.filter(fits).length
  return (
    typed.length > 0 && (present.length === 0 || 2 * good >= present.length) && good + 1 >= present.length
  )
}

function byPlace(head: Head, { schema: known, records }: Reading, next: NextColumns): Sniffed {
  const arff = known.arff === true
  if (records.length === 0) return { schema: known, columns: known.columns ?? [], ...nothing }
  const first = arff ? 0 : recordsBefore(records)
  const columns = placed(records[first].fields.length, known.columns ?? [])
  if (!arff) refuseOtherDecimal(head, records.slice(first), known, columns, next)
  return { schema: known, columns, ...skipBefore(head, records, first, next.file) }
}

/** Returns what to skip before a record, and the notice about it. */
function skipBefore(
  head: Head,
  records: readonly SampleRecord[],
  first: number,
  file: string | undefined,
): Pick<Sniffed, 'skip' | 'skipLines' | 'warnings'> {
  if (first === 0) return nothing
  return { ...skipUpTo(head, records[first]), warnings: preambleNotices(records, first, file) }
}

function withoutLabel(columns: readonly SchemaColumn[]): readonly SchemaColumn[] {
  return columns.filter(({ role }) => role !== 'label')
}

/**
 * Returns the columns of records without a header: one column fewer means that the label is missing, to be predicted.
 */
function placed(fields: number, known: readonly SchemaColumn[]): readonly SchemaColumn[] {
  return fields === known.length - 1 && known.some(({ role }) => role === 'label')
    ? withoutLabel(known)
    : known
}

/** Returns the columns that a header names: by name, then without regard to case and white space if that is unique. */
function byName(
  fields: readonly string[],
  known: readonly SchemaColumn[],
  next: NextColumns,
  line?: number,
): Matched {
  const { newColumns, file, given = {} } = next
  const exact = new Map(known.toReversed().map((column) => [column.name, column]))
  const count = (names: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const name of names) counts.set(folded(name), (counts.get(folded(name)) ?? 0) + 1)
    return counts
  }
  const [own, other] = [count(known.map(({ name }) => name)), count(fields)]
  const loose = new Map(known.map((column) => [folded(column.name), column]))
  const taken = new Set(fields.filter((name) => exact.has(name)))
  const close: string[] = []
  const fresh: string[] = []
  const columns = fields.map((name) => {
    const found = exact.get(name)
    if (found !== undefined) return found
    const near = loose.get(folded(name))
    if (
      near !== undefined &&
      own.get(folded(name)) === 1 &&
      other.get(folded(name)) === 1 &&
      !taken.has(near.name)
    ) {
      close.push(`${valueText(name)} is ${valueText(near.name)}`)
      return near
    }
    fresh.push(name)
    return { name, role: 'ignore' as const }
  })
  const present = new Set(columns.map(({ name, role }) => (role === 'ignore' ? '' : name)))
  const absent = known.filter(({ name, role }) => isFeatureRole(role) && !present.has(name))
  if (absent.length > 0) throw otherColumns(fields, known, next, line)
  const warnings: TableNotice[] = []
  if (close.length > 0)
    warnings.push({
      why: 'matched',
      file,
      columns: close,
      text: `columns matched without regard to case: ${close.slice(0, 5).join(', ')}${close.length > 5 ? ', ...' : ''}`,
    })
  const asked = new Set([...givenColumnNames(given)].map((name) => folded(String(name))))
  const unknown = fresh.filter((name) => !numbered.test(name) && !asked.has(folded(name)))
  if (unknown.length > 0 && newColumns === 'error')
    throw new OLError(
      'OL_INPUT_COLUMNS',
      `the header has ${columnsText(unknown)}, beyond the columns of ${next.origin}: leave them out (--new-columns ignore), or remove them`,
      {
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { line }),
        value: unknown[0],
        expected: known.map((column) => column.name).join(', '),
      },
    )
  if (unknown.length > 0)
    warnings.push({
      why: 'new-columns',
      file,
      columns: unknown,
      text: `${columnsText(unknown)}: not known to the model, ignored`,
    })
  return { columns, warnings }
}

/** Returns the error for a header that lacks columns: with the names that are missing and new, and the closest pairs. */
function otherColumns(
  fields: readonly string[],
  known: readonly SchemaColumn[],
  { file, origin }: NextColumns,
  line: number | undefined,
): OLError {
  const own = new Set(fields.map(folded))
  const names = new Set(known.map(({ name }) => folded(name)))
  const absent = known
    .filter(({ name, role }) => isFeatureRole(role) && !own.has(folded(name)))
    .map(({ name }) => name)
  const fresh = fields.filter((text) => !names.has(folded(text)))
  const near = absent.length > 0 && absent.length < 20 ? suggestion(absent[0], fresh) : ''
  const found = fresh.length === 0 ? 'no others' : columnsText(fresh)
  const lacking =
    absent.length === 0
      ? 'no line names them'
      : `${columnsText(absent)} ${absent.length === 1 ? 'is' : 'are'} missing`
  return new OLError(
    'OL_INPUT_COLUMNS',
    `expected the columns of ${origin} but ${lacking}, and ${found} ${fresh.length === 1 ? 'is' : 'are'} new${near}${line === undefined ? '' : ' (--no-header if the first line is data)'}`,
    {
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      value: absent[0],
      expected: absent.join(', '),
    },
  )
}

/** Returns how to read a further file that is ARFF: its header may have the columns in another order. */
function againArff(known: Schema, header: ArffHeader, next: NextColumns): Sniffed {
  refuseRelational(header, next.file)
  const names = header.attributes.map((attribute) => attribute.name)
  const { columns, warnings } = byNameOrPlace(known, names, next)
  const { decimal: _, quote: __, escape: ___, ...table } = known
  const schema: Schema =
    known.arff === true ? known : { ...table, delimiter: ',', quotes: false, arff: true, header: false }
  return { schema, columns, skip: header.bytes, skipLines: header.lines, ...warningsOf(warnings) }
}

/** Returns the columns for the names of a further file; by their places if the table has no names. */
function byNameOrPlace(known: Schema, names: readonly string[], next: NextColumns): Matched {
  const own = known.columns ?? []
  if (known.header === true || known.arff === true) return byName(names, own, next)
  return { columns: placed(names.length, own), warnings: [] }
}
