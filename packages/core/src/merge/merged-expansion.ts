import type { Backend } from '@ol/spec'
import { DerivationGate } from '../expand/derivation-gate.js'
import { decodeExpansion, encodeExpansion } from '../expand/expansion-numbers.js'
import { depthOf } from '../expand/expert-settings.js'
import { mergedDeriver } from '../expand/merged-deriver.js'
import { expertFile } from '../model/encode-model.js'
import type { ExpertParts, ModelState } from '../model/model-file.js'
import { modelFromBytes, modelToBytes } from '../model/model-io.js'
import { allSteps } from '../table/steps.js'
import { placedMixture } from './class-places.js'
import { classUnion } from './class-union.js'
import { mergedExpertMixture } from './merged-expert-mixture.js'
import { differ } from './merged-settings.js'

type Merge = (models: readonly ModelState[]) => ModelState

/**
 * Merges models with derived features, in their order: the plain models and the experts of each kind like any models,
 * and the derivation. An expert that any model dropped is dropped; models that have not begun are left out. It needs
 * the memory of one more model.
 */
export function mergedExpansion(backend: Backend, models: readonly ModelState[], merge: Merge): ModelState {
  const [{ settings }] = models
  const other = models.findIndex((model) => model.settings.expand !== settings.expand)
  if (other >= 0) throw differ('expand', other + 1, settings.expand, models[other].settings.expand)
  const parts = models.map(({ expansion }) => expansion as ExpertParts)
  const base = merge(
    models.map((model) => ({
      ...model,
      settings: { ...model.settings, expand: 'off' },
      expansion: undefined,
    })),
  )
  const rows = 2 ** (settings.bits as number)
  const derived = parts.map(({ numbers }) => decodeExpansion(numbers, rows))
  const gate = new DerivationGate(settings)
  const begun = derived.flatMap(({ expander }, i) => (gate.hasBegun(expander.state) ? [i] : []))
  // models that have not begun have no lanes of `nag`
  const experts = parts[begun[0] ?? 0].experts.map((_, i) => {
    const own = begun.flatMap((k) => parts[k].experts[i].model ?? [])
    if (own.length === 0 || own.length < begun.length) return { length: 0 }
    // merging one returns its own tables
    const merged = own.length > 1 ? merge(own) : modelFromBytes(modelToBytes(own[0], backend), backend)
    return allSteps(expertFile(merged, backend))
  })
  const own = experts.slice(0, depthOf(settings))
  const active = [true, ...own.map(({ length }) => length > 0 || begun.length === 0)]
  const places = classUnion(models)?.all
  const mixed = begun.length === 0 ? models.map((_, i) => i) : begun
  const numbers = encodeExpansion(
    {
      expander: mergedDeriver(derived.map(({ expander }) => expander)),
      mixture: mergedExpertMixture(
        base.settings,
        mixed.map((i) => {
          const { mixture } = derived[i]
          const count = models[i].settings.classes?.count ?? 0
          return places === undefined ? mixture : placedMixture(mixture, count, places[i])
        }),
        mixed.map((i) => models[i].counts.labelled),
        active,
      ),
    },
    backend,
  )
  return { ...base, settings: { ...base.settings, expand: settings.expand }, expansion: { numbers, experts } }
}
