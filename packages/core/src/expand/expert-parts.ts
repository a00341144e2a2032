import type { Backend } from '@ol/spec'
import { LaneSums } from '../lanes/lane-sums.js'
import type { TableModel } from '../lanes/table-model.js'
import { expertFile } from '../model/encode-model.js'
import type { ExpertFile, ExpertParts, ModelState } from '../model/model-file.js'
import { checkedSnapshot } from '../model/model-sound.js'
import { noNames } from '../names/name-store.js'
import type { Snapshots } from '../table/snapshot.js'
import type { Steps } from '../table/steps.js'
import type { StoredDeriver } from './deriver.js'
import { encodeExpansion } from './expansion-numbers.js'

/** The state of an expansion next to the base of the model. */
export interface StoredExperts<Expert> {
  readonly expander: StoredDeriver
  readonly mixture: readonly Float64Array[]
  /** by depth, from 1; undefined: dropped, or not begun */
  readonly experts: readonly (Expert | undefined)[]
  /** for real labels that are stacked: see `newNagLanes`; empty if features are not derived */
  readonly nagLanes: readonly Expert[]
}

/** Returns what a model file stores of an expansion, in steps, as of now; `counts`: the model's. */
export function partsOf(
  stored: StoredExperts<TableModel>,
  counts: ModelState['counts'],
  backend: Backend,
  snapshots?: Snapshots,
): Steps<ExpertParts> {
  const numbers = encodeExpansion(stored, backend)
  const tables = [...stored.experts, ...stored.nagLanes]
  const models = tables.map((model) => model && expertModel(model, counts, backend, snapshots))
  return checkedParts(numbers, models, backend)
}

function* checkedParts(
  numbers: Float64Array,
  models: readonly (Steps<ModelState> | undefined)[],
  backend: Backend,
): Steps<ExpertParts> {
  const experts: ExpertFile[] = []
  for (const model of models)
    experts.push(model === undefined ? { length: 0 } : yield* expertFile(yield* model, backend))
  return { numbers, experts }
}

function expertModel(
  { settings, store, memory }: TableModel,
  counts: ModelState['counts'],
  backend: Backend,
  snapshots: Snapshots | undefined,
): Steps<ModelState> {
  const sums = new LaneSums({ classes: settings.classes?.count ?? 0, replicates: 0 }).arrays
  const own = {
    settings,
    counts,
    sums: [...sums, ...memory],
    names: noNames(),
    unnamed: true,
  }
  const snapshot = snapshots?.of(store)
  const stored = store.storing(snapshot)
  const checked = snapshot && checkedSnapshot(own, snapshot, store.table.rows, backend)
  return (function* () {
    return { ...own, checked: checked && (yield* checked), ...stored }
  })()
}
