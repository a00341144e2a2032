import { murmur3 } from '@ol/numerics'
import { type Batch, missingText } from '@ol/spec'

const bytes = Uint8Array.from(missingText, (c) => c.charCodeAt(0))

/** Returns the index of the indicator that says that the feature of an index is missing. */
export function indicatorOf(index: number): number {
  return murmur3(bytes, 0, bytes.length, index) >>> 0
}

/** Returns the indices of the features of an example that are missing, and have the indicator that a reader adds to them. */
export function missingNumbers({ offsets, indices, values }: Batch, e: number): ReadonlySet<number> {
  const found = new Set<number>()
  for (let i = offsets[e]; i < offsets[e + 1]; i++) if (Number.isNaN(values[i])) found.add(indices[i])
  if (found.size === 0) return found
  const present = new Set(indices.subarray(offsets[e], offsets[e + 1]))
  for (const index of found) if (!present.has(indicatorOf(index))) found.delete(index)
  return found
}
