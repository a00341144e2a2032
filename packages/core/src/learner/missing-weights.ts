import { murmur3 } from '@ol/numerics'
import { missingText, OLError, type Table } from '@ol/spec'
import type { LinearGroup } from '../lanes/linear.js'
import { centredRows, centreOfRow, sharedOf } from '../lanes/standardize-plan.js'
import { slotOfKey } from './importance.js'
import type { LearnerState } from './learner-state.js'

/*
 * A rule that centres replaces a missing feature by its mean. A model of plain weights cannot: it reads the feature as
 * absent, which is 0. So the indicator of the missing feature adds the contribution of the mean.
 */

/** The addition of a slot, by group of lanes. */
export interface MissingWeight {
  readonly slot: number
  readonly sums: readonly number[]
}

/**
 * Returns the weights of the indicators of features that were missing in learned examples.
 *
 * @throws OLError OL_PARAMETER for such a feature whose name the model does not keep, or whose indicator it has not seen
 */
export function missingWeights(state: LearnerState, linear: readonly LinearGroup[]): MissingWeight[] {
  const { plan, table } = state.base
  const centred = [...centredRows(plan, table)].filter((row) => sharedOf(plan, table, row, 'missing') > 0)
  if (centred.length === 0) return []
  const slots = indicatorSlots(state, centred)
  return centred.flatMap((row) => {
    const sums = linear.map(({ lanes }) =>
      lanes.reduce(
        (sum, { lane, factor }) => sum + (factor === 0 ? 0 : factor * centreOfRow(plan, table, row, lane)),
        0,
      ),
    )
    return (slots.get(row) as readonly number[]).map((slot) => ({ slot, sums }))
  })
}

/** Adds them to a table of weights. */
export function addMissingWeights({ lane, layout }: Table, weights: readonly MissingWeight[]): void {
  for (const { slot, sums } of weights)
    sums.forEach((sum, g) => {
      lane[slot * layout.laneStride + g] += sum
    })
}

/** Returns the slots of the indicators of the features in each row. */
function indicatorSlots(
  state: LearnerState,
  rows: readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const own = state.base.rows
  const keys = new Map(rows.map((row): [number, Key[]] => [row, own === undefined ? [] : [own.keyOf(row)]]))
  if (own === undefined)
    for (const key of state.names?.entries() ?? []) keys.get(slotOfKey(state, key) ?? -1)?.push(key)
  const indicators = new Map(
    [...keys].map(([row, found]) => [row, seenIndicators(state, found.map(indicatorOf))]),
  )
  if (own === undefined) refuseShared(state, [...indicators.values()].flat())
  return new Map(
    [...indicators].map(([row, found]) => {
      const slots = found.map((key) => slotOfKey(state, key)).filter((slot) => slot !== undefined)
      if (slots.length === 0) throw unnamed(row)
      return [row, slots]
    }),
  )
}

/**
 * Returns the indicators that have names: of features that share a row, few are ever missing. Returns all if the model
 * has no such name.
 */
function seenIndicators({ names }: LearnerState, keys: readonly Key[]): readonly Key[] {
  const nameOf = ({ index, upper }: Key): string | undefined => names?.nameOf(index, upper)
  const seen = keys.filter((key) => nameOf(key) !== undefined)
  // the row is missing if both features are, and each would add its mean
  if (seen.length > 1) throw shared(nameOf(seen[1]))
  return seen.length === 0 ? keys : seen
}

/** Refuses indicators that share their slots with other features, to which the mean would be added, too. */
function refuseShared(state: LearnerState, indicators: readonly Key[]): void {
  const bySlot = new Map(indicators.map((key) => [slotOfKey(state, key), key]))
  for (const { name, ...key } of state.names?.entries() ?? []) {
    const indicator = bySlot.get(slotOfKey(state, key))
    if (indicator !== undefined && indicator.index !== key.index) throw shared(name)
  }
}

interface Key {
  readonly index: number
  readonly upper: number
}

const text = Uint8Array.from(missingText, (c) => c.charCodeAt(0))

function indicatorOf({ index, upper }: Key): Key {
  const half = (seed: number): number => murmur3(text, 0, text.length, seed) >>> 0
  return { index: half(index), upper: half(upper) }
}

function shared(name = ''): OLError {
  const message =
    "Expected a separate slot for each feature that was missing and its indicator but another feature shares one: train with more bits, or 'grow'"
  return new OLError('OL_PARAMETER', `${message}: ${JSON.stringify(name)}`, { value: name })
}

function unnamed(row: number): OLError {
  const message =
    'Expected a name and an indicator for each feature that was missing, but one has none: train with more names (option names)'
  return new OLError('OL_PARAMETER', message, { value: row })
}
