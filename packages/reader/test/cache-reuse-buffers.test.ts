import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fallback } from '@ol/fallback'
import { type BackendStream, type Batch, batchesInUse } from '@ol/spec'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CacheReader } from '../src/cache/cache-reader.js'
import { read } from '../src/read.js'
import { writeCache } from '../src/read-cached.js'
import { createReport } from '../src/read-report.js'
import { Window } from '../src/source/window.js'
import { bytesOf, collect, lines, pieces } from './collect.js'
import { exactVw as vw } from './corpora.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-cache-reuse-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Reads each batch when as many as may be in use have come. */
const readBehind = async (batches: AsyncIterable<Batch>): Promise<string[]> => {
  const held: Batch[] = []
  const found: string[] = []
  for await (const batch of batches) {
    held.push(batch)
    if (held.length === batchesInUse) found.push(...lines(held.shift() as Batch, true))
  }
  return [...found, ...held.flatMap((batch) => lines(batch, true))]
}

/** A stream that checks this many blocks ahead. */
const checking = (ahead: number): BackendStream => ({ ...fallback.stream(1), ahead })

class CountingWindow extends Window {
  held = 0
  override hold(): Uint8Array {
    this.held++
    return super.hold()
  }
  override release(buffer: Uint8Array): void {
    this.held--
    super.release(buffer)
  }
}

test('borrowed batches equal owned ones, and keep their memory until later ones have arrived', async () => {
  const path = join(folder, 'borrowed.olcache')
  const text = Array.from({ length: 9000 }, (_, i) => `${i % 3} ${1 + (i % 2)} 't${i}| ${i}:${i / 7} a`).join(
    '\n',
  )
  for (const corpus of [text, vw, text.replaceAll(/:[^ ]*/g, '')]) {
    const how = { format: 'vw', chunkBytes: 20_000 } as const
    const expected = await collect(bytesOf(corpus), how)
    await writeCache(read(bytesOf(corpus), how), path)
    const bytes = await readFile(path)
    for (const size of [1000, 99_999]) {
      for (const backend of [checking(0), checking(1), checking(5)]) {
        expect(await readBehind(read(pieces(bytes, size), { backend, reuseBuffers: true }))).toEqual(
          expected.examples,
        )
        expect((await collect(pieces(bytes, size), { backend })).examples).toEqual(expected.examples)
      }
    }
    for (const ahead of [0, 2]) {
      const window = new CountingWindow(pieces(bytes, 1000), 64)
      const cache = new CacheReader(window, undefined)
      await cache.header()
      let batches = 0
      for await (const _ of cache.batches(createReport(), checking(ahead), { reuseBuffers: true })) {
        expect(window.held).toBeGreaterThanOrEqual(Math.min(++batches, batchesInUse))
        expect(window.held).toBeLessThanOrEqual(Math.min(batches, batchesInUse) + Math.min(ahead, 1) + 1)
      }
    }
  }
})

test('borrowed batches have memory of the window, which is used again', async () => {
  const path = join(folder, 'again.olcache')
  const text = Array.from({ length: 20_000 }, (_, i) => `1 | ${i}:${i / 7} a:0.1`).join('\n')
  await writeCache(read(bytesOf(text), { format: 'vw', chunkBytes: 2000 }), path)
  const buffers = new Set<unknown>()
  let batches = 0
  for await (const { values, indices } of read(path, { reuseBuffers: true, chunkBytes: 4000 })) {
    batches++
    buffers.add(values.buffer).add(indices.buffer)
  }
  expect(batches).toBeGreaterThan(100)
  expect(buffers.size).toBeLessThan(12)
})
