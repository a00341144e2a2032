import type { Backend } from '@ol/spec'
import { Ensemble } from '../lanes/ensemble.js'
import { LaneSums } from '../lanes/lane-sums.js'
import type { ModelState } from '../model/model-file.js'
import { modelBytes, modelFromBytes } from '../model/model-io.js'
import { checkedSnapshot } from '../model/model-sound.js'
import { noNames } from '../names/stored-names.js'
import type { Settings } from '../options/settings.js'
import type { Snapshots } from '../table/snapshots.js'
import type { Steps } from '../table/steps.js'
import { DerivationGate } from './derivation-gate.js'
import { DerivedModel, type StoredExperts } from './derived-model.js'
import { corrupt, decodeExpansion, encodeExpansion } from './expansion-numbers.js'
import { ExpertMixture } from './expert-mixture.js'
import { depthOf, unlikeExpert } from './expert-settings.js'

/** What a model file has of an expansion: its numbers, and a model file of each expert, empty of one that was given up, or has not begun. */
export type ExpertParts = NonNullable<ModelState['expansion']>

/** Returns what a model file stores of an expansion as it is now, in steps; `counts`: those of the model. */
export function partsOf(
  stored: StoredExperts<Ensemble>,
  counts: ModelState['counts'],
  snapshots?: Snapshots,
): Steps<ExpertParts> {
  const numbers = encodeExpansion(stored)
  const models = stored.experts.map((expert) => expert && expertModel(expert, counts, snapshots))
  return packedParts(numbers, models)
}

function* packedParts(
  numbers: Float64Array,
  models: readonly (Steps<ModelState> | undefined)[],
): Steps<ExpertParts> {
  const experts: Uint8Array[] = []
  for (const model of models)
    experts.push(model === undefined ? new Uint8Array(0) : yield* modelBytes(yield* model))
  return { numbers, experts }
}

function expertModel(
  { settings, store, memory }: Ensemble,
  counts: ModelState['counts'],
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
  const checked = snapshot && checkedSnapshot(own, snapshot, store.table.rows)
  return (function* () {
    return { ...own, checked: checked && (yield* checked), ...(yield* stored) }
  })()
}

/** Returns a new expansion of a model, or that of a model file. */
export function expertsOf(
  settings: Settings,
  backend: Backend,
  base: Ensemble,
  model: ModelState | undefined,
): DerivedModel {
  if (model === undefined) return new DerivedModel(settings, backend, base)
  return new DerivedModel(settings, backend, base, expansionIn(model.expansion, settings, backend))
}

/** Returns an expansion from a model file: OL_MODEL_FORMAT where its parts do not belong to the model. */
function expansionIn(
  parts: ExpertParts | undefined,
  settings: Settings,
  backend: Backend,
): StoredExperts<Ensemble> {
  if (parts === undefined || parts.experts.length !== depthOf(settings))
    throw corrupt('no experts', settings.expand)
  const rows = 2 ** (settings.bits as number)
  const expansion = decodeExpansion(parts.numbers, rows)
  const begun = new DerivationGate(settings).hasBegun(expansion.expander.state)
  const wrong = begun ? -1 : parts.experts.findIndex(({ length }) => length > 0)
  if (wrong >= 0) throw corrupt('an expert before any began', wrong + 1)
  const active = [true, ...parts.experts.map(({ length }) => length > 0 || !begun)]
  if (!ExpertMixture.accepts(settings, expansion.mixture, active))
    throw corrupt('a mixture of experts that predicts nothing', active.length)
  return {
    ...expansion,
    experts: parts.experts.map((bytes, i) =>
      bytes.length === 0 ? undefined : expertOf(modelFromBytes(bytes, backend), settings, i + 1, backend),
    ),
  }
}

function expertOf(model: ModelState, settings: Settings, depth: number, backend: Backend): Ensemble {
  const wrong = unlikeExpert(model.settings, settings, depth)
  if (wrong !== undefined) throw corrupt('an expert of other settings', wrong)
  const { length } = new LaneSums({ classes: settings.classes?.count ?? 0, replicates: 0 })
  return new Ensemble(model.settings, backend, model, model.sums.slice(length))
}
