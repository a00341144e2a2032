import type { Named } from '@ol/fallback'
import {
  type Batch,
  checkShape,
  columnBytes,
  constantIndex,
  counts,
  countsLength,
  type Divisors,
  type ExpandSettings,
  OLError,
} from '@ol/spec'
import { divide, quotientFault } from './divide.js'
import { Expander } from './expander.js'
import { namedSpaces } from './named-spaces.js'
import { namespaceTable } from './namespace-table.js'
import { spaceByte } from './per-space.js'

/** The features of examples that are objects: a row for each member, with its features. */
export interface MemberRows {
  /** without constants */
  readonly rows: Batch
  /** by row: the name of the member */
  readonly names: readonly string[]
  /** whether the member of a row is a namespace, and not one feature */
  readonly spaces: readonly boolean[]
  /** per example, the rows before its end */
  readonly ends: readonly number[]
}

/** Returns whether the name of a feature is requested. */
export type Wants = (index: number, upper: number) => boolean

/** Makes n-grams and interactions of examples that are objects, as the reader does for a file with these features. */
export class ExampleExpander {
  readonly #expander: Expander
  readonly #columns: ReadonlyMap<string, number>
  readonly #constant: boolean
  readonly #table: boolean
  readonly #unseen: Set<string>
  readonly #unseenSpaces: Set<number>
  readonly #goesBy: Uint32Array

  /** @param table whether each member is a namespace, as a column of a table is; otherwise only those that are objects */
  constructor(settings: ExpandSettings, members: { constant: boolean; table: boolean }) {
    checkShape('settings', settings, { interactions: 'array', ngrams: 'array' })
    checkShape('members', members, { constant: 'boolean', table: 'boolean' })
    const { constant, table } = members
    this.#expander = new Expander(settings)
    this.#columns = columnBytes(settings.interactions)
    this.#constant = constant
    this.#table = table
    this.#unseen = new Set(this.#columns.keys())
    this.#unseenSpaces = new Set(namedSpaces(settings))
    this.#goesBy = namespaceTable(settings).goesBy
  }

  /** The names in interactions that no member has had so far, and the first characters of namespaces. */
  get unseen(): readonly string[] {
    return [...this.#unseen, ...String.fromCharCode(...this.#unseenSpaces)]
  }

  /**
   * Returns a batch with the expanded features. `divisors`: the numbers by which features are first divided, like a
   * file's features.
   *
   * @throws OLError OL_FEATURES, OL_VALUE for an example whose products are too many or too large, or whose quotients are out of range
   */
  expand(
    batch: Batch,
    { rows, names, spaces, ends }: MemberRows,
    wants?: Wants,
    divisors?: Divisors | undefined,
  ): Batch {
    const wide = rows.upper !== undefined
    const { size } = batch
    const extra = this.#constant ? size : 0
    const count = rows.indices.length + extra
    const indices = new Uint32Array(count)
    const upper = new Uint32Array(wide ? count : 0)
    const values = new Float64Array(count)
    const offsets = new Uint32Array(size + 1)
    const stretches = new Uint32Array(2 * names.length)
    const spaceEnds = new Uint32Array(size)
    const named: (Named | undefined)[] = []
    const texts = new Map(Array.from(rows.names?.at ?? [], (f, k) => [f, rows.names?.texts[k] ?? '']))
    let n = 0
    let s = 0
    for (let e = 0, r = 0; e < size; e++) {
      for (; r < ends[e]; r++) {
        // a member without features does not begin a namespace: namespaces of an example are in the order of their first features
        const byte = this.#byteOf(names[r], spaces[r])
        if (rows.offsets[r] === rows.offsets[r + 1]) continue
        for (let f = rows.offsets[r]; f < rows.offsets[r + 1]; f++, n++) {
          const text = texts.get(f)
          if (text !== undefined) named[n] = () => text
          indices[n] = rows.indices[f]
          values[n] = rows.values[f]
          if (rows.upper !== undefined) upper[n] = rows.upper[f]
        }
        stretches[2 * s] = byte
        stretches[2 * s + 1] = n
        s++
      }
      spaceEnds[e] = s
      if (this.#constant) {
        named[n] = () => 'Constant'
        indices[n] = constantIndex
        if (wide) upper[n] = constantIndex
        values[n++] = 1
      }
      offsets[e + 1] = n
    }
    const own = new Float64Array(countsLength)
    own[counts.examples] = size
    const tokens = {
      offsets,
      indices,
      upper,
      values,
      spaces: stretches,
      spaceEnds,
      counts: own,
    }
    const wrong = divisors === undefined ? undefined : divide(tokens, divisors, wide)
    if (wrong !== undefined) throw quotientFault(wrong)
    const normalized = divisors === undefined ? {} : { normalized: true }
    return { ...batch, names: undefined, ...normalized, ...this.#all(tokens, wide, size, named, wants) }
  }

  #byteOf(name: string, isSpace: boolean): number {
    this.#unseen.delete(name)
    const space = isSpace || this.#table ? spaceByte(name) : 32
    this.#unseenSpaces.delete(space)
    this.#unseenSpaces.delete(this.#goesBy[space])
    return this.#columns.get(name) ?? space
  }

  #all(
    tokens: Parameters<Expander['expand']>[0],
    wide: boolean,
    size: number,
    named: readonly (Named | undefined)[],
    wants: Wants | undefined,
  ): Pick<Batch, 'offsets' | 'indices' | 'upper' | 'values' | 'names'> {
    const places: number[] = []
    const texts: string[] = []
    const parts: { indices: Uint32Array; upper: Uint32Array; values: Float64Array }[] = []
    const offsets = new Uint32Array(size + 1)
    let total = 0
    for (let from = 0; from < size; ) {
      const made = this.#expander.expand(tokens, { wide, constant: this.#constant }, from, wants && named)
      const [wrong] = made.bad
      if (wrong !== undefined)
        throw new OLError(
          wrong.fault === 'value' ? 'OL_VALUE' : 'OL_FEATURES',
          `Expected n-grams and interactions within the limits but an example has too ${wrong.fault === 'value' ? 'large or small values' : 'many features'}`,
          { value: wrong.example },
        )
      for (let e = from; e < made.until; e++) offsets[e + 1] = total + made.offsets[e + 1 - from]
      const { features } = made
      for (let i = 0; wants !== undefined && i < features; i++) {
        if (!wants(made.indices[i], wide ? made.upper[i] : 0)) continue
        places.push(total + i)
        texts.push(made.names[i]?.() ?? '')
      }
      parts.push({
        indices: made.indices.slice(0, features),
        upper: made.upper.slice(0, wide ? features : 0),
        values: made.values.slice(0, features),
      })
      total += features
      from = made.until
    }
    const names = wants === undefined ? undefined : { at: Uint32Array.from(places), texts }
    const [only] = parts
    if (parts.length === 1) {
      const { indices, values, upper } = only
      return { offsets, indices, values, ...(wide ? { upper } : {}), names }
    }
    const all = {
      indices: new Uint32Array(total),
      upper: new Uint32Array(wide ? total : 0),
      values: new Float64Array(total),
    }
    let at = 0
    for (const part of parts) {
      all.indices.set(part.indices, at)
      all.upper.set(part.upper, wide ? at : 0)
      all.values.set(part.values, at)
      at += part.indices.length
    }
    return { offsets, indices: all.indices, values: all.values, ...(wide ? { upper: all.upper } : {}), names }
  }
}
