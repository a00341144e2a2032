import { engineScalars, laneStates, type ModifiedRule, ruleOf, scalarCount, type Table } from '@ol/spec'
import { copyWords, laneWords, wordsOf } from './words.js'

/**
 * Copies these lanes of a table, and what all of its lanes share, to the first lanes of a new table with as many rows: all but the
 * scalars. It loops over all rows of large tables: everything that it uses is in a local variable, and words that are 0
 * are not written, because writing would allocate memory.
 */
export function copyLanes(rule: ModifiedRule, table: Table, lanes: readonly number[], to: Table): void {
  const { rows, layout } = table
  const [before, after] = [wordsOf(table), wordsOf(to)]
  const words = laneWords(table)
  const [stride, step] = [words * layout.laneStride, words * layout.laneStep]
  const [ownStride, ownStep] = [words * to.layout.laneStride, words * to.layout.laneStep]
  const states = laneStates(ruleOf(rule), rows)
  const kept = Uint32Array.from(
    lanes.flatMap((lane) => Array.from({ length: words }, (_, w) => words * lane + w)),
  )
  const count = kept.length
  for (let row = 0; row < rows; row++) {
    for (let j = 0; j < states; j++) {
      const from = row * stride + j * step
      const at = row * ownStride + j * ownStep
      for (let l = 0; l < count; l++) {
        const word = before[from + kept[l]]
        if (word !== 0) after[at + l] = word
      }
    }
  }
  const shared = 2 * ruleOf(rule).shared.length
  const [start, sharedStride] = [2 * layout.sharedStart, 2 * layout.sharedStride]
  const [ownStart, ownSharedStride] = [2 * to.layout.sharedStart, 2 * to.layout.sharedStride]
  for (let row = 0; row < rows; row++) {
    const from = start + row * sharedStride
    const at = ownStart + row * ownSharedStride
    for (let w = 0; w < shared; w++) {
      const word = before[from + w]
      if (word !== 0) after[at + w] = word
    }
  }
}

/** Returns the scalars of a table of `count` lanes, the first of which are these of another, and the rest untrained. */
export function scalarsOfLanes(
  rule: ModifiedRule,
  table: Table,
  lanes: readonly number[],
  count: number,
): Float64Array {
  const scalars = new Float64Array(scalarCount(ruleOf(rule), count))
  const common = engineScalars.length + ruleOf(rule).scalars.length
  scalars.set(table.scalars.subarray(0, common))
  for (let from = common, to = common; to < scalars.length; from += table.lanes, to += count)
    lanes.forEach((lane, l) => {
      scalars[to + l] = table.scalars[from + lane]
    })
  return scalars
}

/** A table with its words, for frequent copies. */
export interface TableWords {
  readonly table: Table
  readonly words: Int32Array
}

/** Copies `count` rows, `first` and those after it, to rows `at` and after it of a table whose rows are as wide: all but the scalars. */
export function copyRowRange(
  from: TableWords,
  first: number,
  count: number,
  to: TableWords,
  at: number,
): void {
  const { lanes, layout } = from.table
  const lane = layout.laneStride * laneWords(from.table)
  copyWords(to.words, at * lane, from.words, first * lane, count * lane)
  // with one lane the shared states are in the same slots
  if (lanes === 1) return
  const shared = 2 * layout.sharedStride
  const [start, own] = [2 * layout.sharedStart, 2 * to.table.layout.sharedStart]
  copyWords(to.words, own + at * shared, from.words, start + first * shared, count * shared)
}
