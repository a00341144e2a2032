import type { TokenPlan, Tokens } from '@ol/spec'
import { tokenNames } from './naming.js'
import { putSpace } from './tokens.js'

/**
 * Puts the features of a row into the order of a plan. N-grams, limits and products within a namespace depend on it. Twin:
 * native/core/tokenizers/column-order.h.
 */
export class ColumnOrder {
  readonly #plan: Pick<TokenPlan, 'columnOrder' | 'columnSpaces' | 'spaces'>
  /** by column: where its features end in the row that is being read */
  readonly #ends: Uint32Array

  constructor(plan: Pick<TokenPlan, 'columnOrder' | 'columnSpaces' | 'spaces'>) {
    this.#plan = plan
    this.#ends = new Uint32Array(plan.columnOrder.length)
  }

  /** Records that the features of column `k` end before feature `n`. */
  end(k: number, n: number): void {
    this.#ends[k] = n
  }

  /** Moves the features of a row, from `first` on, and writes its runs of namespaces from `spaces` on; returns their end. */
  arrange(first: number, spaces: number, out: Tokens): number {
    const { columnOrder, columnSpaces, spaces: spaced } = this.#plan
    const ends = this.#ends
    const last = ends[ends.length - 1]
    const found = tokenNames.names?.found
    const indices = out.indices.slice(first, last)
    const values = out.values.slice(first, last)
    const names = found?.slice(first, last) ?? []
    let n = first
    for (const k of columnOrder) {
      const from = k === 0 ? first : ends[k - 1]
      if (from === ends[k]) continue
      for (let f = from - first; f < ends[k] - first; f++) {
        out.indices[n] = indices[f]
        out.values[n] = values[f]
        if (found !== undefined) found[n] = names[f]
        n++
      }
      if (spaced) spaces = putSpace(out, spaces, columnSpaces[k], n)
    }
    return spaces
  }
}
