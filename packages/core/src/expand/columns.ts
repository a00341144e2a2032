import type { NamedFeatures } from '@ol/fallback'
import { murmur3 } from '@ol/numerics'
import { type Backend, type Batch, type DerivationState, namesAt, utf8Of } from '@ol/spec'

const encoder = new TextEncoder()

/** The columns that have names, by the hash of the name. */
export class Columns {
  /** by hash: the place among the numbers */
  readonly #places = new Map<number, number>()
  /** the number of each; 0: it has none yet */
  #numbers = new Uint32Array(16)
  readonly #backend: Pick<Backend, 'hashColumns'>

  /** `stored`: hash and number of each */
  constructor(backend: Pick<Backend, 'hashColumns'>, stored: ArrayLike<number> = []) {
    this.#backend = backend
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
    const places: number[] = []
    const ats = names?.at ?? []
    for (let k = 0; k < ats.length; k++) {
      const feature = ats[k]
      if (feature < offsets[0] || feature >= offsets[size]) continue
      if (state.column[indices[feature] & (state.rows - 1)] === 0) places.push(k)
    }
    const [at, of]: [number[], number[]] = [[], []]
    if (names !== undefined && places.length > 0) {
      const wanted = namesAt(names, places)
      const { bytes, ends } = utf8Of(wanted)
      const ones = Uint8Array.from(wanted.at, (feature) => (values[feature] === 1 ? 1 : 0))
      const [hashes, said] = [new Uint32Array(ends.length), new Uint8Array(ends.length)]
      this.#backend.hashColumns(bytes, ends, ones, hashes, said)
      for (let i = 0; i < said.length; i++) {
        if (said[i] === 0) continue
        at.push(wanted.at[i])
        of.push(this.#placeOf(hashes[i]))
      }
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
