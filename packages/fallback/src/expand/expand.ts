import {
  type Batch,
  type DerivationPlan,
  type DerivationState,
  type DerivedBatch,
  derivationDepths,
  derivationScalars,
  derivationSizes,
} from '@ol/spec'
import { Crosses } from './crosses.js'
import { keepRow } from './keep.js'
import { putBins, putPair, putTriple, tokenKey } from './keys.js'
import { namedBefore, noteColumns } from './note.js'
import { Row } from './row.js'

// Adds derived features to examples. Twin: native/core/expand/expand.cc

const { tokens: most } = derivationSizes
const row = new Row()
const crosses = new Crosses()
const keys = new Uint32Array(most)

/**
 * Expands the examples from `from` on, each from the statistics of the examples before it. With `keep`, adds the
 * examples that will be learned to the state. Returns the first example that does not fit into the state or into `out`,
 * or the size of the batch.
 */
export function expand(
  plan: DerivationPlan,
  s: DerivationState,
  batch: Batch,
  out: DerivedBatch,
  from: number,
): number {
  let next = namedBefore(plan, batch.offsets[from])
  for (let e = from; e < batch.size; e++) {
    next = noteColumns(plan, s, batch, e, next)
    row.collect(s, batch, e, plan.constant)
    row.tokenize(s)
    const learned = plan.keep && batch.labels[e] === batch.labels[e] && (batch.weights?.[e] ?? 1) > 0
    const done = (!learned || hasCapacity(s)) && derive(plan, s, batch, out, e)
    if (done && learned) keepRow(s, row)
    row.release()
    if (!done) return e
  }
  return batch.size
}

/** Returns whether the example's additions to sketches fit: one level for each sketch. */
function hasCapacity({ scalars, counts, items }: DerivationState): boolean {
  return (
    scalars[derivationScalars.sketches] + row.sketched <= counts.length / 2 &&
    (scalars[derivationScalars.levels] + row.sketched) * derivationSizes.level <= items.length
  )
}

function derive(
  plan: DerivationPlan,
  s: DerivationState,
  batch: Batch,
  out: DerivedBatch,
  e: number,
): boolean {
  const { starts, features, amounts } = out
  const { tokens } = row
  const base = batch.offsets[e + 1] - batch.offsets[e]
  let n = starts[e]
  crosses.place(s, row.tokenColumns, tokens)
  crosses.pairs = 0
  crosses.triples = 0
  if (plan.depth >= derivationDepths.pairs) crosses.findPairs(s)
  if (plan.depth >= derivationDepths.triples) crosses.findTriples(s)
  crosses.release()
  const needed = base + 4 * tokens + 2 * (crosses.pairs + crosses.triples)
  const at = out.tokenOffsets[e]
  if (n + needed > features.length || at + tokens > out.tokenColumns.length) return false
  for (let i = batch.offsets[e]; i < batch.offsets[e + 1]; i++, n++) {
    features[n] = batch.indices[i]
    amounts[n] = batch.values[i]
  }
  out.derived[e] = n
  for (let a = 0; a < tokens; a++)
    if (row.ranks[a] >= 0) n = putBins(features, amounts, n, row.tokenRows[a], row.ranks[a])
  out.binsEnd[e] = n
  for (let a = 0; a < tokens; a++) keys[a] = tokenKey(row.tokenRows[a], row.ranks[a])
  for (let i = 0; i < crosses.pairs; i++) n = addPair(crosses.first[i], crosses.second[i], out, n)
  out.pairsEnd[e] = n
  for (let i = 0; i < crosses.triples; i++) n = addTriple(3 * i, out, n)
  starts[e + 1] = n
  for (let a = 0; a < tokens; a++) {
    out.tokenColumns[at + a] = row.tokenColumns[a]
    out.tokenKeys[at + a] = keys[a]
  }
  out.tokenOffsets[e + 1] = at + tokens
  return true
}

function addPair(a: number, b: number, { features, amounts }: DerivedBatch, from: number): number {
  putPair(features, from, keys[a], keys[b])
  amounts[from] = 1
  if (row.ranks[a] < 0 && row.ranks[b] < 0) return from + 1
  amounts[from + 1] = 1
  return from + 2
}

function addTriple(at: number, { features, amounts }: DerivedBatch, from: number): number {
  const { members } = crosses
  const [a, b, c] = [members[at], members[at + 1], members[at + 2]]
  putTriple(features, from, keys[a], keys[b], keys[c])
  amounts[from] = 1
  if (row.ranks[a] < 0 && row.ranks[b] < 0 && row.ranks[c] < 0) return from + 1
  amounts[from + 1] = 1
  return from + 2
}
