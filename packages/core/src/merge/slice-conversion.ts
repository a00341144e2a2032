import { weightOf } from '@ol/fallback'
import { type MergeForm, type ModifiedRule, mergeOf, ruleOf, type Table } from '@ol/spec'
import { plainModel } from '../expand/plain-model.js'
import { learningPlan } from '../lanes/learning-plan.js'
import type { ModelState } from '../model/model-file.js'
import { noNames } from '../names/name-store.js'
import { createTable } from '../table/allocate.js'
import { bitsFor } from '../table/growing-store.js'
import { applyShifts } from './mean-shifts.js'
import { headOf, type ModelHead, type ModelPart, rowShape, scalarsNamed } from './model-part.js'

/** Returns the rows in use of slice `slice` of `slices` of a model, whose names are all in the first. */
export function toSlice(given: ModelState, slice = 0, slices = 1): ModelPart {
  const model = plainModel(given, 'cut it into slices')
  const { settings, table, keys } = model
  const { lanes, laneStates, sharedStates } = rowShape(settings)
  const { layout } = table
  const chosen = rowsInUse(model, slice, slices)
  const size = chosen.length
  const lane =
    settings.precision === 'float32'
      ? new Float32Array(size * laneStates * lanes)
      : new Float64Array(size * laneStates * lanes)
  const shared = new Float64Array(size * sharedStates)
  for (let i = 0, to = 0; i < size; i++) {
    const row = chosen[i]
    const from = row * layout.laneStride
    for (let j = 0; j < laneStates; j++)
      for (let l = 0; l < lanes; l++) lane[to++] = table.lane[from + j * layout.laneStep + l]
    const own = layout.sharedStart + row * layout.sharedStride
    for (let j = 0; j < sharedStates; j++) shared[i * sharedStates + j] = table.shared[own + j]
  }
  settle(model, chosen, lane, shared)
  const next = nextState(settings)
  if (next >= 0) replaceNext(model, chosen, shared, next)
  const head = headOf(model)
  return {
    head:
      slice === 0
        ? head
        : {
            ...head,
            names: noNames(head.names.scales !== undefined),
          },
    rows: {
      size,
      places: Float64Array.from(chosen),
      keys: keys === undefined ? undefined : keysOf(keys, chosen),
      lane,
      shared,
    },
    slice,
    slices,
  }
}

/** Returns the model of all slices, given in their order. */
export function fromSlices(parts: readonly ModelPart[]): ModelState {
  const { head } = parts[0]
  const { settings, counts, sums, names, unnamed } = head
  const { bits, lanes, precision } = settings
  const { laneStates, sharedStates } = rowShape(settings)
  const grows = bits === 'grow'
  const total = parts.reduce((sum, { rows }) => sum + rows.size, 0)
  const table = createTable(settings, grows ? bitsFor(total) : bits, lanes, precision)
  const { layout } = table
  table.scalars.set(head.scalars)
  const rowsOf = grows ? ranks(parts) : parts.map(({ rows }) => rows.places)
  const keys = grows ? new Uint32Array(2 * total) : undefined
  parts.forEach(({ rows }, p) => {
    let from = 0
    for (let i = 0; i < rows.size; i++) {
      const row = rowsOf[p][i]
      const to = row * layout.laneStride
      for (let j = 0; j < laneStates; j++)
        for (let l = 0; l < lanes; l++) table.lane[to + j * layout.laneStep + l] = rows.lane[from++]
      const own = layout.sharedStart + row * layout.sharedStride
      for (let j = 0; j < sharedStates; j++) table.shared[own + j] = rows.shared[i * sharedStates + j]
      if (keys !== undefined && rows.keys !== undefined)
        keys.set(rows.keys.subarray(2 * i, 2 * i + 2), 2 * row)
    }
  })
  linkDense(head, table, rowsOf)
  applyShifts(
    parts.map(({ shifts }) => shifts),
    table,
    keys,
  )
  return { settings, counts, table, keys, sums, names, unnamed }
}

/** The rows of a slice that are in use, ascending: ranges of rows, or of the lower halves of keys. */
function rowsInUse({ table, keys }: ModelState, slice: number, slices: number): number[] {
  const rows: number[] = []
  const within = (part: number, whole: number): boolean =>
    part >= Math.floor((whole * slice) / slices) && part < Math.floor((whole * (slice + 1)) / slices)
  if (keys !== undefined) {
    for (let row = 0; 2 * row < keys.length; row++) if (within(keys[2 * row], 2 ** 32)) rows.push(row)
    return rows
  }
  const from = Math.floor((table.rows * slice) / slices)
  const to = Math.floor((table.rows * (slice + 1)) / slices)
  for (let row = from; row < to; row++) if (inUse(table, row)) rows.push(row)
  return rows
}

function inUse({ lane, shared, layout, lanes }: Table, row: number): boolean {
  const { laneStride, laneStep, sharedStart, sharedStride } = layout
  if (lanes === 1) {
    // the slot of the row, shared states included
    const to = (row + 1) * laneStride
    for (let i = row * laneStride; i < to; i++) if (lane[i] !== 0) return true
    return false
  }
  for (let i = row * laneStride; i < (row + 1) * laneStride; i += laneStep)
    for (let l = 0; l < lanes; l++) if (lane[i + l] !== 0) return true
  const from = sharedStart + row * sharedStride
  for (let i = from; i < from + sharedStride; i++) if (shared[i] !== 0) return true
  return false
}

function keysOf(keys: Uint32Array, rows: readonly number[]): Uint32Array {
  const own = new Uint32Array(2 * rows.length)
  rows.forEach((row, i) => {
    own.set(keys.subarray(2 * row, 2 * row + 2), 2 * i)
  })
  return own
}

/** Brings weights that wait for the next presence of their features up to date. */
function settle(
  { settings, table }: ModelState,
  rows: readonly number[],
  lane: Float32Array | Float64Array,
  shared: Float64Array,
): void {
  if ((mergeOf(settings) as MergeForm).lazy !== true) return
  const plan = learningPlan(settings)
  const { lanes, laneStates, sharedStates } = rowShape(settings)
  const rounds = table.scalars[scalarsNamed(settings, 'examples')?.at ?? 0]
  rows.forEach((row, i) => {
    for (let l = 0; l < lanes; l++) lane[i * laneStates * lanes + l] = weightOf(plan, table, row, l)
    shared[i * sharedStates] = rounds
  })
}

/** The shared state that links the dense features, -1 if the rule has none. */
function nextState(rule: ModifiedRule): number {
  return ruleOf(rule).shared.findIndex(({ name }) => name === 'next')
}

/** Replaces the links of dense features by their places in the list, from 1. */
function replaceNext(
  { settings, table }: ModelState,
  rows: readonly number[],
  shared: Float64Array,
  next: number,
): void {
  const { sharedStart, sharedStride } = table.layout
  const places = new Map<number, number>()
  let row = table.scalars[scalarsNamed(settings, 'first_dense')?.at ?? 0]
  for (; row > 0; row = table.shared[sharedStart + (row - 1) * sharedStride + next])
    places.set(row - 1, places.size + 1)
  const { sharedStates } = rowShape(settings)
  rows.forEach((own, i) => {
    shared[i * sharedStates + next] = places.get(own) ?? 0
  })
}

/** Links the dense features again, in the order of their places. */
function linkDense({ settings }: ModelHead, table: Table, rowsOf: readonly ArrayLike<number>[]): void {
  const next = nextState(settings)
  if (next < 0) return
  const { sharedStart, sharedStride } = table.layout
  const at = (row: number): number => sharedStart + row * sharedStride + next
  const dense: number[] = []
  for (const rows of rowsOf)
    for (let i = 0; i < rows.length; i++) if (table.shared[at(rows[i])] !== 0) dense.push(rows[i])
  dense.sort((a, b) => table.shared[at(a)] - table.shared[at(b)])
  dense.forEach((row, i) => {
    table.shared[at(row)] = i + 1 < dense.length ? dense[i + 1] + 1 : -1
  })
  table.scalars[scalarsNamed(settings, 'first_dense')?.at ?? 0] = dense.length > 0 ? dense[0] + 1 : 0
}

/** The row of each row of the slices: its rank among their places. */
function ranks(parts: readonly ModelPart[]): number[][] {
  const all = parts.flatMap(({ rows }, p) => Array.from(rows.places, (place, i) => ({ place, p, i })))
  all.sort((a, b) => a.place - b.place)
  const rows = parts.map(({ rows: { size } }) => new Array<number>(size).fill(0))
  all.forEach(({ p, i }, rank) => {
    rows[p][i] = rank
  })
  return rows
}
