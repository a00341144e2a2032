import type { Notice, TrainOptions } from '@ol/pipeline'
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, temporaryFolder } from './data.js'
import { train } from './small.js'

const folder = temporaryFolder()
/** More than the first MiB, from which the task is decided; half stars come after it. */
const rows = 14_000
const late = 12_000
let path: string
let whole: string

beforeAll(() => {
  const line = (k: number, stars: number): string =>
    `${((k * 7919) % 1009) / 504},${'some words '.repeat(8)}of row ${k},${stars}`
  const lines = Array.from({ length: rows }, (_, k) => line(k, 1 + ((k * 31) % 5)))
  const half = lines.flatMap((text, k) => (k >= late && k % 20 === 0 ? [line(k, 4.5), text] : [text]))
  path = folder.put('half.csv', `x,note,stars\n${half.join('\n')}\n`)
  whole = folder.put('whole.csv', `x,note,stars\n${lines.join('\n')}\n`)
})

const options: TrainOptions = { label: 'stars', bits: 10, rule: 'nag', ignore: ['note'] }

async function noticesOf(input: string, more: TrainOptions = {}): Promise<Notice[]> {
  const notices: Notice[] = []
  await train(input, { ...options, ...more, onNotice: (notice) => notices.push(notice) })
  return notices.filter(({ kind }) => kind === 'ratings')
}

test('classes that are the numbers from 1 on may be ratings, which a notice says unless the task was requested', async () => {
  expect(await noticesOf(whole)).toEqual([{ kind: 'ratings', classes: 5 }])
  expect(await noticesOf(whole, { task: 'multiclass' })).toEqual([])
  expect(await noticesOf(whole, { task: 'regression' })).toEqual([])
  const names = folder.put('names.csv', 'x,stars\n1,2\n2,4\n3,8\n4,2\n')
  expect(await noticesOf(names, { ignore: [] })).toEqual([])
})

test('a notice says how many classes labels have been taken for, if they are more than a hundred', async () => {
  const many = async (count: number, more: TrainOptions = {}) => {
    const rows = Array.from({ length: 2 * count }, (_, k) => `${k},c${k % count}\n`)
    const notices: Notice[] = []
    const text = new TextEncoder().encode(`x,y\n${rows.join('')}`)
    await train(text, { rule: 'nag', bits: 4, ...more, onNotice: (notice) => notices.push(notice) })
    return notices
  }
  expect(await many(101)).toEqual([{ kind: 'many-classes', classes: 101, numbers: false }])
  expect(await many(100)).toEqual([])
  expect(await many(101, { task: 'multiclass' })).toEqual([])
})

describe.each(backends)('a label that contradicts the task, %s', (backend) => {
  test('ends the run with the flags that help', async () => {
    const run = train(path, { ...options, backend })
    await expect(run).rejects.toMatchObject({ code: 'OL_LABEL' })
    await expect(run).rejects.toThrow(/received 4\.5: .*--task regression.*--on-new-label skip/)
  })

  test('is left out and counted on request: the model has the other lines', async () => {
    const { model, report } = await train(path, { ...options, backend, onNewLabel: 'skip' })
    const expected = await train(whole, { ...options, backend })
    expect(report.badLines).toEqual({ OL_LINE_LABEL: 100 })
    expect(report.skippedLines).toBe(100)
    expect(model.toBytes()).toEqual(expected.model.toBytes())
    const passes = { passes: 2, holdout: false as const, onNewLabel: 'skip' as const }
    const cached = await train(path, { ...options, ...passes, backend, cache: true })
    const read = await train(path, { ...options, ...passes, backend, cache: false })
    expect(cached.model.toBytes()).toEqual(read.model.toBytes())
  })
})
