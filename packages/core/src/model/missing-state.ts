import { type ModifiedRule, ruleOf, type StateEntry } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { type Steps, step, stepSize } from '../table/steps.js'
import type { Stored } from '../table/store.js'

/** Returns the place of the shared state of a rule that a file has only where it is not 0; -1: there is none. */
export function optionalState(rule: ModifiedRule): number {
  return ruleOf(rule).shared.findIndex(({ optional }: StateEntry) => optional === true)
}

/** Returns whether the file of a table has its optional state; `slots`: those in the file, where it does not have all. */
export function* hasMissing(
  settings: Settings,
  { table, snapshot, keys }: Stored,
  slots: Uint32Array | undefined,
): Steps<boolean> {
  const state = optionalState(settings)
  if (state < 0) return false
  const count = slots?.length ?? (keys === undefined ? table.rows : keys.length / 2)
  for (let i = 0; i < count; i++) {
    if (i % stepSize === 0) yield step
    const row = slots === undefined ? i : slots[i]
    const place = snapshot?.placeOf(row) ?? -1
    const held = snapshot === undefined || place < 0 ? table : snapshot.tableAt(place)
    const at = snapshot === undefined || place < 0 ? row : snapshot.rowAt(place)
    const { sharedStart, sharedStride } = held.layout
    if (held.shared[sharedStart + at * sharedStride + state] !== 0) return true
  }
  return false
}
