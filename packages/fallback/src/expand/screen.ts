import {
  type DerivationState,
  type DerivedBatch,
  derivationDepths,
  derivationScalars,
  derivationSizes,
  type Residuals,
} from '@ol/spec'
import { Crosses } from './crosses.js'
import { mixed, putPair, putTriple } from './keys.js'
import { crossPlace, putCross } from './places.js'

// Collects evidence for pairs and triples of columns from the residuals of predictions. Twin: native/core/expand/screen.cc

const { tokens: most, mostCandidates, cells: cellCount } = derivationSizes
/** About this many candidates are evaluated in an example. */
const looked = 128

const crosses = new Crosses()
/** the keys of a candidate */
const crossKeys = new Uint32Array(2)

/** Screens the examples of a batch that were learned from. */
export function screen(depth: number, s: DerivationState, out: DerivedBatch, residuals: Residuals): void {
  if (depth < derivationDepths.pairs) return
  const every = Math.max(1, s.scalars[derivationScalars.screenEvery])
  for (let e = 0; e < residuals.learned.length; e++) {
    if (residuals.learned[e] === 0) continue
    const t = ++s.scalars[derivationScalars.screened]
    if (!isScreened(t, every)) continue
    const from = out.tokenOffsets[e]
    const tokens = out.tokenOffsets[e + 1] - from
    if (tokens < 2) continue
    const columns = out.tokenColumns.subarray(from, from + tokens)
    const keys = out.tokenKeys.subarray(from, from + tokens)
    crosses.place(s, columns, tokens)
    crosses.findPairs(s)
    screenRow(depth, s, columns, keys, residuals, e, mixed(t), every)
    crosses.release()
  }
}

/** Returns whether an example, by its number from 1, is the one of its block that is screened. */
function isScreened(t: number, every: number): boolean {
  const block = Math.floor((t - 1) / every)
  return t - 1 - block * every === mixed(block) % every
}

function screenRow(
  depth: number,
  s: DerivationState,
  columns: Uint32Array,
  keys: Uint32Array,
  residuals: Residuals,
  e: number,
  lot: number,
  every: number,
): void {
  const n = columns.length
  const { pairs, first, second, chosen } = crosses
  const ofPairs = (n * (n - 1)) / 2
  const triples = depth >= derivationDepths.triples ? pairs : 0
  const step = Math.max(1, Math.ceil((ofPairs + (triples * (n - 2)) / 2) / looked))
  let i = lot % step
  for (let a = 0, before = 0; a < n; before += n - 1 - a, a++)
    for (; i < before + n - 1 - a; i += step) {
      const b = a + 1 + (i - before)
      if (columns[a] === columns[b] || chosen[a * most + b] !== 0) continue
      putPair(crossKeys, 0, keys[a], keys[b])
      add(s, columns[a], columns[b], 0, step * every, residuals, e)
    }
  for (i -= ofPairs; i < triples * n; i += step) {
    const pair = Math.floor(i / n)
    const c = i - pair * n
    const [a, b] = [first[pair], second[pair]]
    if (columns[c] === columns[a] || columns[c] === columns[b]) continue
    // once for each triple: from the first of its pairs
    if (c < b && (chosen[a * most + c] !== 0 || (c < a && chosen[c * most + b] !== 0))) continue
    if (isChosen(s, columns[a], columns[b], columns[c])) continue
    putTriple(crossKeys, 0, keys[a], keys[b], keys[c])
    add(s, columns[a], columns[b], columns[c], step * every, residuals, e)
  }
}

function isChosen({ tripleColumns }: DerivationState, a: number, b: number, c: number): boolean {
  const low = Math.min(a, b, c)
  const high = Math.max(a, b, c)
  return tripleColumns[3 * crossPlace(tripleColumns, low, a + b + c - low - high, high)] !== 0
}

/**
 * Adds the residuals of an example to the cells of a candidate with `crossKeys`: one for each class, one after another.
 * `examples`: the number of examples that this one represents.
 */
function add(
  s: DerivationState,
  a: number,
  b: number,
  c: number,
  examples: number,
  { classes, gradients, curvatures }: Residuals,
  e: number,
): void {
  const place = candidatePlace(s, a, b, c)
  if (place < 0) return
  const { cells, candidateSums } = s
  let gained = 0
  let fresh = 0
  for (let k = 0; k < classes; k++) {
    const at = 2 * ((Math.imul(crossKeys[0], classes) + k) & (cellCount - 1))
    const g = cells[at]
    const h = cells[at + 1]
    if (h === 0) fresh++
    else gained -= (g * g) / h
    cells[at] = g + gradients[e * classes + k]
    cells[at + 1] = h + curvatures[e * classes + k]
    if (cells[at + 1] > 0) gained += (cells[at] * cells[at]) / cells[at + 1]
  }
  candidateSums[3 * place] += gained
  candidateSums[3 * place + 1] += fresh
  candidateSums[3 * place + 2] += examples
}

/** Returns the place of a candidate; -1 if there is no space for another. */
export function candidatePlace(
  { candidateColumns: all, scalars }: DerivationState,
  a: number,
  b: number,
  c: number,
): number {
  let low = a < b ? a : b
  let middle = a < b ? b : a
  let high = c
  if (c > 0 && c < middle) {
    high = middle
    middle = c
    if (c < low) {
      middle = low
      low = c
    }
  }
  const place = crossPlace(all, low, middle, high)
  if (all[3 * place] !== 0) return place
  if (scalars[derivationScalars.candidates] >= mostCandidates) return -1
  scalars[derivationScalars.candidates]++
  putCross(all, place, low, middle, high)
  return place
}
