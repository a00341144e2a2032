import { type Batch, binLevels, type DerivationPlan, type DerivationState, derivationDepths } from '@ol/spec'
import { Crosses } from './crosses.js'
import { putBins, putPair, putTriple, tokenKey } from './keys.js'
import { Row } from './row.js'

// The origins of derived features: for explanations, so there is no twin

/** A rank is between two bins at each level. */
const binsOfRank = 2 * binLevels.length

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
    if (row.ranks[a] >= 0) for (let i = 0; i < binsOfRank; i++) found.push([row.tokenRows[a]])
  for (let i = 0; i < crosses.pairs; i++) add([crosses.first[i], crosses.second[i]])
  for (let i = 0; i < 3 * crosses.triples; i += 3) add([...crosses.members.subarray(i, i + 3)])
  return found
}

/** Returns the keys and values of the bins of a rank. */
export function binsAt(row: number, rank: number): { readonly key: number; readonly value: number }[] {
  const [keys, values] = [new Uint32Array(binsOfRank), new Float64Array(binsOfRank)]
  putBins(keys, values, 0, row, rank)
  return Array.from(keys, (key, i) => ({ key, value: values[i] }))
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
  const found = new Uint32Array(2)
  const [a, b, c] = of.map(({ row, rank }) => tokenKey(row, rank))
  if (c === undefined) putPair(found, 0, a, b)
  else putTriple(found, 0, a, b, c)
  return [...(of.some(({ rank }) => rank >= 0) ? found : found.subarray(0, 1))]
}
