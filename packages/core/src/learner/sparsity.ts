import { weightOf } from '@ol/fallback'
import { ruleOf } from '@ol/spec'
import type { LearnerState } from './learner-state.js'

/** How much of a table is in use. */
export interface Sparsity {
  /** weights that are not 0, over all lanes */
  readonly nonzero: number
  /** slots that hold anything: of features that were learned from */
  readonly touched: number
}

/** Counts the weights that are not 0, and the slots that hold anything. */
export function sparsityOf({ base }: LearnerState): Sparsity {
  const { plan, table, rows } = base
  const known = rows?.size ?? table.rows
  const { laneStride, sharedStart, sharedStride } = table.layout
  const shared = ruleOf(plan).shared.length
  let nonzero = 0
  let touched = 0
  for (let row = 0; row < known; row++) {
    const at = sharedStart + row * sharedStride
    const used =
      holds(table.lane, row * laneStride, (row + 1) * laneStride) || holds(table.shared, at, at + shared)
    if (!used) continue
    touched++
    for (let l = 0; l < table.lanes; l++) if (weightOf(plan, table, row, l) !== 0) nonzero++
  }
  return { nonzero, touched }
}

function holds(numbers: Float32Array | Float64Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (numbers[i] !== 0) return true
  return false
}
