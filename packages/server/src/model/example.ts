import { isAscii, isUtf8 } from 'node:buffer'
import type { PlainExample } from '@ol/pipeline'
import { invalid, OLError } from '@ol/spec'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The members of an example in a request. */
const members = new Set(['features', 'label', 'weight', 'initial', 'tag'])

/**
 * Returns an example of a request; throws OL_REQUEST if it is not one. Features and label are checked where they are used.
 *
 * @param named whether it may have an `id`, which waits for a late label
 */
export function exampleOf(value: unknown, labelled: boolean, named = false): PlainExample {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('OL_REQUEST', 'an example', 'an object { features, label }', value)
  for (const name in value)
    if (!members.has(name) && !(named && name === 'id'))
      throw invalid(
        'OL_REQUEST',
        'a member of an example',
        `features, label, weight, initial${named ? ', tag or id' : ' or tag'}`,
        name,
      )
  const { features, label, weight, initial, tag } = value as Partial<Record<string, unknown>>
  if (features === undefined) throw invalid('OL_REQUEST', 'features', 'an object', features)
  if (label === undefined && labelled) throw invalid('OL_LABEL', 'an example', 'a label', label)
  if (tag !== undefined && typeof tag !== 'string') throw invalid('OL_REQUEST', 'tag', 'a string', tag)
  // spreading an empty object for each absent member would take longer than the checks
  const example: Mutable<PlainExample> = { features: features as PlainExample['features'] }
  if (label !== undefined) example.label = plain(label) as PlainExample['label']
  if (weight !== undefined) example.weight = plain(weight) as number
  if (initial !== undefined) example.initial = plain(initial) as number
  if (tag !== undefined) example.tag = tag
  return example
}

/** Returns a number as JSON writes it, without -0, so that learning again from the log gives the same. */
function plain(value: unknown): unknown {
  return value === 0 ? 0 : value
}

/** The value of a body, and the text of JSON that it was sent as. */
export class SentJson {
  readonly value: unknown
  readonly text: Uint8Array

  constructor(value: unknown, text: Uint8Array) {
    this.value = value
    this.text = text
  }
}

/**
 * Returns the value of JSON that a client sent; throws OL_REQUEST, also for bytes that are not UTF-8, which would all
 * become one character.
 */
export function sentJsonOf(bytes: Uint8Array): unknown {
  if (isUtf8(bytes)) return jsonOf(bytes)
  const at = firstForeign(bytes)
  const byte = `0x${bytes[at].toString(16)}`
  throw new OLError('OL_REQUEST', `Expected JSON in UTF-8 but byte ${at + 1} (${byte}) is not`, {
    value: byte,
  })
}

/** Returns the place of the first byte that does not begin a UTF-8 character. */
function firstForeign(bytes: Uint8Array): number {
  let at = 0
  for (;;) {
    const lead = bytes[at]
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    if (!isUtf8(bytes.subarray(at, at + length))) return at
    at += length
  }
}

/**
 * Returns the value of JSON bytes, which are read in the same way from a request and from the log; throws OL_REQUEST if
 * they are not JSON.
 */
export function jsonOf(bytes: Uint8Array): unknown {
  const buffer = bufferOf(bytes)
  const text = buffer.toString(isAscii(buffer) ? 'latin1' : 'utf8')
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OLError('OL_REQUEST', `Expected JSON but ${why}`, { cause })
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Returns an error if it is an `OLError`; others are a fault of the server. */
export function olError(error: unknown): OLError {
  if (error instanceof OLError) return error
  throw error
}
