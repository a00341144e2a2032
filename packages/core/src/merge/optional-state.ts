import { optionalState } from '../model/missing-state.js'
import type { Settings } from '../options/settings.js'
import { rowShape } from './model-part.js'

/*
 * The shared state that a slice, like a model file, has only if it is not 0 in every row. Shared states are stored row
 * by row: see `SliceRows.shared`.
 */

/** Returns whether the optional state is not 0 in some row. */
export function holdsOptional(settings: Settings, shared: Float64Array): boolean {
  const state = optionalState(settings)
  if (state < 0) return false
  const { sharedStates } = rowShape(settings)
  for (let i = state; i < shared.length; i += sharedStates) if (shared[i] !== 0) return true
  return false
}

/** Returns shared states without the optional one. */
export function withoutOptional(settings: Settings, shared: Float64Array): Float64Array {
  const state = optionalState(settings)
  if (state < 0) return shared
  const { sharedStates } = rowShape(settings)
  return shared.filter((_, i) => i % sharedStates !== state)
}

/** Returns shared states with 0 for the optional one. */
export function withOptional(settings: Settings, shared: Float64Array): Float64Array {
  const state = optionalState(settings)
  const { sharedStates } = rowShape(settings)
  const fewer = sharedStates - 1
  const all = new Float64Array((shared.length / fewer) * sharedStates)
  for (let i = 0, from = 0; i < all.length; i++) if (i % sharedStates !== state) all[i] = shared[from++]
  return all
}
