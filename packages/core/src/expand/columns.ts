import { murmur3 } from '@ol/numerics'
import { type Batch, type DerivationState, derivationScalars } from '@ol/spec'

const encoder = new TextEncoder()

/**
 * Returns the name of the column that a feature belongs to: of a category, `column=text`, the part before the sign; of a word of a
 * namespace, `namespace^word` of value 1, the namespace; undefined: the feature is a column of its own.
 */
export function columnName(name: string, value: number): string | undefined {
  const sign = name.indexOf('=')
  if (sign > 0) return name.slice(0, sign)
  const within = name.indexOf('^')
  return within > 0 && value === 1 ? name.slice(0, within) : undefined
}

/** The columns that have names, by the hash of the name. */
export class Columns {
  readonly #numbers = new Map<number, number>()

  /** `stored`: hash and number of each */
  constructor(stored: ArrayLike<number> = []) {
    for (let i = 0; i + 1 < stored.length; i += 2) this.#numbers.set(stored[i], stored[i + 1])
  }

  get stored(): readonly number[] {
    return [...this.#numbers].flat()
  }

  /** Notes the columns of features whose names a batch has, where they are not known yet. */
  note(state: DerivationState, { names, indices, values, offsets, size }: Batch): void {
    if (names === undefined) return
    names.at.forEach((at, i) => {
      if (at < offsets[0] || at >= offsets[size]) return
      const row = indices[at] & (state.rows - 1)
      if (state.column[row] !== 0) return
      const column = columnName(names.texts[i], values[at])
      if (column !== undefined) state.column[row] = this.#numberOf(state, column)
    })
  }

  /** Returns the name of the column of this number, which a feature of this name belongs to. */
  nameOf(feature: string, number: number): string {
    const within = [feature.indexOf('='), feature.indexOf('^')]
      .filter((at) => at > 0)
      .map((at) => feature.slice(0, at))
    return within.find((name) => this.#numbers.get(hashOf(name)) === number) ?? feature
  }

  #numberOf(state: DerivationState, column: string): number {
    const hash = hashOf(column)
    const known = this.#numbers.get(hash)
    if (known !== undefined) return known
    const number = ++state.scalars[derivationScalars.columns]
    this.#numbers.set(hash, number)
    return number
  }
}

function hashOf(column: string): number {
  const bytes = encoder.encode(column)
  return murmur3(bytes, 0, bytes.length, 0) >>> 0
}
