import { type Backend, type Batch, limits, nameOf, OLError, ruleOf, type Table } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { changesWhole, grownTable } from './allocate.js'
import { FeatureIndex, type FeatureLimit, type FoundRows } from './feature-index.js'
import { firstBits, ignoredArrays, Store, type Stored } from './store.js'

/**
 * A table and the stage before it, in which the keys of features become rows: in a growing table, and under a rule with
 * a matrix, each feature has its own row.
 */
export class GrowingStore extends Store {
  readonly #most: number
  #rows: FeatureIndex | undefined

  constructor(settings: Settings, backend: Backend, stored?: Stored, rows?: FeatureIndex) {
    super(settings, backend, stored)
    this.#most = this.matrix ? this.table.rows : mostRows(settings)
    const keys = this.matrix ? matrixKeys(this.table) : stored?.keys
    if (this.matrix || settings.bits === 'grow')
      this.#rows = rows ?? new FeatureIndex(backend, keys, this.#limit(stored?.ignored))
  }

  override get rows(): FeatureIndex | undefined {
    return this.#rows
  }

  override get ignored(): readonly Float64Array[] {
    return ignoredArrays(this.settings).map(() => Float64Array.of(this.#rows?.ignored ?? 0))
  }

  protected override keys(): Uint32Array | undefined {
    return this.settings.bits === 'grow' ? this.#rows?.keys : undefined
  }

  protected override made(settings: Settings, table: Table): Store {
    return new GrowingStore(settings, this.backend, { table }, this.#rows)
  }

  /** Returns the batch for the backend to learn after `keep`: see `adopt`. */
  override locate(batch: Batch): Batch {
    if (this.#rows === undefined) return batch
    const from = this.#rows.size
    return this.#placed(this.#rows.find(this.#keyed(batch), true), from)
  }

  override async locateAhead(batch: Batch, before: Promise<unknown>): Promise<Batch> {
    if (this.#rows === undefined) return batch
    const from = this.#rows.size
    const found = this.#rows.find(this.#keyed(batch), true)
    // a growing table moves to other arrays, and a matrix has the keys of its rows
    if (this.matrix || found.needed > this.table.rows) await before
    return this.#placed(found, from)
  }

  /** Returns the batch with its rows, which the table has from then on; rows from `from` on may be new. */
  #placed(found: FoundRows, from: number): Batch {
    const located = found.fitted((needed) => this.#fit(needed))
    if (this.matrix) this.#note(from)
    return located
  }

  /** Returns the batch for the backend to predict: features that were not seen have rows that stay free. */
  override lookUp(batch: Batch): Batch {
    if (this.#rows === undefined) return batch
    return this.#rows.locate(this.#keyed(batch), false, (needed) => this.#fit(needed))
  }

  /**
   * Returns the batch without upper halves for a rule with a matrix, which distinguishes features only by their indices.
   */
  #keyed(batch: Batch): Batch {
    return this.matrix ? { ...batch, upper: undefined } : batch
  }

  override emptyRows(): FeatureIndex | undefined {
    const { bits } = this.settings
    return bits === 'grow' ? new FeatureIndex(this.backend, undefined, this.#limit()) : undefined
  }

  #limit(ignored?: number): FeatureLimit {
    const { maxFeatures } = this.settings
    return { most: maxFeatures, ignored, missing: ruleOf(this.settings).standardizes === true }
  }

  override take(rows: FeatureIndex): void {
    const own = this.#rows
    this.#rows = rows
    // values that are divided are 0 without a divisor, and not counted again when they are learned
    if (this.settings.prenormalize === 'none') rows.countFrom(own?.ignored ?? 0)
    try {
      this.#fit(rows.size)
    } catch (error) {
      this.#rows = own
      throw error
    }
  }

  get matrix(): boolean {
    return ruleOf(this.settings).kind === 'matrix'
  }

  /** Grows the table to this many rows, some of them for features that are only looked up. */
  #fit(needed: number): void {
    const most = this.#most
    const kept = this.matrix ? needed : (this.#rows?.size ?? 0)
    if (kept > most) {
      const text = `Expected at most ${most} distinct features (2^${Math.log2(most)}) for rule ${nameOf(this.settings)} but received more`
      throw new OLError('OL_DIMENSION', text, { value: kept, expected: `<= ${most}` })
    }
    if (needed > this.table.rows)
      this.table = grownTable(this.settings, this.table, bitsFor(needed), this.backend)
  }

  /**
   * Writes the keys of new rows of a matrix into shared state 0 of the table, as index + 1, from which the model file takes them.
   */
  #note(from: number): void {
    const rows = this.#rows as FeatureIndex
    const { shared, layout } = this.table
    for (let row = from; row < rows.size; row++)
      shared[layout.sharedStart + row * layout.sharedStride] = rows.keyOf(row).index + 1
  }
}

/** Returns the largest number of rows of a growing table: the smallest limit among its lanes. */
export function mostRows(settings: Settings): number {
  const { maxBits = limits.maxBits } = changesWhole(settings) ? ruleOf(settings) : {}
  return 2 ** maxBits
}

/** Returns the bits of the smallest table that a growing model with this many features can have. */
export function bitsFor(rows: number): number {
  let bits = firstBits
  while (2 ** bits < rows) bits++
  return bits
}
function matrixKeys({ rows, shared, layout }: Table): Uint32Array {
  const keys: number[] = []
  for (let row = 0; row < rows; row++) {
    const entry = shared[layout.sharedStart + row * layout.sharedStride]
    if (!(entry > 0)) break
    keys.push(entry - 1, 0)
  }
  return Uint32Array.from(keys)
}
