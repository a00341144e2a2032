import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Reader, read } from '../src/read.js'
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
  const reader = read(bytesOf('1 | a\n0 | b\n'), { labels: 'any' })
  const { firstLabels, ...schema } = (await reader.open()) ?? {}
  expect(firstLabels).toEqual({
    counts: [
      ['1', 1],
      ['0', 1],
    ],
    others: [],
    declared: false,
  })
  const old = {
    open: async () => schema,
    paths: () => reader.paths(),
    options: reader.options,
    schema,
    [Symbol.asyncIterator]: () => reader[Symbol.asyncIterator](),
    close: () => reader.close(),
    get report() {
      return reader.report
    },
  }
  await writeCache(old as unknown as Reader, path)
  return path
}

test('a cache without its first labels decides no task, and is read for one that is named', async () => {
  const path = await oldCache()
  await expect(collect(path, { task: 'auto' })).rejects.toMatchObject({ code: 'OL_CACHE', file: path })
  await expect(collect(path, { task: 'auto' })).rejects.toThrow(/make it again, or set the task/)
  expect((await collect(path, { task: 'regression' })).report.examples).toBe(2)
  expect((await collect(path, { task: 'binary' })).report.examples).toBe(2)
})

test('a cache of the two labels that the option positive makes decides the task', async () => {
  const path = join(folder, 'positive.olcache')
  const text = bytesOf('a,y\n1,1\n2,2\n3,3\n')
  await writeCache(read(text, { labels: 'any', positive: '2' }), path)
  const expected = await collect(text, { task: 'auto', positive: '2' })
  for (const options of [{ task: 'auto' }, { task: 'auto', positive: '2' }] as const) {
    const { examples, schema } = await collect(path, options)
    expect(examples).toEqual(expected.examples)
    expect(schema).toMatchObject({ labels: 'sign', positive: '2' })
  }
  await expect(collect(path, { task: 'auto', positive: '1' })).rejects.toMatchObject({ code: 'OL_CACHE' })
})
