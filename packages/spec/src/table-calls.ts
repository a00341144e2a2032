import type { StateRange } from './rules/state-range.js'

/** The calls of a backend on the memory of tables, and on the names that a model keeps. */
export interface TableCalls {
  /**
   * Moves the `used` parts of a buffer, on another thread, or the `whole` buffer if it soon will be used, to huge
   * pages. Returns the byte of the buffer at which a cache line starts: a multiple of 8 below 64. Only improves speed:
   * callers work without it.
   */
  advise?(buffer: ArrayBuffer, part: 'none' | 'used' | 'whole'): number
  /**
   * Sets the flags of rows that have a nonzero bit to 1. Flag r belongs to the `stride` bytes from `start + r * stride`
   * on; both are multiples of 4. `buffer`: as `new ArrayBuffer` allocated it; memory that was never written is not
   * read, because reading would allocate it.
   */
  findHeld(buffer: ArrayBuffer, start: number, stride: number, flags: Uint8Array): void
  /**
   * Copies rows of `lanes` numbers each one after another into `out`. Row r starts at `start + r * stride`; `rows`
   * names the rows. Both arrays have the same type.
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
  /**
   * Writes the hash (murmur3, seed 0) of each name; name k of the UTF-8 bytes ends before `ends[k]`, where the next
   * name starts.
   */
  hashNames(bytes: Uint8Array, ends: Uint32Array, hashes: Uint32Array): void
  /**
   * Writes the hash of the name of the column in each name: for a category, `column=text`, the part before the sign;
   * for a word of a namespace, `namespace^word`, the namespace, if `ones` is 1, which means that the feature has the
   * value 1. `said` receives 1, or 0 if the feature is itself a column.
   */
  hashColumns(
    bytes: Uint8Array,
    ends: Uint32Array,
    ones: Uint8Array,
    hashes: Uint32Array,
    said: Uint8Array,
  ): void
}
