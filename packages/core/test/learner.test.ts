import { exp } from '@ol/fallback'
import { type Batch, type LossId, losses, OLError, rules } from '@ol/spec'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Learner } from '../src/learner.js'
import { createTable } from '../src/table.js'
import {
  backends,
  batchFor,
  parts,
  prepared,
  randomBatch,
  rejected,
  rulesAndLosses,
  same,
  thrown,
} from './data.js'

const everything = rulesAndLosses.flatMap(([rule, loss]) =>
  backends.map((backend) => [rule, loss, backend] as const),
)

describe.each(everything)('%s with %s on %s', (rule, loss, backend) => {
  test('predict says what learn will, and changes nothing', () => {
    for (const update of rules[rule].updates) {
      const batch = batchFor(rule, randomBatch(4, 120, loss))
      const model = prepared({ rule, loss, update, bits: 5, backend }, batch)
      for (const part of parts(batch, 1)) {
        const before = model.toBytes()
        const predicted = model.predict(part)
        const again = model.predict({ ...part, labels: Float64Array.of(Number.NaN) })
        expect(same(model.toBytes(), before)).toBe(true)
        expect(again).toEqual(predicted)
        // an example of weight 0 or 2 moves the scales of snag by its weight, so its prediction differs from that of
        // an example of weight 1 that predict is asked about
        const weights = undefined
        expect(model.learn({ ...part, weights })).toEqual(predicted)
      }
      expect(model.backend).toBe(backend)
    }
  })

  test('one by one, in batches, and in a stream: the same model', async () => {
    const batch = batchFor(rule, randomBatch(5, 150, loss))
    const models = Array.from({ length: 4 }, () => prepared({ rule, loss, bits: 5, backend }, batch))
    models[0].learn(batch)
    for (const part of parts(batch, 1)) models[1].learn(part)
    await models[2].learn(parts(batch, 7))
    await models[3].learn(slowly(parts(batch, 64)))
    for (const model of models) {
      expect(model.toBytes()).toEqual(models[0].toBytes())
      expect(model.report()).toEqual(models[0].report())
    }
  })

  test('evaluate measures what predict predicts, and changes nothing', async () => {
    const batch = batchFor(rule, randomBatch(6, 90, loss))
    const model = prepared({ rule, loss, bits: 5, backend }, batch)
    model.learn(batch)
    const before = model.toBytes()
    const report = await model.evaluate(parts(batch, 11))
    expect(await model.evaluate([batch])).toEqual(report)
    expect(model.toBytes()).toEqual(before)
    const predictions = model.predict(batch)
    let [sum, weight, wrong] = [0, 0, 0]
    for (let e = 0; e < batch.size; e++) {
      const [y, z, w] = [batch.labels[e], predictions[e], batch.weights![e]]
      sum += w * lossOf(loss, z, y)
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
  test('while a batch is in flight every other verb is OL_BUSY; between batches only those that learn', async () => {
    const model = new Learner({ bits: 6, backend })
    const learning: (() => unknown)[] = [
      () => model.learn({ features: { a: 1 }, label: 1 }),
      () => model.learn(randomBatch(1, 1)),
      () => model.learn([]),
    ]
    const others: (() => unknown)[] = [
      () => model.predict({ a: 1 }),
      () => model.predict(randomBatch(1, 1)),
      () => model.toBytes(),
      () => model.inspect(),
      () => model.weights().next(),
    ]
    const codes = (verbs: (() => unknown)[]): string[] => verbs.map((verb) => thrown(verb).code)
    const busy = (verbs: unknown[]): string[] => verbs.map(() => 'OL_BUSY')
    const fine = (verbs: unknown[]): string[] => verbs.map(() => 'nothing was thrown')
    let asked = 0
    let tell = (): void => undefined
    const learned = new Promise<void>((done) => {
      tell = done
    })
    // the second batch is asked for while the first is in flight
    const stream = (async function* (): AsyncGenerator<Batch> {
      yield randomBatch(1, 10)
      await Promise.resolve()
      expect(codes([...learning, ...others])).toEqual(busy([...learning, ...others]))
      expect((await rejected(model.save('/none/none'))).code).toBe('OL_BUSY')
      asked++
      // the batch has been learned, the stream has not ended
      await learned
      expect(codes(learning)).toEqual(busy(learning))
      expect(codes(others)).toEqual(fine(others))
      asked++
      yield randomBatch(2, 10)
      await Promise.resolve()
      expect((await rejected(model.evaluate([randomBatch(1, 1)]))).code).toBe('OL_BUSY')
      asked++
    })()
    const done = model.learn(stream, { onBatch: tell })
    expect(codes(learning)).toEqual(busy(learning))
    await done
    expect(asked).toBe(3)
    expect(codes([...learning.slice(0, 2), ...others])).toEqual(fine([...learning.slice(0, 2), ...others]))
  })

  test('a stream that fails ends the learning after what came before, and can be gone on from', async () => {
    const model = new Learner({ bits: 6, backend })
    const whole = new Learner({ bits: 6, backend })
    const batches = [...parts(randomBatch(1, 40), 10)]
    let ended = false
    const failing = (async function* () {
      try {
        yield batches[0]
        yield batches[1]
        throw new RangeError('from the source')
      } finally {
        ended = true
      }
    })()
    await expect(model.learn(failing)).rejects.toThrow('from the source')
    expect(ended).toBe(true)
    for (const batch of batches.slice(0, 2)) whole.learn(batch)
    expect(model.toBytes()).toEqual(whole.toBytes())
    model.learn(batches[2])
  })

  test('a bad batch, and a callback that throws, end the stream and close the source', async () => {
    const model = new Learner({ bits: 6, backend })
    let closed = 0
    const source = function* (...batches: Batch[]) {
      try {
        yield* batches
      } finally {
        closed++
      }
    }
    const good = randomBatch(1, 10)
    const bad = { ...good, values: good.values.map(() => Number.NaN) }
    expect((await rejected(model.learn(source(good, bad, good)))).code).toBe('OL_VALUE')
    expect(model.report().examples).toBe(10)
    const callback = { onBatch: () => Promise.reject(new Error('from the callback')) }
    await expect(model.learn(source(good, good, good), callback)).rejects.toThrow('from the callback')
    const onProgress = () => {
      throw new Error('from onProgress')
    }
    await expect(model.learn(source(good, good, good), { onProgress })).rejects.toThrow('from onProgress')
    await new Promise((done) => setImmediate(done))
    expect(closed).toBe(3)
    expect(model.learn(good)).toHaveLength(10)
  })

  test('a signal ends a stream, also one that waits for its source', async () => {
    const model = new Learner({ bits: 6, backend })
    const controller = new AbortController()
    let closed = false
    const endless = (async function* () {
      try {
        for (let i = 0; ; i++) yield randomBatch(i, 5)
      } finally {
        closed = true
      }
    })()
    const onBatch = () => (model.report().examples >= 25 ? controller.abort() : undefined)
    const error = await rejected(model.learn(endless, { signal: controller.signal, onBatch }))
    expect((error as { name?: string }).name).toBe('AbortError')
    expect(model.report().examples).toBe(25)
    await new Promise((done) => setImmediate(done))
    expect(closed).toBe(true)

    const waiting = new AbortController()
    const silent: AsyncIterable<Batch> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
    }
    const learning = model.learn(silent, { signal: waiting.signal })
    setTimeout(() => waiting.abort(new Error('enough')), 5)
    await expect(learning).rejects.toThrow('enough')
    await expect(model.learn(silent, { signal: waiting.signal })).rejects.toThrow('enough')
    expect(model.learn(randomBatch(1, 5))).toHaveLength(5)
  })

  test('a source may use its arrays again for the next batch', async () => {
    const batches = [...parts({ ...randomBatch(3, 60), weights: undefined }, 20)]
    const [a, b] = [new Learner({ bits: 6, backend }), new Learner({ bits: 6, backend })]
    for (const batch of batches) a.learn(batch)
    const labels = new Float64Array(20)
    await b.learn(
      (function* () {
        for (const batch of batches) {
          labels.set(batch.labels)
          yield { ...batch, labels }
          labels.fill(7)
        }
      })(),
    )
    expect(b.toBytes()).toEqual(a.toBytes())
  })

  test('trusted batches are not copied, and their shape is checked all the same', async () => {
    const model = new Learner({ bits: 6, backend })
    const batch = randomBatch(3, 20)
    const seen: Batch[] = []
    const onBatch = (event: { batch: Batch }) => void seen.push(event.batch)
    await model.learn([batch], { trusted: true, onBatch })
    await model.learn([batch], { onBatch })
    expect(seen[0]).toBe(batch)
    expect(seen[1]).not.toBe(batch)
    const short = { ...batch, labels: new Float64Array(1) }
    expect((await rejected(model.learn([short], { trusted: true }))).code).toBe('OL_BATCH')
  })

  test('progress comes at powers of two of the weight, and where asked', async () => {
    const batch = { ...randomBatch(3, 100), weights: undefined }
    const rows = async (schedule?: { times: number } | { every: number }) => {
      const model = new Learner({ bits: 6, backend })
      const seen: { examples: number; average: number; since: number; label: number; features: number }[] = []
      const report = await model.learn(parts(batch, 7), {
        schedule,
        onProgress: ({ progress, label, features }) =>
          seen.push({
            examples: progress.examples,
            average: progress.averageLoss,
            since: progress.sinceLast,
            label,
            features,
          }),
      })
      return { seen, report }
    }
    const { seen, report } = await rows()
    expect(seen.map((row) => row.examples)).toEqual([1, 2, 4, 8, 16, 32, 64])
    for (const { examples: n, label, features } of seen) {
      expect(label).toBe(batch.labels[n - 1])
      expect(features).toBe(batch.offsets[n] - batch.offsets[n - 1])
    }
    for (let i = 1; i < seen.length; i++) {
      const [a, b] = [seen[i - 1], seen[i]]
      expect(b.since).toBeCloseTo(
        (b.average * b.examples - a.average * a.examples) / (b.examples - a.examples),
        6,
      )
    }
    expect((await rows({ every: 30 })).seen.map((row) => row.examples)).toEqual([30, 60, 90])
    expect((await rows({ times: 10 })).seen.map((row) => row.examples)).toEqual([1, 10, 100])
    expect((await rows({ every: 30 })).report).toEqual(report)
    const model = new Learner({ bits: 6, backend })
    expect((await rejected(model.learn([batch], { schedule: { times: 1 } }))).code).toBe('OL_PARAMETER')
    expect((await rejected(model.learn([batch], { schedule: { every: 0 } }))).code).toBe('OL_PARAMETER')
  })

  test('an example whose step leaves the numbers is OL_DIVERGED, counted, and not learned from', () => {
    const model = new Learner({
      rule: 'sgd',
      learningRate: 1e9,
      clip: 'none',
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

  test('a link changes what is returned, not what is learned', async () => {
    const batch = randomBatch(3, 50, 'logistic')
    const [score, chance] = (['identity', 'logistic'] as const).map(
      (link) => new Learner({ loss: 'logistic', link, bits: 6, backend }),
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
    const model = new Learner({ clip: 'none', bits: 6, backend })
    const batch = { ...randomBatch(3, 5), initial: Float64Array.of(1, 2, 3, 4, 5) }
    expect(model.predict(batch)).toEqual(batch.initial)
  })

  test('inspect gives the largest weights in the units of the features', () => {
    const model = new Learner({
      rule: 'nag',
      loss: 'squared',
      clip: 'none',
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
    expect([...model.weights()]).toEqual([second, first])
    expect(thrown(() => model.inspect({ top: -1 })).code).toBe('OL_PARAMETER')
  })

  test('arguments of no meaning are OLErrors, and change nothing', async () => {
    const model = new Learner({ bits: 6, backend })
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
    vi.doUnmock('#platform')
    vi.resetModules()
  })

  test('before it is allocated', () => {
    const { code, message } = thrown(() => createTable('nag', 30, 4096, 'float64'))
    expect(code).toBe('OL_MEMORY')
    expect(message).toContain('takes 64.0 TiB, and this machine has')
  })

  test('and where the machine does not say what it has', async () => {
    vi.resetModules()
    vi.doMock('#platform', async (original) => {
      const { platform } = await original<{ platform: object }>()
      return { platform: { ...platform, memory: () => Number.POSITIVE_INFINITY } }
    })
    const table = await import('../src/table.js')
    const { code, message } = thrown(() => table.createTable('nag', 30, 4096, 'float64'))
    expect(code).toBe('OL_MEMORY')
    expect(message).toContain('cannot be allocated')
  })
})

function lossOf(loss: LossId, z: number, y: number): number {
  if (loss === 'squared') return (z - y) ** 2
  if (loss === 'half-squared') return (z - y) ** 2 / 2
  if (loss === 'perceptron') return Math.max(0, -y * z)
  if (loss === 'poisson') return Math.exp(z) - y * z
  if (loss === 'logistic') return Math.log1p(Math.exp(-y * z))
  if (loss === 'hinge') return Math.max(0, 1 - y * z)
  return loss === 'absolute' ? Math.abs(z - y) : Math.abs(z - y) / 2
}

async function* slowly<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    await new Promise((done) => setTimeout(done, 1))
    yield item
  }
}
