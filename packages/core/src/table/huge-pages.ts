import type { Backend, LocatedBatch, Table } from '@ol/spec'

/** From this number of features on a stream is long: in a small job huge pages would only take memory. */
const longStream = 2 ** 12
/** The bytes of a table for each feature so far below which its parts move: moving 1 MiB takes as long as 100,000 features save. */
const bytesPerFeature = 10
const smallPage = 4096
/** A huge page is worth its memory if one in this many small pages is in use; native/core/pages.cc has the same limit. */
const pagesPerUsed = 8
/** The same for a table that is loaded, perhaps only to predict a few examples. */
const pagesPerLoaded = 2

/** Decides when a table moves to huge pages, which changes only the speed: a long stream learns a sixth faster there. */
export class HugePages {
  readonly #backend: Backend
  /** features that were learned or predicted */
  #features = 0
  #due = longStream
  #isYoung = true

  constructor(backend: Backend) {
    this.#backend = backend
  }

  /**
   * Called before a batch is learned. Touched pages move at the price of a copy, so if the first batch will fill a
   * table, huge pages should come first.
   */
  beforeLearning(batch: LocatedBatch, table: Table): void {
    if (!this.#isYoung || this.#backend.advise === undefined) return
    const features = batch.offsets[batch.size] - batch.offsets[0]
    if (features < longStream) return
    this.#isYoung = false
    const { size, offsets, indices } = batch
    if (fills(indices.subarray(offsets[0], offsets[size]), table, pagesPerUsed))
      this.#backend.advise(table.shared.buffer as ArrayBuffer, 'whole')
  }

  /** Called after this many more features, learned or predicted: moves the pages in use, again at every doubling. */
  add(features: number, { shared: { buffer } }: Table): void {
    this.#features += features
    if (this.#features < this.#due || this.#features * bytesPerFeature < buffer.byteLength) return
    while (this.#due <= this.#features) this.#due *= 2
    this.#backend.advise?.(buffer as ArrayBuffer, 'used')
  }
}

/**
 * Moves a table that a model file is about to fill to huge pages. `slots`: the rows that the file has; absent: all of
 * them. Thousands of small pages would take longer than the numbers that are written to them.
 */
export function beforeLoading(
  table: Table,
  slots: Uint32Array | undefined,
  backend: Pick<Backend, 'advise'>,
): void {
  if (backend.advise === undefined) return
  if (slots === undefined || fills(slots, table, pagesPerLoaded))
    backend.advise(table.shared.buffer as ArrayBuffer, 'whole')
}

/** Returns whether features touch one in `pages` small pages of a table. */
function fills(indices: Uint32Array, { rows, shared: { buffer } }: Table, pages: number): boolean {
  const rowsPerPage = Math.max(1, Math.floor((smallPage * rows) / buffer.byteLength))
  const touched = new Uint8Array(Math.ceil(rows / rowsPerPage))
  let left = touched.length / pages
  for (let i = 0; i < indices.length && left > 0; i++) {
    const page = Math.floor((indices[i] & (rows - 1)) / rowsPerPage)
    if (touched[page] === 0) left--
    touched[page] = 1
  }
  return left <= 0
}
