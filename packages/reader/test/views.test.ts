import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { ReadOptions } from '@ol/spec'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { read } from '../src/read.js'
import { writeCache } from '../src/read-cached.js'
import { bytesOf, collect, pieces } from './collect.js'
import { arrowOf, bank, parquetOf } from './tables.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-views-'))
})
afterAll(() => rm(folder, { recursive: true }))

const { text, columns } = bank(60)
const options: ReadOptions = { label: 'y', positive: 'yes' }

/** Returns the bytes as a Buffer that starts at some place of memory with other things in it. */
function inside(bytes: Uint8Array, offset: number): Buffer {
  const memory = Buffer.alloc(bytes.length + 40, 0x31)
  memory.set(bytes, offset)
  return memory.subarray(offset, offset + bytes.length)
}

async function cacheOf(bytes: Uint8Array): Promise<Uint8Array> {
  const path = join(folder, 'views.olcache')
  await writeCache(read(bytes, options), path)
  return readFile(path)
}

test.each([
  ['CSV', () => bytesOf(text)],
  ['gzip', () => gzipSync(text)],
  ['brotli', () => brotliCompressSync(text)],
  ['Parquet', () => parquetOf(columns)],
  ['an Arrow file', () => arrowOf(columns, 'file')],
  ['an Arrow stream', () => arrowOf(columns, 'stream')],
  ['a cache', () => cacheOf(bytesOf(text))],
] as const)('%s is read the same from a Buffer that starts anywhere', async (name, make) => {
  const bytes = new Uint8Array(await make())
  const settings = { ...options, ...(name === 'brotli' ? { compression: 'brotli' as const } : {}) }
  const { examples } = await collect(bytes, settings)
  expect(examples).toHaveLength(60)
  for (const offset of [0, 1, 3, 4, 7, 8, 13]) {
    const buffer = inside(bytes, offset)
    expect((await collect(buffer, settings)).examples, `at ${offset}`).toEqual(examples)
    expect((await collect(pieces(buffer, 501), settings)).examples, `in pieces at ${offset}`).toEqual(
      examples,
    )
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    expect((await collect(view, settings)).examples, `a DataView at ${offset}`).toEqual(examples)
  }
})
