import type { ModelState } from '../model/model-file.js'
import { refusedExpanded } from '../options/refusals.js'
import { DerivationGate } from './derivation-gate.js'
import { storedScalars } from './expansion-numbers.js'

/**
 * Returns a model without an expansion, where it has derived no features yet: OL_MERGE_SETTINGS where it has. `what`: cannot be done
 * with those
 */
export function plainModel(model: ModelState, what: string): ModelState {
  const { settings, expansion } = model
  if (expansion === undefined) return model
  const scalars = storedScalars(expansion.numbers)
  if (new DerivationGate(settings).hasBegun({ scalars }))
    throw refusedExpanded(what, settings.expand, 'OL_MERGE_SETTINGS')
  return { ...model, settings: { ...settings, expand: 'off' }, expansion: undefined }
}
