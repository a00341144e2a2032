import type { ReadOptions } from '@ol/spec'
import { expect, test } from 'vitest'
import { isFull, rotation } from '../../spec/test/grid.js'
import { bytesOf, collect, faultsOf, pieces } from './collect.js'
import { corpora } from './corpora.js'

const some = rotation()

test.each(corpora)('%s: the same examples and faults for every cut', async (_, text, options) => {
  for (const end of some(['', '\n', '\r\n', '\n\n'], 2)) {
    const bytes = bytesOf(text + end)
    const expected = await collect(bytes, options)
    expect(expected.report.skipped).toBeGreaterThan(2)
    expect(expected.examples.length).toBeGreaterThan(2)
    for (let length = 1; length <= bytes.length + 1; length += isFull || length < 24 ? 1 : 7) {
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

test('the faults of the corpus belong to its lines', async () => {
  const report = async (name: string, more: ReadOptions = {}) => {
    const [, text, options] = corpora.find(([other]) => other === name) ?? corpora[0]
    return (await collect(bytesOf(text), { ...options, ...more })).report
  }
  expect(faultsOf(await report('vw'))).toEqual([
    '3:1 OL_LINE_LABEL',
    '5:4 OL_LINE_ENCODING',
    '8:1 OL_LINE_LONG',
    '9:1 OL_LINE_LONG',
    '10:7 OL_LINE_VALUE',
  ])
  expect(faultsOf(await report('svmlight'))).toEqual([
    '4:6 OL_LINE_VALUE',
    '5:1 OL_LINE_LABEL',
    '6:1 OL_LINE_LONG',
  ])
  const csvReport = await report('csv', { missingAs: 'absent' })
  expect(faultsOf(csvReport).slice(0, 4)).toEqual([
    '6:1 OL_LINE_TYPE',
    '7:3 OL_LINE_QUOTE',
    '10:6 OL_LINE_QUOTE',
    '14:1 OL_LINE_LONG',
  ])
})

test('a line without end is skipped within bounded memory, and reported', async () => {
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
