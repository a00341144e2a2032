import type { Backend } from '@ol/spec'
import { laneKit } from '../lanes/lane-kit.js'
import { LaneSums } from '../lanes/lane-sums.js'
import { TableModel } from '../lanes/table-model.js'
import type { ModelState } from '../model/model-file.js'
import { modelFromBytes } from '../model/model-io.js'
import type { Settings } from '../options/settings.js'
import { DerivationGate } from './derivation-gate.js'
import { DerivedModel } from './derived-model.js'
import { corrupt, decodeExpansion } from './expansion-numbers.js'
import { ExpertMixture } from './expert-mixture.js'
import type { ExpertParts, StoredExperts } from './expert-parts.js'
import { depthOf, unlikeExpert } from './expert-settings.js'

/** Returns a new expansion of a model, or that of a model file. */
export function expertsOf(
  settings: Settings,
  backend: Backend,
  base: TableModel,
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
): StoredExperts<TableModel> {
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

function expertOf(model: ModelState, settings: Settings, depth: number, backend: Backend): TableModel {
  const wrong = unlikeExpert(model.settings, settings, depth)
  if (wrong !== undefined) throw corrupt('an expert of other settings', wrong)
  const { length } = new LaneSums({ classes: settings.classes?.count ?? 0, replicates: 0 })
  return new TableModel(model.settings, backend, laneKit, model, model.sums.slice(length))
}
