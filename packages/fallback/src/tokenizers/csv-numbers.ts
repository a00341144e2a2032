import { columnRoles } from '@ol/spec'
import * as number from './number.js'

// constants of this module: V8 checks an import at each use, and knows these; a pattern would make bundlers keep all of `number`
const decimal = number.decimal
const { numeric } = columnRoles

/** The result of `commonNumbers`: the column it stopped at, and the position after the last feature it wrote. */
export const scanned = { k: 0, n: 0 }

/**
 * Reads numeric columns from column `k` at `p` on as long as they have the common form (`decimal`) with the delimiter
 * directly after, and writes their features from position `n` on. Returns the start of the first other column.
 */
export function commonNumbers(
  view: DataView,
  p: number,
  indices: Uint32Array,
  values: Float64Array,
  n: number,
  roles: Uint8Array,
  hashes: Uint32Array,
  k: number,
  delimiter: number,
): number {
  p |= 0
  n |= 0
  k |= 0
  const behind = delimiter | 0
  for (; k < roles.length; k = (k + 1) | 0) {
    if (roles[k] !== numeric) break
    const stop = decimal(view, p, values, n)
    if (stop < 0 || view.getUint8(stop) !== behind) break
    indices[n] = hashes[k]
    if (values[n] !== 0) n = (n + 1) | 0
    p = (stop + 1) | 0
  }
  scanned.k = k
  scanned.n = n
  return p
}
