import { isTypedArray } from '@ol/spec'
import { ByteBuilder } from '../source/builder.js'
import type { Cell, ColumnarTable } from './cells.js'

const pieceBytes = 1 << 18
const encoder = new TextEncoder()

/**
 * Writes a table as equivalent CSV, so that columns mean what they mean in CSV: a header, commas, quotes where a field
 * needs them, empty fields for missing values, and every digit of a number.
 */
export class TableText {
  readonly #out = new ByteBuilder(pieceBytes + (pieceBytes >> 1))
  #line = 1
  /** the line feeds within fields */
  readonly #inner: number[] = []

  /** Yields the bytes, in pieces that the caller may keep. */
  async *bytes({ columns, blocks }: ColumnarTable): AsyncGenerator<Uint8Array> {
    this.#row(columns.length, (k) => columns[k].name)
    for await (const { rows, cells } of blocks()) {
      for (let row = 0; row < rows; row++) {
        this.#row(cells.length, (k) => cells[k](row))
        if (this.#out.length >= pieceBytes) yield this.#out.take()
      }
    }
    if (this.#out.length > 0) yield this.#out.take()
  }

  /** Returns the row, from 1, of a line of the text; 0: the header. */
  rowOf(line: number): number {
    let from = 0
    let to = this.#inner.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#inner[middle] < line) from = middle + 1
      else to = middle
    }
    return line - 1 - from
  }

  #row(columns: number, cell: (column: number) => Cell): void {
    const out = this.#out
    const start = out.length
    for (let k = 0; k < columns; k++) {
      if (k > 0) out.byte(44)
      this.#field(cell(k))
    }
    // an empty line would not be a row
    if (out.length === start) out.text('""')
    out.byte(10)
    this.#line++
  }

  #field(value: Cell): void {
    if (value === null || value === undefined) return
    if (typeof value === 'string') this.#quoted(encoder.encode(value))
    else if (isTypedArray(value, 'Uint8Array')) this.#quoted(value)
    else this.#out.text(String(value))
  }

  #quoted(bytes: Uint8Array): void {
    const out = this.#out
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
