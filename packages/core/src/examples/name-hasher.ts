import { hashName, murmur3, namespaceHash, upperSeed, writeText } from '@ol/numerics'
import { type HashMode, invalid, type JsonValue, type MissingAs, type NameMode } from '@ol/spec'
import { PositionKeys } from './feature-list.js'

/** How names of features become indices; with bits 'grow' also the upper halves of keys. */
export interface Hashing {
  readonly hash: HashMode
  readonly hashSeed: number
  readonly constant: boolean
  readonly bits?: number | 'grow' | undefined
  /** whether batches have the namespaces of features; absent: they have none */
  readonly groups?: boolean | undefined
  /** default 'value' */
  readonly missingAs?: MissingAs | undefined
  /** the schema of the model's input; its option `dates` determines the features of a date */
  readonly input?: JsonValue | undefined
}

/** The two halves of the key of a name, which seed the keys of the names within it. */
export interface KeyHalves {
  readonly lower: number
  readonly upper: number
}

/** The key of a name. */
export interface NameKey extends KeyHalves {
  /** set by the user of the key: the name of the feature is not needed, and never will be */
  unwanted: boolean
}

/** A namespace, with the remembered keys of its names. */
export interface Namespace extends KeyHalves {
  /** see `Batch.groups` */
  readonly group: number
  readonly keys: Map<string, NameKey>
  readonly spaces: Map<string, Namespace>
  /** the keys of the positions of an array, from 0 on */
  readonly positions: PositionKeys
}

/** The largest number of names whose keys are remembered, the first ones: names of columns recur in each example. */
const mostKnown = 1024
/** The number of array positions whose keys are remembered: an embedding has thousands. */
const mostPositions = 8192
type Remembered = Pick<Namespace, 'keys' | 'spaces' | 'positions'>
/** The group of features without a namespace. */
const unnamed = 32
const nothing = (): Remembered => ({ keys: new Map(), spaces: new Map(), positions: new PositionKeys() })
/** the keys of namespaces that are not remembered */
const none = /* @__PURE__ */ nothing()

/** Makes keys of names of features. */
export class NameHasher {
  /** the namespace of features without one */
  readonly root: Namespace
  /** the seed of the names of outermost namespaces */
  readonly outer: Namespace
  /** whether keys have an upper half */
  readonly wide: boolean
  readonly #mode: HashMode
  readonly #upperMode: NameMode
  #bytes = new Uint8Array(256)
  /** how many names are remembered */
  #known = 0
  /** how many positions may still be */
  #positionsLeft = mostPositions

  constructor({ hash, hashSeed, bits }: Hashing) {
    this.wide = bits === 'grow'
    this.#mode = hash
    this.#upperMode = hash === 'all' ? hash : 'whole'
    this.outer = { group: unnamed, lower: hashSeed, upper: upperSeed(hashSeed), ...nothing() }
    this.root = {
      group: unnamed,
      lower: namespaceHash(this.#bytes, 0, 0, hashSeed, hash),
      upper: namespaceHash(this.#bytes, 0, 0, this.outer.upper, this.#upperMode),
      ...nothing(),
    }
  }

  /** Returns the key of a feature. */
  key(name: string, within: Namespace): NameKey {
    const known = within.keys.get(name)
    if (known !== undefined) return known
    const key = this.#hashed(name, within)
    if (this.#remembers()) within.keys.set(name, key)
    return key
  }

  /**
   * Returns the keys of the first positions of an array, which are the keys of the names with the same digits;
   * undefined if not that many are remembered.
   */
  positions(length: number, within: Namespace): PositionKeys | undefined {
    const { positions } = within
    const known = positions.length
    if (length <= known) return positions
    if (length - known > this.#positionsLeft || positions === none.positions) return undefined
    this.#positionsLeft -= length - known
    positions.extend(length, this.wide)
    for (let i = known; i < length; i++) {
      const { lower, upper } = this.#hashed(String(i), within)
      positions.lower[i] = lower
      if (this.wide) positions.upper[i] = upper
    }
    return positions
  }

  #hashed(name: string, within: KeyHalves): NameKey {
    // encoding may overwrite these bytes, so this comes first
    const end = this.#encode(name)
    const lower = hashName(this.#bytes, 0, end, within.lower, this.#mode)
    const upper = this.wide ? hashName(this.#bytes, 0, end, within.upper, this.#upperMode) : 0
    return { lower, upper, unwanted: false }
  }

  /** Returns the key of the indicator of a name and the string that is its value. */
  indicator(name: string, within: Namespace, text: string): KeyHalves {
    const seeds = this.key(name, within)
    const end = this.#encode(text)
    const upper = this.wide ? murmur3(this.#bytes, 0, end, seeds.upper) : 0
    return { lower: murmur3(this.#bytes, 0, end, seeds.lower), upper }
  }

  /** Returns a namespace, the seed of the names within it. */
  space(name: string, around: Namespace): Namespace {
    const known = around.spaces.get(name)
    if (known !== undefined) return known
    const end = this.#encode(name)
    const remembers = this.#remembers()
    const { keys, spaces, positions } = remembers ? nothing() : none
    const space: Namespace = {
      group: end === 0 ? unnamed : this.#bytes[0],
      lower: hashName(this.#bytes, 0, end, around.lower, this.#mode),
      // a name of digits is hashed here: as a number it could collide with another namespace
      upper: this.wide ? murmur3(this.#bytes, 0, end, around.upper) : 0,
      keys,
      spaces,
      positions,
    }
    if (remembers) around.spaces.set(name, space)
    return space
  }

  /** Returns whether one more name is remembered, and counts it. After the first one that is not, none is. */
  #remembers(): boolean {
    if (this.#known === mostKnown) return false
    this.#known++
    return true
  }

  /** Writes text as UTF-8 to the front of `#bytes`; returns its length there. Throws OL_FEATURES if UTF-8 cannot represent it. */
  #encode(text: string): number {
    if (text.length * 3 > this.#bytes.length) this.#bytes = new Uint8Array(text.length * 6)
    const length = writeText(text, this.#bytes)
    if (length < 0)
      throw invalid('OL_FEATURES', 'a name or a string of features', 'text without lone surrogates', text)
    return length
  }
}

/** Determines for which features the name is needed; a no is final. */
export interface NameFilter {
  wants(index: number, upper: number): boolean
}

/** Wants the name of no feature. */
export const noNames: NameFilter = { wants: () => false }
