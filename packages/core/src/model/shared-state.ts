import type { Backend, Table } from '@ol/spec'
import { stepSize } from '../table/steps.js'

/**
 * Yields a shared state of these rows in pieces, each valid until the next. The rows of a sparse table lie far apart:
 * the backend requests many of them from memory at once.
 */
export function* sharedStates(
  { shared, layout: { sharedStart, sharedStride } }: Table,
  state: number,
  rows: Uint32Array,
  backend: Pick<Backend, 'gather'>,
): Generator<Float64Array, void, undefined> {
  const memory = new Float64Array(Math.min(rows.length, stepSize))
  for (let from = 0; from < rows.length; from += stepSize) {
    const own = rows.subarray(from, from + stepSize)
    const piece = memory.subarray(0, own.length)
    backend.gather(shared, sharedStart + state, sharedStride, 1, own, piece)
    yield piece
  }
}
