import { delimiterByte, type GivenColumns, OLError, type Schema } from '@ol/spec'
import { commentByte, quoteByte } from '../token-plan/token-plan.js'
import { CellTexts } from './cell-texts.js'
import { dialectWith, findDialect } from './dialect.js'
import { detectBytes, type Head, headText } from './head.js'
import { type Dialect, type SampleRecord, sampleRecords } from './records.js'
import { findFormat, firstLines } from './sniff-format.js'
import { dialectSchema } from './sniff-table.js'

/** The largest number of records of a further input that are compared with its schema before it is read. */
const sampledRecords = 200

/** The first records of a further input in a dialect, and the schema that reads it so. */
export interface Reading {
  readonly schema: Schema
  readonly records: readonly SampleRecord[]
}

function dialectOf(schema: Schema): Dialect {
  return {
    delimiter: (schema.delimiter ?? ',').charCodeAt(0),
    quote: quoteByte(schema),
    escape: schema.escape === undefined ? 0 : schema.escape.charCodeAt(0),
  }
}

/** Returns the records in the dialect of the schema. */
export function ownReading(head: Head, known: Schema): Reading {
  return readingBy(head, known, dialectOf(known))
}

/** Returns the records with the delimiter that an option names. */
export function namedReading(head: Head, known: Schema, delimiter: string): Reading {
  const { dialect } = dialectWith(textsOf(head), delimiterByte(delimiter), sampledRecords)
  return readingBy(head, inDialect(known, dialect), dialect)
}

/** Returns the records in the dialect that the input itself shows; undefined: it shows none. */
export function detectedReading(head: Head, known: Schema): Reading | undefined {
  try {
    const { dialect } = findDialect(textsOf(head), undefined)
    return readingBy(head, inDialect(known, dialect), dialect)
  } catch {
    return undefined
  }
}

/** How the columns of a further input become the columns of its schema. */
export interface NextColumns {
  /** columns that the schema does not know: an error, or ignored with a notice */
  readonly newColumns: 'error' | 'ignore'
  readonly file: string | undefined
  /** what the columns are known from, in a sentence */
  readonly origin: 'the training data' | 'the inputs before it'
  /** false: no record is a header, even if the table has names */
  readonly header?: boolean | undefined
  /** the options for this input; undefined: it is read only by its schema */
  readonly given?: GivenColumns | undefined
}

/** Throws OL_INPUT_BINARY if a further input of a table is JSON Lines, whose lines would all be bad. */
export function refuseJsonLines(head: Head, { file, origin }: NextColumns): void {
  const lines = firstLines(headText(head, detectBytes), head.end - head.start <= detectBytes)
  if (lines.length === 0 || findFormat(lines) !== 'jsonl') return
  throw new OLError(
    'OL_INPUT_BINARY',
    `expected a table, as in ${origin}, but received JSON Lines: name the format (--format jsonl)`,
    { ...(file === undefined ? {} : { file }), value: 'jsonl', expected: 'csv' },
  )
}

function textsOf({ bytes, start, end }: Head): CellTexts {
  return new CellTexts(bytes, start, end)
}

function readingBy(head: Head, schema: Schema, dialect: Dialect): Reading {
  const { records } = sampleRecords(textsOf(head), dialect, sampledRecords, commentByte(schema))
  return { schema, records }
}

function inDialect({ quote: _, escape: __, ...known }: Schema, dialect: Dialect): Schema {
  return { ...known, ...dialectSchema(dialect) }
}
