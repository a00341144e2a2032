import {
  type Batch,
  binLevels,
  type DerivationPlan,
  type DerivationState,
  derivationDepths,
  derivationSizes,
} from '@ol/spec'
import { Crosses } from './crosses.js'
import { binKey, pairKey, tokenKey, tripleKey } from './keys.js'
import { Row } from './row.js'

// The origins of derived features: for explanations, so there is no twin

const { bounds } = derivationSizes

/** The levels at which crosses divide the rank of a value into parts. */
const crossLevels = [2, 4] as const

/** The rows of the base features that a derived feature is built from: one of bins, two of a pair, three of a triple. */
export type DerivedOrigin = readonly number[]

/** Returns the origins of the derived features of the only example of a batch, in the order in which `expand` adds them. */
export function originsOf(plan: DerivationPlan, s: DerivationState, batch: Batch): DerivedOrigin[] {
  const row = new Row()
  const crosses = new Crosses()
  row.collect(s, batch, 0, plan.constant)
  row.tokenize(s)
  crosses.place(s, row.tokenColumns, row.tokens)
  if (plan.depth >= derivationDepths.pairs) crosses.findPairs(s)
  if (plan.depth >= derivationDepths.triples) crosses.findTriples(s)
  const found: DerivedOrigin[] = []
  const add = (tokens: readonly number[]): void => {
    const origin = tokens.map((a) => row.tokenRows[a])
    found.push(origin)
    if (tokens.some((a) => row.ranks[a] >= 0)) found.push(origin)
  }
  for (let a = 0; a < row.tokens; a++)
    if (row.ranks[a] >= 0)
      for (const _ of binsAt(row.tokenRows[a], row.ranks[a])) found.push([row.tokenRows[a]])
  for (let i = 0; i < crosses.pairs; i++) add([crosses.first[i], crosses.second[i]])
  for (let i = 0; i < 3 * crosses.triples; i += 3) add([...crosses.members.subarray(i, i + 3)])
  return found
}

/** Returns the keys and values of the bins of a rank. */
export function binsAt(row: number, rank: number): { readonly key: number; readonly value: number }[] {
  return binLevels.flatMap((level) => {
    const p = ((rank + 0.5) * 2 ** level) / (bounds + 1)
    const part = Math.floor(p)
    const share = p - part
    return [
      { key: binKey(row, level, part), value: 1 - share },
      { key: binKey(row, level, part + 1), value: share },
    ]
  })
}

/** A base feature in a cross: its row, and the rank of its value; -1: it has no bins. */
export interface Crossed {
  readonly row: number
  readonly rank: number
}

/**
 * Returns the keys of the features of a cross of two or three base features: of coarse parts, and also of fine parts if
 * one of them has bins.
 */
export function crossKeys(of: readonly Crossed[]): number[] {
  const levels = of.some(({ rank }) => rank >= 0) ? crossLevels : crossLevels.slice(0, 1)
  return levels.map((level) => {
    const keys = of.map(({ row, rank }) =>
      rank < 0 ? tokenKey(row, 0, 0) : tokenKey(row, level, (rank << level) >> 8),
    )
    return keys.length === 2 ? pairKey(keys[0], keys[1]) : tripleKey(keys[0], keys[1], keys[2])
  })
}
