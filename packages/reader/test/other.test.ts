import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { bytesOf, collect } from './collect.js'
import { arrowOf, bank, parquetOf } from './tables.js'

// the module that browsers have instead of Node's
vi.mock('@ol/platform', () => import('../../platform/src/other.js'))

const text = '1 |f a b:2\nbad\n-1 |f a\n'.repeat(30)

describe('without Node', () => {
  test('text and gzip, from every kind of source', async () => {
    const expected = await collect(bytesOf(text))
    expect(expected.examples.length).toBe(60)
    const compressed = gzipSync(text)
    for (const source of [
      compressed,
      new Blob([compressed]),
      new Blob([compressed]).stream(),
      new Response(compressed).body!,
    ])
      expect((await collect(source)).examples).toEqual(expected.examples)
  })

  test('gzip truncated anywhere is an error that names the offset', async () => {
    const compressed = gzipSync(text)
    for (let length = 1; length < compressed.length; length++)
      await expect(collect(compressed.subarray(0, length), { file: 'cut.gz' })).rejects.toMatchObject({
        code: 'OL_INPUT_CORRUPT',
        value: length,
        file: 'cut.gz',
      })
  })

  test('tables, bzip2, xz and zstd are read in the same way', async () => {
    const { columns } = bank(50)
    const options = { labels: 'sign', positive: 'yes' } as const
    const parquet = await collect(parquetOf(columns), options)
    expect(parquet.examples.length).toBe(50)
    expect(
      (await collect(new Blob([arrowOf(columns, 'file') as Uint8Array<ArrayBuffer>]), options)).examples,
    ).toEqual(parquet.examples)
    const bzip2 = Buffer.from(
      '425a68393141592653596c5cab1d000001d98000104000200009000004200030c0086344085585dc914e14241b172ac740',
      'hex',
    )
    const xz = Buffer.from(
      'fd377a585a000004e6d6b4460200210116000000742fe5a301000631207c6620630a0000d55ec0e5f124f9f900011f07162eb8731fb6f37d010000000004595a',
      'hex',
    )
    const zstd = Buffer.from('28b52ffd045839000031207c6620630a010732ca', 'hex')
    const expected = await collect(bytesOf('1 |f c\n'))
    expect((await collect(bzip2)).examples).toEqual(expected.examples)
    expect((await collect(xz)).examples).toEqual(expected.examples)
    expect((await collect(zstd)).examples).toEqual(expected.examples)
  })

  test('what is missing is an error', async () => {
    for (const source of ['file.csv', '*.csv', '-'])
      await expect(collect(source)).rejects.toMatchObject({ code: 'OL_FILE_UNREADABLE' })
    await expect(collect(brotliCompressSync(text), { compression: 'brotli' })).rejects.toMatchObject({
      code: 'OL_INPUT_BINARY',
      value: 'brotli',
    })
  })
})
