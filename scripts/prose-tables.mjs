// node scripts/prose-tables.mjs [--check]
//
// Writes, in both languages, the tables by which words of text are distinguished and folded, for the Unicode version
// of this Node.js. `npm run generate` does not do this, because models depend on the Unicode version. A test
// compares the tables if the versions agree.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const kinds = { word: 0, space: 1, mark: 2, alone: 3, nothing: 4 }
const codesOf = (text) => Array.from(text, (c) => c.codePointAt(0))
const textOf = (cp) => String.fromCodePoint(cp)

/**
 * Code points from 128 on. Hangul syllables are composed from jamo by a formula; compatibility ideographs stay
 * unchanged.
 */
function* codePoints() {
  for (let cp = 0x80; cp < 0x110000; cp++) if (cp < 0xd800 || cp > 0xdfff) yield cp
}

function foldOf(cp) {
  if (cp >= 0xac00 && cp <= 0xd7a3) return [cp]
  if ((cp >= 0xf900 && cp <= 0xfaff) || (cp >= 0x2f800 && cp <= 0x2fa1f)) return [cp]
  // full width
  if (cp >= 0xff01 && cp <= 0xff5e) return codesOf(textOf(cp - 0xfee0).toLowerCase())
  // most are their own fold, and the test for that is fast
  const own = textOf(cp)
  if (own !== 'ς' && own.normalize('NFD') === own && own.toLowerCase() === own) return [cp]
  const lower = (text) =>
    Array.from(text, (c) => c.toLowerCase())
      .join('')
      .replaceAll('ς', 'σ')
  return codesOf(lower(own.normalize('NFD')).normalize('NFD'))
}

function kindOf(cp) {
  // the fold of its composition first, in its usual width
  const [base] = foldOf(cp)
  const text = textOf(base)
  if (/[\p{Z}\p{Cc}]/u.test(text)) return kinds.space
  // characters without width, and variation selectors
  if (/\p{Cf}/u.test(text) || (cp >= 0xfe00 && cp <= 0xfe0f)) return kinds.nothing
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) && /\p{L}/u.test(text))
    return kinds.alone
  if (/\p{P}/u.test(text)) return kinds.mark
  if (/\p{S}/u.test(text)) return base < 0x2190 ? kinds.mark : kinds.alone
  return kinds.word
}

/** Whether the canonical order swaps two combining marks. */
const swaps = (a, b) => `a${textOf(a)}${textOf(b)}`.normalize('NFD') !== `a${textOf(a)}${textOf(b)}`

/** Returns the rank of each combining mark in the canonical order, from 1; other characters have no rank. */
function ranksOf() {
  const [first, last] = [0x0334, 0x0345]
  const stable = (cp) => textOf(cp).normalize('NFD') === textOf(cp)
  const marks = [...codePoints()].filter(
    (cp) =>
      /\p{M}/u.test(textOf(cp)) &&
      stable(cp) &&
      (swaps(cp, first) || swaps(last, cp) || cp === first || cp === last),
  )
  const samples = []
  const ranked = marks.map((cp) => {
    const at = samples.findIndex((sample) => !swaps(cp, sample) || sample === cp)
    const same = at >= 0 && !swaps(samples[at], cp)
    const place = at < 0 ? samples.length : at
    if (!same) samples.splice(place, 0, cp)
    return cp
  })
  return new Map(
    ranked.map((cp) => [cp, 1 + samples.findIndex((sample) => !swaps(cp, sample) && !swaps(sample, cp))]),
  )
}

/** Returns the ranges of a property, each by its first code point. */
function rangesOf(of) {
  const [from, values] = [[], []]
  let before = 0
  for (const cp of codePoints()) {
    const value = of(cp)
    if (value === before) continue
    from.push(cp)
    values.push(value)
    before = value
  }
  return [from, values]
}

function proseTables() {
  const [foldFrom, foldAt, foldTo] = [[], [], []]
  for (const cp of codePoints()) {
    const own = foldOf(cp)
    if (own.length === 1 && own[0] === cp) continue
    foldFrom.push(cp)
    foldAt.push(foldTo.length)
    foldTo.push(...own)
  }
  foldAt.push(foldTo.length)
  const [kindFrom, kindValue] = rangesOf(kindOf)
  const ranks = ranksOf()
  const [rankFrom, rankValue] = rangesOf((cp) =>
    /\p{M}/u.test(textOf(cp)) ? (ranks.get(foldOf(cp)[0]) ?? 0) : 0,
  )
  return { foldFrom, foldAt, foldTo, kindFrom, kindValue, rankFrom, rankValue }
}

/** Differences of neighbors to the base of 36, a minus before what is smaller. */
const packed = (list) => list.map((value, i) => (value - (list[i - 1] ?? 0)).toString(36)).join(' ')

function typescriptOf(tables) {
  const lines = Object.entries(tables).map(([name, list]) => {
    const text = packed(list)
    return `  ${name}:\n    '${text}',\n`
  })
  return `/* Generated of Unicode ${process.versions.unicode} by \`node scripts/prose-tables.mjs\`; a test compares. */

/** The version of Unicode that words are distinguished by: models depend on it. */
export const proseUnicode = '${process.versions.unicode}'

/** Lists of numbers: each is its difference from the one before, to the base of 36. */
export const packedTables = {
${lines.join('')}} as const
`
}

function cppOf(tables) {
  const lines = Object.entries(tables).map(([name, list]) => {
    const type = name === 'kindValue' || name === 'rankValue' ? 'uint8_t' : 'uint32_t'
    const constant = `k${name[0].toUpperCase()}${name.slice(1)}`
    const rows = []
    for (let i = 0; i < list.length; i += 64) rows.push(`    ${list.slice(i, i + 64).join(', ')},`)
    return `inline constexpr ${type} ${constant}[] = {\n${rows.join('\n')}\n};\n`
  })
  return `// Generated of Unicode ${process.versions.unicode} by \`node scripts/prose-tables.mjs\`; a test compares.
// clang-format off
#pragma once

#include <cstdint>

namespace ol::tokenizers {

${lines.join('\n')}
}  // namespace ol::tokenizers
`
}

const typescriptPath = join(root, 'packages', 'fallback', 'src', 'tokenizers', 'prose-tables.ts')
const cppPath = join(root, 'native', 'core', 'tokenizers', 'prose-tables.h')

const tables = proseTables()
for (const [path, text] of [
  [typescriptPath, typescriptOf(tables)],
  [cppPath, cppOf(tables)],
])
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is not what this script writes`)
    process.exitCode = 1
  }
