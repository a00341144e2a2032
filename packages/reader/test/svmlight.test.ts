import { hashText, murmur3 } from '@ol/numerics'
import { describe, expect, test } from 'vitest'
import { bytesOf, collect, faultsOf } from './collect.js'

describe('svmlight: the meaning of a line', () => {
  const cases: [string, string][] = [
    ['1 3:4 5:6', '1 1 3:4 5:6'],
    ['+1 1:.5', '1 1 1:0.5'],
    ['-1', '1 -1'],
    ['2.5 qid:7 1:1', '1 2.5 1:1'],
    ['1 1:1 # a comment 9:9', '1 1 1:1'],
    ['1 1:1#glued', '1 1 1:1'],
    ['1 # 1:1', '1 1'],
    ['1 0:2 4294967295:3', '1 1 0:2 4294967295:3'],
    ['1 5:1 5:1 2:1', '1 1 5:1 5:1 2:1'],
    ['1 1:0 2:-0.0 3:1', '1 1 3:1'],
    ['1\t1:1\t2:2 ', '1 1 1:1 2:2'],
    ['1 1:1e-5', '1 1 1:0.00001'],
  ]
  test.each(cases)('%j', async (line, expected) => {
    for (const text of [line, `${line}\n`, `${line}\r\n`, `\ufeff${line}\n`]) {
      const { examples, report } = await collect(bytesOf(text), { format: 'svmlight' })
      expect(faultsOf(report)).toEqual([])
      expect(examples).toEqual([expected])
    }
  })

  test('comments are not examples', async () => {
    const { examples, report } = await collect(bytesOf('# x\n\n1 1:1\n  # y\n'), { format: 'svmlight' })
    expect(examples).toEqual(['3 1 1:1'])
    expect(report).toMatchObject({ lines: 4, skipped: 0 })
  })

  test('seed and mode of hashes', async () => {
    const space = murmur3(new Uint8Array(0), 0, 0, 9)
    const seeded = await collect(bytesOf('1 5:1'), { format: 'svmlight', hashSeed: 9 })
    expect(seeded.examples).toEqual([`1 1 ${(5 + space) >>> 0}:1`])
    const all = await collect(bytesOf('1 5:1'), { format: 'svmlight', hash: 'all' })
    expect(all.examples).toEqual([`1 1 ${hashText('5', 0, 'all')}:1`])
  })
})

describe('svmlight: bad lines', () => {
  const cases: [string, string][] = [
    ['x 1:1', '1:1 OL_LINE_LABEL'],
    ['1:1 2:2', '1:1 OL_LINE_LABEL'],
    ['1 a:1', '1:3 OL_LINE_SYNTAX'],
    ['1 1', '1:3 OL_LINE_SYNTAX'],
    ['1 :1', '1:3 OL_LINE_SYNTAX'],
    ['1 -1:1', '1:3 OL_LINE_VALUE'],
    ['1 4294967296:1', '1:3 OL_LINE_VALUE'],
    ['1 9223372036854775808:1', '1:3 OL_LINE_VALUE'],
    ['1 1:', '1:5 OL_LINE_VALUE'],
    ['1 1: 2:2', '1:5 OL_LINE_VALUE'],
    ['1 1:x', '1:5 OL_LINE_VALUE'],
    ['1 1:nan', '1:5 OL_LINE_VALUE'],
    ['1 1:1:1', '1:5 OL_LINE_VALUE'],
    ['1 1:1e200', '1:5 OL_LINE_VALUE'],
    ['1 1:1e-200', '1:5 OL_LINE_VALUE'],
    ['1 1:1\0', '1:6 OL_LINE_ENCODING'],
    ['1 1:1 # \0', '1:9 OL_LINE_ENCODING'],
    ['1 qid:\0 1:1', '1:7 OL_LINE_ENCODING'],
  ]
  test.each(cases)('%j', async (line, expected) => {
    const among = await collect(bytesOf(`1 1:1\n${line}\n-1 2:1\n`), { format: 'svmlight' })
    expect(among.examples).toEqual(['1 1 1:1', '3 -1 2:1'])
    expect(faultsOf(among.report)).toEqual([expected.replace('1:', '2:')])
  })
})
