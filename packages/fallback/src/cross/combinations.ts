import type { CrossPlan } from '@ol/spec'

const anySpace = 58

/** Combinations by the namespaces of an example, for plans that are in use. */
const known = new WeakMap<Uint8Array, Map<string, Uint8Array[]>>()

/** Finds the interactions of the examples of a call: most have the namespaces of the one before. Twin: native/core/cross/combinations.cc. */
export class Combinations {
  readonly #interactions: readonly Uint8Array[]
  readonly #permutations: boolean
  readonly #known: Map<string, Uint8Array[]>
  #latest: { readonly spaces: readonly number[]; readonly found: readonly Uint8Array[] } = {
    spaces: [],
    found: [],
  }

  constructor({ interactions, interactionEnds, permutations }: CrossPlan) {
    this.#interactions = listsOf(interactions, interactionEnds)
    this.#permutations = permutations
    this.#known = known.get(interactions) ?? new Map()
    known.set(interactions, this.#known)
  }

  /** Returns the combinations for an example that has these namespaces. */
  of(spaces: readonly number[]): readonly Uint8Array[] {
    const { spaces: last, found: again } = this.#latest
    if (spaces.length === last.length && spaces.every((byte, k) => byte === last[k])) return again
    const sorted = spaces.toSorted((a, b) => a - b)
    const key = sorted.join()
    let found = this.#known.get(key)
    if (found === undefined) {
      found = combinationsOf(this.#interactions, sorted, this.#permutations)
      this.#known.set(key, found)
    }
    this.#latest = { spaces, found }
    return found
  }
}

/** Returns the lists of bytes that end at `ends`. */
export function listsOf(bytes: Uint8Array, ends: Uint32Array): readonly Uint8Array[] {
  return Array.from(ends, (end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end))
}

/**
 * Returns the interactions of an example that has these namespaces (sorted): each wildcard stands for all of them, and
 * each set of namespaces occurs once. Permutations add both orders within a namespace, and only there.
 */
function combinationsOf(
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
        const key = combination.toSorted().join()
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

/** Returns whether two equal bytes have another between them. */
export function hasApart(bytes: Uint8Array): boolean {
  return bytes.some((byte, i) => bytes.indexOf(byte) < i && bytes[i - 1] !== byte)
}
