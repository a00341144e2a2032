import { existsSync } from 'node:fs'
import { convert, htmlReport, load, type ReadingOptions, type TrainOptions } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './data.js'
import { search, train } from './small.js'

const folder = temporaryFolder()

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Rows of CSV whose label depends on the features. */
function csv(label: (x: number, i: number) => unknown, rows = 400): Uint8Array {
  const lines = Array.from({ length: rows }, (_, i) => {
    const x = ((i * 7919) % 1000) / 100
    return `${x},${(i * 31) % 17},${label(x, i)}`
  })
  return bytes(`a,b,y\n${lines.join('\n')}\n`)
}

describe('the task of a training', () => {
  test.each([
    ['0 and 1', (x: number) => (x > 5 ? 1 : 0), [0, 1]],
    ['1 and 2', (x: number) => (x > 5 ? 2 : 1), [1, 2]],
    ['yes and no', (x: number) => (x > 5 ? 'yes' : 'no'), ['no', 'yes']],
    ['-1 and 1', (x: number) => (x > 5 ? 1 : -1), [-1, 1]],
  ])('labels %s are learned as two classes, both of them', async (_, label, names) => {
    for (const loss of [undefined, 'logistic'] as const) {
      const { report, model } = await train(csv(label), { rule: 'nag', label: 'y', loss })
      expect(report).toMatchObject({ loss: 'logistic', examples: 400, labelled: 400, skippedLines: 0 })
      expect(report.task).toEqual({
        task: 'binary',
        labels: names,
        by: loss === undefined ? 'labels' : 'loss',
      })
      expect(report.errorRate).toBeLessThan(0.2)
      expect(report.bestConstant?.loss).toBeGreaterThan(0.5)
      const again = await load(model.toBytes())
      expect(again.toBytes()).toEqual(model.toBytes())
      const { report: tested } = await again.evaluate(csv(label), { label: 'y' })
      expect(tested.labelled).toBe(400)
    }
  })

  test('1 to 7 are classes; a loss for two classes is refused with advice', async () => {
    const seven = csv((x, i) => 1 + ((Math.floor(x) + (i % 2)) % 7))
    const { report, model } = await train(seven, { rule: 'nag', label: 'y' })
    expect(report.task).toEqual({ task: 'multiclass', labels: [1, 2, 3, 4, 5, 6, 7], by: 'labels' })
    expect(model.classes).toEqual([1, 2, 3, 4, 5, 6, 7])
    await expect(train(seven, { rule: 'nag', label: 'y', loss: 'logistic' })).rejects.toMatchObject({
      code: 'OL_LABEL',
    })
    await expect(train(seven, { rule: 'nag', label: 'y', loss: 'logistic' })).rejects.toThrow(
      /task multiclass/,
    )
    const { report: both } = await train(seven, { label: 'y', loss: 'hinge', task: 'multiclass' })
    expect(both).toMatchObject({ loss: 'hinge', classes: [1, 2, 3, 4, 5, 6, 7] })
    const { report: number } = await train(seven, { rule: 'nag', label: 'y', task: 'regression' })
    expect(number).toMatchObject({ loss: 'squared', task: { task: 'regression', by: 'task' } })
  })

  test('prices are better than the best constant, whatever their unit', async () => {
    const { report } = await train(
      csv((x) => 200_000 + 3e4 * x),
      { rule: 'nag', label: 'y' },
    )
    expect(report.task).toMatchObject({ task: 'regression' })
    const last = await train(
      csv((x) => 200_000 + 3e4 * x),
      { rule: 'nag', label: 'y', passes: 3 },
    )
    expect((last.report.passes ?? [])[2]).toBeLessThan((report.bestConstant?.loss ?? 0) / 10)
  })

  test('the advice for a loss above the baseline is not in use already', async () => {
    const numbers = csv((x) => 2e5 + 3e4 * x)
    const triesOf = async (options: TrainOptions) => {
      const { notices } = await train(numbers, { label: 'y', rule: 'sgd', learningRate: 1e-4, ...options })
      return notices.flatMap((notice) => (notice.kind === 'above-baseline' ? notice.tries : []))
    }
    expect(await triesOf({ labelScale: 'none' })).toEqual(['learningRate', 'labelScale', 'passes'])
    expect(await triesOf({ labelScale: 'none', learningRate: 1e-6, passes: 2, cache: false })).toEqual([
      'learningRate',
      'labelScale',
    ])
    // one positive example of forty: with their weights positive predictions cost more than the constant
    const rare = folder.put(
      'rare.csv',
      `x,y\n${Array.from({ length: 2000 }, (_, i) => `${(i * 7919) % 101},${i % 40 === 7 ? 1 : 0}`).join('\n')}\n`,
    )
    const weighted = { label: 'y', rule: 'nag', classWeight: 'balanced' } as const
    const { report, notices } = await train(rare, weighted)
    expect(report.averageLoss).toBeGreaterThan(report.bestConstant?.loss ?? Number.NaN)
    expect(notices).toEqual([])
    expect(htmlReport({ kind: 'train', report, command: '', versions: [] })).not.toContain('best constant,')
  })

  test('a loss above the baseline is a notice', async () => {
    const { notices } = await train(
      csv((x) => 2e5 + 3e4 * x),
      { label: 'y', labelScale: 'none', learningRate: 1e-4 },
    )
    expect(notices.map(({ kind }) => kind)).toContain('above-baseline')
    const { notices: fine } = await train(
      csv((x) => (x > 5 ? 1 : 0)),
      { rule: 'nag', label: 'y' },
    )
    expect(fine).toEqual([])
  })

  test('an input without a label is refused, and one of bad lines', async () => {
    const lines = bytes('{"y":1,"x":2}\n{"y":0,"x":1}\n{"y":1,"x":3}\n')
    const mistyped: ReadingOptions = { format: 'jsonl', label: 'why' }
    await expect(train(lines, mistyped)).rejects.toMatchObject({ code: 'OL_LABEL' })
    await expect(train(lines, mistyped)).rejects.toThrow(/none of the 3 examples has one/)
    await expect(train(bytes('a,b\n1,\n2,\n3,\n'), { task: 'regression' })).rejects.toThrow(
      'none of the 3 examples has one in "b", which was taken for the label: name another label (label)',
    )
    const bad = bytes(`a,y\n${'1,0\n2,1\n'.repeat(5)}${'1,"2"x\n'.repeat(30)}${'3\n'.repeat(2)}`)
    const numeric: ReadingOptions = { label: 'y', numeric: ['a'] }
    await expect(train(bad, numeric)).rejects.toMatchObject({ code: 'OL_LINE_QUOTE' })
    await expect(train(bad, numeric)).rejects.toThrow(
      /32 of 42 lines are bad: 30 OL_LINE_QUOTE, the first: 12:6: .*; 2 OL_LINE_COLUMNS/,
    )
    const few = bytes(`a,y\n${'1,1\n2,0\n'.repeat(30)}1\n`)
    const { model, report } = await train(few, { rule: 'nag', label: 'y' })
    expect(report.skippedLines).toBe(1)
    expect((await model.evaluate(few)).report.skippedLines).toBe(1)
    await expect(model.evaluate(bytes('a\n1\n2\n'))).rejects.toThrow(/none of the 2 examples has one/)
    await expect(model.evaluate(bytes('a,y\n1,\n2,\n'))).rejects.toMatchObject({ code: 'OL_LABEL' })
    await expect(model.evaluate([{ features: { a: 1 } }])).rejects.toMatchObject({ code: 'OL_LABEL' })
    await expect(model.evaluate(bad)).rejects.toThrow(/32 of 42 lines are bad/)
    await expect(search(bad, { ...numeric, passes: 1 })).rejects.toThrow(/32 of 42 lines are bad/)
    const converted = async () => {
      for await (const text of convert(bad, { ...numeric, to: 'vw' })) expect(text).not.toBe('')
    }
    await expect(converted()).rejects.toThrow(/32 of 42 lines are bad/)
    for (const to of ['vw', 'cache'] as const) {
      const path = folder.path(`bad.${to}`)
      await expect(convert(bad, { ...numeric, to }).toFile(path)).rejects.toThrow(/32 of 42 lines are bad/)
      expect(existsSync(path)).toBe(false)
    }
  })

  test('a task and labels that contradict it', async () => {
    const two = csv((x) => (x > 5 ? 1 : 0))
    await expect(
      train(two, { rule: 'nag', label: 'y', task: 'binary', loss: 'squared' }),
    ).rejects.toMatchObject({
      code: 'OL_LOSS',
    })
    await expect(train(two, { rule: 'nag', label: 'y', task: 'binary', classes: 3 })).rejects.toMatchObject({
      code: 'OL_PARAMETER',
    })
    await expect(train(two, { rule: 'nag', label: 'y', task: 'both' as 'binary' })).rejects.toMatchObject({
      code: 'OL_PARAMETER',
    })
    await expect(
      train(
        csv(() => 'x'),
        { rule: 'nag', label: 'y' },
      ),
    ).rejects.toMatchObject({ code: 'OL_LABEL' })
    const text = csv((x) => (x > 5 ? 'up' : 'down'))
    await expect(train(text, { rule: 'nag', label: 'y', task: 'regression' })).rejects.toThrow(
      /ask for task binary or multiclass/,
    )
  })

  test('files with one label each are decided together', async () => {
    const paths = [folder.put('good.vw', 'good | a b\n'), folder.put('bad.vw', 'bad | c d\n')]
    const { report } = await train(paths, { rule: 'nag', format: 'vw' })
    expect(report).toMatchObject({ examples: 2, task: { task: 'binary', labels: ['bad', 'good'] } })
    const ones = [folder.put('ones.vw', '1 | a b\n'), folder.put('zeros.vw', '0 | c d\n')]
    expect((await train(ones)).report.task).toMatchObject({ task: 'binary', labels: [0, 1] })
  })

  test('a cache is read for the task that it was made for', async () => {
    const path = folder.put('cached.csv', new TextDecoder().decode(csv((x) => (x > 5 ? 'yes' : 'no'))))
    const cache = folder.path('cached.olcache')
    const first = await train(path, { rule: 'nag', label: 'y', cache, passes: 2 })
    const second = await train(path, { rule: 'nag', label: 'y', cache, passes: 2 })
    expect(second.model.toBytes()).toEqual(first.model.toBytes())
    expect(second.notices).toEqual([])
    const byName = await train(cache, { rule: 'nag', passes: 2 })
    expect(byName.report.task).toMatchObject({ task: 'binary', labels: ['no', 'yes'] })
    await expect(train(cache, { rule: 'nag', task: 'multiclass' })).rejects.toMatchObject({
      code: 'OL_CACHE',
    })
    const other = await train(path, { rule: 'nag', label: 'y', cache, task: 'multiclass' })
    expect(other.notices.map(({ kind }) => kind)).toContain('cache-regenerated')
    expect(other.model.classes).toHaveLength(2)
  })

  test('objects are learned as lines are: after labels of 1 alone a label 0 means -1', async () => {
    const labels = Array.from({ length: 1200 }, (_, i) => (i < 1100 ? 1 : i % 2))
    const rows = labels.map((label, i) => ({ features: { a: (i * 31) % 17 }, label }))
    const { model, report } = await train(rows, { rule: 'nag' })
    expect(report.task).toMatchObject({ task: 'binary', labels: undefined })
    const signed = rows.map((row) => ({ ...row, label: row.label === 0 ? -1 : 1 }))
    expect(model.toBytes()).toEqual((await train(signed, { rule: 'nag' })).model.toBytes())
    const { report: tested } = await model.evaluate(rows)
    expect(tested.averageLoss).toBe((await model.evaluate(signed)).report.averageLoss)
  })

  test('a search takes the task of the labels, and its best model keeps it', async () => {
    const { model, report } = await search(
      csv((x) => (x > 5 ? 2 : 1)),
      { label: 'y', passes: 1 },
    )
    expect(report.loss).toBe('logistic')
    expect(model.schema).toMatchObject({ labels: 'sign', labelTexts: ['1', '2'] })
    const classes = await search(
      csv((x) => 'abc'[Math.floor(x) % 3]),
      { label: 'y', passes: 1 },
    )
    expect(new Set(classes.model.classes)).toEqual(new Set(['a', 'b', 'c']))
    const number = await search(
      csv((x) => 3.5 * x),
      { label: 'y', passes: 1 },
    )
    expect(number.report.loss).toBe('squared')
  })
})

test('a label that contradicts the task of a model stops further training and tests of it, too', async () => {
  const two = csv((x) => (x > 5 ? 'yes' : 'no'))
  const third = csv((x, i) => (i === 300 ? 'maybe' : x > 5 ? 'yes' : 'no'))
  const { model } = await train(two, { rule: 'nag', label: 'y' })
  const bytesOfModel = model.toBytes()
  for (const run of [() => train(third, { initialModel: bytesOfModel }), () => model.evaluate(third, {})]) {
    await expect(run()).rejects.toMatchObject({ code: 'OL_LABEL', line: 302 })
    await expect(run()).rejects.toThrow(/two labels .*--task multiclass/)
  }
})

test('a cache of a conversion has as many classes as its labels have names', async () => {
  // the last class is not among the first labels
  const file = csv((x, i) => (i > 390 ? 'late' : x > 6 ? 'high' : x > 3 ? 'middle' : 'low'))
  const path = folder.path('names.cache')
  await convert(file, { to: 'cache', label: 'y', chunkBytes: 1000 }).toFile(path)
  const [cached, plain] = await Promise.all([path, file].map((input) => train(input, { rule: 'nag' })))
  expect([...(cached.model.classes ?? [])].sort()).toEqual(['high', 'late', 'low', 'middle'])
  expect(cached.report.averageLoss).toBe(plain.report.averageLoss)
  expect(cached.report.task).toMatchObject({ task: 'multiclass' })
})
