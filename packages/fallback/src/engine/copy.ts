import type { Table, TargetBatch } from '@ol/spec'
import { Places } from './copy-places.js'

// Copies the rows of one example, for a prediction that moves them. Twin: native/core/engine/copy.inc.

/** A few rows of a table, copied into their own table: valid until the next copy. */
export interface RowsCopy {
  readonly table: Table
  /** the row of each feature in the copy, from the first feature on */
  readonly indices: Uint32Array
  /** the values of the features */
  readonly values: Float64Array
}

const places = /* @__PURE__ */ new Places()
let rowsOfCopy = /* @__PURE__ */ new Uint32Array(0)
let valuesOfCopy = /* @__PURE__ */ new Float64Array(0)
/** The memory of copies, as the types of their elements. */
let words = /* @__PURE__ */ new Uint32Array(0)
let floats = /* @__PURE__ */ new Float32Array(0)
let doubles = /* @__PURE__ */ new Float64Array(0)

function grow(features: number, doublesNeeded: number): void {
  if (rowsOfCopy.length < features) {
    rowsOfCopy = new Uint32Array(2 * features)
    valuesOfCopy = new Float64Array(2 * features)
  }
  if (doubles.length >= doublesNeeded) return
  doubles = new Float64Array(Math.max(1024, doublesNeeded))
  floats = new Float32Array(doubles.buffer)
  words = new Uint32Array(doubles.buffer)
}

/** The lanes of tables as words: a view takes as long to make as several features to copy. */
const wordsByLane = /* @__PURE__ */ new WeakMap<Table['lane'], Uint32Array>()

/** Returns the lanes of a table as words: as floats, the halves of a double may be NaN. */
function wordsOf({ lane }: Table): Uint32Array {
  const known = wordsByLane.get(lane)
  // transferred memory has length 0
  if (known !== undefined && known.length > 0) return known
  const made = new Uint32Array(lane.buffer, lane.byteOffset, lane.byteLength / 4)
  wordsByLane.set(lane, made)
  return made
}

/** Copies the rows of the features from .. to; features that share a row share its copy. */
export function copyRows(
  table: Table,
  { indices, values }: Pick<TargetBatch, 'indices' | 'values'>,
  from: number,
  to: number,
): RowsCopy {
  const mask = table.rows - 1
  const { laneStride, sharedStart, sharedStride } = table.layout
  const laneWords = (laneStride * table.lane.BYTES_PER_ELEMENT) / 4
  // with one lane the shared state is in the same slot and is copied with it
  const apart = table.lanes > 1
  let rows = 1
  while (rows < to - from) rows *= 2
  const start = apart ? Math.ceil((rows * laneWords) / 2) : sharedStart
  grow(to - from, Math.ceil((rows * laneWords) / 2) + (apart ? rows * sharedStride : 0))
  const source = wordsOf(table)
  const { shared } = table
  places.begin(to - from)
  for (let i = from; i < to; i++) {
    const row = indices[i] & mask
    const known = places.size
    const place = places.of(row)
    rowsOfCopy[i - from] = place
    valuesOfCopy[i - from] = values[i]
    if (place < known) continue
    for (let j = 0; j < laneWords; j++) words[place * laneWords + j] = source[row * laneWords + j]
    if (!apart) continue
    for (let j = 0; j < sharedStride; j++)
      doubles[start + place * sharedStride + j] = shared[sharedStart + row * sharedStride + j]
  }
  return {
    table: {
      ...table,
      rows,
      lane: table.precision === 'float32' ? floats : doubles,
      shared: doubles,
      layout: { ...table.layout, sharedStart: start },
    },
    indices: rowsOfCopy,
    values: valuesOfCopy,
  }
}

/** Writes the rows of a copy back, for the features from .. to. */
export function restoreRows(
  copy: RowsCopy,
  table: Table,
  indices: Uint32Array,
  from: number,
  to: number,
): void {
  const mask = table.rows - 1
  const { laneStride, sharedStart, sharedStride } = table.layout
  const laneWords = (laneStride * table.lane.BYTES_PER_ELEMENT) / 4
  const target = wordsOf(table)
  const { sharedStart: start } = copy.table.layout
  for (let i = from; i < to; i++) {
    const row = indices[i] & mask
    const place = copy.indices[i - from]
    for (let j = 0; j < laneWords; j++) target[row * laneWords + j] = words[place * laneWords + j]
    // with one lane the shared state is in the same slot
    if (table.lanes === 1) continue
    for (let j = 0; j < sharedStride; j++)
      table.shared[sharedStart + row * sharedStride + j] = doubles[start + place * sharedStride + j]
  }
}
