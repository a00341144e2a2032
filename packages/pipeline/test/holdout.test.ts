import { type PassEvent, train } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { backends, temporaryFolder, visits, visitsCsv } from './data.js'

const folder = temporaryFolder()
const csv = folder.put('visits.csv', visitsCsv(205))
const reading = { label: 'bought', tag: 'id', loss: 'logistic', cache: false } as const
const bytes = (model: { toBytes(): Uint8Array }) => Buffer.from(model.toBytes()).toString('base64')

/** The table of weights of a model, whatever was counted. */
const weights = ({ learner }: { learner: { weights(): Iterable<unknown> } }) =>
  JSON.stringify([...learner.weights()])

describe.each(backends)('a holdout on the %s backend', (backend) => {
  const options = { ...reading, backend }

  test('every tenth example is predicted and not learned from', async () => {
    const [header, ...rows] = visitsCsv(205).trimEnd().split('\n')
    const kept = folder.put('kept.csv', `${[header, ...rows.filter((_, i) => i % 10 !== 9)].join('\n')}\n`)
    for (const learner of [{}, { learningRate: 'auto' }, { rule: 'adagrad' }] as const) {
      const { model, report } = await train(csv, {
        rule: 'nag',
        ...options,
        ...learner,
        holdout: { every: 10 },
      })
      expect(weights(model)).toBe(weights((await train(kept, { rule: 'nag', ...options, ...learner })).model))
      expect(report.holdout).toMatchObject({ examples: 20, best: 1 })
      expect(report.examples).toBe(205)
    }
    // what is held out teaches nothing, whatever it says
    const changed = rows.map((row, i) => (i % 10 === 9 ? row.replace(/^[^,]*,[^,]*/, '1e9,1e-9') : row))
    const other = folder.put('changed.csv', `${[header, ...changed].join('\n')}\n`)
    const [a, b] = await Promise.all(
      [csv, other].map(
        async (path) => (await train(path, { rule: 'nag', ...options, holdout: { every: 10 } })).model,
      ),
    )
    expect(weights(b)).toBe(weights(a))
  })

  test('does not depend on the size of chunks, and classes and replicates have one', async () => {
    for (const learner of [
      {},
      { bootstrap: 3 },
      { classes: 3, label: 'city' },
      { label: 'price', loss: 'squared', learningRate: 'auto' },
    ] as const) {
      const found = await Promise.all(
        [64, 100_000].map((chunkBytes) =>
          train(csv, { rule: 'nag', ...options, ...learner, passes: 3, chunkBytes }),
        ),
      )
      const [small, large] = found.map(({ report }) => report.holdout)
      expect(small).toEqual(large)
      expect(small?.losses.every(Number.isFinite)).toBe(true)
      expect(bytes(found[0].model)).toBe(bytes(found[1].model))
    }
  })

  test('the model of the best pass is kept, and patience ends the training', async () => {
    const wild = { ...options, learningRate: 50, passes: 12 }
    const models: string[] = []
    const events: PassEvent[] = []
    const onPass = (event: PassEvent) => {
      events.push(event)
      models.push(weights(event.model))
    }
    const { model, report } = await train(csv, { rule: 'nag', ...wild, onPass })
    const { losses = [], best = 0 } = report.holdout ?? {}
    expect(losses).toHaveLength(12)
    expect(losses[best - 1]).toBe(Math.min(...losses))
    expect(best).toBeLessThan(12)
    expect(weights(model)).toBe(models[best - 1])
    expect(weights(model)).not.toBe(models[11])
    expect(events.map(({ holdoutLoss }) => holdoutLoss)).toEqual(losses)
    const patient = await train(csv, { rule: 'nag', ...wild, patiencePasses: 1 })
    const stopped = patient.report.holdout?.losses ?? []
    expect(stopped.length).toBeLessThan(12)
    expect(stopped).toEqual(losses.slice(0, stopped.length))
    expect(stopped.at(-1)).toBeGreaterThanOrEqual(stopped.at(-2) as number)
    expect(patient.report.passes).toHaveLength(stopped.length)
    expect([report.holdout?.examples, patient.report.holdout?.examples]).toEqual([20, 20])
    const passes: unknown[] = []
    const none = { ...options, holdout: false, passes: 3 } as const
    await train(csv, {
      rule: 'nag',
      ...none,
      onPass: ({ pass, holdoutLoss }) => void passes.push([pass, holdoutLoss]),
    })
    expect(passes).toEqual([1, 2, 3].map((pass) => [pass, undefined]))
  })

  test('a share, the end of the input, and an input of its own', async () => {
    const held = async (holdout: object) =>
      (await train(csv, { ...options, holdout } as never)).report.holdout
    expect(await held({ share: 0.25 })).toMatchObject({ examples: 51 })
    expect(await held({ share: 0.1 })).toEqual(await held({ every: 10 }))
    expect(await held({ after: 150 })).toMatchObject({ examples: 55 })
    const own = await train(csv, { rule: 'nag', ...options, holdout: { input: visits(40) }, passes: 2 })
    expect(own.report.holdout).toMatchObject({ examples: 40 })
    const without = await train(csv, { rule: 'nag', ...options, holdout: false, passes: 2 })
    expect(own.report.holdout?.losses.at(-1)).toBe(
      (await without.model.evaluate(visits(40))).report.averageLoss,
    )
    expect(without.report).not.toHaveProperty('holdout.losses')
  })

  test('a number of examples ends every pass', async () => {
    const [header, ...rows] = visitsCsv(205).split('\n')
    const start = folder.put('start.csv', `${[header, ...rows.slice(0, 70)].join('\n')}\n`)
    const first = await train(csv, { rule: 'nag', ...options, examples: 70, passes: 2 })
    expect(first.report.examples).toBe(140)
    expect(weights(first.model)).toBe(
      weights((await train(start, { rule: 'nag', ...options, passes: 2 })).model),
    )
    expect((await train(csv, { rule: 'nag', ...options, examples: 1000 })).report.examples).toBe(205)
  })

  test('goes on with a model, and with a cache is the same', async () => {
    const { model } = await train(csv, options)
    const before = model.toBytes()
    const more = { ...options, passes: 3 }
    const [read, cached] = [more, { ...more, cache: folder.path(`${backend}.olcache`) }].map((asked) =>
      train(csv, { ...asked, initialModel: before, label: 'bought', loss: undefined }),
    )
    expect(bytes((await cached).model)).toBe(bytes((await read).model))
    const same = await model.train(csv, { passes: 3, cache: false })
    expect(bytes(model)).toBe(bytes((await read).model))
    expect(same.model).toBe(model)
  })
})

test('options that are out of their range, or exclude each other', async () => {
  for (const wrong of [
    { holdout: { every: 1 } },
    { holdout: { every: 2.5 } },
    { holdout: { share: 1 } },
    { holdout: { after: 0 } },
    { holdout: { every: 10, after: 3 } },
    { holdout: {} },
    { holdout: true },
    { patiencePasses: 0, passes: 2 },
    { patiencePasses: 2 },
    { patiencePasses: 2, passes: 3, holdout: false },
    { examples: 0 },
    { holdout: { input: visits(40) }, passes: 2, checkpoint: { path: folder.path('c.ol') } },
  ])
    await expect(train(csv, { ...reading, ...wrong } as never)).rejects.toMatchObject({
      code: 'OL_PARAMETER',
    })
})
