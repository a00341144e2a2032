import { expect, test } from 'vitest'
import type { ReadOptions } from '../src/options.js'
import { bytesOf, collect, faultsOf, pieces } from './collect.js'

const vw = [
  "1 'first |f a:1 b:2.5 |g c",
  '',
  'bad | x',
  '-1 | 12:1e-3 x:y',
  '1 |\0',
  '\r',
  '1 2 3 t|f:2 a\r',
  `1 | ${'long '.repeat(12)}`,
  `${'word'.repeat(20)}`,
  '1 | a:',
  '-1 | æ:3',
  '| last',
].join('\n')

const svmlight = [
  '1 1:1 2:2',
  '# c',
  '',
  '-1 3:x',
  'y 1:1',
  `1 ${'7:1 '.repeat(20)}`,
  '+1 4:4 # d\r',
  '0',
].join('\n')

const csv = [
  'n,c,y',
  '1,red,5',
  '2,"two\nlines",6',
  '3,"a ""q"" b",7',
  'x,blue,8',
  '4,"not closed,9',
  '5,green,10',
  '',
  '6,"x"y,11',
  '7,"over\nthree\nlines",12',
  `8,"${'wide'.repeat(16)}\nz",1`,
  `9,"short\n${'wide'.repeat(16)}",1`,
  `10,${'wide'.repeat(16)},1`,
  '11,"a\nb","c"x,1',
  '12,"\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",2',
  '13,last,"14"',
].join('\n')

const cases: [string, string, ReadOptions][] = [
  ['vw', vw, { format: 'vw', maxLineBytes: 50 }],
  ['svmlight', svmlight, { format: 'svmlight', maxLineBytes: 50 }],
  ['csv', csv, { maxLineBytes: 50, delimiter: ',', header: true, numeric: ['n'], categorical: ['c'] }],
]

test.each(cases)('%s: the same examples and faults for every cut', async (_, text, options) => {
  for (const end of ['', '\n', '\r\n', '\n\n']) {
    const bytes = bytesOf(text + end)
    const expected = await collect(bytes, options)
    expect(expected.report.skipped).toBeGreaterThan(2)
    expect(expected.examples.length).toBeGreaterThan(2)
    for (let length = 1; length <= bytes.length + 1; length++) {
      const byPiece = await collect(pieces(bytes, length), { ...options, chunkBytes: 1 })
      const byChunk = await collect(bytes, { ...options, chunkBytes: length })
      for (const found of [byPiece, byChunk]) {
        expect(found.examples).toEqual(expected.examples)
        expect(faultsOf(found.report)).toEqual(faultsOf(expected.report))
        expect(found.report).toEqual(expected.report)
      }
    }
  }
})

test('the faults of the corpus are those of its lines', async () => {
  const report = async (i: number) => (await collect(bytesOf(cases[i][1]), cases[i][2])).report
  expect(faultsOf(await report(0))).toEqual([
    '3:1 OL_LINE_LABEL',
    '5:4 OL_LINE_ENCODING',
    '8:1 OL_LINE_LONG',
    '9:1 OL_LINE_LONG',
    '10:7 OL_LINE_VALUE',
  ])
  expect(faultsOf(await report(1))).toEqual(['4:6 OL_LINE_VALUE', '5:1 OL_LINE_LABEL', '6:1 OL_LINE_LONG'])
  const csvReport = await report(2)
  expect(faultsOf(csvReport).slice(0, 4)).toEqual([
    '6:1 OL_LINE_TYPE',
    '7:3 OL_LINE_QUOTE',
    '10:6 OL_LINE_QUOTE',
    '14:1 OL_LINE_LONG',
  ])
})

test('a line without end is dropped within bounded memory, and named', async () => {
  async function* endless() {
    yield bytesOf('1 | 1\n')
    for (let i = 0; i < 400; i++) yield bytesOf('x'.repeat(10_000))
    yield bytesOf('\n-1 | 2\n')
  }
  const { examples, report } = await collect(endless(), {
    format: 'vw',
    maxLineBytes: 20_000,
    chunkBytes: 1000,
  })
  expect(examples).toEqual(['1 1 1:1', '3 -1 2:1'])
  expect(faultsOf(report)).toEqual(['2:1 OL_LINE_LONG'])
  expect(report.lines).toBe(3)
})
