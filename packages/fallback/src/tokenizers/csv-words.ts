/** The words of a cell that has no value, in lower case: docs/formats/csv.md. Twin: native/core/tokenizers/csv-words.h. */
const missingWords: readonly Uint8Array[] = [
  '?',
  '-',
  '.',
  'na',
  'n/a',
  'nan',
  'nil',
  '#n/a',
  '<na>',
  '-nan',
  'null',
  'none',
  'missing',
].map((word) => Uint8Array.from(word, (c) => c.charCodeAt(0)))
const longestMissing = 7

/** The spellings of values that are not finite; a sign may precede them. */
const infinities: readonly Uint8Array[] = ['inf', 'infinity'].map((word) =>
  Uint8Array.from(word, (c) => c.charCodeAt(0)),
)

/** Returns whether [start, end) is a word in lower case, whatever the case of its letters. */
function isWord(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  if (end - start !== word.length) return false
  for (let i = 0; i < word.length; i++) {
    const c = bytes[start + i]
    if ((c >= 65 && c <= 90 ? c | 32 : c) !== word[i]) return false
  }
  return true
}

/** Returns whether a cell of a column of numbers, booleans or dates marks a missing value. */
export function isMissingWord(bytes: Uint8Array, start: number, end: number): boolean {
  if (start === end) return true
  if (end - start > longestMissing) return false
  for (const word of missingWords) if (isWord(bytes, start, end, word)) return true
  return false
}

/** Returns whether a cell is an infinity, as programs write it. */
export function isInfinity(bytes: Uint8Array, start: number, end: number): boolean {
  const from = bytes[start] === 43 || bytes[start] === 45 ? start + 1 : start
  for (const word of infinities) if (isWord(bytes, from, end, word)) return true
  return false
}

/** Returns whether [start, end) is one of the strings, each of which a line feed ends. */
export function isOneOf(bytes: Uint8Array, start: number, end: number, texts: Uint8Array): boolean {
  for (let from = 0; from < texts.length; ) {
    let i = 0
    while (texts[from + i] !== 10 && start + i < end && texts[from + i] === bytes[start + i]) i++
    if (texts[from + i] === 10 && start + i === end) return true
    while (texts[from] !== 10) from++
    from++
  }
  return false
}

const yes = Uint8Array.from('true', (c) => c.charCodeAt(0))
const no = Uint8Array.from('false', (c) => c.charCodeAt(0))

/** Returns the lower-case bytes of a boolean; undefined: the cell is not a boolean. */
export function booleanOf(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  if (isWord(bytes, start, end, yes)) return yes
  return isWord(bytes, start, end, no) ? no : undefined
}
