import { hasApart } from '@ol/fallback'
import { type Interaction, invalid } from '@ol/spec'

const encoder = new TextEncoder()

/**
 * Returns the bytes of each interaction, sorted where equal bytes are apart, so that equal bytes are neighbors.
 */
export function parseInteractions(interactions: readonly Interaction[], permutations: boolean): Uint8Array[] {
  const seen = new Set<string>()
  const parsed: Uint8Array[] = []
  for (const text of interactions) {
    if (typeof text !== 'string') continue
    const bytes = encoder.encode(text)
    if (bytes.length < 2)
      throw invalid('OL_PARAMETER', 'interactions', 'at least two namespaces, such as ab', text)
    // ab and ba are the same features
    const key = bytes.toSorted().join()
    if (seen.has(key)) continue
    seen.add(key)
    parsed.push(permutations || !hasApart(bytes) ? bytes : bytes.toSorted())
  }
  return parsed
}

/**
 * Returns the interactions of columns as bytes that represent their names; the same columns in another order are the
 * same features.
 */
export function parseNamed(
  interactions: readonly Interaction[],
  bytes: ReadonlyMap<string, number>,
  permutations: boolean,
): Uint8Array[] {
  const seen = new Set<string>()
  const parsed: Uint8Array[] = []
  for (const names of interactions) {
    if (typeof names === 'string') continue
    const own = Uint8Array.from(names, (name) => bytes.get(name) as number)
    const key = own.toSorted().join()
    if (seen.has(key)) continue
    seen.add(key)
    parsed.push(permutations || !hasApart(own) ? own : own.toSorted())
  }
  return parsed
}
