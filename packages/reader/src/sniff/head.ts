import type { Schema, SchemaColumn } from '@ol/spec'
import type { SampleRecord } from './records.js'

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

/** Returns what to leave out before the records behind this one. */
export function behind(head: Head, record: SampleRecord): { skip: number; skipLines: number } {
  let lines = 0
  for (let p = head.start; p < record.next; p++) if (head.bytes[p] === 10) lines++
  return { skip: record.next - head.start, skipLines: lines }
}

const decoder = new TextDecoder('utf-8')

/** Returns the text of a head, or of its first bytes. */
export function headText({ bytes, start, end }: Head, most: number = Number.POSITIVE_INFINITY): string {
  return decoder.decode(bytes.subarray(start, Math.min(end, start + most)))
}
