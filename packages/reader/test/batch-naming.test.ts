import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Batch, ReadOptions } from '@ol/spec'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LineReader } from '../src/index.js'
import { read } from '../src/read.js'
import { writeCache } from '../src/read-cached.js'
import { bytesOf } from './collect.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-naming-'))
})
afterAll(() => rm(folder, { recursive: true }))

const table = bytesOf(
  ['x,y', ...Array.from({ length: 40 }, (_, i) => `${i},${i % 3 ? 'ham' : 'spam'}`)].join('\n'),
)

async function firstOf(source: Uint8Array, options: ReadOptions): Promise<Batch> {
  for await (const batch of read(source, options)) return batch
  throw new Error('no batch')
}

test.each([
  ['two labels', { labels: 'sign' }, { hash: 'strings', hashSeed: 0, signNames: ['ham', 'spam'] }],
  [
    'a positive label',
    { labels: 'sign', positive: 'ham' },
    { hash: 'strings', hashSeed: 0, signNames: [undefined, 'ham'] },
  ],
  [
    'classes',
    { labels: 'class', classes: 2, hash: 'all' },
    { hash: 'all', hashSeed: 0, classNames: ['spam', 'ham'] },
  ],
  [
    'another seed',
    { labels: 'sign', hashSeed: 7 },
    { hash: 'strings', hashSeed: 7, signNames: ['ham', 'spam'] },
  ],
] as const)('batches of a table and of its cache have a record of %s', async (name, given, expected) => {
  const options: ReadOptions = { label: 'y', ...given }
  expect(await firstOf(table, options)).toMatchObject(expected)
  const path = join(folder, `${name}.olcache`)
  await writeCache(read(table, options), path)
  expect(await firstOf(await readFile(path), options)).toMatchObject(expected)
})

test('batches of lines have a record', async () => {
  const reader = read(bytesOf('{"label":"no","a":1}\n{"label":"yes","a":2}\n'.repeat(20)), { labels: 'sign' })
  const schema = await reader.open()
  if (schema === undefined) throw new Error('no schema')
  const { batch } = new LineReader(schema).read(bytesOf('{"label":"yes","a":3}\n'))
  expect(batch).toMatchObject({ hash: 'strings', hashSeed: 0, signNames: ['no', 'yes'] })
})
