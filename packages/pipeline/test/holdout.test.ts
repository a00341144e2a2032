import { Learner } from '@ol/core'
import { evaluateHoldout, load, type PassEvent } from '@ol/pipeline'
import type { Batch } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { heldOutBy } from '../src/operations/held-out.js'
import { backends, temporaryFolder, visits, visitsCsv } from './data.js'
import { train } from './small.js'

const folder = temporaryFolder()
const noBatch: Batch = {
  size: 0,
  offsets: new Uint32Array(1),
  indices: new Uint32Array(0),
  values: new Float64Array(0),
  labels: new Float64Array(0),
}

/** A random number within [0, 1) at each call. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return state / 2 ** 31
  }
}

const csv = folder.put('visits.csv', visitsCsv(205))
const reading = { label: 'bought', tag: 'id', loss: 'logistic', cache: false, bits: 12 } as const
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
    // rows that are held out teach nothing, whatever they say
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
      { rule: 'nag', bootstrap: 3 },
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
    const wild = { ...options, learningRate: 50, passes: 12, holdout: { every: 10 } }
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
    expect(await held({ share: 0.1 })).toMatchObject({ examples: 21 })
    expect((await train(csv, { ...options, rule: 'nag', passes: 2 })).report.holdout?.examples).toBe(21)
    expect(await held({ after: 150 })).toMatchObject({ examples: 55 })
    const own = await train(csv, { rule: 'nag', ...options, holdout: { input: visits(40) }, passes: 2 })
    expect(own.report.holdout).toMatchObject({ examples: 40 })
    const without = await train(csv, { rule: 'nag', ...options, holdout: false, passes: 2 })
    expect(own.report.holdout?.losses.at(-1)).toBe(
      (await without.model.evaluate(visits(40))).report.averageLoss,
    )
    expect(without.report).not.toHaveProperty('holdout.losses')
  })

  test('an invalid holdout is refused, with a checkpoint, too', async () => {
    const checkpoint = { path: folder.path('never.olckpt') }
    for (const holdout of [0.3, 'x', true, { shares: 0.3 }])
      for (const more of [{}, { checkpoint }])
        await expect(train(csv, { ...options, holdout, ...more } as never)).rejects.toMatchObject({
          code: 'OL_PARAMETER',
        })
  })

  test('a period of the input is not a period of the holdout: both classes are on both sides', async () => {
    // every tenth is of the positive class
    const next = random(3)
    const rows = Array.from({ length: 600 }, (_, i) => {
      const positive = i % 10 === 9
      return `${(next() + (positive ? 0.5 : 0)).toFixed(3)},${positive ? 'yes' : 'no'}`
    })
    const path = folder.put('period.csv', `x,y\n${rows.join('\n')}\n`)
    const own = { label: 'y', rule: 'nag', loss: 'logistic', backend, cache: false, passes: 3 } as const
    const { report } = await train(path, own)
    expect(report.holdout?.examples).toBe(60)
    // without one class among them it would be all but 0 after three passes, and the AUC not a number
    const labels = new Set<number>()
    for (let e = 0; e < rows.length; e++)
      if (heldOutBy({ share: 0.1 })?.(e + 1, noBatch, e)) labels.add(e % 10)
    expect(labels.size).toBe(10)
    expect(report.holdout?.losses.every((loss) => loss > 0.05 && loss < 1)).toBe(true)
    for (const chunkBytes of [30, 3000])
      expect((await train(path, { ...own, chunkBytes })).report.holdout).toEqual(report.holdout)
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

  test('continues with a model, and is the same with a cache', async () => {
    const { model } = await train(csv, options)
    const before = model.toBytes()
    const more = { ...options, passes: 3 }
    const [read, cached] = [more, { ...more, cache: folder.path(`${backend}.olcache`) }].map((requested) =>
      train(csv, { ...requested, initialModel: before, label: 'bought', loss: undefined }),
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

describe('a share of the examples', () => {
  test.each([0.5, 0.25, 0.1, 0.03, 0.9, 1 / 3])(
    'of %f is held out to one, at any place of its block',
    (share) => {
      const isHeldOut = heldOutBy({ share })
      const held = Array.from({ length: 20_000 }, (_, i) => isHeldOut?.(i + 1, noBatch, i) === true)
      const count = held.filter(Boolean).length
      expect(Math.abs(count - 20_000 * share)).toBeLessThanOrEqual(1)
      // whatever is requested first
      const other = heldOutBy({ share })
      for (const i of [19_999, 3, 777, 0, 4]) expect(other?.(i + 1, noBatch, i)).toBe(held[i])
      // each remainder has its share
      for (const period of [2, 7, 10, 100]) {
        const own = held.filter((_, i) => i % period === period - 1)
        expect(own.filter(Boolean).length / own.length).toBeGreaterThan(share / 2)
      }
    },
  )
})

describe('a merge holdout', () => {
  const table = (order: readonly string[], seed: number): Uint8Array => {
    const next = random(seed)
    const rows = Array.from({ length: 400 }, (_, i) => `${next().toFixed(3)},${order[i % 3]}\n`)
    // the classes come in this order
    return new TextEncoder().encode(`x,y\n${rows.join('')}`)
  }
  const files = [table(['a', 'b', 'c'], 1), table(['c', 'b', 'a'], 2)]

  test('has the examples that shards held out, however they number their classes', async () => {
    const shards = await Promise.all(files.map((file) => train(file, { rule: 'nag', holdout: { merge: 4 } })))
    const merged = Learner.merge(shards.map(({ model }) => Learner.fromBytes<string>(model.toBytes())))
    expect(shards.map(({ model }) => model.classes)).toEqual([
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
    ])
    const model = await load(merged.toBytes())
    const lossSums = await Promise.all(
      shards.map(async ({ report }, k) => {
        const { examples, reading } = await evaluateHoldout(files[k], { model, merge: 4 })
        expect(reading.examples).toBe(400)
        return [examples, report.examples - report.weightSum]
      }),
    )
    for (const [evaluated, heldOut] of lossSums) expect(evaluated).toBe(heldOut)
  })

  test('has the share that the training had, which the model keeps', async () => {
    const [one] = files
    const { model } = await train(one, { rule: 'nag', holdout: { merge: 4 } })
    const again = await load(model.toBytes())
    expect(again.schema).toEqual((await train(one, { rule: 'nag' })).model.schema)
    const otherShare = { code: 'OL_MODEL_MISMATCH', value: '1/5', expected: '1/4' }
    await expect(evaluateHoldout(one, { model: again, merge: 5 })).rejects.toMatchObject(otherShare)
    const learnOn = { initialModel: again, holdout: { merge: 5 } }
    await expect(train(one, learnOn)).rejects.toMatchObject(otherShare)
    const { model: all } = await train(one, { initialModel: again })
    await expect(evaluateHoldout(one, { model: all, merge: 4 })).rejects.toMatchObject({
      code: 'OL_MODEL_MISMATCH',
      expected: 'none',
    })
    const rows = [
      { features: { a: 1 }, label: 1 },
      { features: { b: 1 }, label: -1 },
    ]
    const { model: objects } = await train(rows, { rule: 'nag', loss: 'logistic', holdout: { merge: 2 } })
    expect((await load(objects.toBytes())).schema).toBeUndefined()
    expect((await evaluateHoldout(rows, { model: objects, merge: 2 })).reading.examples).toBe(2)
    const others = [
      train(one, { rule: 'nag', holdout: { merge: 4 } }),
      train(one, { rule: 'nag', holdout: { merge: 5 } }),
    ]
    const learners = (await Promise.all(others)).map((run) => Learner.fromBytes<string>(run.model.toBytes()))
    expect(() => Learner.merge(learners)).toThrow(/mergeHoldout of the input/)
  })

  test('is refused for examples with other features, since it is chosen by them', async () => {
    const { model } = await train(csv, { label: 'bought', tag: 'id', rule: 'nag', holdout: { merge: 4 } })
    const column = model.learner.inspect({ top: 1 })[0].name?.replace(/=.*/, '') ?? ''
    for (const other of [{ ignore: [column] }, { missing: ['zero'] }])
      await expect(evaluateHoldout(csv, { model, merge: 4, ...other })).rejects.toMatchObject({
        code: 'OL_MODEL_MISMATCH',
      })
  })
})
