import { checkShares } from '../merge/check.js'
import { modelShare } from '../merge/merge.js'
import type { ModelState } from '../model/model-file.js'
import { type Checked, checkedSnapshot } from '../model/model-sound.js'
import { noNames, type StoredNames } from '../names/name-store.js'
import type { Snapshots } from '../table/snapshot.js'
import { allSteps, type Steps } from '../table/steps.js'
import type { Stored } from '../table/store.js'
import type { LearnerState } from './learner-state.js'

/** Returns what a model file stores: OL_BUSY while a batch is being learned. */
export function modelOf(state: LearnerState): ModelState {
  return allSteps(storing(state))
}

/**
 * Returns what a model file stores as it is now, in steps: OL_BUSY at once while a batch is being learned. `snapshots`: keep the
 * tables while the model continues learning; absent: it does not.
 */
export function storing(state: LearnerState, snapshots?: Snapshots): Steps<ModelState> {
  state.busy?.refuseInFlight()
  const { base, expansion, refinements, intervals, firstPass, names, progress } = state
  const { store, memory, rows } = base
  const counts = progress.state()
  const snapshot = snapshots?.of(store)
  const stored = store.storing(snapshot)
  const header = { settings: state.current, counts }
  // a model may change while it is written, so its current table is checked
  const size = state.current.bits === 'grow' ? (rows?.size ?? 0) : store.table.rows
  const checked = snapshot && checkedSnapshot(header, snapshot, size, state.backend)
  // copies, except divisors, which never change
  const ofFirstPass = firstPass?.arrays(rows?.size ?? store.table.rows) ?? []
  return assembled({
    own: {
      settings: state.current,
      counts,
      sums: [
        ...(progress.laneSums()?.arrays ?? []),
        ...memory,
        ...store.ignored,
        ...ofFirstPass,
        ...refinements.flatMap((refinement) => refinement.state),
        ...(intervals?.state ?? []),
      ],
      unnamed: names?.unnamed ?? false,
    },
    checked,
    stored,
    names: names?.storing(),
    expansion: expansion?.stored(counts, snapshots),
  })
}

/** The parts of a model file, each of the same moment. */
interface Parts {
  readonly checked: Steps<Checked> | undefined
  readonly own: Omit<ModelState, keyof Stored | 'checked' | 'names' | 'expansion'>
  readonly stored: Stored
  readonly names: Steps<StoredNames> | undefined
  readonly expansion: Steps<NonNullable<ModelState['expansion']>> | undefined
}

function* assembled({ checked, own, stored, names, expansion }: Parts): Steps<ModelState> {
  return {
    ...own,
    checked: checked && (yield* checked),
    ...stored,
    names: names === undefined ? noNames() : yield* names,
    expansion: expansion && (yield* expansion),
  }
}

/** Returns shard k, from 0, of `shares` shards of a model: see `Learner.split`. */
export function shareOf(state: LearnerState, shares: number, k: number): ModelState {
  checkShares(shares, k)
  return modelShare(state.backend, modelOf(state), shares, k)
}
