import { type Batch, OLError, type Table } from '@ol/spec'

/**
 * The index of a rule with a matrix: each feature has a row of its own, in the order of their first appearance. It is
 * kept in shared state 0 of the table: the feature's index + 1, 0 where the row is free.
 */
export class RowIndex {
  readonly #table: Table
  readonly #rows = new Map<number, number>()

  constructor(table: Table) {
    this.#table = table
    for (let row = 0; row < table.rows; row++) {
      const index = this.indexOf(row)
      if (index !== undefined) this.#rows.set(index, row)
    }
  }

  /** The index of the feature of a row; undefined where the row is free. */
  indexOf(row: number): number | undefined {
    const entry = this.#table.shared[this.#at(row)]
    return entry > 0 ? entry - 1 : undefined
  }

  /** The row of a feature; undefined where it has none. */
  rowOf(index: number): number | undefined {
    return this.#rows.get(index)
  }

  /**
   * The batch with rows in place of indices; features that are new get rows. OL_DIMENSION where there are not as many:
   * then nothing has changed.
   */
  adopt(batch: Batch): Batch {
    const fresh = new Map<number, number>()
    const rowed = this.#translate(batch, 0, batch.offsets[batch.size], fresh)
    for (const [index, row] of fresh) {
      this.#rows.set(index, row)
      this.#table.shared[this.#at(row)] = index + 1
    }
    return { ...batch, indices: rowed }
  }

  /** The batch with rows in place of indices, new features in rows that stay free: as if each example came next. */
  lookUp(batch: Batch): Batch {
    const indices = new Uint32Array(batch.offsets[batch.size])
    for (let e = 0; e < batch.size; e++) {
      const from = batch.offsets[e]
      indices.set(this.#translate(batch, from, batch.offsets[e + 1], new Map()), from)
    }
    return { ...batch, indices }
  }

  #translate(batch: Batch, from: number, to: number, fresh: Map<number, number>): Uint32Array {
    const rowed = new Uint32Array(to - from)
    for (let i = from; i < to; i++) {
      // 0 counts as absent and gets no row
      if (batch.values[i] === 0) continue
      const index = batch.indices[i]
      let row = this.#rows.get(index) ?? fresh.get(index)
      if (row === undefined) {
        row = this.#rows.size + fresh.size
        if (row >= this.#table.rows) throw this.#full(row + 1)
        fresh.set(index, row)
      }
      rowed[i - from] = row
    }
    return rowed
  }

  #full(needed: number): OLError {
    const { rows } = this.#table
    const text = `The table has rows for ${rows} different features (bits ${Math.log2(rows)}), and there are more`
    return new OLError('OL_DIMENSION', text, { value: needed, expected: `<= ${rows}` })
  }

  #at(row: number): number {
    const { sharedStart, sharedStride } = this.#table.layout
    return sharedStart + row * sharedStride
  }
}
