import { murmur3Int } from '@ol/numerics'
import type { Tokens } from '@ol/spec'
import { tokenNames } from './naming.js'
import { asciiKinds, characterKinds, foldOf, kindOf, rankOf } from './prose-codes.js'
import type { PutProse } from './prose-part.js'

const { word, space, mark, alone, nothing } = characterKinds

/** Bytes at which a word is cut. */
const longest = 1000
/** The letters of the word so far, with room for a last character. */
const letters = new Uint8Array(longest + 16)
/** A run of characters: a tilde, then its part of the word between the word's ends. */
const run = new Uint8Array(longest + 24)
const apostrophe = 39
/** Apostrophes that are not ASCII: the curly and the full-width one. */
const apostrophes: readonly number[] = [0x2019, 0xff07]
const none = -1

/** A decoded character: its code and its number of bytes; a byte that is not UTF-8 has the code -1. */
const decoded = { code: 0, bytes: 0 }
const folded = new Uint32Array(8)

/** The state of a cell of text: see `putProse`. */
interface Prose {
  readonly out: Tokens
  readonly seed: number
  readonly grams: number
  readonly column: number
  n: number
  /** bytes of the word so far */
  used: number
  /** the kind of the current piece: none, word, mark */
  state: number
}

/**
 * Adds each word of a string as a category: letters and digits in lower case and canonical decomposition, or a run of punctuation marks;
 * and with `grams` the character n-grams of each word. Returns the position after them. Twin:
 * native/core/tokenizers/prose.cc.
 */
export const putProse: PutProse = (source, from, end, { seed, grams, column, n }, out) => {
  const text: Prose = { out, seed, grams, column, n, used: 0, state: none }
  for (let p = from; p < end; ) {
    const c = source[p]
    if (c < 128) {
      const kind = asciiKinds[c]
      if (kind === word) add(text, word, c >= 65 && c <= 90 ? c | 32 : c)
      else if (kind === space) flush(text)
      else if (c === apostrophe && text.state === word && startsWord(source, p + 1, end)) add(text, word, c)
      else add(text, mark, c)
      p++
      continue
    }
    decode(source, p, end)
    const { code, bytes } = decoded
    p += bytes
    if (code < 0) {
      add(text, word, c)
      continue
    }
    if (apostrophes.includes(code)) {
      add(text, text.state === word && startsWord(source, p, end) ? word : mark, apostrophe)
      continue
    }
    const kind = kindOf(code)
    if (kind === nothing) continue
    if (kind === space || kind === alone) flush(text)
    if (kind === space) continue
    // a combining mark belongs to what is before it
    const joined = kind === word && text.state > word && rankOf(code) > 0 ? text.state : kind
    addFolded(text, joined, code)
  }
  flush(text)
  return text.n
}

function add(text: Prose, kind: number, byte: number): void {
  begin(text, kind)
  letters[text.used++] = byte
}

/** Ends a piece of another kind, or one that is too long. */
function begin(text: Prose, kind: number): void {
  if (text.state !== kind || text.used >= longest) flush(text)
  text.state = kind
}

function addFolded(text: Prose, kind: number, code: number): void {
  const count = foldOf(code, folded)
  for (let i = 0; i < count; i++) {
    begin(text, kind)
    const own = folded[i]
    const width = own < 128 ? 1 : own < 0x800 ? 2 : own < 0x10000 ? 3 : 4
    const at = own < 128 ? text.used : placeOf(text, own)
    letters.copyWithin(at + width, at, text.used)
    encode(own, width, at)
    text.used += width
  }
}

/** Returns the place at which a code point belongs: combining marks are in canonical order. */
function placeOf({ used }: Prose, code: number): number {
  const rank = rankOf(code)
  let at = used
  if (rank === 0) return at
  while (at > 0) {
    let before = at - 1
    while (before > 0 && (letters[before] & 0xc0) === 0x80) before--
    if (letters[before] < 128) return at
    decode(letters, before, at)
    if (decoded.code < 0 || rankOf(decoded.code) <= rank) return at
    at = before
  }
  return at
}

function encode(code: number, width: number, at: number): void {
  if (width === 1) letters[at] = code
  else {
    for (let i = width - 1, rest = code; i > 0; i--, rest >>= 6) letters[at + i] = 0x80 | (rest & 63)
    letters[at] = (width === 2 ? 0xc0 : width === 3 ? 0xe0 : 0xf0) | (code >> (6 * (width - 1)))
  }
}

/** Decodes the character at p, which is not ASCII. */
function decode(bytes: Uint8Array, p: number, end: number): void {
  const lead = bytes[p]
  const width =
    lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0
  decoded.code = none
  decoded.bytes = 1
  if (width === 0 || p + width > end) return
  let code = lead & (0xff >> (width + 1))
  for (let i = 1; i < width; i++) {
    const c = bytes[p + i]
    if ((c & 0xc0) !== 0x80) return
    code = (code << 6) | (c & 63)
  }
  // an overlong encoding, half of a surrogate pair, or beyond the last code point
  if (
    code < (width === 2 ? 0x80 : width === 3 ? 0x800 : 0x10000) ||
    (code >= 0xd800 && code < 0xe000) ||
    code > 0x10ffff
  )
    return
  decoded.code = code
  decoded.bytes = width
}

function startsWord(bytes: Uint8Array, p: number, end: number): boolean {
  if (p >= end) return false
  if (bytes[p] < 128) return asciiKinds[bytes[p]] === word
  decode(bytes, p, end)
  return decoded.code < 0 || kindOf(decoded.code) === word
}

/** Puts the word so far. */
function flush(text: Prose): void {
  const { used, state, grams } = text
  if (used > 0) {
    put(text, letters, used)
    if (state === word && grams > 0) putRuns(text)
  }
  text.used = 0
  text.state = none
}

function put(text: Prose, bytes: Uint8Array, length: number): void {
  const { out, seed, column } = text
  tokenNames.names?.word(text.n, column, bytes.slice(0, length), 0, length)
  out.indices[text.n] = murmur3Int(bytes, 0, length, seed)
  out.values[text.n++] = 1
}

/** Puts the runs of characters of the word, which begins with < and ends with >. */
function putRuns(text: Prose): void {
  const { used, grams } = text
  const length = used + 2
  // the byte of the word between its ends, and whether a character begins there
  const at = (i: number): number => (i === 0 ? 60 : i === length - 1 ? 62 : letters[i - 1])
  const begins = (i: number): boolean => i === length || (at(i) & 0xc0) !== 0x80
  let end = 0
  let count = 0
  for (let start = 0; start < length; start++) {
    if (!begins(start)) continue
    if (count > 0) count--
    while (count < grams && end < length) {
      end++
      while (!begins(end)) end++
      count++
    }
    if (count < grams) return
    run[0] = 126
    for (let i = start; i < end; i++) run[1 + i - start] = at(i)
    put(text, run, 1 + end - start)
  }
}
