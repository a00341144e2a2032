import { invalid } from '@ol/spec'
import { scoredLanes, sharedWeight } from './importance.js'
import type { LearnerState } from './learner-state.js'

/** A weight in the unit of its feature: what a change of the feature by 1 adds to the score. */
export interface ModelWeight {
  /** the slot: the feature's hash modulo 2^bits; with bits 'grow', and for a rule with a matrix, the complete hash */
  readonly index: number
  /** in a growing table: the upper half of the feature's key */
  readonly upper?: number
  readonly weight: number
}

/**
 * Yields the weights that are not 0, by slot, of the model as it predicts (with classes of the first) or of a lane; for features
 * that are divided before they are learned, per unit of the original feature.
 */
export function* weightsOf(state: LearnerState, lane?: number): Generator<ModelWeight, void, void> {
  const { base, firstPass, wide } = state
  const { table, rows, unit } = base
  const divisors = firstPass?.byRow
  const [{ lanes }] = scoredLanes(state, lane)
  const keyOf = (row: number): { index: number; upper?: number } => {
    if (rows === undefined) return { index: row }
    const key = rows.keyOf(row)
    return wide ? key : { index: key.index }
  }
  const known = rows?.size ?? table.rows
  for (let row = 0; row < known; row++) {
    const own = sharedWeight(state, lanes, row)
    if (own === 0) continue
    // a feature that the first pass did not see is not divided
    const divisor = divisors === undefined || !(divisors[row] > 0) ? 1 : divisors[row]
    yield { ...keyOf(row), weight: (own * unit) / divisor }
  }
}

/** Returns the weight of a slot, in units of the label: OL_PARAMETER if the table has no such slot. */
export function weightOfSlot(state: LearnerState, slot: number): number {
  const { unit, table } = state.base
  if (!(Number.isInteger(slot) && slot >= 0 && slot < table.rows))
    throw invalid('OL_PARAMETER', 'slot', `a whole number >= 0 and < ${table.rows}`, slot)
  const [{ lanes }] = scoredLanes(state)
  return unit * sharedWeight(state, lanes, slot)
}
