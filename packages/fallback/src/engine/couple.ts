import { exp, log } from '@ol/numerics'
import { lossOf, type Plan, type Results } from '@ol/spec'
import type { CoupledRun, Coupling } from '../losses/coupling.js'
import { engineScratch, engineStep } from './state.js'

// The columns of classes that are one distribution. Twin: native/core/engine/couple.inc.

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const c = engineStep

/** The largest log odds of a class. */
const steepest = 50

/** exp(score - largest) of each lane of a column, and the sum of those before it. */
let shares = new Float64Array(0)
let before = new Float64Array(0)

/**
 * Replaces the scores of each column by the log odds of the classes, and the losses of its lanes by the column's loss,
 * -ln p of the label.
 */
function couple(run: CoupledRun, results: Results, lanes: number, e: number, label: number): void {
  for (const column of run.columns) coupleColumn(column, run, results, lanes, e, label)
}

function coupleColumn(
  column: Uint32Array,
  run: CoupledRun,
  results: Results,
  lanes: number,
  e: number,
  label: number,
): void {
  const { z, y } = scratch
  const n = column.length
  if (shares.length < n) {
    shares = new Float64Array(n)
    before = new Float64Array(n)
  }
  let largest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) if (z[column[i]] > largest) largest = z[column[i]]
  let total = 0
  let own = exp(-steepest)
  for (let i = 0; i < n; i++) {
    const off = z[column[i]] - largest
    const share = exp(off < -steepest ? -steepest : off)
    shares[i] = share
    before[i] = total
    total += share
    if (y[column[i]] > 0) own = share
  }
  // sums of those before and after it: a difference from the total would cancel
  let after = 0
  for (let i = n - 1; i >= 0; i--) {
    const odds = -log((before[i] + after) / shares[i])
    after += shares[i]
    z[column[i]] = odds < -steepest ? -steepest : odds > steepest ? steepest : odds
  }
  if (label !== label) return
  const loss = log(total / own)
  for (let i = 0; i < n; i++) {
    const l = column[i]
    if (c.scalars[run.dropped + l] === 0) results.losses[e * lanes + l] = loss
  }
}

/**
 * Returns the lanes of each column of classes: among the lanes of a class those with a coupled loss, at the same place.
 * A column of one lane is not coupled.
 */
function columnsOf({ loss, measures = [], classes }: Plan, lanes: number): readonly Uint32Array[] {
  if (classes === undefined) return []
  const columns: number[][] = []
  const places = new Map<number, number>()
  let coupled = lossOf(loss).across !== undefined
  for (let l = 0, m = 0; l < lanes; l++) {
    if (m < measures.length && measures[m].from === l)
      coupled = lossOf(measures[m++].loss).across !== undefined
    const place = places.get(classes[l]) ?? 0
    places.set(classes[l], place + 1)
    if (!coupled) continue
    while (columns.length <= place) columns.push([])
    columns[place].push(l)
  }
  return columns.filter(({ length }) => length > 1).map((column) => Uint32Array.from(column))
}

export const coupling: Coupling = { columnsOf, couple }
