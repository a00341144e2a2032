import { fallback } from '@ol/fallback'
import {
  areInUtf8,
  type NameBytes,
  type NamedLines,
  nameCounts,
  nameCountsLength,
  namesAt,
  namesInUtf8,
  namesWithin,
  type TextBackend,
  textsOf,
  utf8Of,
} from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { nativeBackend } from './machine.js'
import { random } from './streams.js'

const native = nativeBackend()
const backends: readonly TextBackend[] = native === undefined ? [fallback] : [fallback, native]
type Format = 'vw' | 'svmlight' | 'csv' | 'jsonl' | 'counts'

/** Lines, each an example of this many features with the constant. */
function linesOf(lines: readonly (readonly [string, number])[], text?: Uint8Array): NamedLines {
  const bytes = text ?? new TextEncoder().encode(lines.map(([line]) => `${line}\n`).join(''))
  const offsets = [0]
  for (const [, features] of lines) offsets.push(offsets[offsets.length - 1] + features)
  return {
    bytes,
    end: bytes.length,
    size: lines.length,
    lines: Uint32Array.from(lines.keys()),
    offsets: Uint32Array.from(offsets),
    cursor: Uint32Array.of(0, 0),
  }
}

function buffersFor(bytes: number, names: number): NameBytes {
  return {
    text: new Uint8Array(bytes),
    ends: new Uint32Array(names),
    counts: new Uint32Array(nameCountsLength),
  }
}

interface Found {
  readonly until: number
  readonly texts: readonly string[]
  readonly chunk: NamedLines
  readonly out: NameBytes
}

/** The names that a backend finds of all features, or of some, with these buffers. */
function find(
  backend: TextBackend,
  chunk: NamedLines,
  { format = 'vw' as Format, constant = true, at = all(chunk), from = 0, bytes = 4096 } = {},
): Found {
  const own = { ...chunk, cursor: chunk.cursor.slice() }
  const out = buffersFor(bytes, at.length)
  const until = backend.plainNames({ format, constant }, own, at, from, out)
  const size = out.counts[nameCounts.names]
  return { until, texts: textsOf({ bytes: out.text, ends: out.ends.subarray(0, size) }), chunk: own, out }
}

function all({ offsets, size }: NamedLines): Uint32Array {
  return Uint32Array.from({ length: offsets[size] }, (_, i) => i)
}

describe.each(backends.map((backend) => [backend.name, backend] as const))(
  'plain names on %s',
  (_, backend) => {
    it('are the namespace and the text between blanks', () => {
      const chunk = linesOf([
        ['1 |a b c:2 d:-.5|e f:1e3 g |h:2 i', 7],
        ['| x  \ty \r', 3],
        ["-1 'tag|n caf\u00e9 b^c b^c", 4],
      ])
      const { until, texts, out } = find(backend, chunk)
      expect(texts).toEqual(
        ['a^b', 'a^c', 'a^d', 'e^f', 'e^g', 'h^i', 'Constant', 'x', 'y', 'Constant'].concat([
          'n^caf\u00e9',
          'n^b^c',
          'n^b^c',
          'Constant',
        ]),
      )
      expect(until).toBe(14)
      expect([...out.counts]).toEqual([14, out.ends[13], 1, 0])
    })

    it('of svmlight are the numbers as they are written', () => {
      const chunk = linesOf([
        ['1 1:2 007:4 # 5:5', 2],
        ['-1\t10:1\t20:-1\r', 2],
        ['0', 0],
      ])
      const { until, texts, out } = find(backend, chunk, { format: 'svmlight', constant: false })
      expect([until, texts]).toEqual([4, ['1', '007', '10', '20']])
      expect(out.counts[nameCounts.beyondAscii]).toBe(0)
    })

    it.each<readonly [string, string, number, Format]>([
      ['a feature that was dropped', '1 |n a:0 b', 2, 'vw'],
      ['more features than blanks', '1 |n a b', 4, 'vw'],
      ['no name', '1 |n :2 b', 3, 'vw'],
      ['a text as value', '1 |n a:red b', 3, 'vw'],
      ['a carriage return within', '1 |n a\rb c', 4, 'vw'],
      ['no bar', '1 a b', 3, 'vw'],
      ['an invalid pair', '-1 qid:3 7:1', 3, 'svmlight'],
      ['another format', '1,2', 3, 'csv'],
      ['one more format', '{"a":1}', 2, 'jsonl'],
    ])('end at a line with %s', (_what, line, features, format) => {
      const plain = format === 'svmlight' ? '1 1:1' : '1 |n a'
      const chunk = linesOf([
        [plain, 2],
        [line, features],
        [plain, 2],
      ])
      const first = find(backend, chunk, { format })
      const known = format === 'vw' || format === 'svmlight'
      expect([first.until, first.texts.length]).toEqual(known ? [2, 2] : [0, 0])
      if (!known) return
      expect([...first.chunk.cursor]).toEqual([1, plain.length + 1])
      // those after it are found from there
      const later = find(backend, first.chunk, { format, from: 2 + features })
      expect([later.until, later.texts]).toEqual([4 + features, first.texts])
    })

    it('say how many bytes there is no room for, and go on with more', () => {
      const chunk = linesOf([['1 |space one two', 3]])
      const { until, texts, out } = find(backend, chunk, { bytes: 12 })
      expect([until, texts, [...out.counts]]).toEqual([1, ['space^one'], [1, 9, 0, 9]])
      const rest = find(backend, chunk, { from: 1, bytes: 17 })
      expect([rest.until, rest.texts]).toEqual([3, ['space^two', 'Constant']])
    })

    it('of features that are wanted skip lines without', () => {
      const chunk = linesOf(Array.from({ length: 50 }, (_, e) => [`1 |n a${e} b${e}`, 3] as const))
      const at = Uint32Array.of(1, 3 * 7, 3 * 7 + 2, 3 * 49 + 1)
      const { until, texts } = find(backend, chunk, { at })
      expect([until, texts]).toEqual([4, ['n^b0', 'n^a7', 'Constant', 'n^b49']])
    })

    it('do not exist if the lines end before the example', () => {
      const chunk = linesOf([['1 |n a', 2]])
      expect(find(backend, { ...chunk, lines: Uint32Array.of(1) }).until).toBe(0)
      expect(find(backend, { ...chunk, cursor: Uint32Array.of(1, 0) }).until).toBe(0)
      expect(find(backend, chunk, { at: Uint32Array.of(2) }).until).toBe(0)
      const late = { ...chunk, offsets: Uint32Array.of(1, 3) }
      expect(find(backend, late, { at: Uint32Array.of(0) }).until).toBe(0)
      expect(find(backend, late, { at: Uint32Array.of(1, 0) }).until).toBe(1)
      expect(find(backend, { ...chunk, end: 0 }).until).toBe(0)
      expect(find(backend, { ...chunk, end: chunk.end - 1 }).until).toBe(0)
    })
  },
)

/** A line of what may be in VW text, and a number of features that is mostly right. */
function anyLine(next: () => number): readonly [string, number] {
  const pieces = ['a', 'b\u00e9', ':1', ':x', ' ', '  ', '\t', '|', '|n ', '|:2 ', '^', '\r', '#', '7:1', ':']
  let line = next() < 0.7 ? '1 |n ' : '1 '
  const count = Math.floor(12 * next())
  for (let k = 0; k < count; k++)
    line += next() < 0.4 ? ` f${k}:2` : pieces[Math.floor(next() * pieces.length)]
  return [line, line.split(/[ \t]+/).filter((name) => name !== '').length - (next() < 0.8 ? 1 : 0)]
}

it.runIf(native !== undefined)('both backends leave the same bytes, whatever the lines', () => {
  const next = random(5)
  let found = 0
  for (let k = 0; k < 3000; k++) {
    const chunk = linesOf(Array.from({ length: 1 + Math.floor(4 * next()) }, () => anyLine(next)))
    const options = {
      format: (next() < 0.8 ? 'vw' : 'svmlight') as Format,
      constant: next() < 0.5,
      bytes: Math.floor(60 * next()),
    }
    for (let from = 0; from <= chunk.offsets[chunk.size]; from++) {
      const [own, other] = backends.map((backend) => find(backend, chunk, { ...options, from }))
      expect(other).toEqual(own)
      found += own.texts.length
    }
  }
  expect(found).toBeGreaterThan(3000)
})

it.runIf(native !== undefined)('refuses arrays that are too short', () => {
  const chunk = linesOf([['1 |n a', 2]])
  const at = all(chunk)
  const plan = { format: 'vw', constant: true } as const
  const calls: readonly (readonly [NamedLines, NameBytes, number])[] = [
    [{ ...chunk, end: chunk.end + 1 }, buffersFor(99, 2), 0],
    [{ ...chunk, size: 2 }, buffersFor(99, 2), 0],
    [{ ...chunk, lines: new Uint32Array(0) }, buffersFor(99, 2), 0],
    [{ ...chunk, offsets: Uint32Array.of(2, 0) }, buffersFor(99, 2), 0],
    [{ ...chunk, cursor: Uint32Array.of(0) }, buffersFor(99, 2), 0],
    [chunk, buffersFor(99, 1), 0],
    [chunk, buffersFor(99, 2), 3],
    [chunk, { ...buffersFor(99, 2), counts: new Uint32Array(3) }, 0],
    [chunk, { ...buffersFor(99, 2), counts: Uint32Array.of(0, 100, 0, 0) }, 0],
    [chunk, { ...buffersFor(99, 2), counts: Uint32Array.of(1, 0, 0, 0) }, 0],
  ]
  for (const [lines, out, from] of calls)
    expect(() => native?.plainNames(plan, lines, at, from, out)).toThrow(/Expected/)
})

it('names in UTF-8 become strings that another thread gets, too', () => {
  const bytes = new TextEncoder().encode('a\ufeffb\u65e5c')
  const names = namesInUtf8(Uint32Array.of(0, 1, 2), { bytes, ends: Uint32Array.of(1, 8, 8) })
  expect(names.texts).toEqual(['a', '\ufeffb\u65e5', ''])
  expect(utf8Of(names).bytes).toBe(bytes)
  const copy = structuredClone(names)
  expect(copy).toEqual({ at: names.at, texts: names.texts })
  expect([names, copy].map(areInUtf8)).toEqual([true, false])
})

it.each([false, true])('some names are the same, in UTF-8 or as strings: %s', (strings) => {
  const texts = ['a', '', 'caf\u00e9', '\ud83d', '\ude00', 'x'.repeat(300), 'z']
  const at = Uint32Array.of(2, 3, 5, 8, 9, 12, 20)
  const names = strings ? { at, texts } : namesInUtf8(at, utf8Of({ at, texts }))
  // halves of a character alone
  const known = texts.map((text) => text.replace(/^\p{Surrogate}$/u, '\ufffd'))
  expect(textsOf(utf8Of(names))).toEqual(known)
  for (const places of [[], [0], [6], [1, 2, 3], [0, 2, 3, 5, 6], [0, 1, 2, 3, 4, 5, 6]]) {
    const some = namesAt(names, places)
    expect([...some.at]).toEqual(places.map((k) => at[k]))
    expect(some.texts).toEqual(places.map((k) => known[k]))
  }
  for (const [first, end] of [
    [0, 30],
    [3, 9],
    [4, 5],
    [20, 21],
    [21, 30],
  ]) {
    const within = namesWithin(names, first, end)
    const kept = [...at.keys()].filter((k) => at[k] >= first && at[k] < end)
    expect([...within.at]).toEqual(kept.map((k) => at[k] - first))
    expect(textsOf(utf8Of(within))).toEqual(kept.map((k) => known[k]))
  }
})
