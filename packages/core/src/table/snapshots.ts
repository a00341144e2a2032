import type { Table } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { Snapshot } from './snapshot.js'

/** What has a table. */
interface Holder {
  hold(make: (settings: Settings, table: Table) => Snapshot): Snapshot
  release(snapshot: Snapshot): void
}

/** The snapshots of the tables of a model, for as long as they are read. */
export class Snapshots {
  readonly #taken: (readonly [Holder, Snapshot])[] = []
  readonly #shortage: () => void

  /** `shortage`: reads what is left to read at once, since there is no memory to keep it */
  constructor(shortage: () => void) {
    this.#shortage = shortage
  }

  /** Returns a snapshot of a table as it is now. */
  of(store: Holder): Snapshot {
    const snapshot = store.hold((settings, table) => new Snapshot(settings, table, this.#shortage))
    this.#taken.push([store, snapshot])
    return snapshot
  }

  /** From now on nothing is copied for these snapshots. */
  release(): void {
    for (const [store, snapshot] of this.#taken) store.release(snapshot)
  }
}
