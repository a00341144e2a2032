import type { StateRange } from './rules/state-range.js'

/** The calls of a backend on the memory of tables, and on the names that a model keeps. */
export interface TableCalls {
  /**
   * Moves the parts of a buffer that are `used`, on another thread, or the `whole` of one that soon will be, to huge pages. Returns at
   * which byte of the buffer a cache line starts: a multiple of 8 below 64. For speed only: each caller can do without.
   */
  advise?(buffer: ArrayBuffer, part: 'none' | 'used' | 'whole'): number
  /**
   * Sets to 1 the flags of rows that have a bit that is not 0. Flag r belongs to the `stride` bytes from `start + r * stride` on; both are
   * multiples of 4. `buffer`: as `new ArrayBuffer` allocated it; memory that was never written is not read, as reading would take it.
   */
  findHeld(buffer: ArrayBuffer, start: number, stride: number, flags: Uint8Array): void
  /**
   * Copies rows of `lanes` numbers each one after another into `out`. Row r starts at `start + r * stride`; `rows` names the rows. Both arrays
   * have numbers of one kind.
   */
  gather(
    from: Float32Array | Float64Array,
    start: number,
    stride: number,
    lanes: number,
    rows: Uint32Array,
    out: Float32Array | Float64Array,
  ): void
  /** The inverse of `gather`: copies rows that lie one after another in `from` to their places in `to`. */
  scatter(
    from: Float32Array | Float64Array,
    to: Float32Array | Float64Array,
    start: number,
    stride: number,
    lanes: number,
    rows: Uint32Array,
  ): void
  /** Returns the place of the first number that is not within a range (see `isWithin`); -1: all are. */
  firstOutside(numbers: Float32Array | Float64Array, range: StateRange): number
  /** Writes the hash (murmur3, seed 0) of each name; name k of the UTF-8 bytes ends before `ends[k]`, where the next begins. */
  hashNames(bytes: Uint8Array, ends: Uint32Array, hashes: Uint32Array): void
  /**
   * Writes the hash of the name of the column that each name says: of a category, `column=text`, the part before the sign; of a word of
   * a namespace, `namespace^word`, the namespace, if `ones` is 1, where the value of the feature is 1. `said` receives 1, or 0 where
   * the feature is a column of its own.
   */
  hashColumns(
    bytes: Uint8Array,
    ends: Uint32Array,
    ones: Uint8Array,
    hashes: Uint32Array,
    said: Uint8Array,
  ): void
}
