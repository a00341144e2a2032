import { type Backend, limits, textOf, textsOf, type Utf8Names } from '@ol/spec'
import { type Steps, step, stepSize } from '../table/steps.js'

const ellipsis = new TextEncoder().encode('…')
/** the number of bytes kept of a name that is too long */
const keptBytes = limits.maxNameBytes - ellipsis.length

type StoredTexts = Pick<StoredNames, 'ends' | 'text'>

/** Names in UTF-8 by their numbers. */
export class NameStore {
  #text: Uint8Array
  #ends: Uint32Array
  #size: number

  constructor({ ends, text }: StoredTexts) {
    this.#size = ends.length / 2
    this.#ends = ends.filter((_, i) => i % 2 === 0)
    this.#text = text.slice()
  }

  get size(): number {
    return this.#size
  }

  textOf(k: number): string {
    return textOf(this.#text, this.#start(k), this.#ends[k])
  }

  /** Iterates over the names that there are now. */
  *texts(): IterableIterator<string> {
    for (let k = 0; k < this.#size; k += stepSize) {
      const ends = this.#ends.subarray(k, Math.min(this.#size, k + stepSize))
      const from = this.#start(k)
      yield* textsOf({ bytes: this.#text.subarray(from), ends: ends.map((end) => end - from) })
    }
  }

  /** Returns the hash of each of the names [from, to). */
  hashesOf(from: number, to: number, backend: Pick<Backend, 'hashNames'>): Uint32Array {
    const hashes = new Uint32Array(to - from)
    const start = this.#start(from)
    const ends = this.#ends.subarray(from, to).map((end) => end - start)
    backend.hashNames(this.#text.subarray(start, this.#start(to)), ends, hashes)
    return hashes
  }

  /** Adds names in UTF-8; for a name that is too long, as many complete characters as fit, and an ellipsis. */
  append({ bytes, ends }: Utf8Names): void {
    for (let k = 0; k < ends.length; ) {
      const from = k === 0 ? 0 : ends[k - 1]
      const end = this.#end
      // neighbours are copied together
      let to = from
      for (; k < ends.length && ends[k] - to <= limits.maxNameBytes; k++) {
        to = ends[k]
        this.#push(end + to - from)
      }
      this.#reserve(end + to - from)
      this.#text.set(bytes.subarray(from, to), end)
      if (k === ends.length) return
      this.#appendStart(bytes, to)
      k++
    }
  }

  /** Adds a name that is too long, from its first byte on. */
  #appendStart(bytes: Uint8Array, from: number): void {
    const end = this.#end
    this.#reserve(end + limits.maxNameBytes)
    this.#text.set(bytes.subarray(from, from + limits.maxNameBytes), end)
    this.#cut()
  }

  /** Returns the first names, in steps between which more may be added. */
  *storing(count: number): Steps<StoredTexts> {
    const own = this.#ends
    // names that are added later lie after it
    const text = this.#text.subarray(0, this.#start(count))
    const ends = new Uint32Array(2 * count)
    for (let k = 0; k < count; k++) {
      if (k % stepSize === 0) yield step
      ends[2 * k] = own[k]
    }
    return { ends, text }
  }

  get #end(): number {
    return this.#start(this.#size)
  }

  #start(k: number): number {
    return k === 0 ? 0 : this.#ends[k - 1]
  }

  /** Adds the name that begins after the last one, and is too long. */
  #cut(): void {
    let end = this.#end + keptBytes
    while ((this.#text[end] & 0xc0) === 0x80) end--
    this.#text.set(ellipsis, end)
    this.#push(end + ellipsis.length)
  }

  #push(end: number): void {
    if (this.#size === this.#ends.length) {
      const more = new Uint32Array(Math.max(16, 2 * this.#size))
      more.set(this.#ends)
      this.#ends = more
    }
    this.#ends[this.#size++] = end
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#text.length) return
    const wider = new Uint8Array(Math.max(2 * this.#text.length, bytes))
    wider.set(this.#text)
    this.#text = wider
  }
}

/** Names of features as a model file has them. */
export interface StoredNames {
  /** the key of each name, lower and upper half */
  readonly keys: Uint32Array
  /** the end of each text, in two halves */
  readonly ends: Uint32Array
  /** the names in UTF-8, one after another */
  readonly text: Uint8Array
  /** the largest |x| of each feature; absent if the rule itself keeps scales */
  readonly scales?: Float64Array | undefined
}

/** Returns empty names, for a model with or without scales. */
export function noNames(scaled = false): StoredNames {
  const [keys, ends, text] = [new Uint32Array(0), new Uint32Array(0), new Uint8Array(0)]
  return { keys, ends, text, scales: scaled ? new Float64Array(0) : undefined }
}
