import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fallback, proseUnicode } from '@ol/fallback'
import { load } from '@ol/native'
import { hashText, murmur3 } from '@ol/numerics'
import { read } from '@ol/reader'
import type { ReadOptions, Tokenizer } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { root } from '../cli/run.js'

const native = load()
// strings of another version of Unicode may differ
const sameUnicode = process.versions.unicode === proseUnicode
const backends = [fallback, ...('backend' in native && native.backend !== undefined ? [native.backend] : [])]
const seed = hashText('text', 0, 'strings')
const encoder = new TextEncoder()

/** Returns the hashes of the words of a string, as they are read from a table of one row. */
async function hashesOf(
  text: string,
  backend: { readonly tokenize: Tokenizer },
  options: ReadOptions = {},
): Promise<number[]> {
  const csv = `y,text\n1,"${text.replaceAll('"', '""')}"\n`
  const own = { label: 'y', text: ['text'], constant: false, format: 'csv', ...options } as const
  for await (const { indices, offsets } of read(encoder.encode(csv), { ...own, backend } as ReadOptions))
    return Array.from(indices.subarray(0, offsets[1]))
  return []
}

const hashes = (words: readonly string[]): number[] =>
  words.map((word) => {
    const bytes = encoder.encode(word)
    return murmur3(bytes, 0, bytes.length, seed)
  })

/** Ideographs that are there for compatibility, which stay as they are. */
const compatible = /[\uf900-\ufaff\u{2f800}-\u{2fa1f}]/u

/** Finds words with the regular expressions and strings of JavaScript, whose Unicode is the version of the tables. */
function wordsOf(text: string): string[] {
  const plain = text
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/\u2019/g, "'")
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
  const one = /[\p{L}\p{M}\p{N}]/u
  const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
  const found: string[] = []
  let last = ''
  const characters = Array.from(plain)
  for (const [i, c] of characters.entries()) {
    const next = characters[i + 1] ?? ''
    const isWord = (x: string): boolean => one.test(x) && !(ideograph.test(x) && /\p{L}/u.test(x))
    const base = compatible.test(c) ? c : Array.from(c.normalize('NFD'))[0]
    const code = base.codePointAt(0) as number
    const combines =
      /\p{M}/u.test(c) &&
      last !== '' &&
      `${c}\u0334`.normalize('NFD') + `\u0345${c}`.normalize('NFD') !== `${c}\u0334\u0345${c}`
    const kind = /[\p{Z}\p{Cc}]/u.test(c)
      ? ''
      : combines
        ? last
        : isWord(base) || (c === "'" && last === 'word' && isWord(next))
          ? 'word'
          : /[\p{P}]/u.test(base) || (/\p{S}/u.test(base) && code < 0x2190)
            ? 'mark'
            : 'alone'
    const folded = compatible.test(c)
      ? c
      : Array.from(c.normalize('NFD'), (x) => x.toLowerCase())
          .join('')
          .replaceAll('ς', 'σ')
          .normalize('NFD')
    if (kind === '') last = ''
    else if (kind === last && (kind !== 'alone' || combines)) found[found.length - 1] += folded
    else {
      found.push(folded)
      last = kind
    }
  }
  return found.map((word) =>
    /[\uf900-\ufaff\u{2f800}-\u{2fa1f}]/u.test(word) ? word : word.normalize('NFD'),
  )
}

/** Returns a text of characters of all kinds, the same for a seed. */
function randomText(start: number): string {
  let state = start >>> 0
  const below = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  const blocks = [
    0x20, 0x60, 0xa0, 0x100, 0x300, 0x370, 0x400, 0x590, 0x900, 0x1e00, 0x1f00, 0x2010, 0x2190, 0x3040,
  ]
  const wide = [0x4e00, 0xac00, 0xff00, 0x1f600, 0xe00, 0x1100]
  return Array.from({ length: 3 + below(40) }, () => {
    const from =
      below(4) === 0 ? wide[below(wide.length)] : blocks[below(3) === 0 ? below(blocks.length) : below(2)]
    const c = String.fromCodePoint(from + below(96))
    return /\p{Cn}|\r|\n/u.test(c) ? ' ' : c
  }).join('')
}

describe.each(backends.map((backend) => [backend.name, backend] as const))(
  'words of prose, %s',
  (_, backend) => {
    test.each([
      ['Hello, hello HELLO!!', ['hello', ',', 'hello', 'hello', '!!']],
      ["Don't, don’t 'quoted'", ["don't", ',', "don't", "'", 'quoted', "'"]],
      ['caf\u00e9 CAFE\u0301', ['cafe\u0301', 'cafe\u0301']],
      [
        'win £1000 at http://x.org/?a_b',
        ['win', '£', '1000', 'at', 'http', '://', 'x', '.', 'org', '/?', 'a', '_', 'b'],
      ],
      ['ＦＵＬＬ　ｗｉｄｔｈ！', ['full', 'width', '!']],
      ['Σίσυφος ΣΊΣΥΦΟΣ', ['σι\u0301συφοσ', 'σι\u0301συφοσ']],
      ['東京です👍👍', ['東', '京', 'て\u3099', 'す', '👍', '👍']],
      ['한글 \u1112\u1161\u11ab', ['\u1112\u1161\u11ab\u1100\u1173\u11af', '\u1112\u1161\u11ab']],
      ['co\u00adop\u200b', ['coop']],
      ['', []],
    ] as const)('of %j', async (text, words) => {
      expect(await hashesOf(text, backend)).toEqual(hashes(words))
    })

    test('agree with the strings of JavaScript, for characters of all kinds', async () => {
      if (!sameUnicode) return
      for (let k = 0; k < 300; k++) {
        const text = randomText(k)
        expect(await hashesOf(text, backend), JSON.stringify(text)).toEqual(hashes(wordsOf(text)))
      }
    })

    test('do not depend on how characters are spelled', async () => {
      for (let k = 1000; k < 1060; k++) {
        const text = randomText(k)
        const composed = await hashesOf(text.normalize('NFC'), backend)
        expect(await hashesOf(text.normalize('NFD'), backend), JSON.stringify(text)).toEqual(composed)
      }
    })

    test('have runs of characters on request, and are unchanged between spaces', async () => {
      expect(await hashesOf('The é!', backend, { charNgrams: 3 })).toEqual(
        hashes(['the', '~<th', '~the', '~he>', 'e\u0301', '~<e\u0301', '~e\u0301>', '!']),
      )
      expect(await hashesOf('a', backend, { charNgrams: 2 })).toEqual(hashes(['a', '~<a', '~a>']))
      expect(await hashesOf('The cat, the', backend, { words: 'spaces' })).toEqual(
        hashes(['The', 'cat,', 'the']),
      )
      await expect(hashesOf('a', backend, { words: 'spaces', charNgrams: 3 })).rejects.toThrow(
        /words 'prose'/,
      )
    })

    test('of more than a thousand bytes are cut', async () => {
      const found = await hashesOf(`${'x'.repeat(2500)} y`, backend, { charNgrams: 2 })
      const whole = await hashesOf(`${'x'.repeat(2500)} y`, backend)
      expect(whole).toEqual(hashes(['x'.repeat(1000), 'x'.repeat(1000), 'x'.repeat(500), 'y']))
      expect(found).toHaveLength(3 + 1001 + 1001 + 501 + 1 + 2)
    })
  },
)

test('the tables have their version of Unicode', () => {
  if (!sameUnicode) return
  const ran = spawnSync(process.execPath, [join(root, 'scripts', 'prose-tables.mjs'), '--check'], {
    encoding: 'utf8',
  })
  expect([ran.status, ran.stderr]).toEqual([0, ''])
})
