import { faults, labelModes, limits, type TokenPlan, type Tokens } from '@ol/spec'
import { jsonNumber, literal, missingNumber } from './json-scalar.js'
import { jsonText, jsonTextEnd, resolved, resolveEscapes } from './json-text.js'
import { parseLabel } from './labels.js'
import { fail } from './wrong.js'

const { maxLabel, maxWeight } = limits
const encode = (word: string) => Uint8Array.from(word, (c) => c.charCodeAt(0))

/** The example that is being read: its row, and the ends of its features and of its runs of namespaces. */
export interface Row {
  readonly plan: TokenPlan
  readonly bytes: Uint8Array
  readonly out: Tokens
  readonly e: number
  n: number
  spaces: number
  /** if names are collected: the namespaces around the member that is read */
  within: readonly string[]
  /** features that already belong to a run */
  spaced: number
}

/** Names of the members that are not features. */
export const words: Record<'label' | 'weight' | 'initial' | 'tag' | 'features', Uint8Array> = {
  label: encode('label'),
  weight: encode('weight'),
  initial: encode('initial'),
  tag: encode('tag'),
  features: encode('features'),
}

/** Returns whether a name is the word, exactly or after an underscore. */
export function isWord(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  if (end - start === word.length + 1 && bytes[start] === 95) start++
  if (end - start !== word.length) return false
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word[i]) return false
  return true
}

export function isKey(bytes: Uint8Array, start: number, end: number, key: Uint8Array): boolean {
  if (key.length === 0 || end - start !== key.length) return false
  for (let i = 0; i < key.length; i++) if (bytes[start + i] !== key[i]) return false
  return true
}

export function label(row: Row, p: number): number {
  const { bytes, out, plan, e } = row
  const c = bytes[p]
  if (c === 34) {
    const stop = jsonTextEnd(bytes, p + 1)
    if (stop < 0) return fail(faults.json, p, p + 1)
    let fault: number
    if (jsonText.escaped) {
      const length = resolveEscapes(bytes, p + 1, stop)
      if (length < 0) return fail(faults.json, p, stop)
      fault = parseLabel(plan, resolved(), 0, length, out.labels, e)
    } else fault = parseLabel(plan, bytes, p + 1, stop, out.labels, e)
    return fault >= 0 ? fail(fault, p + 1, stop) : stop + 1
  }
  const none = missingNumber(bytes, p)
  if (none >= 0) {
    out.labels[e] = Number.NaN
    return none
  }
  if (c === 45 || (c >= 48 && c <= 57)) {
    const stop = jsonNumber(bytes, p, out.labels, e)
    if (stop < 0) return fail(faults.json, p, p + 1)
    const fault = parseLabel(plan, bytes, p, stop, out.labels, e)
    return fault >= 0 ? fail(fault, p, stop) : stop
  }
  const stop = literal(bytes, p)
  if (stop < 0) return fail(c === 123 || c === 91 ? faults.labelNumber : faults.json, p, p + 1)
  if (plan.labelMode === labelModes.sign) {
    out.labels[e] = c === 116 ? 1 : -1
    return stop
  }
  const fault = parseLabel(plan, bytes, p, stop, out.labels, e)
  return fault >= 0 ? fail(fault, p, stop) : stop
}

export function rowWeight(row: Row, p: number): number {
  const stop = jsonNumber(row.bytes, p, row.out.weights, row.e)
  const w = row.out.weights[row.e]
  if (stop < 0 || !(w >= 0 && w <= maxWeight)) return fail(faults.weight, p, stop < 0 ? p + 1 : stop)
  return stop
}

export function initial(row: Row, p: number): number {
  const stop = jsonNumber(row.bytes, p, row.out.initial, row.e)
  const y = row.out.initial[row.e]
  if (stop < 0 || !(y >= -maxLabel && y <= maxLabel)) return fail(faults.initial, p, stop < 0 ? p + 1 : stop)
  return stop
}

export function tag(row: Row, p: number): number {
  const { bytes, out, e } = row
  if (bytes[p] !== 34) {
    const stop = jsonNumber(bytes, p, out.values, row.n)
    if (stop < 0) return fail(faults.json, p, p + 1)
    out.tags[2 * e] = p
    out.tags[2 * e + 1] = stop
    return stop
  }
  const stop = jsonTextEnd(bytes, p + 1)
  if (stop < 0) return fail(faults.json, p, p + 1)
  if (jsonText.escaped && resolveEscapes(bytes, p + 1, stop) < 0) return fail(faults.json, p, stop)
  const some = stop > p + 1
  out.tags[2 * e] = some ? p + 1 : 0
  out.tags[2 * e + 1] = some ? stop : 0
  return stop + 1
}
