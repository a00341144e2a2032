import { readFileSync } from 'node:fs'
import { load } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { once, temporaryFolder } from './data.js'
import { search, train } from './small.js'

const folder = temporaryFolder()

/** CSV whose first 1 MiB has classes 1 to 4, and whose last lines have others; 1.2 MiB. */
function csv(name: (k: number) => string, last: readonly string[] = []): string {
  const filler = 'f'.repeat(760)
  const lines = Array.from({ length: 1450 }, (_, i) => {
    const k = 1 + (i < 1412 ? (i * 7) % 4 : (i * 5) % 7)
    return `${k + (i % 10) / 10},k${k},${filler},${name(k)}`
  })
  return ['x,kind,filler,y', ...lines, ...last, ''].join('\n')
}

const named = folder.put(
  'named.csv',
  csv((k) => `class ${k}`),
)
const numbered = folder.put('numbered.csv', csv(String))
/** `auto` trains many models: the tests that ask for it are enough. */
const options = { label: 'y', bits: 8, rule: 'nag' } as const
const whole = once(() => train(named, options))

describe('new classes of a task of several classes', () => {
  test('are added, and predicted', async () => {
    const { model, report } = await train(named, { ...options, rule: 'auto' })
    expect(report.task).toMatchObject({ task: 'multiclass', by: 'labels' })
    expect(new Set(report.classes)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7].map((k) => `class ${k}`)))
    expect(report).toMatchObject({ labelled: 1450, skippedLines: 0 })
    const again = await load(model.toBytes())
    const { report: tested } = await again.evaluate(named)
    expect(tested).toMatchObject({ labelled: 1450, skippedLines: 0 })
    expect(tested.errorRate).toBeLessThan(0.05)
    expect(tested.classes).toEqual(report.classes)
  })

  test('are numbers if the others are', async () => {
    const { model } = await train(numbered, options)
    expect(model.classes?.slice(0, 4)).toEqual([1, 2, 3, 4])
    expect([...(model.classes ?? [])].sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('whatever the chunks and passes, and from a cache', async () => {
    const { model } = await whole()
    for (const chunkBytes of [1 << 12, 1 << 15])
      expect((await train(named, { ...options, chunkBytes })).model.toBytes()).toEqual(model.toBytes())
    const two = await train(named, { ...options, passes: 2, holdout: false })
    const cache = folder.path('named.cache')
    for (let k = 0; k < 2; k++) {
      expect((await train(named, { ...options, cache })).model.toBytes()).toEqual(model.toBytes())
      const cached = await train(named, { ...options, cache, passes: 2, holdout: false })
      expect(cached.model.toBytes()).toEqual(two.model.toBytes())
    }
  })

  test('are added by a model that continues, as in one run', async () => {
    const [head, ...lines] = csv((k) => `class ${k}`)
      .trimEnd()
      .split('\n')
    const auto = { ...options, rule: 'auto' } as const
    const all = await train(named, auto)
    const early = await train(
      folder.put('early.csv', `${[head, ...lines.slice(0, 1400)].join('\n')}\n`),
      auto,
    )
    expect(early.model.classes).toHaveLength(4)
    const rest = folder.put('rest.csv', `${[head, ...lines.slice(1400)].join('\n')}\n`)
    const { model } = await train(rest, { initialModel: early.model.toBytes() })
    expect(model.toBytes()).toEqual(all.model.toBytes())
  })

  test('are in the run that continues from a checkpoint', async () => {
    const expected = await whole()
    for (const examples of [1380, 1412, 1430]) {
      const path = folder.path(`at-${examples}.checkpoint`)
      const stop = new AbortController()
      let seen = 0
      const run = train(named, {
        ...options,
        chunkBytes: 1 << 12,
        signal: stop.signal,
        checkpoint: { path, every: { examples: 25 } },
        observe: () => ({
          add: ({ batch }) => {
            seen += batch.size
            if (seen > examples) stop.abort(new Error('stopped'))
          },
        }),
      })
      await expect(run).rejects.toThrow('stopped')
      const { model, report } = await train(named, { resume: path })
      expect(model.toBytes()).toEqual(expected.model.toBytes())
      expect(report.confusion).toEqual(expected.report.confusion)
      expect(report.evaluation).toEqual(expected.report.evaluation)
    }
  })

  test('are contradictions if classes were given', async () => {
    const classes = [1, 2, 3, 4].map((k) => `class ${k}`)
    await expect(train(named, { ...options, classes })).rejects.toThrow(
      /one of the 4 classes of the option classes \(--classes\).*class 5/,
    )
    await expect(train(numbered, { ...options, classes: 4 })).rejects.toMatchObject({
      code: 'OL_LABEL',
      message: expect.stringMatching(/classes of the option classes \(--classes\) \(1 to 4\) but received 5/),
      line: 1414,
    })
  })

  test('are contradictions to a model in tests, and of no importance in predictions', async () => {
    const [head, ...lines] = csv((k) => `class ${k}`)
      .trimEnd()
      .split('\n')
    const early = folder.put('known.csv', `${[head, ...lines.slice(0, 1412)].join('\n')}\n`)
    const { model } = await train(early, options)
    const expected = {
      code: 'OL_LABEL',
      line: 1414,
      message: expect.stringMatching(/one of the 4 classes of the model.*class 5.*train with -i/),
    }
    await expect(model.evaluate(named)).rejects.toMatchObject(expected)
    let predicted = 0
    for await (const { prediction } of model.predict(named)) if (prediction !== undefined) predicted++
    expect(predicted).toBe(1450)
  })

  test('a label that is not an integer ends a run of classes that are integers', async () => {
    const input = folder.put('half.csv', csv(String, ['5,k5,f,3.7']))
    await expect(train(input, options)).rejects.toMatchObject({ code: 'OL_LABEL', line: 1452 })
    await expect(train(input, options)).rejects.toThrow(/3\.7.*--task regression/)
  })

  test('more than 1000 end the run with advice', async () => {
    const many = Array.from({ length: 1100 }, (_, i) => `1,k1,f,other ${i}`)
    const input = folder.put(
      'many.csv',
      csv((k) => `class ${k}`, many),
    )
    const run = train(input, { ...options, bits: 2 })
    await expect(run).rejects.toMatchObject({ code: 'OL_LABEL' })
    await expect(run).rejects.toThrow(/at most 1000 classes.*--classes/)
  })

  test('are all known to a search, which reads the data for them first', async () => {
    const { model, report } = await search(named, { ...options, grid: { learningRate: [0.5, 1] }, passes: 1 })
    expect(model.classes).toHaveLength(7)
    expect(report.task).toMatchObject({ task: 'multiclass', by: 'labels', labels: model.classes })
    const alone = await train(named, {
      ...options,
      ...report.best.parameters,
      loss: 'logistic',
      classes: model.classes as string[],
    })
    expect([...model.learner.weights(6)]).toEqual([...alone.model.learner.weights(6)])
    const stream = new Blob([readFileSync(named)]).stream()
    await expect(search(stream, { ...options, grid: { learningRate: [0.5, 1] }, passes: 1 })).rejects.toThrow(
      /class 5.*read only once.*--classes/,
    )
  })
})
