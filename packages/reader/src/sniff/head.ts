import type { Schema, SchemaColumn } from '@ol/spec'
import type { ColumnWarning } from '../read-report.js'
import type { TableColumn } from '../table-report.js'
import type { ColumnEvidence } from './column-type.js'
import { countLines, type SampleRecord } from './records.js'

/** The number of bytes at the start of an input from which its schema is inferred. */
export const sniffBytes: number = 1 << 20

/** The number of bytes at the start of an input by which its format is detected; more if its first line is longer. */
export const detectBytes: number = 1 << 16

/** The facts about one input before it is tokenized. */
export interface Sniffed {
  readonly schema: Schema
  /** csv: the columns of this input in their order; the schema's columns, unless a header has another order */
  readonly columns: readonly SchemaColumn[]
  /** bytes and lines to skip: the header and what precedes it */
  readonly skip: number
  readonly skipLines: number
  /** csv: the record of the header, which is skipped if it is repeated */
  readonly header?: Uint8Array
  /** whether it is the text of a binary table */
  readonly binary?: boolean
  /** csv: whether the header declares the label column */
  readonly declaresLabel?: boolean
  /** jsonl: the member that is the label in a first input; undefined: there is none, or it was known before */
  readonly labelMember?: string
  /** csv: how many rows of a first input were seen */
  readonly rows?: number
  /** csv: the types of the columns of a first input, by their evidence; undefined: they were known before */
  readonly types?: readonly ColumnEvidence[]
  /** decisions about the columns, and anomalies in them */
  readonly warnings?: readonly ColumnWarning[]
}

/** The start of an input: complete lines bytes[start, end). */
export interface Head {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** for a binary table, which was converted: it has a header, commas and quotes, and its columns have types */
  readonly table?: readonly TableColumn[]
}

/** Returns what to skip before the records after this one. */
export function skipThrough(head: Head, record: SampleRecord): { skip: number; skipLines: number } {
  return { skip: record.next - head.start, skipLines: countLines(head.bytes, head.start, record.next) }
}

/** Returns what to skip before this record, blank lines included. */
export function skipUpTo(head: Head, record: SampleRecord): { skip: number; skipLines: number } {
  return { skip: record.start - head.start, skipLines: countLines(head.bytes, head.start, record.start) }
}

const decoder = new TextDecoder('utf-8')

/** Returns the bytes of a head. */
export function headBytes({ bytes, start, end }: Head): Uint8Array {
  return bytes.subarray(start, end)
}

/** Returns the text of a head, or of its first bytes. */
export function headText({ bytes, start, end }: Head, most: number = Number.POSITIVE_INFINITY): string {
  return decoder.decode(bytes.subarray(start, Math.min(end, start + most)))
}
