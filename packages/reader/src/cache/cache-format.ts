import { crc32 } from '@ol/platform'
import type { Batch, FeatureNames, ResolvedOptions, Schema } from '@ol/spec'
import type { ReadReport } from '../read-report.js'

/** The first bytes of every cache. */
export const cacheMagic: Uint8Array = Uint8Array.from('OLCACHE\n', (c) => c.charCodeAt(0))
export const cacheVersion = 6
export const blockMagic = 0x4b4c424f
export const namesMagic = 0x4d414e4f
export const featureNamesMagic = 0x4d4e464f
export const endMagic = 0x444e454f
/** Every part starts with a header of this many bytes, and at a multiple of it. */
export const partBytes = 64
/** The place in a header of the CRC-32 of the bytes before it. */
export const ownSum = 60

/** One file that a cache was made from. */
export interface Origin {
  readonly path: string
  readonly bytes: number
  /** milliseconds since 1970 */
  readonly modified: number
  /** see `FileStat.changed`; undefined: of an earlier version */
  readonly changed?: number | undefined
}

/** The options of a cache: the resolved table of reading options, and its hash. */
export interface Agreement {
  readonly key: string
  readonly options: ResolvedOptions
}

export interface CacheHeader {
  /** its reading options */
  readonly made: Agreement
  readonly schema: Schema
  /** the files it was made from, where they are known */
  readonly origins: readonly Origin[] | null
  /** the largest number of distinct features whose names it has; 0: it has none */
  readonly names: number
}

const encoder = new TextEncoder()

export const flags = { weights: 1, initial: 2, tags: 4, lines: 8, upper: 16, normalized: 32 } as const
/** How values are stored: all 1; as float32, without loss; as float64. */
const valueKinds = { ones: 0, float32: 1, float64: 2 } as const

const padded = (bytes: number, to: number): number => Math.ceil(bytes / to) * to

/** Returns a JSON part: the header (with its own magic number), then the JSON. `before`: the sum of the headers before it, if it has one. */
function jsonPart(magic: Uint8Array, value: unknown, before = 0): Uint8Array {
  const text = encoder.encode(JSON.stringify(value))
  // the padding after the JSON is at least one line feed, so a cache ends with one, like text
  const bytes = new Uint8Array(partBytes + padded(text.length + 1, partBytes))
  bytes.set(magic)
  const view = new DataView(bytes.buffer)
  view.setUint32(8, cacheVersion, true)
  view.setUint32(12, text.length, true)
  bytes.fill(10, partBytes)
  bytes.set(text, partBytes)
  view.setUint32(16, crc32(bytes.subarray(partBytes)), true)
  view.setUint32(20, before, true)
  view.setUint32(ownSum, crc32(bytes.subarray(0, ownSum)), true)
  return bytes
}

/** Returns the header of a cache. */
export function encodeCacheHeader(header: CacheHeader): Uint8Array {
  return jsonPart(cacheMagic, header)
}

const numbered = (magic: number): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setUint32(0, magic, true)
  return bytes
}

/** Returns a part with all class names that are known before the next block. */
export function encodeNames(names: readonly string[]): Uint8Array {
  return jsonPart(numbered(namesMagic), names)
}

/** Returns a part with the names of features of the next block. */
export function encodeFeatureNames({ at, texts }: FeatureNames): Uint8Array {
  return jsonPart(numbered(featureNamesMagic), { at: [...at], texts })
}

/** Returns the names of a part for a block of this many features; undefined: they are not valid. */
export function decodeFeatureNames(value: unknown, features: number): FeatureNames | undefined {
  const { at, texts } = value as { readonly at: readonly number[]; readonly texts: readonly string[] }
  const fits = at.every((i, k) => Number.isInteger(i) && i < features && i > (k === 0 ? -1 : at[k - 1]))
  return fits && at.length === texts.length ? { at: Uint32Array.from(at), texts } : undefined
}

/**
 * Returns the CRC-32 of the headers up to one, from the sum of those before it: it shows that a part is missing, was
 * moved, or is from another cache. Each header counts without its own sum: with it, the CRC-32 of any header is the same.
 */
export function sumWith(header: Uint8Array, before: number): number {
  return crc32(header.subarray(0, ownSum), before)
}

/** Returns the last part of a cache; a cache without it is truncated. `before`: the sum of the headers before it. */
export function encodeEnd(report: ReadReport, before: number): Uint8Array {
  return jsonPart(numbered(endMagic), report, before)
}

/** Returns a batch as a part: a header, then its arrays, each at a multiple of 8 bytes. */
export function encodeBlock(batch: Batch): Uint8Array {
  const { size, offsets, indices, upper, values, labels, weights, initial, lines, tags } = batch
  const features = offsets[size]
  let kind: number = valueKinds.ones
  for (let i = 0; i < features && kind < valueKinds.float64; i++) {
    if (values[i] === 1) continue
    kind = Object.is(Math.fround(values[i]), values[i]) ? valueKinds.float32 : valueKinds.float64
  }
  const tagText = tags?.map((tag) => (tag === undefined ? undefined : encoder.encode(tag)))
  const tagBytes = tagText?.reduce((sum, tag) => sum + (tag?.length ?? 0), 0) ?? 0
  const widths = [
    4 * (size + 1),
    4 * features,
    kind === valueKinds.ones ? 0 : (kind === valueKinds.float32 ? 4 : 8) * features,
    8 * size,
    lines === undefined ? 0 : 8 * size,
    weights === undefined ? 0 : 8 * size,
    initial === undefined ? 0 : 8 * size,
    upper === undefined ? 0 : 4 * features,
    tagText === undefined ? 0 : padded(4 * size, 8) + tagBytes,
  ]
  const payload = padded(
    widths.reduce((sum, width) => sum + padded(width, 8), 0),
    partBytes,
  )
  const bytes = new Uint8Array(partBytes + payload)
  let at = partBytes
  const next = (k: number): number => {
    const from = at
    at += padded(widths[k], 8)
    return from
  }
  const put = (k: number, array: Uint32Array | Float32Array | Float64Array | undefined, length: number) => {
    const from = next(k)
    if (array === undefined || widths[k] === 0) return
    const part = array.subarray(0, length)
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), from)
  }
  put(0, offsets, size + 1)
  put(1, indices, features)
  put(2, kind === valueKinds.float32 ? Float32Array.from(values.subarray(0, features)) : values, features)
  put(3, labels, size)
  put(4, lines, size)
  put(5, weights, size)
  put(6, initial, size)
  put(7, upper, features)
  const tagStart = next(8)
  if (tagText !== undefined) {
    const view = new DataView(bytes.buffer, tagStart)
    let end = 0
    tagText.forEach((tag, e) => {
      if (tag !== undefined) bytes.set(tag, tagStart + padded(4 * size, 8) + end)
      end += tag?.length ?? 0
      // the highest bit distinguishes a missing tag from an empty one
      view.setUint32(4 * e, tag === undefined ? end | 0x80000000 : end, true)
    })
  }
  const view = new DataView(bytes.buffer)
  view.setUint32(0, blockMagic, true)
  view.setUint32(4, bits(batch) | (kind << 8), true)
  view.setUint32(8, size, true)
  view.setUint32(12, features, true)
  view.setUint32(16, payload, true)
  view.setUint32(20, crc32(bytes.subarray(partBytes)), true)
  view.setUint32(ownSum, crc32(bytes.subarray(0, ownSum)), true)
  return bytes
}

function bits(batch: Batch): number {
  return (
    (batch.weights === undefined ? 0 : flags.weights) |
    (batch.initial === undefined ? 0 : flags.initial) |
    (batch.tags === undefined ? 0 : flags.tags) |
    (batch.lines === undefined ? 0 : flags.lines) |
    (batch.upper === undefined ? 0 : flags.upper) |
    (batch.normalized === true ? flags.normalized : 0)
  )
}

const decoder = new TextDecoder('utf-8')

/** A block: its numbers come from a header and a payload, unchecked. */
export interface Block {
  readonly batch: Batch
  /** values in float32, from which the batch's values are filled */
  readonly singles: Float32Array | undefined
}

/**
 * Returns the block whose header has `flag`, `size` and `features`; undefined: these do not fit its payload. The arrays
 * of its batch are views on the payload; converted values go into `newValues`.
 */
export function decodeBlock(
  payload: Uint8Array<ArrayBuffer>,
  flag: number,
  size: number,
  features: number,
  newValues: (features: number) => Float64Array<ArrayBuffer>,
): Block | undefined {
  const kind = flag >>> 8
  // at an address that is aligned for every type
  const { buffer, byteOffset } = payload.byteOffset % 8 === 0 ? payload : payload.slice()
  let at = 0
  let fits = kind <= valueKinds.float64
  const take = <Numbers>(
    type: new (buffer: ArrayBuffer, start: number, length: number) => Numbers,
    width: number,
    count: number,
  ): Numbers => {
    const from = at
    at += padded(width * count, 8)
    if (at > payload.length) fits = false
    return fits ? new type(buffer, byteOffset + from, count) : new type(new ArrayBuffer(0), 0, 0)
  }
  const doubles = (wanted: boolean) => (wanted ? take(Float64Array, 8, size) : undefined)
  const offsets = take(Uint32Array, 4, size + 1)
  const indices = take(Uint32Array, 4, features)
  if (!fits) return undefined
  const singles = kind === valueKinds.float32 ? take(Float32Array, 4, features) : undefined
  const values = kind === valueKinds.float64 ? take(Float64Array, 8, features) : newValues(features)
  if (kind === valueKinds.ones) values.fill(1)
  const labels = take(Float64Array, 8, size)
  const lines = doubles((flag & flags.lines) !== 0)
  const weights = doubles((flag & flags.weights) !== 0)
  const initial = doubles((flag & flags.initial) !== 0)
  const upper = (flag & flags.upper) === 0 ? undefined : take(Uint32Array, 4, features)
  let tags: (string | undefined)[] | undefined
  if ((flag & flags.tags) !== 0) {
    const ends = take(Uint32Array, 4, size)
    const text = payload.subarray(at)
    let from = 0
    tags = Array.from(ends, (end) => {
      const to = end & 0x7fffffff
      const tag = end >>> 31 === 1 ? undefined : decoder.decode(text.subarray(from, to))
      from = to
      return tag
    })
  }
  if (!fits) return undefined
  const batch = {
    size,
    offsets,
    indices,
    ...(upper === undefined ? {} : { upper }),
    values,
    labels,
    weights,
    initial,
    lines,
    tags,
    ...((flag & flags.normalized) === 0 ? {} : { normalized: true }),
  }
  return { batch, singles }
}
