import type { Batch } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { search } from '../src/search/search.js'
import { backends, parts, randomBatch, rejected, thrown } from './data.js'

describe.each(backends)('streams of a learner on %s', (backend) => {
  test('while a batch is in flight every other verb is OL_BUSY; between batches only those that learn', async () => {
    const model = new Learner({ rule: 'nag', bits: 6, backend })
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
    let requests = 0
    let tell = (): void => undefined
    const learned = new Promise<void>((done) => {
      tell = done
    })
    // the second batch is requested while the first is in flight
    const stream = (async function* (): AsyncGenerator<Batch> {
      yield randomBatch(1, 10)
      await Promise.resolve()
      expect(codes([...learning, ...others])).toEqual(busy([...learning, ...others]))
      expect((await rejected(model.save('/none/none'))).code).toBe('OL_BUSY')
      requests++
      // the batch has been learned, the stream has not ended
      await learned
      expect(codes(learning)).toEqual(busy(learning))
      expect(codes(others)).toEqual(fine(others))
      requests++
      yield randomBatch(2, 10)
      await Promise.resolve()
      expect((await rejected(model.evaluate([randomBatch(1, 1)]))).code).toBe('OL_BUSY')
      requests++
    })()
    const done = model.learn(stream, { onBatch: tell })
    expect(codes(learning)).toEqual(busy(learning))
    await done
    expect(requests).toBe(3)
    expect(codes([...learning.slice(0, 2), ...others])).toEqual(fine([...learning.slice(0, 2), ...others]))
  })

  test('a stream that fails ends the learning after the batches before, and learning can continue', async () => {
    const model = new Learner({ rule: 'nag', bits: 6, backend })
    const whole = new Learner({ rule: 'nag', bits: 6, backend })
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
    const model = new Learner({ rule: 'nag', bits: 6, backend })
    let closed = 0
    const source = function* (...batches: Batch[]) {
      try {
        yield* batches
      } finally {
        closed++
      }
    }
    const good = randomBatch(1, 10)
    const bad = { ...good, values: good.values.map(() => Number.NEGATIVE_INFINITY) }
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

  test('a signal ends a stream, also one whose items are there at once, as does a timer', async () => {
    const model = new Learner({ rule: 'nag', bits: 6, loss: 'squared', backend })
    const scaled = new Learner({ rule: 'nag', bits: 6, prenormalize: 'max', backend })
    const batch = randomBatch(1, 100)
    const until = performance.now() + 2000
    // it ends, so that a failure is one
    function* endless(): Generator<Batch> {
      while (performance.now() < until) yield batch
    }
    const options = () => ({ signal: AbortSignal.timeout(5) })
    for (const ended of [
      () => model.learn(endless(), options()),
      () => model.evaluate(endless(), options()),
      () => scaled.fitScales(endless(), options()),
      () => search(endless, { ...options(), learner: { bits: 6, backend }, grid: { learningRate: [1, 2] } }),
    ])
      await expect(ended()).rejects.toThrow(/timeout/)
    let timed = false
    setTimeout(() => {
      timed = true
    })
    for await (const _ of model.predict(endless())) if (timed) break
    expect(performance.now()).toBeLessThan(until)
  })

  test('a signal ends a stream, also one that waits for its source', async () => {
    const model = new Learner({ rule: 'nag', bits: 6, backend })
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
    const [a, b] = [
      new Learner({ rule: 'nag', bits: 6, backend }),
      new Learner({ rule: 'nag', bits: 6, backend }),
    ]
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
    const model = new Learner({ rule: 'nag', bits: 6, backend })
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

  test('progress is reported at powers of two of the weight, and as requested', async () => {
    const batch = { ...randomBatch(3, 100), weights: undefined }
    const rows = async (schedule?: { times: number } | { every: number }) => {
      const model = new Learner({ rule: 'nag', bits: 6, labelScale: 'none', backend })
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
    expect((await rows({ every: 30.5 })).seen.map((row) => row.examples)).toEqual([31, 61, 92])
    expect((await rows({ every: 30 })).report).toEqual(report)
    const model = new Learner({ rule: 'nag', bits: 6, backend })
    expect((await rejected(model.learn([batch], { schedule: { times: 1 } }))).code).toBe('OL_PARAMETER')
    expect((await rejected(model.learn([batch], { schedule: { every: 0 } }))).code).toBe('OL_PARAMETER')
  })

  test('progress is reported when sums of weights reach it, with or without weights in batches', async () => {
    const batch = randomBatch(3, 90)
    const halves = Float64Array.from({ length: 90 }, (_, e) => (e % 4) / 2)
    for (const weights of [undefined, new Float64Array(90).fill(1), halves])
      for (const next of [{ times: 2 }, { times: 1.3 }, { every: 1 }, { every: 7.5 }, { every: 1000 }]) {
        const parts = [batch, { ...batch, weights }, { ...batch, weights: undefined }, batch]
        const seen: number[] = []
        const model = new Learner({ rule: 'nag', bits: 6, backend })
        await model.learn([{ ...batch, weights: undefined }, ...parts], {
          schedule: next,
          onProgress: ({ progress }) => seen.push(progress.examples),
        })
        const all = [undefined, ...parts.map((part) => part.weights)]
        expect(seen).toEqual(
          reached(
            all.flatMap((given) => Array.from({ length: 90 }, (_, e) => given?.[e] ?? 1)),
            next,
          ),
        )
      }
  })

  const each = [1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 14, 15]
  test.each([
    [{ every: 1 }, each],
    [{ every: 1e9 }, [2, 4, 6, 7, 10, 12, 14, 15]],
    [{ times: 1.5 }, [1, 2, 4, 7, 12]],
    [{ times: 1 + Number.EPSILON }, each],
  ])('progress %o comes once for a weight, however large', async (schedule, expected) => {
    const weights = Float64Array.of(1, 1e9, 1, 1e9, 0, 1e9, 1e9, 0)
    const batch = { ...randomBatch(5, weights.length), weights }
    const model = new Learner({ rule: 'nag', bits: 6, backend })
    const seen: number[] = []
    const started = performance.now()
    await model.evaluate([batch, batch], {
      schedule,
      onProgress: ({ progress }) => seen.push(progress.examples),
    })
    expect(performance.now() - started).toBeLessThan(3000)
    expect(seen).toEqual(expected)
  })
})

/** Returns the examples whose weights bring a sum to the next call of a schedule, counted one by one. */
function reached(weights: readonly number[], schedule: { times: number } | { every: number }): number[] {
  const examples: number[] = []
  let [sum, next] = [0, 'times' in schedule ? 1 : schedule.every]
  weights.forEach((weight, e) => {
    sum += weight
    if (sum < next) return
    examples.push(e + 1)
    next =
      'times' in schedule ? sum * schedule.times : schedule.every * (1 + Math.floor(sum / schedule.every))
  })
  return examples
}
