import { candidatePlace } from '@ol/fallback'
import { type DerivationState, derivationFlags, derivationScalars, derivationSizes } from '@ol/spec'
import { budgetOf, type Chosen } from './choice.js'
import { newState } from './derivation-capacity.js'
import type { StoredDeriver } from './deriver.js'
import { withMergedSketches } from './merged-sketches.js'

const {
  begun,
  columns: columnCount,
  dense: denseCount,
  examples,
  pause,
  screened,
  screenEvery,
  waits,
} = derivationScalars

/**
 * Merges the derivers of models that learned separately, in their order: counts and evidence add up, sketches are
 * concatenated, and the crosses of all models are chosen within the budget. Columns are the same if they have the same
 * name, or the same feature.
 */
export function mergedDeriver(all: readonly StoredDeriver[]): StoredDeriver {
  const states = all.map(({ state }) => state)
  const merged = newState(states[0].rows)
  const sum = (of: (state: DerivationState) => number): number =>
    states.reduce((total, state) => total + of(state), 0)
  merged.scalars[examples] = sum(({ scalars }) => scalars[examples])
  merged.scalars[screened] = sum(({ scalars }) => scalars[screened])
  // the largest knowledge of a table among shards that inspected different examples
  const most = (at: number): number => Math.max(...states.map(({ scalars }) => scalars[at]))
  merged.scalars[begun] = most(begun)
  merged.scalars[waits] = merged.scalars[begun] > 0 ? 0 : most(waits)
  merged.scalars[pause] = most(pause)
  // keeps all evidence that a shard's choice needed
  merged.scalars[screenEvery] = Math.min(...states.map(({ scalars }) => scalars[screenEvery]))
  const { stored, numbers } = mergedColumns(all, merged)
  mergeRows(merged, states)
  mergeDense(merged, states)
  states.forEach((state, i) => {
    mergeEvidence(merged, state, numbers[i])
  })
  const sketched = rowsWhere(merged.rows, (row) => states.some(({ sketch }) => sketch[row] > 0))
  return {
    state: withMergedSketches(merged, states, sketched),
    columns: stored,
    chosen: mergedChoice(all, numbers),
  }
}

/** Numbers the columns of the merged model; `numbers`: for each model, by its own number. */
function mergedColumns(
  all: readonly StoredDeriver[],
  merged: DerivationState,
): { readonly stored: readonly number[]; readonly numbers: readonly ReadonlyMap<number, number>[] } {
  const named = new Map<number, number>()
  const hashes = all.map(({ columns }) => {
    const of = new Map<number, number>()
    for (let i = 0; i + 1 < columns.length; i += 2) of.set(columns[i + 1], columns[i])
    return of
  })
  const numbers = all.map(() => new Map<number, number>())
  /** for each model: the first row of columns whose rows so far belong to columns of other models */
  const taken = all.map(() => new Map<number, number>())
  const fresh = (): number => ++merged.scalars[columnCount]
  const give = (i: number, own: number, number: number): void => {
    numbers[i].set(own, number)
    merged.columnCount[number - 1] += all[i].state.columnCount[own - 1]
  }
  for (let row = 0; row < merged.rows; row++) {
    all.forEach(({ state }, i) => {
      const own = state.column[row]
      if (own === 0) return
      const hash = hashes[i].get(own)
      let number = numbers[i].get(own)
      if (number === undefined) {
        // a row has one column, given by the first model that knows it
        const known = hash === undefined ? merged.column[row] : (named.get(hash) ?? 0)
        if (known === 0 && merged.column[row] !== 0) {
          if (!taken[i].has(own)) taken[i].set(own, row)
          return
        }
        number = known === 0 ? fresh() : known
        if (hash !== undefined) named.set(hash, number)
        give(i, own, number)
      }
      if (merged.column[row] === 0) merged.column[row] = number
    })
  }
  // a column whose features are all in columns of other models is the column with its name, or else that has its first feature
  taken.forEach((rows, i) => {
    for (const [own, row] of rows)
      if (!numbers[i].has(own)) give(i, own, named.get(hashes[i].get(own) ?? 0) ?? merged.column[row])
  })
  return { stored: [...named].flat(), numbers }
}

function mergeRows(merged: DerivationState, states: readonly DerivationState[]): void {
  for (const state of states)
    for (let row = 0; row < merged.rows; row++) {
      if (state.seen[row] === 0) continue
      if (merged.seen[row] === 0) merged.first[row] = state.first[row]
      else if (merged.first[row] !== state.first[row]) merged.flags[row] |= derivationFlags.varies
      merged.seen[row] += state.seen[row]
      merged.flags[row] |= state.flags[row] & derivationFlags.varies
    }
}

/** Lists the features that are dense in any model and frequent enough in all of them together. */
function mergeDense(merged: DerivationState, states: readonly DerivationState[]): void {
  const rows = new Set(states.flatMap(({ dense, scalars }) => [...dense.subarray(0, scalars[denseCount])]))
  for (const row of rows) {
    if (2 * merged.seen[row] <= merged.scalars[examples]) continue
    merged.flags[row] |= derivationFlags.dense
    merged.dense[merged.scalars[denseCount]++] = row
  }
}

/** Adds the evidence of a model: the gains of candidates, and the sums of cells. */
function mergeEvidence(
  merged: DerivationState,
  { cells, candidateColumns: of, candidateSums: sums }: DerivationState,
  numbers: ReadonlyMap<number, number>,
): void {
  for (let i = 0; i < cells.length; i++) if (cells[i] !== 0) merged.cells[i] += cells[i]
  for (let place = 0; place < derivationSizes.candidates; place++) {
    if (of[3 * place] === 0) continue
    const columns = renumbered([...of.subarray(3 * place, 3 * place + 3)], numbers)
    if (columns === undefined) continue
    const at = candidatePlace(merged, columns[0], columns[1], columns[2] ?? 0)
    if (at >= 0) for (let j = 0; j < 3; j++) merged.candidateSums[3 * at + j] += sums[3 * place + j]
  }
}

/** Returns columns by their numbers in the merged model, ascending; undefined: two of them became one. */
function renumbered(columns: readonly number[], numbers: ReadonlyMap<number, number>): number[] | undefined {
  const own = columns.filter((column) => column > 0).map((column) => numbers.get(column) ?? 0)
  const sorted = own.toSorted((a, b) => a - b)
  return sorted[0] > 0 && new Set(sorted).size === sorted.length ? sorted : undefined
}

/** Returns the choices of all models, the first ones of each first, within the budget. */
function mergedChoice(
  all: readonly StoredDeriver[],
  numbers: readonly ReadonlyMap<number, number>[],
): Chosen[] {
  const used = new Map<number, number>()
  const found = new Map<string, Chosen>()
  const most = Math.max(...all.map(({ chosen }) => chosen.length))
  for (let k = 0; k < most; k++)
    all.forEach(({ chosen }, i) => {
      if (k >= chosen.length) return
      const columns = renumbered(chosen[k].columns, numbers[i])
      if (columns === undefined || found.has(columns.join())) return
      const { rate } = chosen[k]
      const before = used.get(columns.length) ?? 0
      if (before + rate > budgetOf(columns.length)) return
      used.set(columns.length, before + rate)
      found.set(columns.join(), { columns, rate })
    })
  return [...found.values()]
}

function rowsWhere(rows: number, keeps: (row: number) => boolean): number[] {
  const found: number[] = []
  for (let row = 0; row < rows; row++) if (keeps(row)) found.push(row)
  return found
}
