import { ByteBuilder } from '../source/builder.js'
import type { Cell, ColumnarTable } from './cells.js'

const pieceBytes = 1 << 18
const encoder = new TextEncoder()

/**
 * The text of a table as the CSV that it would be: names first, commas, quotes where a field needs them, nothing for
 * a missing value, and every digit of a number. So columns mean just what they mean in CSV.
 */
export class TableText {
  readonly #out = new ByteBuilder(pieceBytes + (pieceBytes >> 1))
  #line = 1
  /** the lines that end within a field */
  readonly #inner: number[] = []

  /** The bytes, in pieces that are the taker's own. */
  async *bytes({ names, blocks }: ColumnarTable): AsyncGenerator<Uint8Array> {
    this.#row(names.length, (k) => names[k])
    for await (const { rows, cells } of blocks()) {
      for (let row = 0; row < rows; row++) {
        this.#row(cells.length, (k) => cells[k](row))
        if (this.#out.length >= pieceBytes) yield this.#out.take()
      }
    }
    if (this.#out.length > 0) yield this.#out.take()
  }

  /** The row, from 1, that a line of the text belongs to; 0: the names. */
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
    // an empty line would be no row
    if (out.length === start) out.text('""')
    out.byte(10)
    this.#line++
  }

  #field(value: Cell): void {
    if (value === null || value === undefined) return
    if (typeof value === 'string') this.#quoted(encoder.encode(value))
    else if (value instanceof Uint8Array) this.#quoted(value)
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

/** Whether a field can stand without quotes. */
function isPlain(bytes: Uint8Array): boolean {
  const { length } = bytes
  if (length === 0) return true
  // white space around a field that is not quoted does not count
  if (bytes[0] <= 32 || bytes[length - 1] <= 32) return false
  for (let i = 0; i < length; i++) {
    const c = bytes[i]
    if (c === 34 || c === 44 || c === 10 || c === 13) return false
  }
  return true
}
