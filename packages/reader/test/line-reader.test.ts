import type { Batch, ReadOptions, Schema } from '@ol/spec'
import { expect, test } from 'vitest'
import { read } from '../src/read.js'
import { LineReader } from '../src/read-lines.js'
import { bytesOf } from './collect.js'

const lines = `1 |a x:2 y |b z
|a unlabelled:3 |b z
-1 'tag |a x:1 x:2 none:0 |b w:nan
1 |a x:1e99 |b y:1e99
-1 |a x y late |b z w
`

/** Returns the name of each feature that has one, by its example and key. */
function namesOf(batches: readonly Batch[], labelled: boolean): string[] {
  return batches.flatMap(({ names, offsets, indices, labels, lines }) =>
    Array.from(names?.at ?? [], (position, k) => {
      const e = offsets.findLastIndex((offset) => offset <= position)
      if (labelled && Number.isNaN(labels[e])) return ''
      return `${lines?.[e]}: ${names?.texts[k]} ${indices[position]}`
    }).filter((text) => text !== ''),
  )
}

test.each<readonly [ReadOptions]>([
  [{}],
  [{ wide: true }],
  [{ interactions: ['ab'], ngrams: ['2'] }],
  [{ interactions: ['ab', 'aa'], wide: true }],
])('lines have the names of the features of examples with a label, as a file has: %j', async (options) => {
  const reader = read(bytesOf(lines), { ...options, format: 'vw', allNames: true })
  const batches: Batch[] = []
  for await (const batch of reader) batches.push(batch)
  const { batch } = new LineReader(reader.schema as Schema).read(bytesOf(lines), { wantsName: () => true })
  // a value of 0 is no appearance
  const expected = namesOf(batches, true).filter((text) => !text.includes('none'))
  expect(namesOf([batch], false)).toEqual(expected)
  expect(expected.length).toBeGreaterThan(10)
})

test('names that are not requested are not found, and without the option a batch has none', async () => {
  const reader = read(bytesOf(lines), { format: 'vw' })
  const schema = await reader.open()
  await reader.close()
  const own = new LineReader(schema as Schema)
  expect(own.read(bytesOf(lines)).batch.names).toBeUndefined()
  expect(own.read(bytesOf(lines), { wantsName: () => false }).batch.names).toEqual({
    at: new Uint32Array(0),
    texts: [],
  })
})
