import type { Schema, SchemaColumn } from '@ol/spec'
import type { ColumnDoubt } from '../read-report.js'
import type { SampleRecord } from './records.js'

/** The number of bytes at the start of an input from which its schema is inferred. */
export const sniffBytes: number = 1 << 20

/** The number of bytes at the start of an input by which its format is detected; more where its first line is longer. */
export const detectBytes: number = 1 << 16

/** What is known of one input before it is tokenized. */
export interface Sniffed {
  readonly schema: Schema
  /** csv: the columns of this input in their order; those of the schema, unless a header has another order */
  readonly columns: readonly SchemaColumn[]
  /** bytes and lines to skip: the header and what precedes it */
  readonly skip: number
  readonly skipLines: number
  /** columns of a first input that are read as strings although they may hold numbers */
  readonly doubts?: readonly ColumnDoubt[]
}

/** The start of an input: whole lines bytes[start, end). */
export interface Head {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** whether it was converted from a binary table: it has a header, commas and quotes */
  readonly table?: boolean
}

/** Returns what to skip before the records after this one. */
export function skipThrough(head: Head, record: SampleRecord): { skip: number; skipLines: number } {
  let lines = 0
  for (let p = head.start; p < record.next; p++) if (head.bytes[p] === 10) lines++
  return { skip: record.next - head.start, skipLines: lines }
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
