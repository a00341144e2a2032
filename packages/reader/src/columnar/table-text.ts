import { ByteBuilder } from '../source/builder.js'
import type { Cell, ColumnarTable } from './cells.js'
import { RecordText } from './record-text.js'

const pieceBytes = 1 << 18

/** Writes a table as equivalent CSV, so that columns mean the same: a header, and a record for each row. */
export class TableText {
  readonly #out = new ByteBuilder(pieceBytes + (pieceBytes >> 1))
  readonly #records = new RecordText()
  /** the rows in the bytes so far */
  rows = 0

  /** Yields the bytes, in pieces that the caller may keep. */
  async *bytes({ columns, blocks }: ColumnarTable): AsyncGenerator<Uint8Array> {
    this.#row(columns.length, (k) => columns[k].name)
    for await (const { rows, cells } of blocks()) {
      for (let row = 0; row < rows; row++) {
        this.#row(cells.length, (k) => cells[k](row))
        this.rows++
        if (this.#out.length >= pieceBytes) yield this.#out.take()
      }
    }
    if (this.#out.length > 0) yield this.#out.take()
  }

  /** Returns the row, from 1, of a line of the text; 0: the header. */
  rowOf(line: number): number {
    return this.#records.recordOf(line) - 1
  }

  #row(columns: number, cell: (column: number) => Cell): void {
    this.#records.write(this.#out, columns, cell)
    this.#out.byte(10)
  }
}
