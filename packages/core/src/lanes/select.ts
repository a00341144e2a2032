import { type Backend, layoutOf, type ModifiedRule, ruleOf, type Table } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { createTable } from '../table/allocate.js'
import { copyLanes, scalarsOfLanes } from '../table/copy-lanes.js'

/** Returns a table of some lanes of another, bit-identical to a separate run of these lanes. */
export function selectLanes(
  rule: ModifiedRule,
  table: Table,
  lanes: readonly number[],
  backend?: Backend,
): Table {
  const chosen = createTable(rule, Math.log2(table.rows), lanes.length, table.precision, backend)
  copyLanes(rule, table, lanes, chosen)
  return { ...chosen, scalars: scalarsOfLanes(rule, table, lanes, lanes.length) }
}

/** Returns whether a table of these settings takes less memory than the one that there is. */
export function makesSmaller(table: Table, settings: Settings): boolean {
  const { lanes, precision } = settings
  return layoutOf(ruleOf(settings), table.rows, lanes, precision).bytes < table.layout.bytes
}
