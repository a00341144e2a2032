import type { TrainOptions } from '@ol/pipeline'
import { read } from '@ol/reader'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './data.js'
import { train } from './small.js'

const folder = temporaryFolder()

/** 300 rows of which every seventh is a bad line and every fifth has a record of three lines. */
const lines = Array.from({ length: 300 }, (_, k) => {
  if (k % 7 === 3) return `${k},too,many,cells,here`
  const text = k % 5 === 0 ? `"a\n\n${k % 3}"` : `b${k % 4}`
  return `${k % 11},${text},${k < 120 ? 'xy'[k % 2] : 'xyz'[k % 3]}`
})
const good = (k: number): boolean => k % 7 !== 3

/** The start of the file with n good rows. */
function firstRows(n: number): string {
  let end = 0
  for (let left = n; left > 0; end++) if (good(end)) left--
  return `n,text,label\n${lines.slice(0, end).join('\n')}\n`
}
const whole = firstRows(lines.filter((_, k) => good(k)).length)
const options = { rule: 'nag', label: 'label', categorical: ['text'] } as const

describe('the first n examples are read as if the input ended after them', () => {
  test.each([1, 2, 40, 100, 101])('n = %d, for any chunks', async (n) => {
    // the labels of the whole file decide the task
    const { model: all } = await train(Buffer.from(whole), options)
    const schema = { ...(all.schema as object), classes: { count: 3, names: ['x', 'y', 'z'] } }
    const expected = await read(Buffer.from(firstRows(n)), { schema: schema as never })
    let size = 0
    for await (const batch of expected) size += batch.size
    expect(size).toBe(n)
    for (const chunkBytes of [1, 7, 100, 1 << 20])
      for (const threads of [1, 4]) {
        const reader = read(Buffer.from(whole), { schema: schema as never, examples: n, chunkBytes, threads })
        const labels: number[] = []
        for await (const batch of reader) labels.push(...batch.labels.subarray(0, batch.size))
        expect(labels).toHaveLength(n)
        const { columns: _, ...report } = reader.report
        const { columns: __, ...other } = expected.report
        expect(report).toEqual(other)
      }
  })

  test('later lines end nothing and add no class', async () => {
    const rows = Array.from({ length: 200 }, (_, k) => `${k === 150 ? '001' : k % 2 ? 1 : -1} 1:${k % 9}`)
    const text = Buffer.from(`${rows.join('\n')}\n`)
    const run = { format: 'svmlight', loss: 'hinge', rule: 'nag', bits: 10, examples: 100 } as const
    const models: Uint8Array[] = []
    for (const chunkBytes of [40, 1 << 20]) {
      const { model, reading } = await train(text, { ...run, chunkBytes } as TrainOptions)
      expect([reading.examples, reading.lines]).toEqual([100, 100])
      models.push(model.toBytes())
    }
    expect(models[1]).toEqual(models[0])
    const classes = Array.from({ length: 200 }, (_, k) => `${k < 150 ? 'ab'[k % 2] : 'c'} | x:${k % 9}`)
    const named = { format: 'vw', task: 'multiclass', rule: 'nag', examples: 100 } as const
    const names: (readonly string[] | undefined)[] = []
    for (const chunkBytes of [40, 1 << 20]) {
      const text = Buffer.from(`${classes.slice(0, 120).join('\n')}\n${classes.slice(120).join('\n')}\n`)
      names.push((await train(text, { ...named, chunkBytes } as TrainOptions)).model.learner.classNames)
    }
    expect(names[1]).toEqual(names[0])
  })

  test('a first pass sees them only', async () => {
    const rows = Array.from({ length: 100 }, (_, k) => `${k % 2 ? 1 : -1} | x:${k < 50 ? k % 7 : 1e6}`)
    const run = { format: 'vw', prenormalize: 'max', rule: 'nag' } as const
    const { model } = await train(Buffer.from(`${rows.join('\n')}\n`), { ...run, examples: 50 })
    const { model: start } = await train(Buffer.from(`${rows.slice(0, 50).join('\n')}\n`), run)
    expect(model.toBytes()).toEqual(start.toBytes())
  })

  test('several files, objects, batches, readers and caches', async () => {
    const file = folder.put('whole.csv', whole)
    const count = async (input: Parameters<typeof train>[0], n: number, more: object = {}) =>
      (await train(input, { ...more, rule: 'nag', examples: n } as TrainOptions)).report.examples
    const rest = lines.filter((_, k) => good(k)).length
    expect(await count([file, file], rest + 10, options)).toBe(rest + 10)
    expect(await count([file, file], rest, options)).toBe(rest)
    const objects = Array.from({ length: 30 }, (_, k) => ({ features: { x: k }, label: k % 2 ? 1 : -1 }))
    expect(await count(objects, 7)).toBe(7)
    const { rule: _, ...reading } = options
    const { report } = await train(read(file, { ...reading, labels: 'class', classes: 3 }), {
      loss: 'logistic',
      classes: 3,
      examples: 33,
    } as TrainOptions)
    expect(report.examples).toBe(33)
    // a cache holds what was requested, and another number makes another one
    const cache = folder.path('first.olcache')
    const notices: string[] = []
    for (const n of [20, 20, 60, undefined]) {
      const onNotice = ({ kind }: { readonly kind: string }): void => void notices.push(kind)
      const run = { ...options, cache, passes: 2, holdout: false, onNotice, ...(n ? { examples: n } : {}) }
      expect((await train(file, run as TrainOptions)).report.examples).toBe(2 * (n ?? rest))
    }
    expect(notices.filter((kind) => kind === 'cache-regenerated')).toHaveLength(2)
    const direct = await train(cache, { rule: 'nag', examples: 11 } as TrainOptions)
    expect(direct.report.examples).toBe(11)
  })

  test.each([0, 1.5, Number.NaN, '7', 2e15])('%s is no number of examples', async (examples) => {
    await expect(train(Buffer.from(whole), { ...options, examples } as TrainOptions)).rejects.toMatchObject({
      code: 'OL_PARAMETER',
    })
  })
})
