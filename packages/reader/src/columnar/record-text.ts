import { isTypedArray } from '@ol/spec'
import type { ByteBuilder } from '../source/builder.js'
import type { Cell } from './cells.js'

const encoder = new TextEncoder()

/**
 * Writes records as equivalent CSV: commas, quotes where a field needs them, empty fields for missing values, and every
 * digit of a number. Fields may have line feeds, so a record may take several lines.
 */
export class RecordText {
  #line = 1
  /** the line feeds within fields */
  readonly #inner: number[] = []

  /** Writes a record without the line feed after it; counts the line. */
  write(out: ByteBuilder, columns: number, cell: (column: number) => Cell): void {
    const start = out.length
    for (let k = 0; k < columns; k++) {
      if (k > 0) out.byte(44)
      this.#field(out, cell(k))
    }
    // an empty line would not be a record
    if (out.length === start) out.text('""')
    this.#line++
  }

  /** Counts a line that is written elsewhere; returns its number, from 1. */
  skip(): number {
    return this.#line++
  }

  /** Returns the record, from 1, of a line of the text. */
  recordOf(line: number): number {
    let from = 0
    let to = this.#inner.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#inner[middle] < line) from = middle + 1
      else to = middle
    }
    return line - from
  }

  #field(out: ByteBuilder, value: Cell): void {
    if (value === null || value === undefined) return
    if (typeof value === 'string') this.#quoted(out, encoder.encode(value))
    else if (isTypedArray(value, 'Uint8Array')) this.#quoted(out, value)
    else out.text(String(value))
  }

  #quoted(out: ByteBuilder, bytes: Uint8Array): void {
    if (isPlain(bytes)) {
      out.range(bytes)
      return
    }
    out.byte(34)
    for (const byte of bytes) {
      if (byte === 34) out.byte(34)
      else if (byte === 10) this.#inner.push(this.#line++)
      out.byte(byte)
    }
    out.byte(34)
  }
}

/** Returns whether a field needs no quotes. */
function isPlain(bytes: Uint8Array): boolean {
  const { length } = bytes
  if (length === 0) return true
  // white space around an unquoted field is ignored
  if (bytes[0] <= 32 || bytes[length - 1] <= 32) return false
  for (let i = 0; i < length; i++) {
    const c = bytes[i]
    if (c === 34 || c === 44 || c === 10 || c === 13) return false
  }
  return true
}
