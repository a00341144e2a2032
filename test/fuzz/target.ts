import { OLError } from '@ol/spec'
import type { Random } from '../tokenizers/texts.js'

/** Something that takes input from elsewhere. A finding is what `run` throws. */
export interface FuzzTarget {
  readonly name: string
  /** Makes an input of the generator and feeds it in; returns what became of it, in a word. */
  run(random: Random): string | Promise<string>
}

/** Returns what an action results in, or the code of its error; any other error than an OLError is a finding. */
export async function outcomeOf<T>(action: () => T | Promise<T>): Promise<T | { readonly code: string }> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof OLError) return { code: error.code }
    throw error
  }
}

export function isRefused(outcome: unknown): outcome is { readonly code: string } {
  return typeof outcome === 'object' && outcome !== null && 'code' in outcome
}

/** Numbers and bytes at which formats break. */
const odd = [0, 1, 2, 0x7f, 0x80, 0xff]

/** Changes a few bytes: one at a time, runs of them, cut or repeated. */
export function mutated(bytes: Uint8Array, random: Random): Uint8Array {
  // the slice of a Buffer is no copy: the sample itself would change, more with each run
  let out: Uint8Array = new Uint8Array(bytes)
  for (let changes = 1 + random(random(4) === 0 ? 20 : 3); changes > 0; changes--) {
    const at = random(out.length + 1)
    const kind = random(10)
    if (kind === 0) out = out.slice(0, at)
    else if (kind === 1) out = joined(out.subarray(0, at), out.subarray(at + 1 + random(70)))
    else if (kind === 2) out = joined(out.subarray(0, at), out.subarray(Math.max(0, at - random(70))))
    else if (at < out.length) out[at] = kind < 6 ? out[at] ^ (1 << random(8)) : odd[random(odd.length)]
  }
  return out
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length)
  out.set(a)
  out.set(b, a.length)
  return out
}

const hostile = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  -1,
  0.5,
  1e-320,
  1e-200,
  1e100,
  1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 60,
]

/** Writes a hostile number over one of a range of a file: as a float of 4 or 8 bytes, or a whole number of 4. */
export function withNumber(bytes: Uint8Array, from: number, random: Random): Uint8Array {
  const out = new Uint8Array(bytes)
  const view = new DataView(out.buffer)
  const span = out.length - from - 8
  if (span <= 0) return out
  const at = from + random(Math.floor(span / 4) + 1) * 4
  const value = hostile[random(hostile.length)]
  const kind = random(3)
  if (kind === 0) view.setFloat64(at, value, true)
  else if (kind === 1) view.setFloat32(at, value, true)
  else view.setUint32(at, value, true)
  return out
}

/** Changes a number in the text of a JSON header. */
export function withOtherNumber(text: string, random: Random): string {
  const numbers = [...text.matchAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/g)]
  if (numbers.length === 0) return text
  const { index, 0: found } = numbers[random(numbers.length)]
  const values = [
    '0',
    '-1',
    '1',
    '2',
    '4294967296',
    '9007199254740993',
    '1e308',
    '1e999',
    '0.5',
    '""',
    'null',
  ]
  return text.slice(0, index) + values[random(values.length)] + text.slice(index + found.length)
}
