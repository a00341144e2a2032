import type { Named } from '@ol/fallback'

/** A feature by its index and, in a model with exact keys, the upper half of its key. */
export interface FeatureKey {
  readonly index: number
  readonly upper?: number
}

/** The names of some features only, so that memory does not grow with the input. */
export class WantedNames {
  readonly #mask: number
  readonly #wide: boolean
  readonly #found: readonly Set<string>[]
  readonly #byIndex = new Map<number, { readonly upper: number | undefined; readonly names: Set<string> }[]>()

  /** `wide`: whether the features that are added have the upper halves of their keys */
  constructor(wanted: readonly FeatureKey[], bits: number, wide: boolean) {
    this.#mask = 2 ** bits - 1
    this.#wide = wide
    this.#found = wanted.map(({ index, upper }) => {
      const names = new Set<string>()
      const slot = this.#slotOf(index)
      const wanted = this.#byIndex.get(slot) ?? []
      wanted.push({ upper: upper === undefined ? undefined : upper >>> 0, names })
      this.#byIndex.set(slot, wanted)
      return names
    })
  }

  /** Adds the names of the first `count` requested features. */
  add(
    { indices, upper }: { readonly indices: Uint32Array; readonly upper: Uint32Array },
    count: number,
    names: readonly (Named | undefined)[],
  ): void {
    for (let i = 0; i < count; i++) {
      for (const wanted of this.#byIndex.get(this.#slotOf(indices[i])) ?? []) {
        if (this.#wide && wanted.upper !== undefined && wanted.upper !== upper[i]) continue
        const name = names[i]?.()
        if (name !== undefined) wanted.names.add(name)
      }
    }
  }

  all(): readonly (readonly string[])[] {
    return this.#found.map((names) => [...names])
  }

  #slotOf(index: number): number {
    return (index & this.#mask) >>> 0
  }
}
