import { type Backend, layoutOf, type ModifiedRule, ruleOf, type Table } from '@ol/spec'
import { mixes } from '../options/ensemble-options.js'
import { withClasses } from '../options/lane-options.js'
import type { Settings } from '../options/settings.js'
import { createTable, widenedTable } from '../table/allocate.js'
import { copyLanes, scalarsOfLanes } from '../table/copy-lanes.js'
import { GrowingStore } from '../table/growing-store.js'
import { ClassWeights } from '../targets/class-weights.js'
import { selectErrors } from '../targets/label-outliers.js'
import { Replicates } from './bootstrap.js'
import type { Combiner } from './combiner.js'
import type { LaneKit, LaneTable } from './lane-table.js'
import { learnAsync } from './learn-batch.js'
import { Mixture } from './mixture/mixture.js'
import { OneAgainstAll } from './one-against-all.js'
import { standardization } from './standardize-plan.js'
import { untilInspections } from './survival.js'

function combinerOf(
  settings: Settings,
  backend: Backend,
  memory: readonly Float64Array[],
): Combiner | undefined {
  const { bootstrap, classes } = settings
  if (bootstrap !== undefined) return new Replicates(settings, bootstrap)
  if (mixes(settings)) return Mixture.of(settings, backend, memory)
  return classes === undefined ? undefined : new OneAgainstAll(settings, backend)
}

/** Returns the mixture whose lanes may be pruned; undefined: none may. */
function inspected({ settings, combiner }: LaneTable): Mixture | undefined {
  return combiner instanceof Mixture && !settings.keepLanes ? combiner : undefined
}

/** Prunes the lanes that fell behind, and shrinks the table if that frees memory. */
function prune(model: LaneTable, mixture: Mixture): void {
  if (model.keepsLanes) return
  const { settings, lanes, keep } = mixture.prune(model.settings, model.table)
  if (!makesSmaller(model.table, settings)) return
  const { outliers } = model.targets
  if (outliers !== undefined) outliers.errors = selectErrors(outliers.errors, lanes)
  model.arrange(settings, selectLanes(settings, model.table, lanes, model.backend))
  keep()
}

export const laneKit: LaneKit = {
  standardization,
  Rows: GrowingStore,
  Weights: ClassWeights,
  combinerOf,
  learnAsync,
  learnsAhead: (model, examples) => inspected(model)?.isInspectedWithin(examples) !== true,
  parts(model, batch) {
    const mixture = inspected(model)
    return mixture && untilInspections(batch, mixture, () => prune(model, mixture))
  },
  grow(model, classes) {
    const settings = withClasses(model.settings, classes)
    model.arrange(settings, widenedTable(settings, model.table, settings.lanes, model.backend))
    model.combiner?.grow(settings)
    model.targets.grow(settings)
  },
}

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

/** Returns whether a table of these settings takes less memory than the current one. */
function makesSmaller(table: Table, settings: Settings): boolean {
  const { lanes, precision } = settings
  return layoutOf(ruleOf(settings), table.rows, lanes, precision).bytes < table.layout.bytes
}
