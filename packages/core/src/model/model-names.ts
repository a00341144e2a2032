import { homeOf } from '@ol/fallback'
import { limits, OLError } from '@ol/spec'
import type { StoredNames } from '../names/name-store.js'

/** The part of a header about the names of features. */
export interface NamesHeader {
  readonly count: number
  /** bytes of all names in UTF-8 */
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

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes that are decoded at once, at least. */
const pieceBytes = 1 << 16

/** Checks the names of a file; throws OL_MODEL_FORMAT if they are not valid. */
export function checkNames({ keys, ends, text }: StoredNames, wide: boolean): void {
  const count = keys.length / 2
  const same = sameKey(keys, wide)
  if (same >= 0) {
    const key = keys.subarray(2 * same, 2 * same + (wide ? 2 : 1))
    throw corrupt(same, 'a key that no other name has', key.join(' '))
  }
  let from = 0
  for (let k = 0; k < count; k++) {
    const to = ends[2 * k]
    if (ends[2 * k + 1] !== 0 || to < from || to > text.length || to - from > limits.maxNameBytes)
      throw corrupt(k, `an end from ${from} to ${from + limits.maxNameBytes}`, to)
    from = to
  }
  if (from !== text.length) throw corrupt(count - 1, `an end of ${text.length}`, from)
  checkText(ends, text)
}

/** Returns the number of the first name whose key another has before it; -1: there is none. */
function sameKey(keys: Uint32Array, wide: boolean): number {
  const count = keys.length / 2
  // half of the slots stay free; 0: free, else the number of a name and 1
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 1)))
  const mask = slots.length - 1
  for (let k = 0; k < count; k++) {
    const low = keys[2 * k]
    const high = wide ? keys[2 * k + 1] : 0
    let at = homeOf(low, high) & mask
    for (; slots[at] > 0; at = (at + 1) & mask) {
      const other = 2 * slots[at] - 2
      if (keys[other] === low && (!wide || keys[other + 1] === high)) return k
    }
    slots[at] = k + 1
  }
  return -1
}

/** Decodes many names at once: they are UTF-8 if their concatenation is and none starts within a character. */
function checkText(ends: Uint32Array, text: Uint8Array): void {
  const count = ends.length / 2
  for (let k = 0, from = 0; k < count; ) {
    const first = k
    const start = from
    let whole = true
    for (; k < count && from - start < pieceBytes; k++) {
      // a byte within a character, after its first one
      whole &&= text[from] >> 6 !== 2
      from = ends[2 * k]
    }
    if (whole && isText(text.subarray(start, from))) continue
    for (let own = first, at = start; own < k; at = ends[2 * own], own++) {
      const name = text.subarray(at, ends[2 * own])
      if (!isText(name)) throw corrupt(own, 'UTF-8', name.join(' '))
    }
  }
}

function isText(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes)
    return true
  } catch {
    return false
  }
}

function corrupt(number: number, expected: string, value: unknown): OLError {
  const text = `The model is corrupt: expected ${expected} for name ${number} of its features, but it is ${String(value)}`
  return new OLError('OL_MODEL_FORMAT', text, { value, expected })
}
