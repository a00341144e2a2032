import type { FeatureNames } from './batch.js'
import { firstFrom } from './first-from.js'

declare const TextDecoder: new (label: string, options: object) => { decode(bytes: Uint8Array): string }
declare const TextEncoder: new () => {
  encodeInto(text: string, into: Uint8Array): { readonly written: number }
}
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** Names in UTF-8, one after another. */
export interface Utf8Names {
  /** well-formed */
  readonly bytes: Uint8Array
  /** the end of each */
  readonly ends: Uint32Array
}

const known = new WeakMap<FeatureNames, Utf8Names>()

/** Returns names of features in UTF-8, which become strings on demand; the arrays must not change. */
export function namesInUtf8(at: Uint32Array, names: Utf8Names): FeatureNames {
  let texts: readonly string[] | undefined
  const found: FeatureNames = {
    at,
    // an own property, so that a copy of the batch, for example for another thread, has the strings
    get texts() {
      texts ??= textsOf(names)
      return texts
    },
  }
  known.set(found, names)
  return found
}

/** Returns whether names were made by `namesInUtf8`, and not by a caller who may change their arrays. */
export function areInUtf8(names: FeatureNames): boolean {
  return known.has(names)
}

/** Returns names of features in UTF-8: the bytes given to `namesInUtf8`, or the current strings, encoded. */
export function utf8Of(names: FeatureNames): Utf8Names {
  return known.get(names) ?? encoded(names.texts)
}

/** Returns the names of features [first, end) for a batch of only these features, whose positions start at 0. */
export function namesWithin(names: FeatureNames, first: number, end: number): FeatureNames {
  const [from, to] = [firstFrom(names.at, first), firstFrom(names.at, end)]
  const at = names.at.subarray(from, to).map((position) => position - first)
  const utf8 = known.get(names)
  if (utf8 === undefined) return { at, texts: names.texts.slice(from, to) }
  const [start, stop] = [startOf(utf8, from), startOf(utf8, to)]
  const ends = utf8.ends.subarray(from, to).map((position) => position - start)
  return namesInUtf8(at, { bytes: utf8.bytes.subarray(start, stop), ends })
}

/** Returns some of the names, by their places in ascending order, in UTF-8. */
export function namesAt(names: FeatureNames, places: ArrayLike<number>): FeatureNames {
  const at = new Uint32Array(places.length)
  for (let i = 0; i < at.length; i++) at[i] = names.at[places[i]]
  return namesInUtf8(at, utf8At(utf8Of(names), places))
}

/** Returns some names, by their places in ascending order. */
export function utf8At(utf8: Utf8Names, places: ArrayLike<number>): Utf8Names {
  const { length } = places
  if (length === utf8.ends.length) return utf8
  const ends = new Uint32Array(length)
  let size = 0
  for (let i = 0; i < length; i++) {
    size += utf8.ends[places[i]] - startOf(utf8, places[i])
    ends[i] = size
  }
  const bytes = new Uint8Array(size)
  for (let i = 0; i < length; ) {
    // neighbours are copied together
    const [first, start] = [places[i], i]
    do i++
    while (i < length && places[i] === first + i - start)
    const [from, to] = [startOf(utf8, first), startOf(utf8, first + i - start)]
    bytes.set(utf8.bytes.subarray(from, to), start === 0 ? 0 : ends[start - 1])
  }
  return { bytes, ends }
}

/** Returns names as strings. */
export function textsOf(names: Utf8Names): string[] {
  const { bytes, ends } = names
  const size = startOf(names, ends.length)
  const whole = textOf(bytes, 0, size)
  // if each character is a byte, positions in the text are positions in the bytes
  const ascii = whole.length === size
  const texts: string[] = []
  let from = 0
  for (const to of ends) {
    texts.push(ascii ? whole.slice(from, to) : textOf(bytes, from, to))
    from = to
  }
  return texts
}

/** Returns bytes[start, end) for people to read. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}

function encoded(texts: readonly string[]): Utf8Names {
  const ends = new Uint32Array(texts.length)
  // 3 bytes for each character: Node.js 26 stops before a character that would just fit
  const bytes = new Uint8Array(3 * texts.reduce((sum, text) => sum + text.length, 0))
  let size = 0
  // one by one: surrogates of two adjacent names do not form a character
  texts.forEach((text, k) => {
    size += encoder.encodeInto(text, bytes.subarray(size)).written
    ends[k] = size
  })
  return { bytes: bytes.subarray(0, size), ends }
}

/** Returns the start of name k, or the end of the last name. */
function startOf({ ends }: Utf8Names, k: number): number {
  return k === 0 ? 0 : ends[k - 1]
}
