import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CacheHeader, encodeCacheHeader, partBytes } from '../src/cache/cache-format.js'
import { read } from '../src/read.js'
import { writeCache } from '../src/read-cached.js'
import { bytesOf, collect } from './collect.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-old-cache-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Writes a cache of labels as they are, as earlier versions did: without the first of them. */
async function oldCache(): Promise<string> {
  const path = join(folder, 'old.olcache')
  await writeCache(read(bytesOf('1 | a\n0 | b\n'), { labels: 'any' }), path)
  const bytes = await readFile(path)
  const length = bytes.readUInt32LE(12)
  const header = JSON.parse(bytes.subarray(partBytes, partBytes + length).toString()) as CacheHeader
  expect(header.schema.firstLabels).toEqual({
    counts: [
      ['1', 1],
      ['0', 1],
    ],
    others: [],
    declared: false,
  })
  const { firstLabels: _, ...schema } = header.schema
  const rest = bytes.subarray(encodeCacheHeader(header).length)
  await writeFile(path, Buffer.concat([encodeCacheHeader({ ...header, schema }), rest]))
  return path
}

test('a cache without its first labels decides no task, and is read for one that is named', async () => {
  const path = await oldCache()
  await expect(collect(path, { task: 'auto' })).rejects.toMatchObject({ code: 'OL_CACHE', file: path })
  await expect(collect(path, { task: 'auto' })).rejects.toThrow(/make it again, or set the task/)
  expect((await collect(path, { task: 'regression' })).report.examples).toBe(2)
  expect((await collect(path, { task: 'binary' })).report.examples).toBe(2)
})
