import { fallback } from '@ol/fallback'
import { areInUtf8, textsOf, utf8Of } from '@ol/spec'
import { expect, test } from 'vitest'
import { read } from '../src/index.js'

const vw = [
  '1 |a b c:2 d:-.5|e f g |h:2 i j:+3',
  "-1 2 'tag| x\ty:1e3   z \t",
  '1 | plain words here\r',
  '1 |n :2 b',
  '1 |n a:0 b',
  '1 |n:0 a b',
  '1 |n a:text b',
  '1 |n caf\u00e9 \u65e5:2 \u00e9^x',
  '1 |n a\rb c',
  '1 |a b ||c d| e',
  '1 |',
  '1',
  '1 |n x:1:2',
  '| a b',
  '1 |n a:1e-200 b',
]
const svmlight = [
  '1 1:2 3:4',
  '-1 qid:3 7:1 9:0.5 # words 5:5',
  '1 2:0 3:1\r',
  '1\t10:1\t20:-1',
  '1 # 3:4',
  '1 4:1 # 5:1',
  '1 007:1 8:1',
]
/** The fallback, with these plain names. */
function withNames(plainNames: typeof fallback.plainNames): typeof fallback {
  const own: typeof fallback = {
    ...fallback,
    plainNames,
    stream: (threads) => ({ ...fallback.stream(threads), plainNames }),
  }
  return own
}

/** Finds no name between blanks: every example is read a second time. */
const again = withNames((_plan, _chunk, _at, from) => from)

async function namesOf(text: string | Uint8Array, options: object): Promise<unknown> {
  const found: unknown[] = []
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  for await (const { names, indices } of read(bytes, options))
    found.push(Array.from(names?.at ?? [], (i, k) => [indices[i], names?.texts[k]]))
  return found
}

test.each([
  ['vw', vw],
  ['svmlight', svmlight],
] as const)('the names of %s are those that a second reading finds', async (format, lines) => {
  for (const options of [
    { allNames: true },
    { names: 7 },
    { names: 1000, constant: false },
    { names: 100, wide: true },
  ])
    for (const text of [...lines.map((line) => `${line}\n`), `${lines.join('\n')}\n`]) {
      const given = { format, ...options }
      const found = await namesOf(text, { ...given, backend: fallback })
      expect([text, found]).toEqual([text, await namesOf(text, { ...given, backend: again })])
    }
})

test('most lines need no second reading', async () => {
  const done: unknown[] = []
  const watched = withNames((plan, chunk, at, from, out) => {
    const until = fallback.plainNames(plan, chunk, at, from, out)
    done.push([from, until, at.length])
    return until
  })
  await namesOf(`${vw[0]}\n${vw[2]}\n${vw[13]}\n`, { format: 'vw', names: 100, backend: watched })
  expect(done).toEqual([[0, 13, 13]])
})

test('names of bytes that are no UTF-8 are those in Windows-1252', async () => {
  const head = new TextEncoder().encode('1 |n a b\u00e9')
  const text = Uint8Array.of(...head, 32, 0xff, 120, 32, 0xc3, 10)
  const found = await namesOf(text, { format: 'vw', names: 100, constant: false })
  expect(found).toEqual(await namesOf(text, { format: 'vw', names: 100, constant: false, backend: again }))
  expect(JSON.stringify(found)).toContain('n^\u00ffx')
  for await (const { names } of read(text, { format: 'vw', names: 100, constant: false })) {
    const utf8 = names === undefined ? undefined : utf8Of(names)
    expect(utf8?.bytes).toEqual(new TextEncoder().encode(names?.texts.join('')))
    expect(utf8?.ends).toEqual(Uint32Array.of(3, 8, 13, 17))
  }
})

test.each([
  ['csv', 'y,color,café\n1,red,2\n0,"gr, een",\n1,red,x\n'],
  ['jsonl', '{"label":1,"a":{"b":"x","caf\u00e9":2},"k":["p","q"]}\n{"label":0,"\ud83d\ude00":1,"":3}\n'],
  ['vw', '1 |n a b\n0 |n a:red b\n1 |m c d\n'],
  ['vw', `1 |n ${'é'.repeat(300)} ${'x'.repeat(40_000)} b\n`],
] as const)('names of %s are the same as strings and in UTF-8', async (format, text) => {
  for await (const { names } of read(new TextEncoder().encode(text), { format, names: 1000 })) {
    const utf8 = names === undefined ? undefined : utf8Of(names)
    expect(names?.texts.length).toBeGreaterThan(2)
    expect(utf8 && textsOf(utf8)).toEqual(names?.texts)
    expect(names && areInUtf8(names)).toBe(true)
    expect(utf8?.bytes).toEqual(new TextEncoder().encode(names?.texts.join('')))
  }
})
