import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ReadOptions } from '@ol/spec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { tableBytes } from '../src/columnar/table-bytes.js'
import { TableText } from '../src/columnar/table-text.js'
import { read } from '../src/read.js'
import { inMemory } from '../src/source/in-memory.js'
import type { Source } from '../src/source/source.js'
import { bytesOf, collect, faultsOf, pieces } from './collect.js'
import { arrowOf, bank, type Columns, parquetOf } from './tables.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-tables-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const rows = isFull ? 4521 : 1000
const binary = { labels: 'sign', positive: 'yes' } as const

/** Returns what a reader makes of an input, to the bit; a row is its line less the header. */
async function batchesOf(source: Source, options: ReadOptions, names: 0 | 1): Promise<unknown> {
  const arrays: Record<string, number[]> = {}
  const add = (name: string, values: Iterable<number> | undefined) => {
    arrays[name] ??= []
    for (const value of values ?? []) arrays[name].push(value)
  }
  const tags: (string | undefined)[] = []
  const reader = read(source, options)
  for await (const batch of reader) {
    for (const name of ['indices', 'values', 'labels', 'weights', 'initial'] as const) add(name, batch[name])
    add(
      'lengths',
      Array.from(batch.labels, (_, e) => batch.offsets[e + 1] - batch.offsets[e]),
    )
    add(
      'lines',
      batch.lines?.map((line) => line - names),
    )
    tags.push(...(batch.tags ?? []))
  }
  const { columns, labelTexts } = reader.schema ?? {}
  const { examples, features } = reader.report
  const texts = Object.entries(arrays).map(([name, values]) => `${name} ${values.join()}`)
  return { texts, tags, columns, labelTexts, examples, features }
}

const kinds: readonly (readonly [string, (columns: Columns) => Uint8Array])[] = [
  ['parquet', (columns) => parquetOf(columns)],
  ['parquet in small groups of rows', (columns) => parquetOf(columns, { rowGroupSize: 70 })],
  ['an arrow file', (columns) => arrowOf(columns, 'file')],
  ['an arrow stream', (columns) => arrowOf(columns, 'stream')],
]

describe.each(kinds)('%s', (name, make) => {
  test('gives the batches of equivalent CSV, to the bit', async () => {
    const { text, columns } = bank(rows)
    const bytes = make(columns)
    expect(columns.filter(([, values]) => typeof values[0] === 'number').length).toBe(7)
    for (const options of [
      { labels: 'sign' },
      { labels: 'sign', label: 'y', tag: 'job', ignore: ['age'], categorical: ['day'], chunkBytes: 5000 },
      { labels: 'real', label: 'age', weight: 'day', text: ['y'], interactions: ['aj'], chunkBytes: 777 },
    ] as const) {
      const expected = await batchesOf(bytesOf(text), options, 1)
      expect(expected).toMatchObject({ examples: rows })
      expect(await batchesOf(bytes, options, 0)).toEqual(expected)
      expect(await batchesOf(pieces(bytes, 3001), options, 0)).toEqual(expected)
    }
  })

  test('strings are read as the columns of CSV before them', async () => {
    const rows = Array.from({ length: 40 }, (_, k) => ({
      when: `${1 + (k % 28)}-0${1 + (k % 9)}-2020`,
      price: `$${1 + k},${100 + k}`,
      y: k % 7,
    }))
    const text = ['when,price,y', ...rows.map(({ when, price, y }) => `${when},"${price}",${y}`)].join('\n')
    const schema = await read(bytesOf(text)).open()
    expect(schema?.columns?.map(({ form }) => form)).toEqual(['dmy', 'thousands currency', undefined])
    const columns = (['when', 'price', 'y'] as const).map((of): [string, (string | number)[]] => [
      of,
      rows.map((row) => row[of]),
    ])
    const expected = await batchesOf(bytesOf(text), { schema }, 1)
    expect(expected).toMatchObject({ examples: 40 })
    expect(await batchesOf(make(columns), { schema }, 0)).toEqual(expected)
  })

  test('is read from every kind of source, and compressed', async () => {
    const bytes = make(bank(300).columns)
    const expected = await collect(bytes, { labels: 'sign' })
    expect(expected.examples.length).toBe(300)
    const path = join(folder, 'table')
    await writeFile(path, bytes)
    for (const source of [
      path,
      new Blob([bytes as Uint8Array<ArrayBuffer>]),
      bytes.slice().buffer,
      gzipSync(bytes),
      pieces(bytes, 1),
    ])
      expect((await collect(source, { labels: 'sign' })).examples).toEqual(expected.examples)
    // a model of CSV uses the names of columns, in any order, and the other way round
    const { columns } = bank(300)
    const moved = make([...columns].reverse())
    const csv = await collect(bytesOf(bank(300).text), { labels: 'sign' })
    const again = await collect(moved, { schema: csv.schema })
    const features = (example: string) => example.split(' ').slice(1).sort().join(' ')
    expect(again.examples.map(features)).toEqual(csv.examples.map(features))
    const back = await collect(bytesOf(bank(300).text), {
      schema: JSON.parse(JSON.stringify(expected.schema)),
    })
    expect(back.examples.map(features)).toEqual(expected.examples.map(features))
    const unlabelled = await collect(make(columns.slice(0, -1)), { schema: csv.schema })
    const bare = (example: string) => example.split(' ').slice(2)
    expect(unlabelled.examples.map(bare)).toEqual(csv.examples.map(bare))
    expect(new Set(unlabelled.examples.map((e) => e.split(' ')[1]))).toEqual(new Set(['NaN']))
  })

  test('strings of any kind, missing values, numbers of every size', async () => {
    const texts = [
      'a,b',
      'say "so"',
      'two\nlines',
      ' blank ',
      '',
      null,
      'æ',
      '__proto__',
      'x\r\ny',
      '"',
      'NA',
      '%c',
    ]
    const numbers = [1, -0, 1e-30, 123456789.123, 1e21, null, Number.NaN, 5e-324, 0.1, -1e99, 2 ** 53, 1 / 3]
    const columns: Columns = [
      ['text,1', texts],
      ['n', numbers],
      ['y', texts.map((_, i) => i)],
    ]
    const quoted = (value: string | number | null) =>
      value === null ? '' : typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value)
    const csv = [
      '"text,1",n,y',
      ...texts.map((_, i) => columns.map(([, values]) => quoted(values[i])).join()),
    ].join('\n')
    const expected = await collect(bytesOf(csv), { delimiter: ',', header: true })
    const found = await collect(make(columns))
    const rest = (example: string) => example.replace(/^\d+ /, '')
    expect(found.examples.map(rest)).toEqual(expected.examples.map(rest))
    // after a string of two lines rows still have their numbers
    expect(faultsOf(found.report)).toEqual([])
    expect(found.examples.map((e) => Number(e.split(' ')[0]))).toEqual(texts.map((_, i) => i + 1))
    expect(found.report.lines).toBe(12)
  })

  test('a table with one column, without rows, and without a label', async () => {
    const one = await collect(make([['a', ['x', null, 'y']]]), { label: null })
    expect(one.examples.map((e) => e.split(' ')[0])).toEqual(['1', '2', '3'])
    expect((await collect(make([['a', []]]))).examples).toEqual([])
  })

  test('truncated anywhere, and corrupt', async () => {
    const { columns } = bank(30)
    const bytes = make(columns.slice(-6))
    const whole = (await collect(bytes, binary)).examples
    expect(whole.length).toBe(30)
    let stream = 0
    for (let length = 1; length < bytes.length; length += length < 64 ? 1 : isFull ? 5 : 17) {
      const cut = bytes.subarray(0, length)
      const found = await collect(cut, { ...binary, file: 'cut.bin' }).then(
        ({ examples }) => examples,
        (error) => error,
      )
      // a stream may end after any of its messages
      if (Array.isArray(found)) {
        stream++
        expect(whole.slice(0, found.length)).toEqual(found)
      } else {
        expect(found).toMatchObject({ file: 'cut.bin' })
        expect(found.code).toMatch(/^OL_INPUT_(TRUNCATED|BINARY)$/)
        if (length > 8) expect(found.code).toBe('OL_INPUT_TRUNCATED')
      }
    }
    expect(stream).toBeLessThan(3)
    // the parts of a Parquet file are checked only as far as its library does
    for (let at = 8; at < bytes.length && name.startsWith('an arrow'); at += isFull ? 3 : 11) {
      const corrupted = Uint8Array.from(bytes)
      corrupted[at] ^= 1 << (at % 8)
      await collect(corrupted, binary).catch((error) => expect(error.code).toMatch(/^OL_/))
    }
  })
})

test('a table where another format was requested, and the other way round', async () => {
  const parquet = parquetOf(bank(10).columns)
  await expect(collect(parquet, { format: 'vw' })).rejects.toMatchObject({
    code: 'OL_INPUT_BINARY',
    value: 'parquet',
  })
  await expect(collect(parquet, { format: 'arrow' })).rejects.toMatchObject({ code: 'OL_INPUT_BINARY' })
  await expect(collect(bytesOf('a,y\n1,2\n'), { format: 'parquet' })).rejects.toMatchObject({
    code: 'OL_INPUT_BINARY',
  })
  const { schema } = await collect(bytesOf('1 | 1\n'))
  await expect(collect(parquet, { schema })).rejects.toMatchObject({ code: 'OL_INPUT_BINARY' })
  const { examples } = await collect(parquet, { format: 'parquet', ...binary })
  expect(examples.length).toBe(10)
})

test('two tables of different separators in one file are refused by name', async () => {
  const two = 'Report\n\nregion,sales,n\nnorth,1,2\nsouth,3,4\n\nname;age\nAnn;3\nBob;4\n\nTotals: a b c d\n'
  const refused = collect(bytesOf(two), { label: 'n' })
  await expect(refused).rejects.toMatchObject({ code: 'OL_INPUT_BINARY' })
  await expect(refused).rejects.toThrow('keep one table in a file')
})

/** Returns the stream with this key among the metadata of its second message: what Arrow 0.17 wrote. */
function withMetadata(stream: Uint8Array, key: string, value: string): Uint8Array {
  const view = new DataView(stream.buffer, stream.byteOffset)
  const second = 8 + view.getInt32(4, true)
  const length = view.getInt32(second + 4, true)
  const head = stream.subarray(second + 8, second + 8 + length)
  const old = new DataView(head.buffer, head.byteOffset)
  const table = old.getUint32(0, true)
  const entries = table - old.getInt32(table, true)
  const place = (k: number): number => table + old.getUint16(entries + 4 + 2 * k, true)
  // a table before the old one, which is reached from there: version, kind, header, length of the body, metadata
  const before = Buffer.alloc(136 + Math.ceil((key.length + value.length + 2) / 8) * 8)
  before.writeUInt32LE(24, 0)
  before.set([14, 0, 32, 0, 4, 0, 6, 0, 8, 0, 16, 0, 24, 0], 8)
  before.writeInt32LE(24 - 8, 24)
  before.writeInt16LE(old.getInt16(place(0), true), 28)
  before.writeUInt8(old.getUint8(place(1)), 30)
  before.writeUInt32LE(before.length + place(2) + old.getUint32(place(2), true) - 32, 32)
  before.writeBigInt64LE(old.getBigInt64(place(3), true), 40)
  before.writeUInt32LE(56 - 48, 48)
  // the vector of one pair, and the pair
  before.writeUInt32LE(1, 56)
  before.writeUInt32LE(80 - 60, 60)
  before.set([8, 0, 12, 0, 4, 0, 8, 0], 68)
  before.writeInt32LE(80 - 68, 80)
  before.writeUInt32LE(96 - 84, 84)
  const after = 96 + 4 + key.length
  before.writeUInt32LE(after - 88, 88)
  before.writeUInt32LE(key.length, 96)
  before.write(key, 100)
  before.writeUInt32LE(value.length, after)
  before.write(value, after + 4)
  const lengths = Buffer.alloc(8)
  lengths.writeInt32LE(-1, 0)
  lengths.writeInt32LE(before.length + length, 4)
  return Buffer.concat([
    stream.subarray(0, second),
    lengths,
    before,
    head,
    stream.subarray(second + 8 + length),
  ])
}

test('arrow whose buffers are compressed as Arrow 0.17 did is refused: their bytes would be taken for numbers', async () => {
  const stream = arrowOf([['x', [0, 1, 2, 3, 4]]], 'stream')
  const rows = await collect(stream, { format: 'arrow', label: 'x' })
  const other = withMetadata(stream, 'other', 'thing')
  expect(await collect(other, { format: 'arrow', label: 'x' })).toEqual(rows)
  const early = withMetadata(stream, 'ARROW:experimental_compression', 'LZ4')
  await expect(collect(early, { file: 'early.feather', label: 'x' })).rejects.toMatchObject({
    code: 'OL_INPUT_BINARY',
    file: 'early.feather',
    message: expect.stringContaining('0.17'),
  })
})

test('bytes of Parquet are passed on with their rows, not with their row group', async () => {
  const values = Array.from({ length: 20_000 }, (_, k) => k / 7)
  const columns: Columns = [
    ['a', values],
    ['y', values],
  ]
  const bytes = parquetOf(columns, { rowGroupSize: values.length })
  const passed: number[] = []
  const random = async () => ({ ...inMemory(bytes), passed: (count: number) => void passed.push(count) })
  const source = { file: undefined, pieces: () => pieces(bytes, 1000), random }
  const text = tableBytes('parquet', new TableText(), source.pieces(), source, () => new Set(), undefined)
  for await (const _ of text);
  expect(passed.length).toBeGreaterThan(2)
  expect(Math.max(...passed)).toBeLessThan(bytes.length / 2)
  expect(passed.reduce((sum, count) => sum + count)).toBeCloseTo(bytes.length, 6)
})
