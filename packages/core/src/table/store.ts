import {
  type Backend,
  type Batch,
  limits,
  OLError,
  ruleOf,
  type StateRange,
  stateRanges,
  type Table,
} from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { createTable, grownTable } from './allocate.js'
import { FeatureIndex, type FeatureLimit } from './feature-index.js'
import type { Snapshot } from './snapshot.js'
import type { Snapshots } from './snapshots.js'
import { allSteps, type Steps } from './steps.js'
import { changesWhole } from './whole-table.js'

/** The number of rows of a new growing table. */
export const firstBits = 6

/** The part of a model file about features. */
export interface Stored {
  readonly table: Table
  /** what has changed in the arrays of the table since it was to be stored; absent: nothing does until it is */
  readonly snapshot?: Snapshot | undefined
  /** of a growing table: the keys of its rows, lower and upper half by row */
  readonly keys?: Uint32Array | undefined
  /** values of features past the most that the model may have, which it did not learn from */
  readonly ignored?: number | undefined
}

/** Returns the array that a model file keeps of a limit of features: the values that were ignored. */
export function ignoredArrays({ maxFeatures }: Settings): readonly IgnoredArray[] {
  const { weightSum } = stateRanges
  return maxFeatures === undefined ? [] : [{ name: 'ignored_values', shape: [1], ranges: [weightSum] }]
}

/** Returns the values that were ignored, of a model whose array of them is sums[at]. */
export function ignoredIn(settings: Settings, sums: readonly Float64Array[], at: number): number {
  return ignoredArrays(settings).length === 0 ? 0 : sums[at][0]
}

interface IgnoredArray {
  readonly name: string
  readonly shape: readonly number[]
  readonly ranges: readonly StateRange[]
}

/**
 * The table of a model and the stage before it, in which the keys of features become rows: in a table of 2^bits rows
 * the backend takes the index modulo the rows; in a growing one, and under a rule with a matrix, each feature has its
 * own row.
 */
export class Store {
  readonly #settings: Settings
  readonly #backend: Backend
  readonly #most: number
  #table: Table
  #rows: FeatureIndex | undefined
  /** of those who read the table while the model goes on learning */
  #snapshots = new Set<Snapshot>()

  constructor(settings: Settings, backend: Backend, stored?: Stored) {
    const { rule, bits, lanes, precision } = settings
    this.#settings = settings
    this.#backend = backend
    const tableBits = bits === 'grow' ? firstBits : bits
    this.#table = stored?.table ?? createTable(rule, tableBits, lanes, precision, backend)
    this.#most = this.matrix ? this.#table.rows : mostRows(settings)
    const keys = this.matrix ? matrixKeys(this.#table) : stored?.keys
    this.#rows =
      this.matrix || bits === 'grow'
        ? new FeatureIndex(backend, keys, this.#limit(stored?.ignored))
        : undefined
  }

  get table(): Table {
    return this.#table
  }

  /** The features of the rows, where each feature has its own. */
  get rows(): FeatureIndex | undefined {
    return this.#rows
  }

  /** In the order of `ignoredArrays`. */
  get ignored(): readonly Float64Array[] {
    return ignoredArrays(this.#settings).map(() => Float64Array.of(this.#rows?.ignored ?? 0))
  }

  /** The part of a model file about the table. */
  get stored(): Stored {
    return allSteps(this.storing())
  }

  /**
   * Returns the part of a model file about the table as it is now, in steps. `snapshots`: keep what it is made of while the model
   * goes on learning; absent: it does not.
   */
  storing(snapshots?: Snapshots): Steps<Stored> {
    const snapshot = snapshots?.of(this)
    const table = snapshot?.table ?? this.#table
    const keys = this.#settings.bits === 'grow' ? this.#rows?.storing() : undefined
    return (function* () {
      return { table, snapshot, ...(keys === undefined ? {} : { keys: yield* keys }) }
    })()
  }

  /** Makes a snapshot of the table, which costs every batch that is learned until its `release`. */
  hold(make: (settings: Settings, table: Table) => Snapshot): Snapshot {
    const snapshot = make(this.#settings, this.#table)
    this.#snapshots.add(snapshot)
    return snapshot
  }

  /** Ends a snapshot. */
  release(snapshot: Snapshot): void {
    this.#snapshots.delete(snapshot)
  }

  /**
   * Returns the batch for the backend to learn. New features get rows, and the table grows with them: OL_DIMENSION
   * where the rule cannot have as many, OL_MEMORY where they do not fit; then nothing has changed.
   */
  adopt(batch: Batch): Batch {
    const located = this.locate(batch)
    if (this.#snapshots.size > 0) allSteps(this.keep(located))
    return located
  }

  /** Copies what a batch is about to change for the snapshots that there are: the part of `adopt` that takes long. */
  *keep(located: Batch): Steps<void> {
    for (const snapshot of this.#snapshots) yield* snapshot.keep(this.#table, located)
  }

  /** Returns the batch for the backend to learn after `keep`: see `adopt`. */
  locate(batch: Batch): Batch {
    if (this.#rows === undefined) return batch
    const before = this.#rows.size
    const located = this.#rows.locate(this.#keyed(batch), true, (needed) => this.#fit(needed))
    if (this.matrix) this.#note(before)
    return located
  }

  /** Returns the batch for the backend to predict: features that were not seen have rows that stay free. */
  lookUp(batch: Batch): Batch {
    if (this.#rows === undefined) return batch
    return this.#rows.locate(this.#keyed(batch), false, (needed) => this.#fit(needed))
  }

  /**
   * Returns the batch without upper halves for a rule with a matrix, which distinguishes features by their indices
   * alone.
   */
  #keyed(batch: Batch): Batch {
    return this.matrix ? { ...batch, upper: undefined } : batch
  }

  /** Of a new growing table: rows for a first pass to find, and then to `take`. */
  emptyRows(): FeatureIndex | undefined {
    const { bits } = this.#settings
    return bits === 'grow' ? new FeatureIndex(this.#backend, undefined, this.#limit()) : undefined
  }

  #limit(ignored?: number): FeatureLimit {
    return { most: this.#settings.maxFeatures, ignored }
  }

  /** Adopts the rows that a first pass has found. */
  take(rows: FeatureIndex): void {
    const own = this.#rows
    this.#rows = rows
    // values that are divided are 0 without a divisor, and not counted again when they are learned
    if (this.#settings.prenormalize === 'none') rows.countFrom(own?.ignored ?? 0)
    try {
      this.#fit(rows.size)
    } catch (error) {
      this.#rows = own
      throw error
    }
  }

  /** Returns the same rows in a table of other lanes. */
  with(settings: Settings, table: Table): Store {
    const other = new Store(settings, this.#backend, { table })
    other.#rows = this.#rows
    // lanes may be added on the same arrays
    other.#snapshots = this.#snapshots
    return other
  }

  get matrix(): boolean {
    return ruleOf(this.#settings.rule).kind === 'matrix'
  }

  /** Grows the table to this many rows, some of them for features that are only looked up. */
  #fit(needed: number): void {
    const { rule } = this.#settings
    const most = this.#most
    const kept = this.matrix ? needed : (this.#rows?.size ?? 0)
    if (kept > most) {
      const text = `Expected at most ${most} distinct features (2^${Math.log2(most)}) for rule ${rule} but received more`
      throw new OLError('OL_DIMENSION', text, { value: kept, expected: `<= ${most}` })
    }
    if (needed > this.#table.rows) this.#table = grownTable(rule, this.#table, bitsFor(needed), this.#backend)
  }

  /**
   * Writes the keys of new rows of a matrix into shared state 0 of the table, as index + 1, where the model file has
   * them.
   */
  #note(from: number): void {
    const rows = this.#rows as FeatureIndex
    const { shared, layout } = this.#table
    for (let row = from; row < rows.size; row++)
      shared[layout.sharedStart + row * layout.sharedStride] = rows.keyOf(row).index + 1
  }
}

/** Returns the most rows of a growing table: those of the lane that can have the fewest. */
export function mostRows(settings: Settings): number {
  const { maxBits = limits.maxBits } = changesWhole(settings) ? ruleOf(settings.rule) : {}
  return 2 ** maxBits
}

/** Returns the bits of the smallest table that a growing model with so many features can have. */
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
