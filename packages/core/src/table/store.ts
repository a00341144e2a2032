import { type Backend, type Batch, type StateRange, stateRanges, type Table } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { createTable } from './allocate.js'
import type { FeatureIndex } from './feature-index.js'
import type { Snapshot } from './snapshot.js'
import { allSteps, type Steps } from './steps.js'

/** The number of rows of a new growing table. */
export const firstBits = 6

/** The part of a model file about features. */
export interface Stored {
  readonly table: Table
  /** the snapshot of the table for storing it while the model learns; absent: the table does not change until it is stored */
  readonly snapshot?: Snapshot | undefined
  /** in a growing table: the keys of its rows, lower and upper half by row */
  readonly keys?: Uint32Array | undefined
  /** the number of values of features beyond the limit, from which the model did not learn */
  readonly ignored?: number | undefined
}

/** Returns the array that a model file keeps of a limit of features: the values that were ignored. */
export function ignoredArrays({ maxFeatures }: Settings): readonly IgnoredArray[] {
  return maxFeatures === undefined
    ? []
    : [{ name: 'ignored_values', shape: [1], ranges: [stateRanges.weightSum] }]
}

interface IgnoredArray {
  readonly name: string
  readonly shape: readonly number[]
  readonly ranges: readonly StateRange[]
}

/** The table of a model, of 2^bits rows: the backend takes the index of a feature modulo the rows. See `GrowingStore`. */
export class Store {
  protected readonly settings: Settings
  protected readonly backend: Backend
  table: Table
  /** the snapshots for readers of the table while the model continues learning */
  #snapshots = new Set<Snapshot>()

  constructor(settings: Settings, backend: Backend, stored?: Stored) {
    const { bits, lanes, precision } = settings
    this.settings = settings
    this.backend = backend
    this.table =
      stored?.table ?? createTable(settings, bits === 'grow' ? firstBits : bits, lanes, precision, backend)
  }

  /** The features of the rows, where each feature has its own. */
  get rows(): FeatureIndex | undefined {
    return undefined
  }

  /** In the order of `ignoredArrays`. */
  get ignored(): readonly Float64Array[] {
    return []
  }

  /**
   * Returns the part of a model file about the current table. `snapshot`: keeps the table while the model continues
   * learning; absent: it does not continue.
   */
  storing(snapshot?: Snapshot): Stored {
    const table = snapshot?.table ?? this.table
    const keys = this.keys()
    return { table, snapshot, ...(keys === undefined ? {} : { keys }) }
  }

  /** Makes a snapshot of the table, which costs every batch that is learned until its `release`. */
  hold(make: (settings: Settings, table: Table) => Snapshot): Snapshot {
    const snapshot = make(this.settings, this.table)
    this.#snapshots.add(snapshot)
    return snapshot
  }

  /** Ends a snapshot. */
  release(snapshot: Snapshot): void {
    this.#snapshots.delete(snapshot)
  }

  /**
   * Returns the batch for the backend to learn. New features get rows, and the table grows with them: throws
   * OL_DIMENSION if the rule cannot have that many, OL_MEMORY if they do not fit; then nothing has changed.
   */
  adopt(batch: Batch): Batch {
    const located = this.locate(batch)
    if (this.#snapshots.size > 0) allSteps(this.keep(located))
    return located
  }

  /** Copies what a batch is about to change for the existing snapshots: the slow part of `adopt`. */
  *keep(located: Batch): Steps<void> {
    for (const snapshot of this.#snapshots) yield* snapshot.keep(this.table, located)
  }

  /** Returns the batch for the backend to learn after `keep`: see `adopt`. */
  locate(batch: Batch): Batch {
    return batch
  }

  /** Does `locate` while the batch before is learned: the data that this batch reads change only after `before` has resolved. */
  async locateAhead(batch: Batch, _before: Promise<unknown>): Promise<Batch> {
    return batch
  }

  /** Returns the batch for the backend to predict: features that were not seen have rows that stay free. */
  lookUp(batch: Batch): Batch {
    return batch
  }

  /** Returns the rows of a new growing table for a first pass to find, and then to `take`. */
  emptyRows(): FeatureIndex | undefined {
    return undefined
  }

  /** Adopts the rows that a first pass has found. */
  take(_rows: FeatureIndex): void {}

  /** Returns the same rows for a table with other lanes. */
  with(settings: Settings, table: Table): Store {
    const other = this.made(settings, table)
    // lanes may be added on the same arrays
    other.#snapshots = this.#snapshots
    return other
  }

  /** Returns the keys of the rows; undefined: they have none that is stored. */
  protected keys(): Uint32Array | undefined {
    return undefined
  }

  protected made(settings: Settings, table: Table): Store {
    return new Store(settings, this.backend, { table })
  }
}
