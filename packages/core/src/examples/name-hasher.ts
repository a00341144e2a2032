import { hashName, murmur3, namespaceHash, upperSeed } from '@ol/numerics'
import type { HashMode, NameMode } from '@ol/spec'

/** How names of features become indices; with bits 'grow' also the upper halves of keys. */
export interface Hashing {
  readonly hash: HashMode
  readonly hashSeed: number
  readonly constant: boolean
  readonly bits?: number | 'grow' | undefined
}

/** The two halves of the key of a name, which seed those of the names within it. */
export interface KeyHalves {
  readonly lower: number
  readonly upper: number
}

/** Names whose keys are remembered: those of columns come again in each example. */
const mostKnown = 1024

/** Makes keys of names of features. */
export class NameHasher {
  /** the namespace of features without one */
  readonly root: KeyHalves
  /** the seed of the names of outermost namespaces */
  readonly outer: KeyHalves
  /** whether keys have an upper half */
  readonly wide: boolean
  readonly #mode: HashMode
  readonly #upperMode: NameMode
  #bytes = new Uint8Array(256)
  /** keys of the first names outside of namespaces */
  readonly #known = new Map<string, KeyHalves>()

  constructor({ hash, hashSeed, bits }: Hashing) {
    this.wide = bits === 'grow'
    this.#mode = hash
    this.#upperMode = hash === 'all' ? hash : 'whole'
    this.outer = { lower: hashSeed, upper: upperSeed(hashSeed) }
    this.root = {
      lower: namespaceHash(this.#bytes, 0, 0, hashSeed, hash),
      upper: namespaceHash(this.#bytes, 0, 0, this.outer.upper, this.#upperMode),
    }
  }

  /** Returns the key of a feature. */
  key(name: string, within: KeyHalves): KeyHalves {
    if (within !== this.root) return this.#keyOf(name, within)
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const key = this.#keyOf(name, within)
    if (this.#known.size < mostKnown) this.#known.set(name, key)
    return key
  }

  #keyOf(name: string, within: KeyHalves): KeyHalves {
    // encoding may overwrite these bytes, so it comes first
    const end = this.#encode(name)
    const lower = hashName(this.#bytes, 0, end, within.lower, this.#mode)
    const upper = this.wide ? hashName(this.#bytes, 0, end, within.upper, this.#upperMode) : 0
    return { lower, upper }
  }

  /** Returns the key of the indicator of a name and the string that is its value. */
  indicator(name: string, within: KeyHalves, text: string): KeyHalves {
    const seeds = this.key(name, within)
    const end = this.#encode(text)
    const upper = this.wide ? murmur3(this.#bytes, 0, end, seeds.upper) : 0
    return { lower: murmur3(this.#bytes, 0, end, seeds.lower), upper }
  }

  /** Returns the seed of the names within a namespace. */
  space(name: string, around: KeyHalves): KeyHalves {
    const end = this.#encode(name)
    return {
      lower: hashName(this.#bytes, 0, end, around.lower, this.#mode),
      // a name of digits is hashed here: as a number it could collide with another namespace
      upper: this.wide ? murmur3(this.#bytes, 0, end, around.upper) : 0,
    }
  }

  /** Writes text as UTF-8 to the front of `#bytes`; returns its length there. */
  #encode(text: string): number {
    if (text.length * 3 > this.#bytes.length) this.#bytes = new Uint8Array(text.length * 6)
    const bytes = this.#bytes
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 127) return encoder.encodeInto(text, bytes).written
      bytes[i] = code
    }
    return text.length
  }
}

const encoder = new TextEncoder()
