import type { Backend } from '@ol/spec'
import { laneKit } from '../lanes/lane-kit.js'
import { LaneSums } from '../lanes/lane-sums.js'
import { TableModel } from '../lanes/table-model.js'
import type { ExpertParts, ModelState } from '../model/model-file.js'
import { nagLanesOf } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import { DerivationGate } from './derivation-gate.js'
import { DerivedModel } from './derived-model.js'
import { corrupt, decodeExpansion } from './expansion-numbers.js'
import { ExpertMixture } from './expert-mixture.js'
import type { StoredExperts } from './expert-parts.js'
import { depthOf, unlikeExpert } from './expert-settings.js'
import { unlikeNagLane } from './nag-lanes.js'

/** Returns a new expansion of a model, or a model file's. */
export function expertsOf(
  settings: Settings,
  backend: Backend,
  base: TableModel,
  model: ModelState | undefined,
): DerivedModel {
  if (model === undefined) return new DerivedModel(settings, backend, base)
  return new DerivedModel(settings, backend, base, expansionIn(model.expansion, settings, backend))
}

/** Returns an expansion from a model file: OL_MODEL_FORMAT if its parts do not belong to the model. */
function expansionIn(
  parts: ExpertParts | undefined,
  settings: Settings,
  backend: Backend,
): StoredExperts<TableModel> {
  const depth = depthOf(settings)
  if (parts === undefined || parts.experts.length < depth) throw corrupt('no experts', settings.expand)
  const rows = 2 ** (settings.bits as number)
  const expansion = decodeExpansion(parts.numbers, rows)
  const begun = new DerivationGate(settings).hasBegun(expansion.expander.state)
  const [experts, nagLanes] = [parts.experts.slice(0, depth), parts.experts.slice(depth)]
  const wrong = begun ? -1 : parts.experts.findIndex(({ length }) => length > 0)
  if (wrong >= 0) throw corrupt('an expert before any began', wrong + 1)
  if (nagLanes.length !== (begun ? nagLanesOf(settings) : 0))
    throw corrupt('lanes of nag other than it stacks', nagLanes.length)
  const active = [true, ...experts.map(({ length }) => length > 0 || !begun)]
  if (!ExpertMixture.accepts(settings, expansion.mixture, active))
    throw corrupt('a mixture of experts that predicts nothing', active.length)
  return {
    ...expansion,
    experts: experts.map(
      ({ model }, i) => model && tableOf(model, unlikeExpert(model.settings, settings, i + 1), backend),
    ),
    nagLanes: nagLanes.map(({ model }, i) => {
      if (model === undefined) throw corrupt('no lane of nag', i + 1)
      return tableOf(model, unlikeNagLane(model.settings, settings, i), backend)
    }),
  }
}

/** Returns the table of an expert or a lane; `unlike`: the setting in which it cannot be that. */
function tableOf(model: ModelState, unlike: string | undefined, backend: Backend): TableModel {
  if (unlike !== undefined) throw corrupt('an expert of other settings', unlike)
  const { length } = new LaneSums({ classes: model.settings.classes?.count ?? 0, replicates: 0 })
  return new TableModel(model.settings, backend, laneKit, model, model.sums.slice(length))
}
