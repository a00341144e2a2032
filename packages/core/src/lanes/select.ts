import {
  type Backend,
  engineLaneScalars,
  engineScalars,
  laneStates,
  layoutOf,
  type RuleId,
  rules,
  type Table,
} from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { createTable } from '../table/allocate.js'

/** Returns a table of some lanes of another, bit-identical to a separate run of these lanes. */
export function selectLanes(rule: RuleId, table: Table, lanes: readonly number[], backend?: Backend): Table {
  const entry = rules[rule]
  const chosen = createTable(rule, Math.log2(table.rows), lanes.length, table.precision, backend)
  const from = table.layout
  const to = chosen.layout
  const states = laneStates(entry, table.rows)
  for (let row = 0; row < table.rows; row++) {
    for (let j = 0; j < states; j++) {
      const source = row * from.laneStride + j * from.laneStep
      const target = row * to.laneStride + j * to.laneStep
      for (let l = 0; l < lanes.length; l++) chosen.lane[target + l] = table.lane[source + lanes[l]]
    }
    for (let j = 0; j < entry.shared.length; j++)
      chosen.shared[to.sharedStart + row * to.sharedStride + j] =
        table.shared[from.sharedStart + row * from.sharedStride + j]
  }
  const shared = engineScalars.length + entry.scalars.length
  chosen.scalars.set(table.scalars.subarray(0, shared))
  for (let j = 0; j < engineLaneScalars.length + entry.laneScalars.length; j++) {
    for (let l = 0; l < lanes.length; l++)
      chosen.scalars[shared + j * lanes.length + l] = table.scalars[shared + j * table.lanes + lanes[l]]
  }
  return chosen
}

/** Returns whether a table of these settings takes less memory than the one that there is. */
export function makesSmaller(table: Table, { rule, lanes, precision }: Settings): boolean {
  return layoutOf(rules[rule], table.rows, lanes, precision).bytes < table.layout.bytes
}
