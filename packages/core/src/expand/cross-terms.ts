import { type Crossed, crossKeys } from '@ol/fallback'
import { type DerivationState, derivationDepths } from '@ol/spec'
import type { Additive } from './additive.js'
import type { Chosen } from './choice.js'
import type { NamedColumn } from './column-names.js'
import { edgesOf, spreadOf, type TermFeature, termFeatures } from './term-features.js'
import type { CrossTerm, TermPart } from './terms.js'

/** The finest parts of a column in a cross, and in the table of a triple. */
const fine = 16
const coarse = 4
/** The most categories of an axis. */
const mostCategories = 16

/** A part of an axis, with the cells of the finest parts that it consists of. */
interface AxisPart extends TermPart {
  readonly cells: readonly (Crossed & { readonly share: number })[]
}

/** Returns the contributions of each chosen pair and triple whose columns have names. */
export function crossTerms(
  additive: Additive,
  state: DerivationState,
  columns: ReadonlyMap<number, NamedColumn>,
  chosen: readonly Chosen[],
  label: number | string | undefined,
): CrossTerm[] {
  const features = new Map([...columns].map(([number, column]) => [number, termFeatures(state, column)]))
  return chosen.flatMap(({ columns: numbers }): CrossTerm[] => {
    const names = numbers.map((number) => columns.get(number)?.name)
    const axes = numbers.map((number) =>
      axisOf(state, features.get(number) ?? [], numbers.length === 2 ? fine : coarse),
    )
    if (names.includes(undefined) || axes.some(({ length }) => length === 0)) return []
    const scored = cellsOf(axes).map((cell) => scoreOf(additive, cell))
    return [
      {
        kind: numbers.length === 2 ? 'pair' : 'triple',
        ...(label === undefined ? {} : { class: label }),
        columns: names as string[],
        contribution: spreadOf(scored).deviation,
        axes: axes.map((parts, a) => ({
          column: names[a] as string,
          parts: parts.map(({ cells: _, ...part }) => part),
        })),
        scores: scored.map(({ score }) => score),
      },
    ]
  })
}

/** Returns the parts of a column. */
function axisOf(state: DerivationState, features: readonly TermFeature[], parts: number): AxisPart[] {
  return features.slice(0, mostCategories).flatMap((feature): AxisPart[] => {
    const { row, name, share, points } = feature
    if (points === undefined) return [{ name, share, cells: [{ row, rank: -1, share }] }]
    const edges = edgesOf(state, row, parts)
    return Array.from({ length: parts }, (_, p): AxisPart => {
      const inside = points.filter(({ rank }) => Math.floor((rank * parts) / 256) === p)
      const [from, to] = [
        edges.findLast((edge) => edge < (inside[0]?.value ?? Number.NEGATIVE_INFINITY)),
        inside.at(-1)?.value,
      ]
      const last = inside.at(-1) === points.at(-1)
      return {
        name: rangeText(name, from, last ? undefined : to),
        ...(from === undefined ? {} : { from }),
        ...(last || to === undefined ? {} : { to }),
        share: share * inside.reduce((sum, point) => sum + point.share, 0),
        cells: fineCells(row, inside, share),
      }
    }).filter(({ cells }) => cells.length > 0)
  })
}

function rangeText(name: string, from: number | undefined, to: number | undefined): string {
  const short = (x: number): string => String(Number(x.toPrecision(4)))
  if (from === undefined) return to === undefined ? name : `<= ${short(to)}`
  return to === undefined ? `> ${short(from)}` : `${short(from)} to ${short(to)}`
}

/** Returns the finest parts that points are in, each with one of its ranks. */
function fineCells(
  row: number,
  points: NonNullable<TermFeature['points']>,
  whole: number,
): AxisPart['cells'] {
  const shares = new Map<number, { readonly rank: number; share: number }>()
  for (const { rank, share } of points) {
    const part = Math.floor((rank * fine) / 256)
    const cell = shares.get(part) ?? { rank, share: 0 }
    cell.share += whole * share
    shares.set(part, cell)
  }
  return [...shares.values()].map(({ rank, share }) => ({ row, rank, share }))
}

/** Returns the parts of each cell of a grid; the last axis moves first. */
function cellsOf(axes: readonly (readonly AxisPart[])[]): AxisPart[][] {
  return axes.reduce<AxisPart[][]>(
    (cells, parts) => cells.flatMap((cell) => parts.map((part) => [...cell, part])),
    [[]],
  )
}

/** Returns the score of a cell, the mean over its finest parts, and its share of the examples. */
function scoreOf(
  additive: Additive,
  cell: readonly AxisPart[],
): { readonly score: number; readonly share: number } {
  const depth = cell.length === 2 ? derivationDepths.pairs : derivationDepths.triples
  let sum = 0
  let whole = 0
  const visit = (taken: readonly Crossed[], share: number): void => {
    if (taken.length < cell.length) {
      for (const next of cell[taken.length].cells) visit([...taken, next], share * next.share)
      return
    }
    let score = 0
    for (const key of crossKeys(taken)) score += additive.derived(key, depth)
    sum += share * score
    whole += share
  }
  visit([], 1)
  return { score: whole > 0 ? sum / whole : 0, share: whole }
}
