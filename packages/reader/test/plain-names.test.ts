import { afterEach, expect, test, vi } from 'vitest'
import { read } from '../src/index.js'
import { PlainNames } from '../src/names/plain-names.js'

afterEach(() => vi.restoreAllMocks())

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

async function namesOf(text: string, options: object): Promise<unknown> {
  const found: unknown[] = []
  for await (const { names, indices } of read(new TextEncoder().encode(text), options))
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
      const plain = vi.spyOn(PlainNames.prototype, 'scan')
      const given = { format, ...options }
      const found = await namesOf(text, given)
      plain.mockReturnValue(false)
      expect([text, found]).toEqual([text, await namesOf(text, given)])
      plain.mockRestore()
    }
})

test('most lines need no second reading', async () => {
  const plain = vi.spyOn(PlainNames.prototype, 'scan')
  await namesOf(`${vw[0]}\n${vw[2]}\n${vw[13]}\n`, { format: 'vw', names: 100 })
  expect(plain.mock.results.map(({ value }) => value)).toEqual([true, true, true])
})
