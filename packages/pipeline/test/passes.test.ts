import { brotliCompressSync } from 'node:zlib'
import type { TrainOptions } from '@ol/pipeline'
import { expect, test } from 'vitest'
import { temporaryFolder } from './data.js'
import { search, train } from './small.js'

const folder = temporaryFolder()
const rows = Array.from({ length: 60 }, (_, k) => `${(k % 7) - 3},${k % 5},${k}`)
const long = `${'9'.repeat(80)},1,0`
const csv = `a,b,y\n${[...rows, long].join('\n')}\n`
// brotli has no magic: without the option, or the ending of the name, no pass can read it
const packed = folder.put('packed', brotliCompressSync(csv))
const plain = folder.put('plain.csv', `a,b,y\n${rows.join('\n')}\n`)

const run = { compression: 'brotli', maxLineBytes: 60, chunkBytes: 100, patience: 5 } as const
const cases: [string, TrainOptions][] = [
  ['several passes', { passes: 3, cache: false }],
  ['several passes with a cache', { passes: 3, cache: folder.path('own.olcache') }],
  ['scales of a first pass', { prenormalize: 'max' }],
  ['a rule with a first pass', { rule: 'transductive', loss: 'logistic', positive: '3' } as TrainOptions],
  ['a first pass and several more', { prenormalize: 'square', passes: 2 }],
]

test.each(cases)('options of the run hold in every pass: %s', async (_, options) => {
  const notices: string[] = []
  const onNotice = ({ kind }: { readonly kind: string }): void => void notices.push(kind)
  const expected = await train(plain, { ...options, label: 'y', cache: false } as TrainOptions)
  const { model, reading } = await train(packed, { ...run, ...options, label: 'y', onNotice } as TrainOptions)
  expect(reading).toMatchObject({ skipped: 1, examples: 60 })
  expect(model.toBytes()).toEqual(expected.model.toBytes())
  expect(notices.filter((kind) => kind === 'cache-remade')).toEqual([])
})

test('they hold in every pass of a search', async () => {
  const options = { label: 'y', mode: 'grid', passes: 2 } as const
  const expected = await search(plain, options)
  const { model } = await search(packed, { ...run, ...options })
  expect(model.toBytes()).toEqual(expected.model.toBytes())
})

test('a model that knows some of its classes keeps their numbers if options override its schema', async () => {
  const first = folder.put('first.csv', 'n,y\n1,b\n2,a\n3,b\n')
  const later = folder.put('later.csv', 'n;y\n3;c\n1;b\n2;a\n4;d\n')
  const { model } = await train(first, { rule: 'nag', label: 'y', classes: 4 })
  expect(model.learner.classNames).toEqual(['b', 'a'])
  const { report } = await model.evaluate(later, { delimiter: ';' })
  expect([report.skippedLines, report.classes]).toEqual([0, ['b', 'a', 'c', 'd']])
  const on = await model.train(later, { delimiter: ';', passes: 2 })
  expect(on.report.skippedLines).toBe(0)
  expect(on.model.learner.classNames).toEqual(['b', 'a', 'c', 'd'])
  // as without the option, where the file needs none
  const commas = folder.put('commas.csv', 'n,y\n3,c\n1,b\n2,a\n4,d\n')
  const { model: other } = await train(first, { rule: 'nag', label: 'y', classes: 4 })
  await other.train(commas, { passes: 2 })
  expect([...on.model.learner.weights()]).toEqual([...other.learner.weights()])
})
