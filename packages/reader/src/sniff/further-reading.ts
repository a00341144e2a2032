import { delimiterByte, type Schema } from '@ol/spec'
import { quoteByte } from '../token-plan/token-plan.js'
import { dialectWith, findDialect } from './dialect.js'
import type { Head } from './head.js'
import { type Dialect, type SampleRecord, sampleRecords } from './records.js'
import { dialectSchema } from './sniff-table.js'

/** The most records of a further input that are held against its schema before it is read. */
export const sampledRecords = 200

/** The first records of a further input in a dialect, and the schema that reads it so. */
export interface Reading {
  readonly dialect: Dialect
  readonly schema: Schema
  readonly records: readonly SampleRecord[]
}

/** Returns the dialect of a schema. */
export function dialectOf(schema: Schema): Dialect {
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
  const { dialect } = dialectWith(head.bytes, head.start, head.end, delimiterByte(delimiter), sampledRecords)
  return readingBy(head, inDialect(known, dialect), dialect)
}

/** Returns the records in the dialect that the input itself shows; undefined: it shows none. */
export function detectedReading(head: Head, known: Schema): Reading | undefined {
  try {
    const { dialect } = findDialect(head.bytes, head.start, head.end, undefined)
    return readingBy(head, inDialect(known, dialect), dialect)
  } catch {
    return undefined
  }
}

function readingBy({ bytes, start, end }: Head, schema: Schema, dialect: Dialect): Reading {
  const { records } = sampleRecords(bytes, start, end, dialect, sampledRecords)
  return { dialect, schema, records }
}

function inDialect({ quote: _, escape: __, ...known }: Schema, dialect: Dialect): Schema {
  return { ...known, ...dialectSchema(dialect) }
}
