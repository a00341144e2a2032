import { packedTables } from './prose-tables.js'

/** The role of a character: part of a word, end of a word, part of a run of marks, a word by itself, or none. */
export const characterKinds = { word: 0, space: 1, mark: 2, alone: 3, nothing: 4 } as const

/** Kinds of the characters of ASCII. */
export const asciiKinds: Uint8Array = Uint8Array.from({ length: 128 }, (_, c) => {
  if (c <= 32 || c === 127) return characterKinds.space
  const letter = c | 32
  return (letter >= 97 && letter <= 122) || (c >= 48 && c <= 57) ? characterKinds.word : characterKinds.mark
})

type TableName = keyof typeof packedTables

function unpacked(): Readonly<Record<TableName, Uint32Array>> {
  const entries = Object.entries(packedTables).map(([name, text]) => {
    let value = 0
    return [
      name,
      Uint32Array.from(text.split(' '), (difference) => {
        value += Number.parseInt(difference, 36)
        return value
      }),
    ] as const
  })
  return Object.fromEntries(entries) as Record<TableName, Uint32Array>
}

let unpackedTables: ReturnType<typeof unpacked> | undefined

/** Created at the first character that is not ASCII. */
function tables(): ReturnType<typeof unpacked> {
  unpackedTables ??= unpacked()
  return unpackedTables
}

/** Returns the place of the last number that is not larger than `code`; -1: all are larger. */
function lastAtMost(sorted: Uint32Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the kind of a code point from 128 on. */
export function kindOf(code: number): number {
  const { kindFrom, kindValue } = tables()
  const at = lastAtMost(kindFrom, code)
  return at < 0 ? characterKinds.word : kindValue[at]
}

/** Returns the rank of a combining mark in the canonical order; 0: it is not a combining mark. */
export function rankOf(code: number): number {
  const { rankFrom, rankValue } = tables()
  const at = lastAtMost(rankFrom, code)
  return at < 0 ? 0 : rankValue[at]
}

const syllables = { first: 0xac00, last: 0xd7a3, leads: 0x1100, vowels: 0x1161, tails: 0x11a7 } as const

/** Writes the code points that a code point from 128 on becomes, and returns how many. Twin: foldOf of native/core/tokenizers/prose.cc. */
export function foldOf(code: number, out: Uint32Array): number {
  if (code >= syllables.first && code <= syllables.last) {
    const place = code - syllables.first
    const tail = place % 28
    out[0] = syllables.leads + Math.floor(place / 588)
    out[1] = syllables.vowels + Math.floor((place % 588) / 28)
    out[2] = syllables.tails + tail
    return tail === 0 ? 2 : 3
  }
  const { foldFrom, foldAt, foldTo } = tables()
  const at = lastAtMost(foldFrom, code)
  if (at < 0 || foldFrom[at] !== code) {
    out[0] = code
    return 1
  }
  const count = foldAt[at + 1] - foldAt[at]
  for (let i = 0; i < count; i++) out[i] = foldTo[foldAt[at] + i]
  return count
}
