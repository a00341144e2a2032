import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { exp, lossTwins } from '@ol/numerics'
import { type Batch, losses, namedRules, OLError, plainRule, type RuleName } from '@ol/spec'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { createTable } from '../src/table/allocate.js'
import { backends, batchFor, casesOnBackends, parts, prepared, randomBatch, same, thrown } from './data.js'

/** 32 slots, or 8 where each holds hundreds of numbers: features collide in both. */
const bitsOf = (rule: RuleName): number => (namedRules[rule].lane.length > 100 ? 3 : 5)

describe.each(casesOnBackends)('%s with %s on %s', (rule, loss, backend) => {
  test('predict returns the same as learn will, and changes nothing', () => {
    for (const update of namedRules[rule].updates) {
      const batch = batchFor(rule, randomBatch(4, 60, loss))
      const options = { rule, loss, update, bits: bitsOf(rule), backend }
      const [model, silent] = [prepared(options, batch), prepared(options, batch)]
      for (const [e, part] of [...parts(batch, 1)].entries()) {
        // files take most of the time: a few examples; and in the end the file of a model that was never asked
        const before = e % 12 === 0 ? model.toBytes() : undefined
        const predicted = model.predict(part)
        const again = model.predict({ ...part, labels: Float64Array.of(Number.NaN) })
        if (before !== undefined) expect(same(model.toBytes(), before)).toBe(true)
        expect(again).toEqual(predicted)
        // an example of weight 0 or 2 moves the scales of snag by its weight, so its prediction differs from the
        // prediction for
        // an example of weight 1 that predict is asked about
        const weights = undefined
        const learned = model.learn({ ...part, weights })
        if (namedRules[rule].averages !== true) expect(learned).toEqual(predicted)
        silent.learn({ ...part, weights })
      }
      expect(same(model.toBytes(), silent.toBytes())).toBe(true)
      expect(model.backend).toBe(backend)
    }
  })

  test('one by one, in batches, and in a stream: the same model', async () => {
    const batch = batchFor(rule, randomBatch(5, 80, loss))
    const models = Array.from({ length: 4 }, () =>
      prepared({ rule, loss, bits: bitsOf(rule), backend }, batch),
    )
    models[0].learn(batch)
    for (const part of parts(batch, 1)) models[1].learn(part)
    await models[2].learn(parts(batch, 7))
    await models[3].learn(slowly(parts(batch, 64)))
    for (const model of models) {
      expect(same(model.toBytes(), models[0].toBytes())).toBe(true)
      expect(model.report()).toEqual(models[0].report())
    }
  })

  test('evaluate measures what predict predicts, and changes nothing', async () => {
    const batch = batchFor(rule, randomBatch(6, 90, loss))
    const model = prepared({ rule, loss, bits: bitsOf(rule), backend }, batch)
    model.learn(batch)
    const before = model.toBytes()
    const report = await model.evaluate(parts(batch, 11))
    expect(await model.evaluate([batch])).toEqual(report)
    expect(same(model.toBytes(), before)).toBe(true)
    const predictions = model.predict(batch)
    let [sum, weight, wrong] = [0, 0, 0]
    for (let e = 0; e < batch.size; e++) {
      const [y, z, w] = [batch.labels[e], predictions[e], batch.weights![e]]
      sum += w * lossTwins[loss].value(z, y, losses[loss].params[0]?.default ?? 0)
      weight += w
      if (y * z <= 0) wrong += w
    }
    expect(report.averageLoss).toBeCloseTo(sum / weight, 9)
    expect(report.weightSum).toBe(weight)
    if (losses[loss].labels === 'sign') expect(report.errorRate).toBeCloseTo(wrong / weight, 12)
    else expect(report.errorRate).toBeUndefined()
    const streamed: number[] = []
    for await (const { predictions: p } of model.predict(parts(batch, 11))) streamed.push(...p)
    expect(streamed).toEqual([...predictions])
  })
})

describe.each(backends)('a learner on %s', (backend) => {
  test('an example whose step diverges is OL_DIVERGED, counted, and not learned from', () => {
    const model = new Learner({
      rule: 'sgd',
      learningRate: 1e9,
      clip: 'none',
      labelScale: 'none',
      bits: 4,
      update: 'plain',
      backend,
    })
    model.learn({ features: { a: 1 }, label: 1 })
    const before = model.inspect()
    expect(thrown(() => model.learn({ features: { a: 1e30 }, label: 1 })).code).toBe('OL_DIVERGED')
    expect(model.inspect()).toEqual(before)
    expect(model.report()).toMatchObject({ examples: 2, diverged: 1 })
    expect(Number.isFinite(model.report().averageLoss)).toBe(true)
  })

  test('a link changes the returned predictions, not the learning', async () => {
    const batch = randomBatch(3, 50, 'logistic')
    const [score, chance] = (['identity', 'logistic'] as const).map(
      (link) => new Learner({ rule: 'nag', loss: 'logistic', link, bits: 6, backend }),
    )
    const expected = score.learn(batch).map((z) => 1 / (1 + exp(-z)))
    expect(chance.learn(batch)).toEqual(expected)
    expect(chance.report()).toEqual(score.report())
    expect(chance.inspect()).toEqual(score.inspect())
    expect(chance.predict({ 3: 1 })).toBe(1 / (1 + exp(-score.predict({ 3: 1 }))))
    for await (const { predictions } of chance.predict([batch]))
      expect(predictions).toEqual(score.predict(batch).map((z) => 1 / (1 + exp(-z))))
  })

  test('initial predictions are added to scores', () => {
    const model = new Learner({ rule: 'nag', clip: 'none', bits: 6, backend })
    const batch = { ...randomBatch(3, 5), initial: Float64Array.of(1, 2, 3, 4, 5) }
    expect(model.predict(batch)).toEqual(batch.initial)
  })

  test('inspect gives the largest weights in the units of the features', () => {
    const model = new Learner({
      rule: 'nag',
      loss: 'squared',
      clip: 'none',
      labelScale: 'none',
      bits: 10,
      constant: false,
      backend,
    })
    for (let i = 0; i < 3000; i++) {
      const [a, b] = [(i * 7) % 13, (i * 11) % 17]
      model.learn({ features: { 1: a * 1000, 2: b / 1000, 3: 0 }, label: a * 2 - b * 3 })
    }
    const [first, second, ...rest] = model.inspect({ top: 10 })
    expect(rest).toEqual([])
    expect(first.index).toBe(2)
    expect(first.weight / -3000).toBeCloseTo(1, 1)
    expect(second.index).toBe(1)
    expect(second.weight / 0.002).toBeCloseTo(1, 1)
    expect(model.inspect({ top: 1 })).toEqual([first])
    expect(model.inspect({ top: 0 })).toEqual([])
    const weightOf = ({ index, weight }: typeof first) => ({ index, weight })
    expect([...model.weights()]).toEqual([second, first].map(weightOf))
    expect(model.inspect()).toEqual([
      { name: '2', index: 2, weight: first.weight, scale: 0.016, importance: 0.016 * -first.weight },
      { name: '1', index: 1, weight: second.weight, scale: 12000, importance: 12000 * second.weight },
    ])
    expect(thrown(() => model.inspect({ top: -1 })).code).toBe('OL_PARAMETER')
  })

  test('arguments of no meaning are OLErrors, and change nothing', async () => {
    const model = new Learner({ rule: 'nag', bits: 6, backend })
    const before = model.toBytes()
    const nonsense = [undefined, null, 5, '', true, 10n, Symbol('s'), () => 1, [], new Map(), new Date(0), {}]
    for (const value of nonsense) {
      const argument = value as unknown as Batch
      const verbs = [
        () => model.learn(argument),
        () => model.predict(argument),
        () => model.evaluate([argument]),
        () => model.learn([argument]),
        () => model.save(value as unknown as string),
        () => Learner.load(value as unknown as string),
        () => Learner.fromBytes(value as unknown as Uint8Array),
      ]
      for (const [i, verb] of verbs.entries()) {
        try {
          const result: unknown = verb()
          await result
          // an empty iterable is a stream without batches, and an empty object an example of the constant alone
          const empty = Array.isArray(value) || value instanceof Map
          expect([i, empty ? i < 2 : i === 1 && String(value) === '[object Object]']).toEqual([i, true])
        } catch (error) {
          if (!(error instanceof OLError)) throw error
        }
      }
    }
    expect(model.toBytes()).toEqual(before)
  })
})

describe('a table that no machine holds is OL_MEMORY with the numbers', () => {
  afterEach(() => {
    vi.doUnmock('@ol/platform')
    vi.resetModules()
  })

  test('before it is allocated', () => {
    const { code, message } = thrown(() => createTable(plainRule('nag'), 30, 4096, 'float64'))
    expect(code).toBe('OL_MEMORY')
    expect(message).toMatch(
      /needs 64.0 TiB, and this \w+ has [\d.]+ \w+ of memory left: choose 2\^\d+ slots or fewer/,
    )
  })

  test('and if the machine does not report its memory', async () => {
    vi.resetModules()
    vi.doMock('@ol/platform', async (original) => ({
      ...(await original<object>()),
      memory: () => Number.POSITIVE_INFINITY,
    }))
    const table = await import('../src/table/allocate.js')
    const { code, message } = thrown(() => table.createTable(plainRule('nag'), 30, 4096, 'float64'))
    expect(code).toBe('OL_MEMORY')
    expect(message).toContain('cannot be allocated')
  })

  // the longest array of later ones takes all memory of most machines
  test.skipIf(nodeMajor >= 22)(
    'and if it has the memory but cannot make an array of this length',
    async () => {
      vi.resetModules()
      vi.doMock('@ol/platform', async (original) => ({
        ...(await original<object>()),
        memory: () => Number.POSITIVE_INFINITY,
      }))
      const table = await import('../src/table/allocate.js')
      const { code, message } = thrown(() => table.createTable(plainRule('nag'), 20, 2048, 'float32'))
      expect(code).toBe('OL_MEMORY')
      expect(message).toMatch(/cannot be allocated|more than an array can hold: choose 2\^\d+ slots or fewer/)
    },
  )
})

const nodeMajor = Number.parseInt(process.versions.node, 10)

async function* slowly<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    await new Promise((done) => setTimeout(done, 1))
    yield item
  }
}

test('a class that extends Learner makes learners of its own', async () => {
  class Named extends Learner {
    readonly kind = 'named'
  }
  const model = new Named({ rule: 'nag', bits: 6 })
  model.learn({ features: { a: 1 }, label: 2 })
  const shares = model.split(2)
  const path = join(mkdtempSync(join(tmpdir(), 'ol-named-')), 'model.ol')
  await model.save(path)
  const made = [
    ...shares,
    ...model.split(1),
    Named.merge(shares),
    Named.fromBytes(model.toBytes()),
    await Named.load(path),
  ]
  rmSync(dirname(path), { recursive: true })
  for (const other of made) expect(other).toBeInstanceOf(Named)
  expect(Named.merge(shares).toBytes()).toEqual(Learner.merge(shares).toBytes())
})
