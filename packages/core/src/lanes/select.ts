import {
  type Backend,
  engineLaneScalars,
  engineScalars,
  laneStates,
  layoutOf,
  type RuleId,
  rules,
  type Table,
} from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { createTable } from '../table/allocate.js'

/** Returns a table of some lanes of another, bit-identical to a separate run of these lanes. */
export function selectLanes(rule: RuleId, table: Table, lanes: readonly number[], backend?: Backend): Table {
  const entry = rules[rule]
  const chosen = createTable(rule, Math.log2(table.rows), lanes.length, table.precision, backend)
  copyLanes(table, chosen, lanes, laneStates(entry, table.rows))
  copyShared(table, chosen, entry.shared.length)
  const shared = engineScalars.length + entry.scalars.length
  chosen.scalars.set(table.scalars.subarray(0, shared))
  for (let j = 0; j < engineLaneScalars.length + entry.laneScalars.length; j++) {
    for (let l = 0; l < lanes.length; l++)
      chosen.scalars[shared + j * lanes.length + l] = table.scalars[shared + j * table.lanes + lanes[l]]
  }
  return chosen
}

// Loops over all rows of large tables: whatever they use is in a variable, and words that are 0 are not written, since the memory
// of a table is taken as it is.

function copyLanes(table: Table, chosen: Table, lanes: readonly number[], states: number): void {
  const words = table.lane.BYTES_PER_ELEMENT / 4
  const before = wordsOf(table.lane)
  const after = wordsOf(chosen.lane)
  const { rows } = table
  const [stride, step] = [words * table.layout.laneStride, words * table.layout.laneStep]
  const [ownStride, ownStep] = [words * chosen.layout.laneStride, words * chosen.layout.laneStep]
  const kept = Uint32Array.from(
    lanes.flatMap((lane) => Array.from({ length: words }, (_, w) => words * lane + w)),
  )
  const count = kept.length
  for (let row = 0; row < rows; row++) {
    for (let j = 0; j < states; j++) {
      const from = row * stride + j * step
      const to = row * ownStride + j * ownStep
      for (let l = 0; l < count; l++) {
        const word = before[from + kept[l]]
        if (word !== 0) after[to + l] = word
      }
    }
  }
}

function copyShared(table: Table, chosen: Table, states: number): void {
  const before = wordsOf(table.shared)
  const after = wordsOf(chosen.shared)
  const { rows } = table
  const [start, stride] = [2 * table.layout.sharedStart, 2 * table.layout.sharedStride]
  const [ownStart, ownStride] = [2 * chosen.layout.sharedStart, 2 * chosen.layout.sharedStride]
  const count = 2 * states
  for (let row = 0; row < rows; row++) {
    const from = start + row * stride
    const to = ownStart + row * ownStride
    for (let w = 0; w < count; w++) {
      const word = before[from + w]
      if (word !== 0) after[to + w] = word
    }
  }
}

function wordsOf(numbers: Float32Array | Float64Array): Uint32Array {
  return new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.byteLength / 4)
}

/** Returns whether a table of these settings takes less memory than the one that there is. */
export function makesSmaller(table: Table, { rule, lanes, precision }: Settings): boolean {
  return layoutOf(rules[rule], table.rows, lanes, precision).bytes < table.layout.bytes
}
