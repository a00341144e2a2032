import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { read, writeCache } from '@ol/reader'
import type { BackendStream, TextBackend } from '@ol/spec'
import { expect, test } from 'vitest'
import { bytesOf, lines, pieces } from '../../packages/reader/test/collect.js'
import { isFull } from '../../packages/spec/test/grid.js'

const addon = load()
const native = 'backend' in addon ? addon.backend : undefined
const text = Array.from({ length: 400 }, (_, i) => `${i % 3} 't${i}| ${i}:${i / 7} a`).join('\n')

async function cacheOf(content: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'ol-cache-ahead-'))
  const path = join(folder, 'c.olcache')
  await writeCache(read(bytesOf(content), { format: 'vw', chunkBytes: 400 }), path)
  const bytes = await readFile(path)
  await rm(folder, { recursive: true })
  return bytes
}

/** A stream of the fallback that checks this many blocks ahead, the first ones last. */
function slow(ahead: number): BackendStream {
  let waiting = 3
  return {
    ...fallback.stream(1),
    ahead,
    checkBlockAsync: async (classes, block) => {
      for (let turns = waiting--; turns > 0; turns--) await new Promise((resolve) => setTimeout(resolve))
      return fallback.checkBlock(classes, block)
    },
  }
}

/** The result of reading a cache: its examples, then its error. */
async function outcome(
  bytes: Uint8Array,
  backend: TextBackend | BackendStream,
  reuseBuffers: boolean,
): Promise<unknown[]> {
  const reader = read(pieces(bytes, 1000), { backend, reuseBuffers, threads: 2 })
  const found: unknown[] = []
  try {
    for await (const batch of reader) found.push(...lines(batch, true))
  } catch (error) {
    found.push(String(error))
  }
  return [...found, reader.report]
}

test('an error follows the same examples, however many blocks are checked ahead', async () => {
  const bytes = await cacheOf(text)
  const backends = [slow(1), slow(4), ...(native === undefined ? [] : [native])]
  const messages = new Set<unknown>()
  for (let at = 70; at < bytes.length; at += Math.floor(bytes.length / (isFull ? 50 : 26))) {
    const corrupt = Uint8Array.from(bytes)
    corrupt[at] ^= 4
    for (const wrong of [corrupt, bytes.subarray(0, at)]) {
      const expected = await outcome(wrong, fallback, false)
      messages.add(expected.at(-2))
      for (const backend of backends)
        for (const reuseBuffers of [false, true])
          expect(await outcome(wrong, backend, reuseBuffers)).toEqual(expected)
    }
  }
  expect(messages.size).toBeGreaterThan(20)
})

test('blocks with numbers that no reader makes are an error after the examples before them', async () => {
  const bytes = await cacheOf(text)
  const sound = await outcome(bytes, fallback, false)
  const refusing = (which: number): BackendStream => {
    let block = 0
    return { ...slow(3), checkBlockAsync: async () => (block++ === which ? 0 : 1) }
  }
  const found = await outcome(bytes, refusing(5), true)
  const examples = found.slice(0, -2)
  expect(examples.length).toBeGreaterThan(20)
  expect(examples.length).toBeLessThan(300)
  expect(examples).toEqual(sound.slice(0, examples.length))
  expect(found.at(-2)).toMatch(/corrupt near byte/)
})

test('a reading that is left ends, although a block requested ahead never arrives', async () => {
  const bytes = await cacheOf(text)
  async function* stalling(): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, bytes.length / 2)
    await new Promise(() => undefined)
  }
  const left = async (backend: TextBackend | BackendStream): Promise<number> => {
    let batches = 0
    for await (const _ of read(stalling(), { backend, reuseBuffers: true, threads: 2 }))
      if (++batches === 3) break
    return batches
  }
  // each waits a while for its input, so they wait together
  const backends = [fallback, slow(100), ...(native === undefined ? [] : [native])]
  expect(await Promise.all(backends.map(left))).toEqual(backends.map(() => 3))
})

test('the addon was there', () => {
  expect(native?.name).toBe('native')
})
