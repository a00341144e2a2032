import type { ModelState } from '../model/model-file.js'
import { refusedExpanded } from '../options/refusals.js'

/**
 * Returns a model without an expansion, where no expert learns derived features: OL_MERGE_SETTINGS if one does. `what`: cannot be
 * done with those
 */
export function plainModel(model: ModelState, what: string): ModelState {
  const { settings, expansion } = model
  if (expansion === undefined) return model
  if (expansion.experts.some(({ length }) => length > 0))
    throw refusedExpanded(what, settings.expand, 'OL_MERGE_SETTINGS')
  return { ...model, settings: { ...settings, expand: 'off' }, expansion: undefined }
}
