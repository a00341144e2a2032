import {
  type Batch,
  type DerivationState,
  derivationFlags,
  derivationScalars,
  derivationSizes,
} from '@ol/spec'
import { isPresent } from '../engine/is-present.js'
import { isBuilt, rankOf } from './sketch.js'

// The features of an example, and which of them take part in derived ones. Twin: native/core/expand/row.h

const { tokens: most } = derivationSizes
const { varies, dense: isDense } = derivationFlags
/** A feature that is often absent takes part from this number of occurrences, and this share of the examples, on. */
const fewest = 32
const seldom = 64

/** The current example's row: one object, reused. */
export class Row {
  /** the features of the example, one for each row of the table */
  size = 0
  rows: Uint32Array = new Uint32Array(256)
  /** NaN: all features of the row are missing */
  x: Float64Array = new Float64Array(256)
  /** by row of the table: the place of the feature, from 1 */
  place: Uint32Array = new Uint32Array(0)
  /** values to add to a sketch */
  sketched = 0
  readonly sketchRows: Uint32Array = new Uint32Array(most)
  readonly sketchX: Float64Array = new Float64Array(most)
  /** tokens: their rows, columns (from 1), and ranks; -1: the feature itself */
  tokens = 0
  readonly tokenRows: Uint32Array = new Uint32Array(most)
  readonly tokenColumns: Uint32Array = new Uint32Array(most)
  readonly ranks: Int32Array = new Int32Array(most)

  /** Collects the features of an example. Features that share a row add up; a missing one adds nothing. */
  collect(s: DerivationState, batch: Batch, e: number, constant: number): void {
    if (this.place.length < s.rows) this.place = new Uint32Array(s.rows)
    const from = batch.offsets[e]
    const to = batch.offsets[e + 1]
    if (this.rows.length < to - from) {
      this.rows = new Uint32Array(2 * (to - from))
      this.x = new Float64Array(2 * (to - from))
    }
    this.size = 0
    for (let i = from; i < to; i++) {
      const x = batch.values[i]
      if (x === 0 || batch.indices[i] === constant) continue
      const row = batch.indices[i] & (s.rows - 1)
      if (this.place[row] > 0) {
        const sum = this.x[this.place[row] - 1]
        if (x === x) this.x[this.place[row] - 1] = sum === sum ? sum + x : x
        continue
      }
      this.rows[this.size] = row
      this.x[this.size++] = x
      this.place[row] = this.size
    }
  }

  /** Removes the marks of the features. */
  release(): void {
    for (let j = 0; j < this.size; j++) this.place[this.rows[j]] = 0
  }

  /** Finds the tokens: first the features that are not dense, in their order; then the dense ones in the order of their list. */
  tokenize(s: DerivationState): void {
    this.tokens = 0
    this.sketched = 0
    const t = s.scalars[derivationScalars.examples]
    for (let j = 0; j < this.size && this.#hasCapacity; j++) {
      const row = this.rows[j]
      const flags = s.flags[row]
      if (!isPresent(this.x[j]) || (flags & isDense) !== 0 || s.column[row] === 0) continue
      const n = s.seen[row]
      if ((flags & varies) !== 0 && n >= fewest && seldom * n >= t) this.#addValue(s, row, this.x[j])
      else {
        const often = s.columnCount[s.column[row] - 1]
        // a new category has no statistics, and columns with a different one in every row would take most of the screening
        if (n > 0 && often >= fewest && seldom * often >= t) this.#addToken(s, row, -1)
      }
    }
    const dense = s.scalars[derivationScalars.dense]
    for (let d = 0; d < dense && this.#hasCapacity; d++) {
      const row = s.dense[d]
      const place = this.place[row]
      const x = place > 0 ? this.x[place - 1] : 0
      // a missing value is in no part of the range
      if (x !== x) continue
      if ((s.flags[row] & varies) !== 0) this.#addValue(s, row, x === 0 ? 0 : x)
      else if (x !== 0 && s.seen[row] < t) this.#addToken(s, row, -1)
    }
  }

  get #hasCapacity(): boolean {
    return this.tokens < most && this.sketched < most
  }

  #addValue(s: DerivationState, row: number, x: number): void {
    this.sketchRows[this.sketched] = row
    this.sketchX[this.sketched++] = x
    const k = s.sketch[row] - 1
    if (k >= 0 && isBuilt(s, k)) this.#addToken(s, row, rankOf(s, k, x))
  }

  #addToken(s: DerivationState, row: number, rank: number): void {
    this.tokenRows[this.tokens] = row
    this.tokenColumns[this.tokens] = s.column[row]
    this.ranks[this.tokens++] = rank
  }
}
