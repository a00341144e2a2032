import { findBounds } from '@ol/fallback'
import { type DerivationState, derivationScalars, derivationSizes } from '@ol/spec'
import { newSketches } from './derivation-capacity.js'

const { level: size, levels: most } = derivationSizes

/** Returns the state with the sketches of models that learned separately; `rows`: the rows with a sketch in any model. */
export function withMergedSketches(
  merged: DerivationState,
  states: readonly DerivationState[],
  rows: readonly number[],
): DerivationState {
  const all = rows.map((row) =>
    mergedLevels(
      states.filter(({ sketch }) => sketch[row] > 0),
      row,
    ),
  )
  const lists = all.reduce((sum, { levels }) => sum + levels.length, 0)
  const state = { ...merged, ...newSketches(rows.length, lists) }
  let list = 0
  rows.forEach((row, k) => {
    const { levels, toggles, count } = all[k]
    state.sketch[row] = k + 1
    state.counts[2 * k] = count
    state.counts[2 * k + 1] = nextBounds(count)
    state.toggles[k] = toggles
    levels.forEach((items, h) => {
      state.levels[k * most + h] = ++list
      state.fills[k * most + h] = items.length
      state.items.set(items, (list - 1) * size)
    })
    if (isFound(count)) findBounds(state, k)
  })
  state.scalars[derivationScalars.sketches] = rows.length
  state.scalars[derivationScalars.levels] = list
  return state
}

interface Levels {
  readonly levels: readonly (readonly number[])[]
  readonly toggles: number
  readonly count: number
}

/** Concatenates the sketches of a row level by level; every second value of a full level moves up. */
function mergedLevels(states: readonly DerivationState[], row: number): Levels {
  const places = states.map(({ sketch }) => sketch[row] - 1)
  let toggles = states.reduce((sum, state, i) => sum ^ state.toggles[places[i]], 0) >>> 0
  const count = states.reduce((sum, { counts }, i) => sum + counts[2 * places[i]], 0)
  const found: number[][] = []
  let raised: number[] = []
  for (let h = 0; h < most; h++) {
    const own = states.flatMap((state, i) => itemsOf(state, places[i], h))
    const known = states.some(({ levels }, i) => levels[places[i] * most + h] > 0)
    if (h > 0 && !known && raised.length === 0) break
    // the order within a level does not depend on the shards
    const items = [...raised, ...own].sort((a, b) => a - b)
    raised = []
    // levels above the first grow in half levels
    while (items.length >= size && h + 1 < most) {
      const [full] = [items.splice(0, size)]
      for (let j = (toggles >>> h) & 1; j < size; j += 2) raised.push(full[j])
      toggles = (toggles ^ (1 << h)) >>> 0
    }
    found.push(items)
  }
  return { levels: found, toggles, count }
}

function itemsOf({ levels, fills, items }: DerivationState, k: number, h: number): number[] {
  const list = levels[k * most + h]
  return list === 0 ? [] : [...items.subarray((list - 1) * size, (list - 1) * size + fills[k * most + h])]
}

/** Returns whether a sketch of this many values has boundaries. */
function isFound(count: number): boolean {
  return nextBounds(count) > 16
}

/** Returns the number of values at which boundaries are found again. */
function nextBounds(count: number): number {
  let next = 16
  while (next <= count) next = Math.floor(1.25 * next) + 1
  return next
}
