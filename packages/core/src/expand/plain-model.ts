import type { ModelState } from '../model/model-file.js'
import { refusedExpanded } from '../options/refusals.js'

/**
 * Returns the model without its expansion. Throws OL_MERGE_SETTINGS if an expert learns derived features; `what`: the
 * operation that these prevent
 */
export function plainModel(model: ModelState, what: string): ModelState {
  const { settings, expansion } = model
  if (expansion === undefined) return model
  if (expansion.experts.some(({ length }) => length > 0))
    throw refusedExpanded(what, settings.expand, 'OL_MERGE_SETTINGS')
  return { ...model, settings: { ...settings, expand: 'off' }, expansion: undefined }
}
