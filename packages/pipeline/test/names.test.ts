import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, type TrainOptions } from '@ol/pipeline'
import { unnamedFeatures } from '@ol/pipeline/internal'
import { featureNames, read, writeCache } from '@ol/reader'
import { describe, expect, test } from 'vitest'
import { train } from './small.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const folder = mkdtempSync(join(tmpdir(), 'ol-names-'))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const rows = Array.from({ length: 40 }, (_, i) => i)
const sign = (i: number): number => (i % 3 === 0 ? -1 : 1)

const inputs: Readonly<Record<string, { text: string; options: TrainOptions }>> = {
  vw: {
    text: rows.map((i) => `${sign(i)} |a x${i % 7} y:${1 + (i % 5)} :2 |city oslo${i % 11} c=d\n`).join(''),
    options: { format: 'vw' },
  },
  'vw with products': {
    text: rows.map((i) => `${sign(i)} |a x${i % 7} y:2 |b u${i % 11} v\n`).join(''),
    options: { format: 'vw', interactions: ['ab', 'aab'], ngrams: ['2'] },
  },
  svmlight: {
    text: rows.map((i) => `${sign(i)} ${1 + (i % 6)}:0.5 ${10 + (i % 9)}:2 # c\n`).join(''),
    options: { format: 'svmlight' },
  },
  csv: {
    text: `y,age,"the, city",words\n${rows
      .map((i) => `${sign(i)},${i},"o""s\nlo ${i % 9}",w${i % 8} again\n`)
      .join('')}`,
    options: { format: 'csv', label: 'y', text: ['words'] },
  },
  jsonl: {
    text: rows
      .map(
        (i) =>
          `{"label":${sign(i)},"a":${i + 1},"b":{"c":"t\\u00e9${i % 5}","d":[1,${i + 1}],"e":["k${i % 7}"]}}\n`,
      )
      .join(''),
    options: { format: 'jsonl' },
  },
  counts: {
    text: rows.map((i) => `good:${1 + i} book${i % 9}:1 #label#:${sign(i)}\n`).join(''),
    options: { format: 'counts' },
  },
}

describe.each(Object.entries(inputs))('names of %s', (_, { text, options }) => {
  // `auto` trains many models: the tests that ask for it are enough
  const requested: TrainOptions = { loss: 'logistic', bits: 13, rule: 'nag', ...options }
  const trained = async (more: TrainOptions = {}, input = text) =>
    (await train(bytes(input), { ...requested, ...more })).model

  test('are those that a reading for names finds, whatever the size of chunks', async () => {
    const model = await trained({ rule: 'auto' })
    const rows = model.inspect({ top: 1000 })
    expect(rows.length).toBeGreaterThan(10)
    const shared = rows.flatMap(({ collisions = [] }) => collisions)
    expect(model.learner.names).toMatchObject({ known: rows.length + shared.length, incomplete: false })
    expect(model.learner.nameCollisions() > 0).toBe(shared.length > 0)
    const found = await featureNames([bytes(text)], model.schema as never, rows, 13)
    expect(rows.map(({ name, collisions = [] }) => [name, ...collisions])).toEqual(found)
    for (const [chunkBytes, rule] of [
      [20, 'nag'],
      [100, 'auto'],
      [1000, 'nag'],
    ] as const) {
      const expected = rule === 'auto' ? model : await trained()
      const found = await trained({ chunkBytes, rule })
      expect(Buffer.from(found.toBytes()).equals(expected.toBytes())).toBe(true)
    }
  })

  test.each([
    { names: 5 },
    { names: 12, chunkBytes: 50 },
    { bits: 'grow' as const, rule: 'auto' as const },
    { rule: 'sgd' as const },
  ])('survive saving, loading and further training with %j', async (more: TrainOptions) => {
    const whole = await trained(more)
    const lines = text.split(/(?<=\n)(?=-?1[ ,|]|\{|good)/)
    const head = lines[0].startsWith('y,') ? lines.shift() : ''
    const half = (k: number): string => head + (k === 0 ? lines.slice(0, 17) : lines.slice(17)).join('')
    const first = await load((await trained(more, half(0))).toBytes())
    const { chunkBytes } = more as { chunkBytes?: number }
    const { model } = await first.train(bytes(half(1)), { chunkBytes })
    expect(Buffer.from(model.toBytes()).equals(whole.toBytes())).toBe(true)
    expect(whole.learner.names.known).toBeGreaterThanOrEqual(5)
  })

  test('are the first so many, or none', async () => {
    const names = (model: Awaited<ReturnType<typeof trained>>): string[] =>
      model.inspect({ top: 1000, names: [] }).flatMap(({ name }) => name ?? [])
    const few = await trained({ rule: 'nag', names: 4 })
    expect(few.learner.names).toEqual({ limit: 4, known: 4, incomplete: false })
    expect(names(few)).toHaveLength(4)
    const lines = text.split(/(?<=\n)(?=-?1[ ,|]|\{|good)/)
    expect(names(await trained({ rule: 'nag' }, lines.slice(0, 3).join('')))).toEqual(
      expect.arrayContaining(names(few)),
    )
    expect((await trained({ rule: 'nag', names: 'off' })).learner.names).toEqual({
      limit: 0,
      known: 0,
      incomplete: false,
    })
  })

  test('are kept by caches, and a cache without them is reported', async () => {
    const path = file('data.txt', text)
    const cache = join(folder, `${options.format}${options.interactions === undefined ? '' : 'q'}.olcache`)
    const fresh = await trained()
    for (let k = 0; k < 2; k++) {
      const run = await train(path, { ...requested, cache })
      expect(run.notices).toEqual([])
      expect(Buffer.from(run.model.toBytes()).equals(fresh.toBytes())).toBe(true)
    }
    const passes = await train(path, { ...requested, passes: 3, cache: false })
    expect(passes.model.learner.names).toEqual(fresh.learner.names)
    const bare = `${cache}.bare`
    const { chunkBytes: _, ...reading } = options as { chunkBytes?: number }
    await writeCache(read(path, { ...reading, labels: 'sign' } as never), bare)
    const without = await train(bare, { rule: 'nag', loss: 'logistic', bits: 18 })
    expect(without.model.learner.names).toEqual({ limit: 100_000, known: 0, incomplete: true })
    const again = await load(without.model.toBytes())
    expect(again.learner.names).toEqual(without.model.learner.names)
  })

  test('agree with explanations, which add up to the score', async () => {
    const model = await trained({ learningRate: 'auto' })
    const before = model.toBytes()
    const known = new Map(
      model.inspect({ top: 1000 }).map(({ index, name, collisions = [] }) => [index, [name, ...collisions]]),
    )
    let examples = 0
    for await (const { features, further, score } of model.explain(bytes(text))) {
      let sum = 0
      for (const { contribution } of [...features, ...further]) sum += contribution
      expect(sum + 0).toBe(score + 0)
      for (const { name, index } of features) expect(known.get(index)).toContain(name)
      examples++
    }
    expect(examples).toBe(rows.length)
    expect(Buffer.from(model.toBytes()).equals(before)).toBe(true)
  })
})

test('columns of numbers have names in a model that keeps none', async () => {
  const { text, options } = inputs.csv
  const { model } = await train(bytes(text), { ...options, loss: 'logistic', names: 'off' })
  const named = model.inspect({ top: 1000 }).filter(({ name }) => name !== undefined)
  expect(named.map(({ name }) => name)).toEqual(['age'])
})

test('features without a name say why they have none', async () => {
  const why = async (names: number | 'off', text: string) => {
    const { model } = await train(bytes(text), { rule: 'nag', format: 'vw', names })
    return unnamedFeatures(model.inspect({ top: 9 }), model.learner.names)
  }
  const text = '1 |a x y z\n-1 |a x y\n'
  expect(await why('off', text)).toMatch(/the model keeps no names/)
  expect(await why(2, text)).toMatch(/the names of the first 2 features only/)
  expect(await why(4, text)).toBeUndefined()
  const unnamed = unnamedFeatures([{}], { limit: 9, known: 3 })
  expect(unnamed).toMatch(/its data had no names/)
})

test('the values of a categorical column are measured against their mean', async () => {
  // every value has the same weight: only the number says something
  const text = `y,n,c\n${rows.map((i) => `${sign(i)},${i % 3 === 0 ? -5 : 5},${'abcd'[i % 4]}\n`).join('')}`
  const { model } = await train(bytes(text), { rule: 'nag', loss: 'logistic', label: 'y' })
  const [top, ...rest] = model.inspect()
  expect(top.name).toBe('n')
  const values = rest.filter(({ name }) => name?.startsWith('c='))
  expect(values).toHaveLength(4)
  const mean = values.reduce((sum, { weight }) => sum + weight, 0) / 4
  for (const { weight, baseline, importance, scale } of values) {
    expect(baseline).toBeCloseTo(mean, 12)
    expect(importance).toBeCloseTo(Math.abs(weight - mean) * (scale ?? 0), 12)
  }
})
