import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joined } from '@ol/numerics'
import type { Batch, ReadOptions } from '@ol/spec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { read } from '../src/read.js'
import { readCached, writeCache } from '../src/read-cached.js'
import type { Source } from '../src/source/source.js'
import { bytesOf } from './collect.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-keys-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function batches(source: Source, options: ReadOptions): Promise<Batch[]> {
  const found: Batch[] = []
  for await (const batch of read(source, options)) found.push(batch)
  return found
}

/** Returns the keys of the features of a string, each as one number of 64 bits. */
async function keys(text: string, options: ReadOptions): Promise<bigint[]> {
  const found = await batches(bytesOf(text), { constant: false, wide: true, ...options })
  return found.flatMap(({ indices, upper }) => {
    if (upper === undefined) throw new Error('no upper halves')
    return Array.from(indices, (index, i) => (BigInt(upper[i]) << 32n) | BigInt(index))
  })
}

const lower = (key: bigint): bigint => key & 0xffffffffn

const texts: Record<string, [text: string, options: ReadOptions]> = {
  vw: [
    '1 |a x:2 y |b x 7:3 :4 |33 7 z\n-1 | x 99999999999:1 4294967303 7 00007 c:red c:blue\n',
    { format: 'vw' },
  ],
  svmlight: ['1 3:1 7:2.5\n-1 3:1 4294967295:2\n', { format: 'svmlight' }],
  csv: ['y,a,b,t\n1,2,red,one two\n0,3,"blue ""x""",two\n', { format: 'csv', label: 'y', text: ['t'] }],
  jsonl: [
    '{"label":1,"x":2,"c":"red","n":{"x":1,"5":2,"m":{"x":"red"}},"v":[1,2],"w":["x","y"]}\n{"label":0,"5":2,"\\u00e9":"\\n"}\n',
    { format: 'jsonl' },
  ],
  counts: ['good:2 bad:1 #label#:1\ngood:1 12:3 #label#:0\n', { format: 'counts' }],
}

describe('keys', () => {
  test.each(Object.keys(texts))(
    '%s: their lower halves are the indices, whatever the rest of a batch',
    async (name) => {
      const [text, options] = texts[name]
      for (const hash of ['strings', 'all'] as const) {
        for (const hashSeed of [0, 5]) {
          const own = { ...options, hash, hashSeed }
          const [wide] = await batches(bytesOf(text), { ...own, wide: true })
          const [narrow] = await batches(bytesOf(text), own)
          expect(narrow.upper).toBeUndefined()
          const { upper, ...rest } = wide
          expect(rest).toEqual(narrow)
          expect(upper).toHaveLength(narrow.indices.length)
          expect(upper).not.toEqual(narrow.indices)
        }
      }
    },
  )

  test('names that share an index have different keys', async () => {
    const found = await keys('1 | 7 4294967303 8589934599 99999999999999999999\n', { format: 'vw' })
    expect(found.map(lower).slice(0, 3)).toEqual([7n, 7n, 7n])
    expect(new Set(found).size).toBe(4)
    // 20 and 13 of a namespace called 3 and of one called 10 share an index
    const spaces = await keys('1 |3 20 |10 13 | 23\n', { format: 'vw' })
    expect(new Set(spaces.map(lower))).toEqual(new Set([23n]))
    expect(new Set(spaces).size).toBe(3)
    expect(new Set(await keys('1 | 7 07 007\n', { format: 'vw' })).size).toBe(1)
  })

  test('a million products of two namespaces of numbers have a million keys', async () => {
    const numbers = Array.from({ length: 1000 }, (_, i) => i * 1_000_003).join(' ')
    const found = await keys(`1 |a ${numbers} |b ${numbers}\n`, { format: 'vw', interactions: ['ab'] })
    expect(found.length).toBe(1_002_000)
    expect(new Set(found).size).toBe(found.length)
    // by their indices alone they would not
    expect(new Set(found.map(lower)).size).toBeLessThan(found.length)
  })

  test('so do n-grams of features, and products of three', async () => {
    const words = Array.from({ length: 300 }, (_, i) => `w${i % 17} ${i}`).join(' ')
    const grams = await keys(`1 |a ${words}\n`, { format: 'vw', ngrams: ['3'], skips: ['1'] })
    const triples = await keys('1 |a 1 2 3 |b 1 2 3 |c 1 2 3\n', { format: 'vw', interactions: ['abc'] })
    expect(new Set(triples).size).toBe(36)
    const [x, y] = [grams[0], grams[1]]
    const pair = joined(Number(lower(x)), Number(x >> 32n), Number(lower(y)), Number(y >> 32n)) >>> 0
    expect(grams.some((key) => key >> 32n === BigInt(pair))).toBe(true)
  })

  test('the upper half depends on all halves of a product', () => {
    const base = [1, 2, 3, 4] as const
    const seen = new Set([joined(...base)])
    for (let k = 0; k < 4; k++)
      for (let bit = 0; bit < 32; bit++) {
        const changed = base.map((word, i) => (i === k ? word ^ (1 << bit) : word))
        seen.add(joined(changed[0], changed[1], changed[2], changed[3]))
      }
    expect(seen.size).toBe(129)
  })

  test('a cache keeps them; a cache without them is not used if they are requested', async () => {
    const [text, options] = texts.vw
    const data = join(folder, 'data.vw')
    await writeFile(data, text)
    for (const wide of [true, false]) {
      const path = join(folder, `${wide}.olcache`)
      await writeCache(read(data, { ...options, wide }), path)
      const [read1] = await batches(data, { ...options, wide })
      const cached = await batches(path, wide ? { wide } : {})
      expect(cached[0].upper).toEqual(read1.upper)
      expect(cached[0].indices).toEqual(read1.indices)
      const bytes = await readFile(path)
      for (let at = 0; at < bytes.length; at += 5) {
        const flipped = bytes.slice()
        flipped[at] ^= 4
        await expect(batches(flipped, { ...options, wide })).rejects.toThrow()
      }
    }
    await expect(batches(join(folder, 'false.olcache'), { wide: true })).rejects.toMatchObject({
      code: 'OL_CACHE',
    })
    const path = join(folder, 'made.olcache')
    for await (const _ of await readCached([data], path, options));
    const again = await readCached([data], path, { ...options, wide: true })
    expect(again.from).toBe('files')
    expect(again.stale).toBe('it was made for a table of slots, not for an exact feature index (bits grow)')
    for await (const batch of again) expect(batch.upper).toHaveLength(batch.indices.length)
    expect((await readCached([data], path, { ...options, wide: true })).from).toBe('cache')
  })
})
