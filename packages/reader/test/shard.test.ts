import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotation } from '../../spec/test/grid.js'
import { read } from '../src/read.js'
import { parquetOf } from './tables.js'

async function labelsOf(sources: string | string[], options: object): Promise<number[]> {
  const labels: number[] = []
  const reader = read(sources, options)
  for await (const batch of reader) labels.push(...batch.labels)
  return labels
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-shard-'))
})
afterAll(async () => rm(folder, { recursive: true }))

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function shardsOf(path: string | string[], of: number, options: object = {}): Promise<number[][]> {
  return Promise.all(
    Array.from({ length: of }, (_, k) => labelsOf(path, { ...options, shard: { number: k + 1, of } })),
  )
}

const some = rotation()

describe('shards', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${i} 3:${'1'.repeat((i * 7) % 11)}1`)

  it.each([
    ['LF', lines.join('\n')],
    ['LF at the end', `${lines.join('\n')}\n`],
    ['CR LF', lines.join('\r\n')],
    ['a byte order mark', `\uFEFF${lines.join('\n')}`],
  ])('hold every line once, in order: %s', async (_name, text) => {
    const path = await file('lines.svm', text)
    for (const of of some([1, 2, 3, 7, 39, 100], 3)) {
      const found = await shardsOf(path, of, { format: 'svmlight' })
      expect(found.flat()).toEqual(lines.map((_, i) => i))
    }
  })

  it('hold the lines that begin behind the first part of the bytes and not behind the last', async () => {
    // bytes 0-4, 5-9, 10-14: the line at 5 begins in (0, 5], that at 10 after the half of 15 bytes
    const path = await file('short.svm', '0 1:1\n1 1:1\n2 1:1\n')
    expect(await shardsOf(path, 3, { format: 'svmlight' })).toEqual([[0, 1], [2], []])
    expect(await shardsOf(path, 2, { format: 'svmlight' })).toEqual([[0, 1], [2]])
  })

  it('read columns by the header of the input, which belongs to no shard', async () => {
    const path = await file('t.csv', ['y,a', ...lines.map((_, i) => `${i},${i / 2}`)].join('\n'))
    const found = await shardsOf(path, 4)
    expect(found.flat()).toEqual(lines.map((_, i) => i))
    expect(found.every((own) => own.length > 5)).toBe(true)
  })

  it('take complete files if inputs cannot be cut, and refuse too few of them', async () => {
    const paths = await Promise.all(
      [0, 1, 2].map((i) => file(`p${i}.svm.gz`, gzipSync(lines.slice(i * 10, i * 10 + 10).join('\n')))),
    )
    const found = await shardsOf(paths, 2, { format: 'svmlight' })
    expect(found.map((own) => own.length)).toEqual([20, 10])
    expect([...found[0], ...found[1]].sort((a, b) => a - b)).toEqual(lines.slice(0, 30).map((_, i) => i))
    await expect(labelsOf(paths, { format: 'svmlight', shard: { number: 1, of: 4 } })).rejects.toThrow(
      /at least 4 such files/,
    )
    const returns = await file('returns.csv', 'y,a\r1,2\r3,4\r')
    await expect(labelsOf(returns, { shard: { number: 1, of: 2 } })).rejects.toThrow(
      /converts its format, encoding or line ends first/,
    )
  })

  it('cut Parquet between its row groups, by the columns of the whole', async () => {
    const numbers = lines.map((_, i) => i)
    const words = numbers.map((i) => ['plain, "quoted"', 'two\nlines'][i % 2])
    const columns = [
      ['word', words],
      ['y', numbers],
      ['x', numbers.map((i) => (i === 39 ? 'late' : '1'))],
    ] as const
    const path = await file('t.parquet', parquetOf(columns, { rowGroupSize: 6 }))
    const options = { label: 'y', ignore: ['word'] }
    for (const of of [2, 3, 7]) {
      const found = await shardsOf(path, of, options)
      expect(found.flat()).toEqual(numbers)
      expect(found.every(({ length }) => length >= 4)).toBe(true)
    }
    expect((await shardsOf(path, 3, options)).map((own) => own.length)).toEqual([12, 12, 16])
    const one = { ...options, shard: { number: 1, of: 8 } }
    await expect(labelsOf(path, one)).rejects.toThrow(/at least 8 row groups.*t\.parquet has 7/)
    // files are taken whole where there are enough of them
    const other = await file('u.parquet', parquetOf(columns, { rowGroupSize: 6 }))
    expect(await shardsOf([path, other], 2, options)).toEqual([numbers, numbers])
    expect((await shardsOf([path, other], 3, options))[1]).toEqual([
      ...numbers.slice(12, 24),
      ...numbers.slice(12, 24),
    ])
  })

  it('name themselves if a line is bad', async () => {
    const path = await file('bad.svm', `${lines.join('\n')}\nx y z\n`)
    const reader = read(path, { format: 'svmlight', shard: { number: 2, of: 2 } })
    for await (const _ of reader);
    expect(reader.report.badLines[0].file).toMatch(/bad\.svm \(shard 2\/2\)$/)
  })

  it.each([0, 3, 1.5])('refuse number %s of 2', async (number) => {
    expect(() => read('x', { shard: { number, of: 2 } })).toThrow(/shard/)
  })

  it('refuse a stream', async () => {
    const pieces = (async function* () {
      yield '1 1:1\n2 1:2\n'
    })()
    const reader = read(pieces, { format: 'svmlight', shard: { number: 1, of: 2 } })
    await expect(reader.open()).rejects.toThrow(/once|whole/)
  })
})
