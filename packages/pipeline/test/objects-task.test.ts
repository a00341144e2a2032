import { load } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { search, train } from './small.js'

type Label = string | number | boolean
const objects = (labelOf: (k: number) => Label, count = 300, kinds = 2) =>
  Array.from({ length: count }, (_, i) => ({
    features: { kind: `k${i % kinds}`, x: (i % kinds) + (i % 7) / 7 },
    label: labelOf(i % kinds),
  }))

async function classOf(model: { toBytes(): Uint8Array }, kind: string, x: number): Promise<unknown> {
  const loaded = await load(model.toBytes())
  for await (const { prediction } of loaded.predict([{ features: { kind, x } }])) return prediction
  return undefined
}

describe('objects decide the task by their labels', () => {
  test('strings that are numbers mean the same as in a file', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => ({ a: i % 13, y: String(((i % 13) * 30 + i) / 7) }))
    const file = new TextEncoder().encode(`a,y\n${rows.map(({ a, y }) => `${a},${y}\n`).join('')}`)
    const labelled = rows.map(({ a, y }) => ({ features: { a }, label: y }))
    for (const options of [
      {},
      { task: 'regression' },
      { loss: 'poisson' },
      { rule: 'nag', passes: 2 },
    ] as const) {
      const { model, report } = await train(labelled, options)
      const other = await train(file, options)
      expect(report.task).toEqual(other.report.task)
      expect(report.averageLoss).toBeCloseTo(other.report.averageLoss, 9)
      expect((await model.evaluate(labelled)).report.labelled).toBe(300)
    }
    const { report } = await search(labelled, { losses: ['squared'], passes: 2 })
    expect(report.task).toMatchObject({ task: 'regression' })
    const wrong = [...labelled, { features: { a: 1 }, label: '7 kg' }]
    await expect(train(wrong)).rejects.toMatchObject({ code: 'OL_LABEL', value: '7 kg' })
    const signs = rows.map(({ a }) => ({ features: { a }, label: a > 6 ? '1' : '-1' }))
    expect((await train(signs, { rule: 'pa' })).report.errorRate).toBeLessThan(0.1)
  })

  const pairs: readonly (readonly [Label, Label])[] = [
    ['no', 'yes'],
    [0, 1],
    [1, 2],
    [-1, 1],
    [false, true],
    ['ham', 'spam'],
  ]
  test.each(pairs)('two values are two classes: %s, %s', async (negative, positive) => {
    const labels = objects((k) => (k === 0 ? negative : positive))
    const { model, report } = await train(labels)
    expect(report.task).toMatchObject({ task: 'binary', by: 'labels' })
    expect(report).toMatchObject({ loss: 'logistic', labelled: 300 })
    expect(report.errorRate).toBeLessThan(0.1)
    expect(String(await classOf(model, 'k1', 1.3))).toBe(String(positive))
    expect(String(model.learner.predictOne({ kind: 'k0', x: 0.2 }).class)).toBe(String(negative))
    // a second pass, and a test, read them in the same way
    expect((await train(labels, { rule: 'nag', passes: 2, holdout: false })).report.labelled).toBe(600)
    expect((await (await load(model.toBytes())).evaluate(labels)).report.labelled).toBe(300)
  })

  test('labels that are all 0 at first are the class 0 next to 1, as in a file', async () => {
    const rows = objects((k) => k)
    const zeros = rows.map((row) => ({ ...row, label: 0 }))
    const csv = (given: typeof rows): Uint8Array => {
      const lines = given.map(({ features: { kind, x }, label }) => `${kind},${x},${label}\n`)
      return new TextEncoder().encode(`kind,x,y\n${lines.join('')}`)
    }
    for (const rule of ['nag', 'pa'] as const) {
      const { model } = await train(zeros, { rule })
      const file = await train(csv(zeros), { rule })
      for (const one of [model, file.model]) {
        await one.train(one === model ? rows : csv(rows))
        expect(one.learner.classNames).toEqual(['0', '1'])
        expect([await classOf(one, 'k0', 0.2), await classOf(one, 'k1', 1.3)].map(String)).toEqual(['0', '1'])
      }
    }
  })

  test('strings with more values, and whole numbers, are classes, and more are added', async () => {
    const late = [...objects((k) => `c${k}`, 1200, 3), ...objects((k) => `c${k}`, 50, 5)]
    const { model, report } = await train(late)
    expect(report.task).toMatchObject({ task: 'multiclass', by: 'labels' })
    expect(model.classes).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'])
    const numbers = await train(objects((k) => k, 300, 4))
    expect(numbers.model.classes).toEqual([0, 1, 2, 3])
    expect(numbers.report.errorRate).toBeLessThan(0.1)
    const found = await search(
      objects((k) => `c${k}`, 300, 3),
      { grid: { learningRate: [0.5, 1] }, passes: 1 },
    )
    expect(found.report.task).toMatchObject({ task: 'multiclass', labels: ['c0', 'c1', 'c2'] })
    const two = await search(
      objects((k) => (k === 0 ? 'no' : 'yes')),
      { grid: { learningRate: [1] }, passes: 1 },
    )
    expect(two.report).toMatchObject({ task: { task: 'binary', labels: ['no', 'yes'] }, loss: 'logistic' })
  })

  test('other numbers are numbers; an option says otherwise', async () => {
    const { report } = await train(objects((k) => k + 0.5, 300, 3))
    expect(report).toMatchObject({ task: { task: 'regression', by: 'labels' }, loss: 'squared' })
    const requested = await train(
      objects((k) => k),
      { rule: 'nag', task: 'regression' },
    )
    expect(requested.report).toMatchObject({ task: { task: 'regression', by: 'task' }, loss: 'squared' })
    const lossy = await train(
      objects((k) => k),
      { loss: 'hinge' },
    )
    const positive = await train(
      objects((k) => `c${k}`, 300, 3),
      { rule: 'nag', positive: 'c1' },
    )
    expect(positive.report).toMatchObject({ task: { task: 'binary', by: 'positive' }, loss: 'logistic' })
    expect(lossy.report).toMatchObject({ task: { task: 'binary', labels: [0, 1] }, loss: 'hinge' })
  })

  test('a later label that contradicts ends the run', async () => {
    const third = [
      ...objects((k) => (k === 0 ? 'no' : 'yes'), 1200),
      { features: { x: 1 }, label: 'perhaps' },
    ]
    await expect(train(third)).rejects.toMatchObject({ code: 'OL_LABEL', value: 'perhaps' })
  })
})

test('of a stream that pauses, the arrived items are inspected', async () => {
  let learned = 0
  const live = async function* () {
    yield* objects((k) => (k === 0 ? 'no' : 'yes'), 10)
    // continues only after the first ones were learned
    while (learned < 10) await new Promise((resolve) => setTimeout(resolve, 1))
    yield* objects((k) => (k === 0 ? 'no' : 'yes'), 4)
  }
  const observe = () => ({
    add: ({ batch }: { batch: { size: number } }) => {
      learned += batch.size
    },
  })
  const { report } = await train(live(), { rule: 'nag', patience: 5, observe })
  expect(report).toMatchObject({ labelled: 14, task: { task: 'binary', labels: ['no', 'yes'] } })
})

describe('batches decide the task by their labels', () => {
  const batch = (labels: readonly number[]) => ({
    size: labels.length,
    offsets: Uint32Array.from({ length: labels.length + 1 }, (_, e) => e),
    indices: Uint32Array.from(labels, (y) => 10 + y),
    values: new Float64Array(labels.length).fill(1),
    labels: Float64Array.from(labels),
  })
  const of = (values: readonly number[]) =>
    batch(Array.from({ length: 60 }, (_, i) => values[i % values.length]))

  test('-1 and 1, and classes from 1', async () => {
    expect((await train([of([-1, 1])])).report).toMatchObject({ task: { task: 'binary' }, loss: 'logistic' })
    const { model, report } = await train([of([1, 2, 3])])
    expect(report.task).toMatchObject({ task: 'multiclass', by: 'labels' })
    expect(model.classes).toEqual([1, 2, 3])
    expect((await train([of([1.5, 2, 3])])).report.task).toMatchObject({ task: 'regression' })
  })

  test('other values of classes are refused, and not learned as numbers', async () => {
    for (const values of [
      [0, 1],
      [1, 2],
      [0, 1, 2],
    ])
      await expect(train([of(values)])).rejects.toMatchObject({ code: 'OL_LABEL' })
    expect((await train([of([0, 1])], { rule: 'nag', task: 'regression' })).report.loss).toBe('squared')
  })
})

test('true and false are labels of JSON Lines', async () => {
  const lines = (names: readonly string[]) =>
    new TextEncoder().encode(
      Array.from(
        { length: 200 },
        (_, i) => `{"x":${i % names.length},"y":${names[i % names.length]}}\n`,
      ).join(''),
    )
  const { report, model } = await train(lines(['false', 'true']), { rule: 'nag', label: 'y' })
  expect(report).toMatchObject({
    task: { task: 'binary', labels: ['false', 'true'] },
    skippedLines: 0,
    labelled: 200,
  })
  expect(model.learner.predictOne({ x: 1 }).class).toBe('true')
  // next to strings they are strings
  const three = await train(lines(['false', 'true', '"maybe"']), { rule: 'nag', label: 'y' })
  expect(three.report).toMatchObject({ classes: ['false', 'true', 'maybe'], skippedLines: 0 })
})
