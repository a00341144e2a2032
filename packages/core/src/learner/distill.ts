import { weightOf } from '@ol/fallback'
import { constantIndex, limits, losses, nameOf, OLError, ruleOf, type Table } from '@ol/spec'
import type { LinearGroup } from '../lanes/linear.js'
import { centreOf } from '../lanes/standardize-plan.js'
import { toBfloat16 } from '../model/bfloat16.js'
import type { ModelState } from '../model/model-file.js'
import { type RowBlock, rowBlocks } from '../model/row-blocks.js'
import { noNames } from '../names/name-store.js'
import { isCombined } from '../options/ensemble-options.js'
import { resolveOptions } from '../options/resolve-options.js'
import type { Settings, StoredPrecision } from '../options/settings.js'
import { createTable } from '../table/allocate.js'
import { bitsFor } from '../table/growing-store.js'
import type { Snapshots } from '../table/snapshot.js'
import { type Steps, step, stepSize } from '../table/steps.js'
import type { LearnerState } from './learner-state.js'
import { addMissingWeights, missingWeights } from './missing-weights.js'

/** The rule whose state is only a weight. */
const carrier = 'sgd'

/**
 * Returns a model that predicts and does not learn: a weight for each feature and class, in the unit of the feature. A mixture
 * becomes the sum of the scores of its lanes with their factors; features that a rule centres move the constant.
 */
export function distilledModel(
  state: LearnerState,
  precision?: StoredPrecision,
  snapshots?: Snapshots,
): Steps<ModelState> {
  state.busy?.refuseInFlight()
  const { base, firstPass, progress } = state
  const exact = servingSettings(state)
  const settings =
    precision === undefined
      ? exact
      : ({ ...exact, precision: 'float32', storedPrecision: precision } as const)
  const { groups, range, labels } = base.serving
  const used = base.rows?.size ?? base.table.rows
  const fixed = {
    settings,
    counts: progress.state(),
    sums: [
      ...(settings.classes === undefined ? [] : (progress.laneSums()?.arrays ?? [])),
      ...(labels === undefined ? [] : [labels]),
      ...(settings.prenormalize === 'none' ? [] : (firstPass?.arrays(used) ?? [])),
    ],
    names: noNames(),
    unnamed: true,
  }
  const table = servingTable(state, settings, groups, range, snapshots)
  return distilled(fixed, table, settings.bits === 'grow' ? base.rows?.keys : undefined)
}

function* distilled(
  fixed: Omit<ModelState, 'table' | 'keys'>,
  summed: Steps<Table>,
  keys: Uint32Array | undefined,
): Steps<ModelState> {
  const table = yield* summed
  if (fixed.settings.storedPrecision !== undefined) yield* round(table)
  return { ...fixed, table, keys }
}

function* round({ lane }: Table): Steps<void> {
  for (let i = 0; i < lane.length; i++) {
    if (i % stepSize === 0) yield step
    if (lane[i] !== 0) lane[i] = toBfloat16(lane[i])
  }
}

function servingSettings({ current, settings: own, base }: LearnerState): Settings {
  const { classes, loss, clip, labelScale, link, precision, prenormalize } = current
  const { constant, hash, hashSeed, missingAs, input } = current
  const models = isCombined(own) && classes !== undefined
  const fresh = resolveOptions({
    rule: carrier,
    loss: models ? 'softmax' : loss,
    bits: servingBits(current, base.rows?.keys),
    ...(ruleOf(own).kind === 'matrix' ? { precision: 'float64' } : { precision }),
    ...(losses[loss].params.length === 0 ? {} : lossParameters(current)),
    clip,
    labelScale,
    link,
    prenormalize,
    classes: classes?.count,
    constant,
    hash,
    hashSeed,
    missingAs,
    names: 'off',
    outliers: 'keep',
    // its predictions differ
    intervals: 'off',
    input,
  })
  return { ...fresh, classes, signNames: own.signNames, predictOnly: own.predictOnly ?? nameOf(own) }
}

function lossParameters({ loss, lossParams }: Settings): Readonly<Record<string, number>> {
  return Object.fromEntries(losses[loss].params.map(({ name }, i) => [name, lossParams[i]]))
}

/** Returns the bits of the table; for a rule with a matrix, whose features each have a row, enough that none share a slot. */
function servingBits(settings: Settings, keys: Uint32Array | undefined): number | 'grow' {
  const { bits } = settings
  if (ruleOf(settings).kind !== 'matrix' || keys === undefined) return bits
  const indices = keys.filter((_, i) => i % 2 === 0)
  let enough: number = limits.defaultBits
  while (
    enough < limits.maxBits &&
    new Set(indices.map((index) => index % 2 ** enough)).size < indices.length
  )
    enough++
  return enough
}

/** Returns the table of a model for predictions, in steps, as the model is now. */
function servingTable(
  state: LearnerState,
  settings: Settings,
  linear: readonly LinearGroup[],
  range: readonly [number, number],
  snapshots: Snapshots | undefined,
): Steps<Table> {
  const { base, backend } = state
  const { plan, rows } = base
  const { bits, precision } = settings
  const used = rows?.size ?? base.table.rows
  const to = createTable(settings, bits === 'grow' ? bitsFor(used) : bits, linear.length, precision, backend)
  to.scalars.set(base.table.scalars.subarray(0, 2))
  to.scalars.set(range, 2)
  const offsets = linear.map(({ lanes, offset }) => {
    let sum = offset
    for (const { lane, factor } of lanes) if (factor !== 0) sum -= factor * centreOf(plan, base.table, lane)
    return sum
  })
  const missing = missingWeights(state, linear)
  const moved = offsets.some((offset) => offset !== 0)
  const constant = moved ? constantRow(base, settings, to.rows) : 0
  const snapshot = snapshots?.of(base.store)
  const from = snapshot?.table ?? base.table
  // features of a rule with a matrix have their own rows, and here slots
  const keys = bits === 'grow' ? undefined : rows?.keys
  const { laneStride } = to.layout
  const addAll = function* (): Steps<Table> {
    for (const [g, { lanes }] of linear.entries()) {
      const sumOf = (row: number): number => {
        const place = snapshot?.placeOf(row) ?? -1
        const copied = snapshot !== undefined && place >= 0
        const [table, at] = copied ? [snapshot.tableAt(place), snapshot.rowAt(place)] : [from, row]
        let sum = 0
        for (const { lane, factor } of lanes)
          if (factor !== 0) sum += factor * weightOf(plan, table, at, lane)
        return sum
      }
      yield* eachSum(rowBlocks(from, used, backend, snapshot), sumOf, (row, sum) => {
        to.lane[(keys === undefined ? row : keys[2 * row] % to.rows) * laneStride + g] = sum
      })
    }
    offsets.forEach((offset, g) => {
      if (moved) to.lane[constant * laneStride + g] += offset
    })
    addMissingWeights(to, missing)
    return to
  }
  return addAll()
}

/** Rows whose sums a step adds up. */
const fewRows = 64

/** Returns the sums of the first rows that are not 0. */
function* eachSum(
  blocks: Iterable<RowBlock>,
  sumOf: (row: number) => number,
  give: (row: number, sum: number) => void,
): Steps<void> {
  let due = 0
  for (const { from, to, isZero } of blocks) {
    // rows that are alike have one weight
    const end = isZero && sumOf(from) === 0 ? from + 1 : to
    for (let row = from; row < end; row++) {
      if (row >= due) {
        yield step
        due = row + fewRows
      }
      const sum = sumOf(row)
      if (sum !== 0) give(row, sum)
    }
  }
}

function constantRow({ rows }: LearnerState['base'], { constant, bits }: Settings, count: number): number {
  const row =
    bits === 'grow'
      ? (rows?.rowOf(constantIndex, constantIndex) ?? rows?.rowOf(constantIndex))
      : constantIndex % count
  if (constant && row !== undefined) return row
  const text =
    'Expected a model whose examples have a constant, which includes the parts of centred features and class frequencies, but this one has none'
  throw new OLError('OL_PARAMETER', text, { value: constant })
}
