import { limits, OLError } from '@ol/spec'
import type { StoredNames } from '../names/stored-names.js'

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

/** Returns empty arrays for the names of a header. */
export function emptyNames({ count, bytes }: NamesHeader, scaled: boolean): StoredNames {
  return {
    keys: new Uint32Array(2 * count),
    ends: new Uint32Array(2 * count),
    text: new Uint8Array(bytes),
    scales: scaled ? new Float64Array(count) : undefined,
  }
}

/** Checks names of a file: OL_MODEL_FORMAT where they are none. */
export function checkNames({ keys, ends, text }: StoredNames, wide: boolean): void {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const known = new Set<string>()
  let from = 0
  for (let k = 0; 2 * k < keys.length; k++) {
    const key = wide ? `${keys[2 * k]} ${keys[2 * k + 1]}` : `${keys[2 * k]}`
    if (known.has(key)) throw corrupt(k, 'a key that no other name has', key)
    known.add(key)
    const to = ends[2 * k]
    if (ends[2 * k + 1] !== 0 || to < from || to > text.length || to - from > limits.maxNameBytes)
      throw corrupt(k, `an end from ${from} to ${from + limits.maxNameBytes}`, to)
    try {
      decoder.decode(text.subarray(from, to))
    } catch (cause) {
      throw corrupt(k, 'UTF-8', text.subarray(from, to).join(' '), cause)
    }
    from = to
  }
  if (from !== text.length) throw corrupt(keys.length / 2 - 1, `an end of ${text.length}`, from)
}

function corrupt(number: number, expected: string, value: unknown, cause?: unknown): OLError {
  const text = `The model is corrupt: expected ${expected} for name ${number} of its features, but it is ${String(value)}`
  return new OLError('OL_MODEL_FORMAT', text, { value, expected, ...(cause === undefined ? {} : { cause }) })
}
