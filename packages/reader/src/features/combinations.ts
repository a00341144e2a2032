import { type Interaction, invalid } from '@ol/spec'

const encoder = new TextEncoder()
const anySpace = 58

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
    // without permutations ab and ba are the same features
    const key = permutations ? text : [...bytes].sort((a, b) => a - b).join()
    if (seen.has(key)) continue
    seen.add(key)
    parsed.push(permutations || !hasApart(bytes) ? bytes : bytes.toSorted())
  }
  return parsed
}

/**
 * Returns the interactions of columns as bytes that stand for their names; the same columns in another order are the same
 * features.
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
    const key = (permutations ? own : own.toSorted()).join()
    if (seen.has(key)) continue
    seen.add(key)
    parsed.push(permutations || !hasApart(own) ? own : own.toSorted())
  }
  return parsed
}

/** Returns whether two equal bytes have another between them. */
function hasApart(bytes: Uint8Array): boolean {
  return bytes.some((byte, i) => bytes.indexOf(byte) < i && bytes[i - 1] !== byte)
}

/**
 * Returns the interactions of an example that has these namespaces (sorted): each wildcard stands for all of them, and
 * without permutations each set of namespaces occurs once.
 */
export function combinationsOf(
  interactions: readonly Uint8Array[],
  spaces: readonly number[],
  permutations: boolean,
): Uint8Array[] {
  const seen = new Set<string>()
  const found: Uint8Array[] = []
  for (const interaction of interactions) {
    const combination = new Uint8Array(interaction.length)
    const fill = (at: number) => {
      if (at === interaction.length) {
        const key = permutations ? combination.join() : combination.toSorted().join()
        if (seen.has(key)) return
        seen.add(key)
        found.push(!permutations && hasApart(combination) ? combination.toSorted() : combination.slice())
        return
      }
      for (const space of interaction[at] === anySpace ? spaces : [interaction[at]]) {
        if (!spaces.includes(space)) continue
        combination[at] = space
        fill(at + 1)
      }
    }
    fill(0)
  }
  return found
}
