import { knownWeight, weightOf } from '@ol/fallback'
import { constantIndex, engineScalars, type ModifiedRule, type Plan, ruleOf, type Table } from '@ol/spec'
import { denseRows } from '../table/dense-rows.js'
import type { FeatureIndex } from '../table/feature-index.js'
import type { Standardization } from './lane-table.js'
import { learningPlan } from './learning-plan.js'

/** Records the row of the constant of a growing table in a plan that needs it, once there is one. */
export function noteConstant(plan: Plan, rows: FeatureIndex | undefined): void {
  const { standardize } = plan
  if (standardize === undefined || ruleOf(plan).standardizes !== true || rows === undefined) return
  standardize[0] = rows.rowOf(constantIndex, constantIndex) ?? rows.rowOf(constantIndex) ?? -1
}

/** Returns the unit of the weights: the standard deviation of labels that are learned in units of it, or 1. */
export function labelSpread(plan: Plan, { scalars }: Table): number {
  const { standardize } = plan
  if (standardize === undefined || standardize[1] !== 1) return 1
  const at = scalarOf(plan, 'label_weight')
  return scalars[at] > 0 ? Math.sqrt(scalars[at + 2] / scalars[at]) : 0
}

/** Returns the mean of labels that are learned in units of their spread, or 0. */
export function meanOfLabels(plan: Plan, { scalars }: Table): number {
  const { standardize } = plan
  if (standardize === undefined || standardize[1] !== 1) return 0
  return scalars[scalarOf(plan, 'label_weight') + 1]
}

/** Returns the statistics of labels that are learned in units of their spread, in the form of `LabelScale`. */
function standardizedLabels(plan: Plan, { scalars }: Table): Float64Array | undefined {
  const { standardize } = plan
  if (standardize === undefined || standardize[1] !== 1) return undefined
  const at = scalarOf(plan, 'label_weight')
  const [, , low, high] = scalars
  return Float64Array.of(scalars[at], scalars[at + 1], scalars[at + 2], low, high)
}

function scalarOf(rule: ModifiedRule, scalar: string): number {
  return engineScalars.length + ruleOf(rule).scalars.findIndex(({ name }) => name === scalar)
}

/**
 * Returns what lane 0 adds to each score besides its weights, in units of the label: the mean of the labels, and the
 * contribution of the centres of dense features (as if nothing were clipped).
 */
function standardizedOffset(plan: Plan, table: Table): number {
  return meanOfLabels(plan, table) - labelSpread(plan, table) * centreOf(plan, table, 0)
}

/** Returns what the centres of the dense features subtract from the score of a lane, in its units (as if nothing were clipped). */
export function centreOf(plan: Plan, table: Table, lane: number): number {
  let centre = 0
  for (const row of centredRows(plan, table)) centre += centreOfRow(plan, table, row, lane)
  return centre
}

/** Returns what the centre of a dense feature subtracts from the score of a lane: the contribution of its mean. */
export function centreOfRow(plan: Plan, table: Table, row: number, lane: number): number {
  if (plan.params[table.lanes + lane] !== 0) return 0
  const count = sharedOf(plan, table, row, 'count')
  const known = knownWeight(table.scalars[0], sharedOf(plan, table, row, 'missing'), count)
  return weightOf(plan, table, row, lane) * sharedOf(plan, table, row, 'mean') * (count / known)
}

/** Returns the rows of the dense features, in the order in which they became dense. */
export function centredRows(plan: Plan, table: Table): Iterable<number> {
  return plan.standardize === undefined ? [] : denseRows(table, plan)
}

/** Returns a shared state of a row. */
export function sharedOf(plan: Plan, { shared, layout }: Table, row: number, state: string): number {
  const place = ruleOf(plan).shared.findIndex(({ name }) => name === state)
  return shared[layout.sharedStart + row * layout.sharedStride + place]
}

export const standardization: Standardization = {
  planOf: learningPlan,
  noteConstant,
  labelSpread,
  meanOfLabels,
  offset: standardizedOffset,
  labels: standardizedLabels,
}
