import type { Batch, ReadOptions } from '@ol/spec'
import { expect, test } from 'vitest'
import { read } from '../src/read.js'
import { LineReader } from '../src/read-lines.js'
import { bytesOf } from './collect.js'

async function groups(text: string, options: ReadOptions): Promise<string[]> {
  const found: string[] = []
  for await (const batch of read(bytesOf(text), { groups: true, ...options })) found.push(...texts(batch))
  return found
}

/** Returns the groups of each example as characters, a dot for none. */
function texts({ size, offsets, groups: all = new Uint8Array(0) }: Batch): string[] {
  return Array.from({ length: size }, (_, e) =>
    String.fromCharCode(...all.subarray(offsets[e], offsets[e + 1])).replaceAll('\0', '.'),
  )
}

const vw = '1 |a x y |b z:2 | w\n-1 |b z\n1 |abc x |b\n'

test.each<[string, string, ReadOptions, string[]]>([
  ['VW text', vw, { format: 'vw' }, ['aab .', 'b.', 'a.']],
  ['without a constant', vw, { format: 'vw', constant: false }, ['aab ', 'b', 'a']],
  ['columns of a table', 'job,age,y\nx,3,1\nz,4,-1\n', { label: 'y', categorical: ['job'] }, ['ja.', 'ja.']],
  [
    'objects of JSON',
    '{"label":1,"a":{"x":2,"c":{"y":1}},"z":3}\n{"label":-1,"z":1}\n',
    { format: 'jsonl' },
    ['ac .', ' .'],
  ],
  ['svmlight', '1 3:2 4:1\n-1 1:1\n', { format: 'svmlight' }, ['  .', ' .']],
  ['interactions', vw, { format: 'vw', interactions: ['ab'] }, ['aab ...', 'b.', 'a.']],
  ['n-grams', vw, { format: 'vw', ngrams: ['a2'] }, ['aaab .', 'b.', 'a.']],
  ['names that are changed', vw, { format: 'vw', renameNamespaces: [['a', 'q']] }, ['qqb .', 'b.', 'q.']],
  [
    'interactions of columns',
    'job,age,y\nx,3,1\n',
    { label: 'y', categorical: ['job'], interactions: [['job', 'age']] },
    ['ja..'],
  ],
])('%s', async (_, text, options, expected) => {
  expect(await groups(text, options)).toEqual(expected)
})

test('a bad line of expansion leaves the others their groups', async () => {
  const text = '1 |a x:1e99 |b y:1e99\n-1 |a x |b y\n'
  expect(await groups(text, { format: 'vw', interactions: ['ab'], constant: false })).toEqual(['ab.'])
})

test('lines one by one have them, too', async () => {
  const reader = read(bytesOf(vw), { format: 'vw', groups: true, interactions: ['ab'] })
  const schema = await reader.open()
  if (schema === undefined) throw new Error('unreachable')
  await reader.close()
  expect(schema.groups).toBe(true)
  expect(texts(new LineReader(schema).read(new TextEncoder().encode(vw)).batch)).toEqual([
    'aab ...',
    'b.',
    'a.',
  ])
})

test('without the option there are none', async () => {
  for await (const batch of read(bytesOf(vw), { format: 'vw' })) expect(batch.groups).toBeUndefined()
})
