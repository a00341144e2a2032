import { type BadLine, describeBad } from '@ol/fallback'
import { faults } from '@ol/spec'
import { RecordText } from '../columnar/record-text.js'
import type { Rewrite, Rewriter } from '../rewrite/rewrite-lines.js'
import { objectOfLine } from '../sniff/json-objects.js'
import type { ByteBuilder } from '../source/builder.js'
import type { TableNotice } from '../table-report.js'
import { notObject, ObjectCells, type ObjectTable } from './object-cells.js'

const decoder = new TextDecoder('utf-8')

/**
 * Rewrites JSON Lines as the records of a known table, if the first line is an object: members are cells by the names of columns.
 * Other text stays unchanged.
 */
export class JsonRows implements Rewriter {
  rewrite: Rewrite | undefined = (bytes, start, end, out) => this.#line(bytes, start, end, out)
  /** the table of the records; undefined: the input is not JSON Lines, or no line has come yet */
  table: ObjectTable | undefined
  readonly #named: boolean
  readonly #tableOf: () => ObjectTable
  readonly #records = new RecordText()
  /** the bad lines that have not been taken, by the line of the text */
  readonly #faults = new Map<number, BadLine>()
  #cells: ObjectCells | undefined

  /**
   * @param named whether an option says that the input is JSON Lines: its first line does not decide @param tableOf is
   * called if it is JSON Lines; an error ends the reading
   */
  constructor(named: boolean, tableOf: () => ObjectTable) {
    this.#named = named
    this.#tableOf = tableOf
  }

  /** Counts a line that was not rewritten because it is too long. */
  passed(): void {
    this.#records.skip()
  }

  /** Returns the line of the input for a line of the text. */
  lineOf(line: number): number {
    return this.#records.recordOf(line)
  }

  /** Takes the bad line that a line of the text represents; undefined: it represents none. */
  takeFault(line: number): BadLine | undefined {
    const fault = this.#faults.get(line)
    this.#faults.delete(line)
    return fault
  }

  /** Returns the notices about all objects so far. */
  notices(): TableNotice[] {
    return this.#cells?.notices(this.table?.file) ?? []
  }

  #line(bytes: Uint8Array, start: number, end: number, out: ByteBuilder): boolean {
    const text = decoder.decode(bytes.subarray(start, end))
    if (text.trim() === '') {
      this.#records.skip()
      return false
    }
    const object = objectOfLine(text)
    if (this.table === undefined && object === undefined && !this.#named) {
      this.rewrite = undefined
      return false
    }
    this.table ??= this.#tableOf()
    this.#cells ??= new ObjectCells(this.table)
    const { cells } = this.#cells
    const wrong = object === undefined ? notObject : this.#cells.fill(object)
    if (wrong === undefined) {
      this.#records.write(out, cells.length, (k) => cells[k])
      return true
    }
    // a record that is bad in every table
    out.text('""x')
    const line = this.#records.skip()
    const whole = Uint32Array.of(faults.json, 0, start, end, start, start)
    const bad = describeBad(whole, 0, bytes, () => this.lineOf(line), this.table.file)
    this.#faults.set(line, { ...bad, ...wrong })
    return true
  }
}
