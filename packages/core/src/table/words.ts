import type { Table } from '@ol/spec'

/** A loop copies up to this many words of a range; the engine copies longer ones, because its call has a fixed cost. */
const fewWords = 128

/** All bits of a table, which are in one buffer: copying as numbers could change the bits of a NaN. */
export function wordsOf({ lane }: Table): Int32Array {
  return new Int32Array(lane.buffer, lane.byteOffset, lane.byteLength / 4)
}

/** Returns the words that a number of a lane takes; one of the shared states takes two. */
export function laneWords({ lane }: Table): number {
  return lane.BYTES_PER_ELEMENT / 4
}

export function copyWords(to: Int32Array, at: number, from: Int32Array, start: number, count: number): void {
  if (count > fewWords) to.set(from.subarray(start, start + count), at)
  else for (let i = 0; i < count; i++) to[at + i] = from[start + i]
}
