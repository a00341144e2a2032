import { limits, OLError } from '@ol/spec'
import type { StoredNames } from '../names/feature-dictionary.js'
import { type Steps, step, stepSize } from '../table/steps.js'

/** The part of a header about the names of features. */
export interface NamesHeader {
  readonly count: number
  /** of all names in UTF-8 */
  readonly bytes: number
  /** whether features were learned from whose names are not known */
  readonly unnamed: boolean
  /** false: without scales, though older files of the rule have them; absent: as `tracksScales` says, or of an older file */
  readonly scales?: false
}

/** The names as tensors have them. */
export interface PackedNames {
  /** lower and upper half of the key of each */
  readonly keys: Uint32Array
  /** where the text of each ends, in two halves */
  readonly ends: Uint32Array
  readonly text: Uint8Array
  readonly scales: Float64Array | undefined
}

const encoder = new TextEncoder()

const pieceBytes = 1 << 17

/** Returns the names as tensors. */
export function* packNames({ keys, texts, scales }: StoredNames): Steps<PackedNames> {
  // not an array for each name: collecting so many would be a pause of its own
  const pieces: Uint8Array[] = []
  const ends = new Uint32Array(2 * texts.length)
  let end = 0
  let piece = new Uint8Array(pieceBytes)
  let used = 0
  for (let k = 0; k < texts.length; k++) {
    if (k % stepSize === 0) yield step
    // a character is at most 3 bytes
    if (3 * texts[k].length > piece.length - used) {
      pieces.push(piece.subarray(0, used))
      piece = new Uint8Array(Math.max(pieceBytes, 3 * texts[k].length))
      used = 0
    }
    const { written } = encoder.encodeInto(texts[k], piece.subarray(used))
    used += written
    end += written
    ends[2 * k] = end
  }
  pieces.push(piece.subarray(0, used))
  const text = new Uint8Array(end)
  let position = 0
  for (const own of pieces) {
    text.set(own, position)
    position += own.length
    yield step
  }
  return { keys, ends, text, scales }
}

/** Returns empty arrays for the names of a header. */
export function emptyNames({ count, bytes }: NamesHeader, scaled: boolean): PackedNames {
  return {
    keys: new Uint32Array(2 * count),
    ends: new Uint32Array(2 * count),
    text: new Uint8Array(bytes),
    scales: scaled ? new Float64Array(count) : undefined,
  }
}

/** Returns the names of the tensors: OL_MODEL_FORMAT where they are none. */
export function unpackNames({ keys, ends, text, scales }: PackedNames, wide: boolean): StoredNames {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const known = new Set<string>()
  const texts: string[] = []
  let from = 0
  for (let k = 0; 2 * k < keys.length; k++) {
    const key = wide ? `${keys[2 * k]} ${keys[2 * k + 1]}` : `${keys[2 * k]}`
    if (known.has(key)) throw corrupt(k, 'a key that no other name has', key)
    known.add(key)
    const to = ends[2 * k]
    if (ends[2 * k + 1] !== 0 || to < from || to > text.length || to - from > limits.maxNameBytes)
      throw corrupt(k, `an end from ${from} to ${from + limits.maxNameBytes}`, to)
    try {
      texts.push(decoder.decode(text.subarray(from, to)))
    } catch (cause) {
      throw corrupt(k, 'UTF-8', text.subarray(from, to).join(' '), cause)
    }
    from = to
  }
  if (from !== text.length) throw corrupt(texts.length - 1, `an end of ${text.length}`, from)
  return { keys, texts, scales }
}

function corrupt(number: number, expected: string, value: unknown, cause?: unknown): OLError {
  const text = `The model is corrupt: expected ${expected} for name ${number} of its features, but it is ${String(value)}`
  return new OLError('OL_MODEL_FORMAT', text, { value, expected, ...(cause === undefined ? {} : { cause }) })
}
