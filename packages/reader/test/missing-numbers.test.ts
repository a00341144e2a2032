import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashText } from '@ol/numerics'
import { type Batch, optionsKept, type Schema } from '@ol/spec'
import { afterAll, describe, expect, test } from 'vitest'
import { read } from '../src/read.js'
import { writeCache } from '../src/read-cached.js'
import { stats } from '../src/stats.js'
import { batchText } from '../src/write/batch-text.js'
import { csvWriter } from '../src/write/csv-writer.js'
import { bytesOf, collect, faultsOf, lines } from './collect.js'

const folder = mkdtempSync(join(tmpdir(), 'ol-missing-'))
afterAll(() => rmSync(folder, { recursive: true }))

const h = (name: string, seed = 0) => hashText(name, seed, 'strings')
const indicator = (name: string) => hashText('missing', h(name), 'all')
const jsonl =
  '{"label":1,"x":NaN,"y":2,"u":{"z":null}}\n{"label":0,"x":3,"v":[null,1]}\n{"label":null,"x":0,"y":null,"x=missing":1}\n'

async function batchesOf(source: Uint8Array, options: object = {}): Promise<Batch[]> {
  const batches: Batch[] = []
  for await (const batch of read(source, options)) batches.push(batch)
  return batches
}

const plain = (batches: readonly Batch[]): string[] => batches.flatMap((batch) => lines(batch, true))

describe('missing numbers that are written', () => {
  test('as JSON Lines they are null, which is read back to the same batch', async () => {
    const batches = await batchesOf(bytesOf(jsonl))
    const text = batches.map((batch) => batchText(batch, 'jsonl', true)).join('')
    expect(text).toContain(`"${h('x')}":null`)
    expect(text).not.toContain(String(indicator('x')))
    expect(plain(await batchesOf(bytesOf(text)))).toEqual(plain(batches))
  })

  test('as VW text and svmlight they are their indicators', async () => {
    const [batch] = await batchesOf(bytesOf('{"label":1,"x":null,"y":2}\n'))
    expect(batchText(batch, 'vw', true)).toBe(`1 | ${indicator('x')} ${h('y')}:2\n`)
    expect(batchText(batch, 'svmlight', true)).toBe(`1 ${indicator('x')}:1 ${h('y')}:2\n`)
  })

  test('as CSV they are empty fields', async () => {
    const reader = read(bytesOf('a,b,label\n1,2,0\n2,3,1\n'), { format: 'csv', label: 'label' })
    const schema = (await reader.open()) as Schema
    const batch: Batch = {
      size: 2,
      offsets: Uint32Array.of(0, 3, 5),
      indices: Uint32Array.of(h('a'), indicator('a'), h('b'), h('a'), h('b')),
      values: Float64Array.of(Number.NaN, 1, 5, 7, 0.5),
      labels: Float64Array.of(1, -1),
    }
    expect(csvWriter({ ...schema, constant: false }).rows(batch)).toBe(',5,1\n7,0.5,-1\n')
  })

  test('a cache keeps them, in numbers of half the bytes if the other values fit', async () => {
    for (const y of ['2', '0.1']) {
      const source = bytesOf(jsonl.replace('"y":2', `"y":${y}`))
      const path = join(folder, `${y}.olcache`)
      await writeCache(read(source), path)
      const cached: Batch[] = []
      for await (const batch of read(path)) cached.push(batch)
      expect(plain(cached)).toEqual(plain(await batchesOf(source)))
    }
  })
})

test('statistics cover the values that are there', async () => {
  const found = await stats(read(bytesOf('{"x":NaN,"y":3}\n{"x":2,"y":null}\n{"x":4}\n')))
  const of = (name: string) => found.listed?.find((column) => column.name === String(h(name)))
  expect(of('x')).toMatchObject({ count: 2, min: 2, max: 4, mean: 3 })
  // absent from the last
  expect(of('y')).toMatchObject({ count: 1, min: 0, max: 3, mean: 1.5 })
  expect(found.values).toBe(5)
})

test('products of missing numbers are missing, and no bad lines', async () => {
  const { examples, report } = await collect(bytesOf('{"label":1,"a":{"x":null},"b":{"y":2}}\n'), {
    interactions: ['ab'],
    constant: false,
  })
  expect(faultsOf(report)).toEqual([])
  const values = examples[0]
    .split(' ')
    .slice(2)
    .map((word) => word.split(':')[1])
  // x, its indicator, y; their products
  expect(values).toEqual(['NaN', '1', '2', 'NaN', '2'])
})

test('divided numbers stay missing', async () => {
  const divisors = new Float64Array(2 ** 10).fill(4)
  const { examples } = await collect(bytesOf('{"label":1,"1":null,"2":8}\n'), { divisors, constant: false })
  const words = examples[0].split(' ')
  expect([words[2], words[4]]).toEqual(['1:NaN', '2:2'])
})

test('an older schema without the option reads missing values as absent', async () => {
  const { schema } = await collect(bytesOf(jsonl))
  expect(schema?.missingAs).toBe('value')
  const { missingAs: _, ...older } = schema as Schema
  expect(optionsKept(older).missingAs).toBe('absent')
  const { examples } = await collect(bytesOf('{"label":1,"x":null,"y":2}\n'), { schema: older })
  expect(examples).toEqual([`1 1 ${h('y')}:2`])
  const { schema: absent } = await collect(bytesOf(jsonl), { missingAs: 'absent' })
  expect(Object.keys(absent as Schema)).not.toContain('missingAs')
})

test.each([{}, { missingAs: 'absent' }] as const)(
  'a string that is missing leaves a column of numbers one, and the words that it replaces do not: %j',
  async (options) => {
    const text = 'a,b,y\n1.5,k.A.,1\nk.A.,NA,2\n2.5,,3\n0.5,0.25,4\n'
    const reader = read(new TextEncoder().encode(text), { ...options, label: 'y', missing: ['k.A.'] })
    const schema = await reader.open()
    await reader.close()
    expect(schema?.columns?.map(({ role }) => role)).toEqual(['numeric', 'categorical', 'label'])
  },
)
