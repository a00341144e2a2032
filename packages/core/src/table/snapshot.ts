import { type Batch, OLError, type Table } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { changesWhole, tableAsWide } from './allocate.js'
import { copyRowRange, type TableWords } from './copy-lanes.js'
import { denseRows } from './dense-rows.js'
import { type Steps, step } from './steps.js'
import { wordsOf } from './words.js'

/** The number of bytes, at least a row, that are copied together when one of their rows is about to change. */
const pageBytes = 256

/** Bytes of the pages that are allocated together. */
const chunkBytes = 1 << 20

/**
 * A table as of the creation of the snapshot, while its model continues learning: pages are copied before a batch
 * changes them, and a reader takes the copy of a row if there is one. Only the table itself is shared with the model.
 */
export class Snapshot {
  /** the arrays of the model, with scalars that stay */
  readonly table: Table
  readonly #settings: Settings
  readonly #shortage: () => void
  readonly #whole: boolean
  readonly #pageRows: number
  readonly #pageBits: number
  readonly #chunkRows: number
  readonly #own: TableWords
  /** copied pages, as separate tables */
  readonly #chunks: TableWords[] = []
  /** undefined: every page is as it was */
  #places: PagePlaces | undefined
  #copied = 0
  /** Runs all remaining steps that read the table itself. */
  #ahead: (() => void) | undefined

  /** `shortage`: called if there is no memory for copies, before anything changes; nothing is read after it returns. */
  constructor(settings: Settings, table: Table, shortage: () => void) {
    const { rows, scalars, layout } = table
    this.table = { ...table, scalars: scalars.slice() }
    this.#settings = settings
    this.#shortage = shortage
    this.#whole = changesWhole(settings)
    const rowBytes = layout.bytes / rows
    const rowsIn = (bytes: number): number =>
      this.#whole ? rows : Math.min(rows, Math.max(1, 2 ** Math.floor(Math.log2(bytes / rowBytes))))
    this.#pageRows = rowsIn(pageBytes)
    this.#pageBits = Math.log2(this.#pageRows)
    this.#chunkRows = rowsIn(chunkBytes)
    this.#own = { table: this.table, words: wordsOf(table) }
  }

  /** Runs steps over the table itself; the remaining steps run at once if the model is about to change it. */
  ahead<T>(steps: Steps<T>): Steps<T> {
    let result: IteratorResult<Uint8Array, T> | undefined
    this.#ahead = () => {
      while (result?.done !== true) result = steps.next()
    }
    return (function* () {
      for (;;) {
        if (result?.done !== true) result = steps.next()
        if (result.done === true) return result.value
        yield result.value
      }
    })()
  }

  /** Copies what a batch, whose features have rows, is about to change in the table of the model. */
  *keep(table: Table, batch: Batch): Steps<void> {
    // nothing writes to arrays that the model no longer uses
    if (table.lane !== this.table.lane) return
    this.#ahead?.()
    this.#ahead = undefined
    try {
      yield* this.#copyFor(batch)
    } catch (error) {
      if (!(error instanceof OLError) || error.code !== 'OL_MEMORY') throw error
      this.#shortage()
    }
  }

  /** Returns whether one of the rows [from, to) was copied. */
  hasCopies(from: number, to: number): boolean {
    return this.#places?.hasWithin(from >>> this.#pageBits, (to - 1) >>> this.#pageBits) === true
  }

  /** Returns the place of the copy of a row; -1: the row has not changed. */
  placeOf(row: number): number {
    if (this.#places === undefined) return -1
    const place = this.#places.get(row >>> this.#pageBits)
    return place === 0 ? -1 : (place - 1) * this.#pageRows + (row & (this.#pageRows - 1))
  }

  /** Returns the table that has the row of a place: see `rowAt`. */
  tableAt(place: number): Table {
    return this.copyAt(place).table
  }

  /** Returns the same with its words. */
  copyAt(place: number): TableWords {
    return this.#chunks[Math.floor(place / this.#chunkRows)]
  }

  /** Returns the row of a place in its table. */
  rowAt(place: number): number {
    return place & (this.#chunkRows - 1)
  }

  *#copyFor({ offsets, indices, size }: Batch): Steps<void> {
    const places = this.#places ?? this.#firstCopies()
    const mask = this.table.rows - 1
    const bits = this.#pageBits
    for (let i = offsets[0]; i < offsets[size]; i++) {
      const page = (indices[i] & mask) >>> bits
      if (places.get(page) === 0) this.#copy(page, places)
      // each may be a few page faults
      if (i % 256 === 255) yield step
    }
  }

  /**
   * Copies the rows that any batch changes: all rows, or the absent features that count; features that become dense
   * later come with a batch.
   */
  #firstCopies(): PagePlaces {
    const places = new PagePlaces(this.table.rows / this.#pageRows)
    if (this.#whole) this.#copy(0, places)
    for (const row of denseRows(this.table, this.#settings)) {
      const page = row >>> this.#pageBits
      if (places.get(page) === 0) this.#copy(page, places)
    }
    this.#places = places
    return places
  }

  #copy(page: number, places: PagePlaces): void {
    const rows = this.#pageRows
    const place = this.#copied * rows
    const at = Math.floor(place / this.#chunkRows)
    if (at === this.#chunks.length) this.#chunks.push(this.#newChunk())
    copyRowRange(this.#own, page * rows, rows, this.#chunks[at], this.rowAt(place))
    places.set(page, ++this.#copied)
  }

  #newChunk(): TableWords {
    const table = tableAsWide(this.#settings, this.table, Math.log2(this.#chunkRows))
    return { table: { ...table, scalars: this.table.scalars }, words: wordsOf(table) }
  }
}

const blockBits = 12
const within = 2 ** blockBits - 1
const none = new Uint32Array(0)

/**
 * The place of each page that was copied, from 1 on; 0: it was not. Stored in blocks that are allocated when one of
 * their pages is copied: a single array for all pages of a large table would take tens of megabytes, which an operating
 * system with huge pages fills with zeros megabytes at a time.
 */
export class PagePlaces {
  readonly #blocks: Uint32Array[]

  constructor(pages: number) {
    this.#blocks = new Array<Uint32Array>(Math.ceil(pages / 2 ** blockBits)).fill(none)
  }

  get(page: number): number {
    const block = this.#blocks[page >>> blockBits]
    return block === none ? 0 : block[page & within]
  }

  set(page: number, place: number): void {
    const b = page >>> blockBits
    if (this.#blocks[b] === none) this.#blocks[b] = new Uint32Array(2 ** blockBits)
    this.#blocks[b][page & within] = place
  }

  /** Returns whether a page from `first` to `last` was copied. */
  hasWithin(first: number, last: number): boolean {
    for (let b = first >>> blockBits; b <= last >>> blockBits; b++) {
      if (this.#blocks[b] === none) continue
      const from = Math.max(first, b << blockBits)
      const to = Math.min(last, (b << blockBits) + within)
      for (let page = from; page <= to; page++) if (this.get(page) !== 0) return true
    }
    return false
  }
}

/** The owner of a table. */
interface Holder {
  hold(make: (settings: Settings, table: Table) => Snapshot): Snapshot
  release(snapshot: Snapshot): void
}

/** The snapshots of the tables of a model, for as long as they are read. */
export class Snapshots {
  readonly #taken: (readonly [Holder, Snapshot])[] = []
  readonly #shortage: () => void

  /** `shortage`: reads everything that remains at once, because there is no memory for copies */
  constructor(shortage: () => void) {
    this.#shortage = shortage
  }

  /** Returns a snapshot of a table as it is now. */
  of(store: Holder): Snapshot {
    const snapshot = store.hold((settings, table) => new Snapshot(settings, table, this.#shortage))
    this.#taken.push([store, snapshot])
    return snapshot
  }

  /** Ends these snapshots: nothing is copied for them from now on. */
  release(): void {
    for (const [store, snapshot] of this.#taken) store.release(snapshot)
  }
}
