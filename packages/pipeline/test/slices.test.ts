import type { EvaluationReport, Metrics, Slice } from '@ol/core'
import { evaluate, type Report } from '@ol/pipeline'
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, temporaryFolder } from './data.js'
import { train } from './small.js'

const folder = temporaryFolder()
const rows = 4000
let path: string

interface Row {
  readonly city: string
  readonly size: number
  readonly tint: string
  readonly sold: string
}

/** Cities of different difficulty, a number that is often 0 or missing, and cells that are empty. */
function rowOf(k: number): Row {
  const x = ((k * 7919) % 1009) / 504 - 1
  const city = ['Rome', 'Oslo', 'Lima', ''][(k * 31) % 4]
  const noise = city === 'Oslo' ? ((k * 13) % 7) - 3 : 0
  return { city, size: k % 3, tint: `t${k % 150}`, sold: x + noise > 0 ? 'yes' : 'no' }
}

const table = Array.from({ length: rows }, (_, k) => rowOf(k))

beforeAll(() => {
  const lines = table.map(({ city, size, tint, sold }, k) => {
    const x = ((k * 7919) % 1009) / 504 - 1
    return [x, city, k % 10 === 9 ? 'NA' : size, tint, sold].join()
  })
  path = folder.put('sold.csv', `x,city,size,tint,sold\n${lines.join('\n')}\n`)
})

const options = { label: 'sold', positive: 'yes', bits: 12 } as const

async function trained(
  by: string,
  more: object = {},
): Promise<{ report: Report; slices: Map<string, Slice<Metrics>> }> {
  const { report } = await train(path, { ...options, by, ...more })
  return { report, slices: byValue(report.evaluation) }
}

function byValue(evaluation: EvaluationReport | undefined): Map<string, Slice<Metrics>> {
  return new Map(
    evaluation?.slices?.map((slice) => [slice.value ?? (slice.others ? 'others' : 'none'), slice]),
  )
}

const counts = (slices: Map<string, Slice<Metrics>>): Record<string, number> =>
  Object.fromEntries([...slices].map(([value, { metrics }]) => [value, metrics.examples]))

/** Returns how many rows have each text. */
function tally(texts: readonly string[]): Record<string, number> {
  const all: Record<string, number> = {}
  for (const text of texts) all[text] = (all[text] ?? 0) + 1
  return all
}

test('numbers that prenormalize divides are no values', async () => {
  await expect(trained('size', { prenormalize: 'square' })).rejects.toMatchObject({ code: 'OL_INPUT_COLUMN' })
  const { model } = await train(path, { ...options, prenormalize: 'square' })
  await expect(evaluate(path, { model, by: 'size' })).rejects.toMatchObject({ value: 'size' })
  expect((await evaluate(path, { model, by: 'city' })).report.evaluation?.slices).toHaveLength(4)
})

describe.each(backends)('metrics by the values of a column, %s', (backend) => {
  test('each example is of its value, and the slices are the whole', async () => {
    const { report, slices } = await trained('city', { backend })
    expect(counts(slices)).toEqual(tally(table.map(({ city }) => (city === '' ? 'missing' : city))))
    const overall = report.evaluation?.overall as Metrics
    if (overall.task !== 'binary') throw new Error('two classes')
    const own = [...slices.values()].map(({ metrics }) => metrics)
    const summed = own.reduce(
      (sum, metrics) =>
        sum + (metrics.task === 'binary' ? (metrics.logLoss as number) * metrics.weight : NaN),
      0,
    )
    expect(summed / rows).toBeCloseTo(overall.logLoss as number, 10)
    const accuracy = (value: string): number => {
      const metrics = slices.get(value)?.metrics
      return metrics?.task === 'binary' ? metrics.accuracy : Number.NaN
    }
    expect(accuracy('Oslo')).toBeLessThan(accuracy('Rome') - 0.1)
  })

  test('the model and its other metrics equal a run without slices', async () => {
    const plain = await train(path, { ...options, backend })
    const sliced = await train(path, { ...options, backend, by: 'city' })
    expect(sliced.model.toBytes()).toEqual(plain.model.toBytes())
    const { by, slices, ...rest } = sliced.report.evaluation as EvaluationReport
    expect(by).toBe('city')
    expect(slices?.length).toBe(4)
    expect(rest).toEqual(plain.report.evaluation)
  })
})

test('a number that is 0 is a value, and so is one that is missing', async () => {
  const { slices } = await trained('size')
  expect(counts(slices)).toEqual(tally(table.map(({ size }, k) => (k % 10 === 9 ? 'missing' : String(size)))))
})

test('values after the first hundred are one slice', async () => {
  const { slices } = await trained('tint')
  expect(slices.size).toBe(101)
  const later = table.filter((_, k) => k % 150 >= 100).length
  expect(slices.get('others')?.metrics.examples).toBe(later)
})

test('an evaluation has the slices of its data, in chunks of any size', async () => {
  const { model } = await train(path, options)
  const whole = await evaluate(path, { model, by: 'city' })
  expect(counts(byValue(whole.report.evaluation))).toEqual(
    tally(table.map(({ city }) => (city === '' ? 'missing' : city))),
  )
  const small = await evaluate(path, { model, by: 'city', chunkBytes: 4096 })
  expect(small.report.evaluation).toEqual(whole.report.evaluation)
})

test('a column that no feature has is an error that names those that there are', async () => {
  await expect(train(path, { ...options, by: 'town' })).rejects.toMatchObject({ code: 'OL_INPUT_COLUMN' })
  await expect(train(path, { ...options, by: 'City' })).rejects.toThrow('did you mean city?')
  await expect(train(path, { ...options, by: 'sold' })).rejects.toThrow('read as label')
  await expect(train(path, { ...options, by: 'city', ignore: ['city'] })).rejects.toThrow('left out')
  await expect(train(path, { ...options, by: '' })).rejects.toMatchObject({ code: 'OL_INPUT_COLUMN' })
})
