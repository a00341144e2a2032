import { binsAt } from '@ol/fallback'
import { type DerivationState, derivationDepths } from '@ol/spec'
import type { Additive } from './additive.js'
import type { NamedColumn } from './column-names.js'
import { edgesOf, spreadOf, type TermFeature, termFeatures } from './term-features.js'
import type { Term, TermPoint } from './terms.js'

/** A curve or a list of categories in the making. */
interface Draft {
  readonly column: string
  readonly features: readonly TermFeature[]
  readonly rows: readonly number[]
  readonly points: readonly Asked[]
}

interface Asked {
  readonly feature: TermFeature
  readonly value: number
  readonly rank: number
  readonly share: number
}

/** Returns the contribution of each column by itself: a curve for each of its features with bins, and its categories. */
export function columnTerms(
  additive: Additive,
  state: DerivationState,
  columns: Iterable<NamedColumn>,
  label: number | string | undefined,
): Term[] {
  const drafts = [...columns].flatMap((column) => draftsOf(state, column))
  const scores = scoresOf(additive, drafts)
  return drafts.map(({ column, points, features }, d) => {
    const [first] = features
    const all = points.map((point, i) => ({ ...point, score: scores[d][i] }))
    const { mean, deviation } = spreadOf(all)
    const curve = first.points !== undefined
    return {
      kind: 'column',
      ...(label === undefined ? {} : { class: label }),
      columns: [column],
      contribution: deviation,
      points: curve
        ? all.map(({ value, score, share }): TermPoint => ({ value, score: score - mean, share }))
        : [],
      edges: curve ? edgesOf(state, first.row, 32) : [],
      categories: curve
        ? []
        : all.map(({ feature, score, share }) => ({ name: feature.name, score: score - mean, share })),
    }
  })
}

function draftsOf(state: DerivationState, column: NamedColumn): Draft[] {
  const features = termFeatures(state, column)
  const rows = features.map(({ row }) => row)
  const binned = features.filter(({ points }) => points !== undefined)
  const others = features.filter(({ points }) => points === undefined)
  const curves = binned.map((feature): Draft => {
    const points = (feature.points ?? []).map((point) => ({ feature, ...point }))
    const name = features.length === 1 ? column.name : `${column.name}: ${feature.name}`
    return { column: name, features: [feature], rows, points }
  })
  if (others.length === 0) return curves
  const points = others.map((feature) => ({ feature, value: 1, rank: -1, share: feature.share }))
  return [...curves, { column: column.name, features: others, rows, points }]
}

/** Returns the scores of the points of drafts; the k-th points of all of them are found at once. */
function scoresOf(additive: Additive, drafts: readonly Draft[]): number[][] {
  const scores = drafts.map((): number[] => [])
  const columns = new Map(drafts.flatMap(({ rows }) => rows.map((row, place) => [row, { rows, place }])))
  const most = Math.max(0, ...drafts.map(({ points }) => points.length))
  for (let k = 0; k < most; k++) {
    const asked = drafts.flatMap(({ points, rows }, d) =>
      k < points.length ? [{ ...points[k], rows, d }] : [],
    )
    const { present, absent } = additive.base(
      asked.map(({ feature }) => feature.index),
      asked.map(({ value }) => value),
    )
    const counting = byColumn(absent.keys(), columns)
    asked.forEach(({ feature, rank, rows, d }, i) => {
      let score = present[i]
      // absent features of the column that count
      for (const row of counting.get(rows) ?? []) if (row !== feature.row) score += absent.get(row) ?? 0
      if (rank >= 0)
        for (const { key, value } of binsAt(feature.row, rank))
          score += value * additive.derived(key, derivationDepths.bins)
      scores[d].push(score)
    })
  }
  return scores
}

/** Returns the rows of each column among some rows, in its order: a column may have as many as there are categories. */
function byColumn(
  rows: Iterable<number>,
  columns: ReadonlyMap<number, { readonly rows: readonly number[]; readonly place: number }>,
): ReadonlyMap<readonly number[], readonly number[]> {
  const found = new Map<readonly number[], number[]>()
  for (const row of rows) {
    const column = columns.get(row)
    if (column === undefined) continue
    const own = found.get(column.rows) ?? []
    own[column.place] = row
    found.set(column.rows, own)
  }
  return new Map([...found].map(([column, own]) => [column, Object.values(own)]))
}
