import { isBuilt, rankOf } from '@ol/fallback'
import { type DerivationState, derivationFlags, derivationScalars, derivationSizes } from '@ol/spec'
import type { NamedColumn } from './column-names.js'

const { bounds, level: size, levels } = derivationSizes
/** Ranks of a value: from none of the boundaries below it to all of them. */
const ranks = bounds + 1

/** A feature of a column as it takes part in crosses: with bins by the ranks of its values. */
export interface TermFeature {
  readonly row: number
  readonly index: number
  readonly name: string
  /** the share of the examples in which it has a value */
  readonly share: number
  /** values with their ranks, ascending; absent for a feature without bins */
  readonly points?: readonly { readonly value: number; readonly rank: number; readonly share: number }[]
}

/** Returns the features of a column, those with bins first, then by share. */
export function termFeatures(state: DerivationState, column: NamedColumn): TermFeature[] {
  const t = state.scalars[derivationScalars.examples]
  return [...column.features]
    .map(([row, { index, name }]): TermFeature => {
      const share = t > 0 ? state.seen[row] / t : 0
      const k = state.sketch[row] - 1
      const binned = k >= 0 && isBuilt(state, k) && (state.flags[row] & derivationFlags.varies) !== 0
      const own = { row, index, name: withoutColumn(name, column.name), share }
      return binned ? { ...own, points: pointsOf(state, k) } : own
    })
    .sort((a, b) => Number(b.points !== undefined) - Number(a.points !== undefined) || b.share - a.share)
}

/** Returns the values at which the rank of a sketch changes, and the largest value that it keeps. */
function pointsOf(state: DerivationState, k: number): NonNullable<TermFeature['points']> {
  const values = new Set(state.bounds.subarray(k * bounds, (k + 1) * bounds))
  let largest = Number.NEGATIVE_INFINITY
  for (let h = 0; h < levels && state.levels[k * levels + h] > 0; h++) {
    const from = (state.levels[k * levels + h] - 1) * size
    for (const x of state.items.subarray(from, from + state.fills[k * levels + h]))
      if (x > largest) largest = x
  }
  const last = state.bounds[(k + 1) * bounds - 1]
  const all = [...values, ...(largest > last ? [largest] : [])].sort((a, b) => a - b)
  return all.map((value, i) => {
    const rank = rankOf(state, k, value)
    const next = i + 1 < all.length ? rankOf(state, k, all[i + 1]) : ranks
    return { value, rank, share: (next - rank) / ranks }
  })
}

/** Returns the boundaries at which the finest bins of a feature meet, each once. */
export function edgesOf(state: DerivationState, row: number, parts: number): number[] {
  const k = state.sketch[row] - 1
  const step = ranks / parts
  const all = Array.from({ length: parts - 1 }, (_, p) => state.bounds[k * bounds + step * (p + 1) - 1])
  return [...new Set(all)]
}

/** Returns the mean of scores, and their deviation from it. */
export function spreadOf(all: readonly { readonly score: number; readonly share: number }[]): {
  readonly mean: number
  readonly deviation: number
} {
  const whole = all.reduce((sum, { share }) => sum + share, 0)
  if (!(whole > 0)) return { mean: 0, deviation: 0 }
  const mean = all.reduce((sum, { score, share }) => sum + share * score, 0) / whole
  const squares = all.reduce((sum, { score, share }) => sum + share * (score - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / whole) }
}

/** Returns the name of a category without the name of its column: `a` for `job=a`. */
function withoutColumn(name: string, column: string): string {
  return name.startsWith(column) && /[=^]/.test(name.charAt(column.length))
    ? name.slice(column.length + 1)
    : name
}
