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

  /** Returns the features of a batch whose names determine their column, if it is not known yet. */
  namedIn(state: DerivationState, { names, indices, values, offsets, size }: Batch): NamedFeatures {
    if (names === undefined) return {}
    const wanted = namesAt(names, unknownPlaces(names.at, indices, state, offsets[0], offsets[size]))
    const { bytes, ends } = utf8Of(wanted)
    const ones = areOne(values, wanted.at)
    const [hashes, said] = [new Uint32Array(ends.length), new Uint8Array(ends.length)]
    this.#backend.hashColumns(bytes, ends, ones, hashes, said)
    const namedAt = wanted.at.filter((_, i) => said[i] === 1)
    const namedOf = hashes.filter((_, i) => said[i] === 1).map((hash) => this.#placeOf(hash))
    // the numbers may have become longer
    return { namedAt, namedOf, namedColumns: this.#numbers }
  }

  /** Returns the name of the column with this number, to which a feature of this name belongs. */
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

/** Returns the places of the names of features [from, to) whose column is not known. */
function unknownPlaces(
  at: Uint32Array,
  indices: Uint32Array,
  { column, rows }: DerivationState,
  from: number,
  to: number,
): Uint32Array {
  const places = new Uint32Array(at.length)
  let count = 0
  for (let k = 0; k < at.length; k++) {
    const feature = at[k]
    if (feature >= from && feature < to && column[indices[feature] & (rows - 1)] === 0) places[count++] = k
  }
  return places.subarray(0, count)
}

function areOne(values: Float64Array, at: Uint32Array): Uint8Array {
  const ones = new Uint8Array(at.length)
  for (let i = 0; i < at.length; i++) ones[i] = values[at[i]] === 1 ? 1 : 0
  return ones
}

function hashOf(column: string): number {
  const bytes = encoder.encode(column)
  return murmur3(bytes, 0, bytes.length, 0) >>> 0
}
