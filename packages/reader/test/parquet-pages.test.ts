import type { FileMetaData, SchemaTree } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { signedInteger } from '../src/columnar/cells.js'
import { chunksOf } from '../src/columnar/parquet-pages/check-metadata.js'
import { type ChunkFacts, checkData, checkPages } from '../src/columnar/parquet-pages/check-pages.js'
import { checkSnappy } from '../src/columnar/parquet-pages/check-snappy.js'
import { CheckedInput } from '../src/columnar/parquet-pages/checked-input.js'
import { checkDelta, readDelta } from '../src/columnar/parquet-pages/delta.js'
import { checkedCodecs } from '../src/columnar/parquet-pages/page-codecs.js'
import type { PageHeader } from '../src/columnar/parquet-pages/page-header.js'
import { checkRuns, countOf } from '../src/columnar/parquet-pages/runs.js'
import { readStruct } from '../src/columnar/parquet-pages/thrift.js'
import { checkLz4Frame } from '../src/compression/lz4-frame.js'
import { hasEndlessBlock } from '../src/compression/zstd-weights.js'

const at = (...bytes: readonly number[]) => ({ bytes: Uint8Array.from(bytes), at: 0 })

describe('structs of Thrift', () => {
  test('integers and structs are read, all else is passed', () => {
    // field 1: i32 -3; 2: binary of 2 bytes; 3: a list of 2 bytes; 4: a struct with field 1: true; 6: i64
    const cursor = at(0x15, 5, 0x18, 2, 9, 9, 0x19, 0x23, 7, 7, 0x1c, 0x11, 0, 0x26, 0x80, 1, 0)
    const struct = readStruct(cursor)
    expect([...struct]).toEqual([
      [1, -3],
      [4, new Map([[1, 1]])],
    ])
    expect(cursor.at).toBe(cursor.bytes.length)
  })

  test.each([
    ['a list longer than its bytes', [0x19, 0xf3, 0xff, 0xff, 0xff, 0x0f, 0]],
    ['a string longer than its bytes', [0x18, 0x7f, 0]],
    ['a number without an end', [0x16, ...new Array(64).fill(0x80), 0, 0]],
    ['a number of more than 32 bits', [0x15, 0x80, 0x80, 0x80, 0x80, 0x10, 0]],
    ['a struct without an end', [0x15, 1]],
    ['structs without an end', new Array(1000).fill(0x1c)],
    ['an unknown type', [0x1d, 0]],
  ])('%s is refused', (_, bytes) => {
    expect(() => readStruct(at(...bytes))).toThrow()
  })
})

describe('runs of levels', () => {
  test('may have as many values as remain, eight for the last bits', () => {
    checkRuns(at(20, 1, 3, 0xff), 1, 11)
    expect(() => checkRuns(at(0xfe, 0xff, 0xff, 0xff, 0x0f, 1), 1, 500)).toThrow(
      '2147483647 values where 500',
    )
    // numbers of no bits take no bytes
    expect(() => checkRuns(at(0xff, 0xff, 0xff, 0xff, 0x0f), 0, 500)).toThrow('values where 500')
    expect(() => checkRuns(at(2, 1), 40, 500)).toThrow('40 bits')
  })

  test('are counted', () => {
    // 10 times 1, then bits 11001000
    expect(countOf(at(20, 1, 3, 0x13), 1, 18, 1)).toBe(13)
    expect(countOf(at(20, 1, 3, 0x13), 1, 12, 1)).toBe(12)
    // two bits each: 3, 2, 1, 0, then 0
    expect(countOf(at(3, 0x1b, 0), 2, 8, 0)).toBe(5)
  })
})

describe('numbers as differences', () => {
  // blocks of 128 in 4 parts, 4 numbers: 7, then differences of at least -2 plus 5, 0 and 3 in 3 bits
  const good = [0x80, 1, 4, 4, 14, 3, 3, 0, 0, 0, 0xc5, 0, ...new Array(10).fill(0)]

  test('are read, and end with their block', () => {
    const cursor = at(...good)
    expect([...readDelta(cursor, 4)]).toEqual([7, 10, 8, 9])
    expect(cursor.at).toBe(22)
  })

  test.each([
    ['a negative number of parts', [0x80, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 4, 14, 3]],
    ['no parts', [0x80, 1, 0, 4, 14, 3]],
    ['a block of no size', [0, 4, 4, 14, 3, 3, 0, 0, 0]],
    ['another count', [0x80, 1, 4, 5, 14, 3, 3, 0, 0, 0]],
    ['too many bits', [0x80, 1, 4, 4, 14, 3, 65, 0, 0, 0]],
    ['a difference without an end', [0x80, 1, 4, 4, 14, ...new Array(64).fill(0x80)]],
  ])('with %s are refused', (_, bytes) => {
    expect(() => checkDelta(at(...bytes), 4, 64)).toThrow()
  })
})

const facts: ChunkFacts = {
  type: 'BYTE_ARRAY',
  typeLength: 0,
  definitionLevel: 0,
  repetitionLevel: 0,
  flat: true,
  values: 10,
  compressed: false,
}
const data: PageHeader = {
  kind: 'data',
  bytes: 0,
  size: 0,
  values: 4,
  encoding: 7,
  nulls: 0,
  rows: 0,
  definitionBytes: 0,
  repetitionBytes: 0,
  compressed: true,
}

test('strings share no more with the one before than that has', () => {
  // lengths 9, 9, 9, 9, and as many shared bytes: the first has none to share
  const same = (first: number, count: number) => [0x80, 1, 4, count, 2 * first, 0, 0, 0, 0, 0]
  const page = Uint8Array.from([...same(9, 4), ...same(9, 4)])
  expect(() => checkData(page, data, facts)).toThrow('shares more')
  checkData(Uint8Array.from([...same(0, 4), ...same(9, 4)]), data, facts)
})

test('a dictionary fits into its page', () => {
  const header = { ...data, kind: 'dictionary', encoding: 0, values: 3 } as const
  checkData(new Uint8Array(12), header, facts)
  expect(() => checkData(new Uint8Array(11), header, facts)).toThrow('a dictionary of 3 values')
})

test('the pages of a column have no more values than it has rows', () => {
  // a data page, of 12 values, without bytes
  const page = Uint8Array.of(0x15, 0, 0x15, 0, 0x15, 0, 0x2c, 0x15, 24, 0x15, 0, 0x15, 6, 0x15, 6, 0, 0, 0)
  checkPages(page, { ...facts, values: 12 })
  expect(() => checkPages(page, facts)).toThrow('expected 10 values')
  expect(() => checkPages(page.subarray(0, 9), facts)).toThrow('ends within')
})

describe('compressed pages', () => {
  const start = 4n
  const chunk = { ...facts, compressed: true, start: 4, end: 50, rows: 10, index: undefined }

  /** Decompresses the first page of a column, after a header of three fields and one of a data page. */
  function decompress(codec: string, bytes: readonly number[], size: number): Uint8Array {
    const meta = { codec, data_page_offset: start }
    const groups = [{ columns: [{ meta_data: meta }] }] as unknown as Parameters<typeof checkedCodecs>[0]
    const stub = { [codec]: (_: Uint8Array, length: number) => new Uint8Array(length) }
    const codecs = checkedCodecs(groups, [chunk], stub, () => undefined) as Record<
      string,
      (bytes: Uint8Array, size: number) => Uint8Array
    >
    const head = [0x15, 0, 0x15, 0, 0x15, 2 * bytes.length, 0x2c, 0x15, 8, 0x15, 0, 0x15, 6, 0x15, 6, 0, 0]
    const all = Uint8Array.from([...head, ...bytes])
    return codecs[meta.codec](all.subarray(head.length), size)
  }

  test('become no more than their codec can make of them', () => {
    expect(decompress('SNAPPY', [1, 2, 3], 60).length).toBe(60)
    expect(() => decompress('SNAPPY', [1, 2, 3], 2 ** 30)).toThrow('cannot become 1073741824')
  })

  test('of LZ4 never go back', () => {
    decompress('LZ4', [0, 0, 0, 3, 0, 0, 0, 1, 9, 0, 0, 0, 0], 3)
    expect(() => decompress('LZ4', [0, 0, 0, 0, 0xff, 0xff, 0xff, 0xf8, 0, 0], 3)).toThrow('negative length')
  })
})

test('a frame of LZ4 has its blocks, and no more content than they can become', () => {
  const frame = (...rest: readonly number[]) => Uint8Array.of(4, 0x22, 0x4d, 0x18, 0x60, 0x70, 0, ...rest)
  checkLz4Frame(frame(2, 0, 0, 0x80, 1, 2, 0, 0, 0, 0))
  expect(() => checkLz4Frame(frame(0xff, 0xff, 0xff, 0x7f, 1, 2))).toThrow('longer than its frame')
  expect(() => checkLz4Frame(frame(2, 0, 0, 0x80, 1, 2))).toThrow('no end')
  const sized = Uint8Array.of(4, 0x22, 0x4d, 0x18, 0x68, 0x70, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
  expect(() => checkLz4Frame(sized)).toThrow('longer than it can be')
})

test('a block of zstd whose code has no end is found behind others', () => {
  // weights whose table gives all of the probability to one symbol
  const endless = [2 | (8 << 4), 0, 3, 12, 0xf0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 1, 2, 3]
  const head = [0x28, 0xb5, 0x2f, 0xfd, 0, 0]
  const raw = [1 << 3, 0, 0, 7]
  const block = (last: number) => [last | (2 << 1) | ((endless.length << 3) & 255), endless.length >> 5, 0]
  expect(hasEndlessBlock(Uint8Array.from([...head, ...raw, ...block(1), ...endless]))).toBe(true)
  expect(hasEndlessBlock(Uint8Array.from([...head, 1 | (1 << 3), 0, 0, 7]))).toBe(false)
  expect(hasEndlessBlock(Uint8Array.of(1, 2, 3))).toBe(false)
})

test('a decimal of a megabyte is not converted', () => {
  expect(signedInteger(Uint8Array.of(0xff, 0xfe))).toBe(-2n)
  expect(() => signedInteger(new Uint8Array(1 << 20))).toThrow('a decimal has 1048576 bytes')
})

describe('the column chunks of a file', () => {
  const leaf = { element: { name: 'x', repetition_type: 'OPTIONAL' }, children: [], path: ['x'], count: 1 }
  const tree = { element: { name: 'root' }, children: [leaf], path: [], count: 2 } as unknown as SchemaTree
  const column = (path: readonly string[], rows: number, start: number, bytes: number) => ({
    meta_data: {
      type: 'INT32',
      codec: 'SNAPPY',
      path_in_schema: path,
      num_values: BigInt(rows),
      data_page_offset: BigInt(start),
      total_compressed_size: BigInt(bytes),
    },
  })
  const chunksIn = (groups: readonly ReturnType<typeof column>[][], rows: number, scale = 0) =>
    chunksOf(
      {
        schema: [{ name: 'x', scale }],
        row_groups: groups.map((columns) => ({ num_rows: BigInt(rows), columns })),
      } as unknown as FileMetaData,
      tree,
      100,
    )
  const chunks = (rows: number, scale: number, ...places: readonly (readonly [number, number])[]) =>
    chunksIn(
      places.map(([start, bytes]) => [column(['x'], rows, start, bytes)]),
      rows,
      scale,
    )

  test('are found in the order of their places', () => {
    expect(chunks(7, 0, [50, 40], [4, 46])).toMatchObject([
      { start: 4, end: 50, rows: 7, values: 7, definitionLevel: 1, repetitionLevel: 0, flat: true },
      { start: 50, end: 90 },
    ])
  })

  test('are in the file, do not overlap, and have no more rows than their bytes can hold', () => {
    expect(() => chunks(7, 0, [50, 51])).toThrow('the bytes 50 to 101 of 100')
    expect(() => chunks(7, 0, [4, 40], [4, 50])).toThrow('in one place')
    expect(() => chunks(7, 0, [1, 99], [2, 98], [3, 97])).toThrow('294 bytes')
    expect(() => chunks(2 ** 25, 0, [4, 40])).toThrow('a column has 33554432 values')
    expect(() => chunks(7, 1001, [4, 40])).toThrow('the scale 1001')
  })

  test('are one for each column of the schema, in each row group', () => {
    const x = column(['x'], 7, 4, 40)
    expect(() => chunksIn([[x], []], 7)).toThrow('a row group lacks the column x')
    expect(() => chunksIn([[x, column(['x'], 7, 44, 40)]], 7)).toThrow('a row group has a column twice')
    expect(() => chunksIn([[x, column(['x', 'y'], 7, 44, 40)]], 7)).toThrow('not in the schema')
    expect(() => chunksIn([[column(['x.y'], 7, 44, 40)]], 7)).toThrow('not in the schema')
  })
})

test('pages are checked when they are read, and fail silently if nothing awaits them', async () => {
  const page = Uint8Array.of(0x15, 0, 0x15, 0, 0x15, 0, 0x2c, 0x15, 24, 0x15, 0, 0x15, 6, 0x15, 6, 0, 0, 0)
  const file = {
    byteLength: page.length,
    slice: async (from: number, to?: number) => page.slice(from, to).buffer,
  }
  const input = (values: number) =>
    new CheckedInput(
      file,
      [{ ...facts, values, start: 0, end: page.length, rows: values, index: undefined }],
      () => ({ page_locations: [] }),
    )
  expect((await input(12).slice(0, page.length)).byteLength).toBe(page.length)
  await expect(input(10).slice(0, page.length)).rejects.toThrow('expected 10 values')
  await expect(input(12).slice(4, page.length + 1)).rejects.toThrow('its places are 4 to')
  const unseen: unknown[] = []
  const note = (error: unknown) => unseen.push(error)
  process.on('unhandledRejection', note)
  input(10).slice(0, page.length)
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', note)
  expect(unseen).toEqual([])
})

describe('lengths of Snappy data', () => {
  // a literal of three bytes, and two copies of them
  const sound = [9, 2 << 2, 97, 98, 99, ((6 - 4) << 2) | 1, 3]

  test('data that are sound pass', () => {
    checkSnappy(Uint8Array.from(sound), 9)
    checkSnappy(Uint8Array.from([3, 60 << 2, 2, 97, 98, 99]), 3)
    checkSnappy(Uint8Array.from([0]), 0)
  })

  test.each([
    ['a length below 0, which leads back', [9, 63 << 2, 0xf0, 0xff, 0xff, 0xff, 97, 98, 99], 9],
    ['a literal past the end', [9, 8 << 2, 97, 98, 99], 9],
    ['more bytes than a page has', sound, 8],
    ['a length that is cut', [9, 63 << 2, 1, 0], 9],
    ['a copy that is cut', [9, 2 << 2, 97, 98, 99, 2, 3], 9],
  ])('%s is refused', (_, bytes, size) => {
    expect(() => checkSnappy(Uint8Array.from(bytes), size)).toThrow('Snappy')
  })
})
