import type { Table } from '@ol/spec'

/** A few rows of a table, copied into their own table. */
export interface RowsCopy {
  readonly table: Table
  /** the row of each feature in the copy */
  readonly indices: Uint32Array
}

/** Copies the rows of the features from .. to; features that share a row share its copy. */
export function copyRows(table: Table, indices: Uint32Array, from: number, to: number): RowsCopy {
  const mask = table.rows - 1
  const places = new Map<number, number>()
  const own = new Uint32Array(to - from)
  for (let i = from; i < to; i++) {
    const row = indices[i] & mask
    let place = places.get(row)
    if (place === undefined) {
      place = places.size
      places.set(row, place)
    }
    own[i - from] = place
  }
  let rows = 1
  while (rows < places.size) rows *= 2
  const { laneStride, sharedStart, sharedStride } = table.layout
  const sameBuffer = table.lanes === 1
  const laneWidth = table.lane.BYTES_PER_ELEMENT
  const sharedBytes = sameBuffer ? 0 : rows * sharedStride * 8
  const buffer = new ArrayBuffer(Math.ceil((rows * laneStride * laneWidth + sharedBytes) / 8) * 8)
  const lane = table.precision === 'float32' ? new Float32Array(buffer) : new Float64Array(buffer)
  const shared = new Float64Array(buffer)
  const start = sameBuffer ? sharedStart : (rows * laneStride * laneWidth) / 8
  // as words: the halves of a double in a slot of floats may be no numbers
  const words = (laneStride * laneWidth) / 4
  const source = new Uint32Array(table.lane.buffer, table.lane.byteOffset, table.rows * words)
  const target = new Uint32Array(buffer)
  for (const [row, place] of places) {
    for (let j = 0; j < words; j++) target[place * words + j] = source[row * words + j]
    if (!sameBuffer) {
      const at = sharedStart + row * sharedStride
      shared.set(table.shared.subarray(at, at + sharedStride), start + place * sharedStride)
    }
  }
  return {
    table: {
      ...table,
      rows,
      lane,
      shared,
      layout: { ...table.layout, sharedStart: start, bytes: buffer.byteLength },
    },
    indices: own,
  }
}

/** Puts the rows of a copy back, for the features from `from` on that it was made of. */
export function restoreRows(copy: RowsCopy, table: Table, indices: Uint32Array, from: number): void {
  const mask = table.rows - 1
  const { laneStride, sharedStart, sharedStride } = table.layout
  const { lane, shared, layout } = copy.table
  for (let i = 0; i < copy.indices.length; i++) {
    const row = indices[from + i] & mask
    const place = copy.indices[i]
    table.lane.set(lane.subarray(place * laneStride, (place + 1) * laneStride), row * laneStride)
    // with one lane the shared state lies in the same slot
    if (table.lanes === 1) continue
    const at = layout.sharedStart + place * sharedStride
    table.shared.set(shared.subarray(at, at + sharedStride), sharedStart + row * sharedStride)
  }
}
