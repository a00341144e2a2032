import { parseNumber } from './number.js'

/** Returns the byte after spaces and tabs; a carriage return counts as one where it does not end the line. */
export function blank(bytes: Uint8Array, p: number): number {
  while (bytes[p] === 32 || bytes[p] === 9 || (bytes[p] === 13 && bytes[p + 1] !== 10)) p++
  return p
}

/** `parseNumber` of what JSON takes for a number. */
export function jsonNumber(bytes: Uint8Array, p: number, out: Float64Array, at: number): number {
  const first = bytes[p] === 45 ? p + 1 : p
  let q = first
  while (bytes[q] >= 48 && bytes[q] <= 57) q++
  if (q === first || (bytes[first] === 48 && q > first + 1)) return -1
  if (bytes[q] === 46 && !(bytes[q + 1] >= 48 && bytes[q + 1] <= 57)) return -1
  return parseNumber(bytes, p, out, at)
}

const bytesOf = (word: string) => Uint8Array.from(word, (c) => c.charCodeAt(0))
const literals = ['true', 'false', 'null'].map(bytesOf)
const missing = ['null', 'NaN', 'Infinity', '-Infinity'].map(bytesOf)

/** Returns the byte after true, false or null; -1 if there is none of them. */
export function literal(bytes: Uint8Array, p: number): number {
  return wordAt(literals, bytes, p)
}

/** Returns the byte after null, or after NaN, Infinity or -Infinity, which Python writes; -1 if there is none of them. */
export function missingNumber(bytes: Uint8Array, p: number): number {
  const c = bytes[p]
  // most values are none of them
  return c === 110 || c === 78 || c === 73 || (c === 45 && bytes[p + 1] === 73)
    ? wordAt(missing, bytes, p)
    : -1
}

function wordAt(words: readonly Uint8Array[], bytes: Uint8Array, p: number): number {
  for (const word of words) {
    let i = 0
    while (i < word.length && bytes[p + i] === word[i]) i++
    if (i === word.length) return p + i
  }
  return -1
}
