import { type DerivationState, derivationFlags, derivationScalars } from '@ol/spec'
import { isPresent } from '../engine/is-present.js'
import type { Row } from './row.js'
import { addToSketch, newSketch } from './sketch.js'

// Adds an example to the statistics of features and columns. Twin: native/core/expand/keep.h

const { varies, dense: isDense } = derivationFlags

/** Adds the current example. */
export function keepRow(s: DerivationState, row: Row): void {
  const t = ++s.scalars[derivationScalars.examples]
  for (let j = 0; j < row.size; j++) if (isPresent(row.x[j])) countFeature(s, row.rows[j], row.x[j], t)
  walk(s, t)
  for (let i = 0; i < row.sketched; i++) {
    const at = row.sketchRows[i]
    if (s.sketch[at] === 0) s.sketch[at] = newSketch(s) + 1
    addToSketch(s, s.sketch[at] - 1, row.sketchX[i])
  }
}

function countFeature(s: DerivationState, row: number, x: number, t: number): void {
  const n = ++s.seen[row]
  if (n === 1) s.first[row] = x
  else if (x !== s.first[row]) s.flags[row] |= varies
  if (s.column[row] === 0) s.column[row] = ++s.scalars[derivationScalars.columns]
  const column = s.column[row] - 1
  if (s.columnLast[column] !== t) {
    s.columnLast[column] = t
    s.columnCount[column]++
  }
  if ((s.flags[row] & isDense) === 0 && 2 * n > t) {
    s.flags[row] |= isDense
    s.dense[s.scalars[derivationScalars.dense]++] = row
  }
}

/** Removes features that are no longer dense from the list. */
function walk(s: DerivationState, t: number): void {
  const { scalars, dense, flags, seen } = s
  const n = scalars[derivationScalars.dense]
  let kept = 0
  for (let d = 0; d < n; d++) {
    const row = dense[d]
    if (4 * seen[row] < t) flags[row] &= ~isDense
    else dense[kept++] = row
  }
  scalars[derivationScalars.dense] = kept
}
