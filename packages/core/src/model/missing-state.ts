import { type Backend, type ModifiedRule, ruleOf, type StateEntry } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { type Steps, step, stepSize } from '../table/steps.js'
import type { Stored } from '../table/store.js'
import { rowBlocks } from './row-blocks.js'
import { sharedStates } from './shared-state.js'

/** Returns the place of the shared state of a rule that a file has only if it is not 0; -1: there is none. */
export function optionalState(rule: ModifiedRule): number {
  return ruleOf(rule).shared.findIndex(({ optional }: StateEntry) => optional === true)
}

/**
 * Returns whether the file of a table has its optional state. `size`: the rows in use; `slots`: the rows in the file,
 * if it does not have all.
 */
export function* hasMissing(
  settings: Settings,
  { table }: Pick<Stored, 'table'>,
  size: number,
  slots: Uint32Array | undefined,
  backend: Pick<Backend, 'findHeld' | 'gather'>,
): Steps<boolean> {
  const state = optionalState(settings)
  if (state < 0) return false
  if (slots !== undefined) {
    for (const piece of sharedStates(table, state, slots, backend)) {
      if (piece.some((value) => value !== 0)) return true
      yield step
    }
    return false
  }
  const { shared, layout } = table
  const { sharedStart, sharedStride } = layout
  let due = 0
  for (const { from, to, isZero } of rowBlocks(table, size, backend)) {
    if (from >= due) {
      yield step
      due = from + stepSize
    }
    if (isZero) continue
    for (let row = from; row < to; row++)
      if (shared[sharedStart + row * sharedStride + state] !== 0) return true
  }
  return false
}
