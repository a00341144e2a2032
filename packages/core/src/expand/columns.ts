import type { NamedFeatures } from '@ol/fallback'
import { murmur3 } from '@ol/numerics'
import type { Batch, DerivationState } from '@ol/spec'
import { columnName } from '../names/column-name.js'

const encoder = new TextEncoder()

/** Names whose places are kept, so that they are not hashed for each feature. */
const mostRecent = 1024

/** The columns that have names, by the hash of the name. */
export class Columns {
  /** by hash: the place among the numbers */
  readonly #places = new Map<number, number>()
  /** by name: places of columns that came lately */
  readonly #recent = new Map<string, number>()
  /** the number of each; 0: it has none yet */
  #numbers = new Uint32Array(16)

  /** `stored`: hash and number of each */
  constructor(stored: ArrayLike<number> = []) {
    for (let i = 0; i + 1 < stored.length; i += 2) {
      // first, as it may make the numbers longer
      const place = this.#placeOf(stored[i])
      this.#numbers[place] = stored[i + 1]
    }
  }

  /** In the order of the numbers. */
  get stored(): readonly number[] {
    const named = [...this.#places].map(([hash, place]) => [hash, this.#numbers[place]])
    return named
      .filter(([, number]) => number > 0)
      .toSorted(([, a], [, b]) => a - b)
      .flat()
  }

  /** Returns the features of a batch whose names say which column they belong to, where that is not known yet. */
  namedIn(state: DerivationState, { names, indices, values, offsets, size }: Batch): NamedFeatures {
    const [at, of]: [number[], number[]] = [[], []]
    const ats = names?.at ?? []
    for (let i = 0; i < ats.length; i++) {
      const feature = ats[i]
      if (feature < offsets[0] || feature >= offsets[size]) continue
      if (state.column[indices[feature] & (state.rows - 1)] !== 0) continue
      const column = columnName(names?.texts[i] as string, values[feature])
      if (column === undefined) continue
      at.push(feature)
      of.push(this.#placeOfName(column))
    }
    return { namedAt: Uint32Array.from(at), namedOf: Uint32Array.from(of), namedColumns: this.#numbers }
  }

  /** Returns the name of the column of this number, which a feature of this name belongs to. */
  nameOf(feature: string, number: number): string {
    const within = [feature.indexOf('='), feature.indexOf('^')]
      .filter((at) => at > 0)
      .map((at) => feature.slice(0, at))
    return within.find((name) => this.#numberOf(name) === number) ?? feature
  }

  #numberOf(column: string): number | undefined {
    const place = this.#places.get(hashOf(column))
    return place === undefined ? undefined : this.#numbers[place]
  }

  #placeOfName(column: string): number {
    const known = this.#recent.get(column)
    if (known !== undefined) return known
    const place = this.#placeOf(hashOf(column))
    if (this.#recent.size === mostRecent) this.#recent.clear()
    this.#recent.set(column, place)
    return place
  }

  /** Returns the place of the number of the column whose name has this hash. */
  #placeOf(hash: number): number {
    const known = this.#places.get(hash)
    if (known !== undefined) return known
    const place = this.#places.size
    this.#places.set(hash, place)
    if (place === this.#numbers.length) {
      const wider = new Uint32Array(2 * place)
      wider.set(this.#numbers)
      this.#numbers = wider
    }
    return place
  }
}

function hashOf(column: string): number {
  const bytes = encoder.encode(column)
  return murmur3(bytes, 0, bytes.length, 0) >>> 0
}
