import { describe, expect, test } from 'vitest'
import type { Example } from '../src/examples/features.js'
import { Learner } from '../src/learner/learner.js'
import { backends, random, rejected } from './data.js'

interface Visit {
  readonly hour: number
  readonly city: string
  readonly device?: { readonly mobile: boolean; readonly sizes: readonly number[] }
}

const next = random(7)
const visits: readonly Example<Visit>[] = Array.from({ length: 600 }, (_, i) => ({
  features: {
    hour: Math.floor(next() * 24),
    city: `c${i % 7}`,
    ...(i % 3 === 0 ? { device: { mobile: i % 2 === 0, sizes: [next(), next()] } } : {}),
  },
  label: i % 5 === 0 ? 1 : -1,
  ...(i % 4 === 0 ? { weight: 2 } : {}),
}))

async function* later<T>(items: Iterable<T>): AsyncGenerator<T, void, void> {
  for (const item of items) {
    await Promise.resolve()
    yield item
  }
}

describe.each(backends)('streams of examples on %s', (backend) => {
  const fresh = () => new Learner({ rule: 'nag', loss: 'logistic', bits: 8, backend })
  const alone = fresh()
  for (const visit of visits) alone.learn(visit)
  const bytes = Buffer.from(alone.toBytes())

  test.each([
    ['an array', () => visits],
    ['a set', () => new Set(visits)],
    ['an async iterable', () => later(visits)],
    [
      'batches among examples',
      () => [...visits.slice(0, 3), fresh().batch(visits.slice(3, 500)), ...visits.slice(500)],
    ],
    ['batches first', () => [fresh().batch(visits.slice(0, 256)), ...visits.slice(256)]],
  ])('%s: the model of one by one', async (_, source) => {
    const learner = fresh()
    const report = await learner.learn(source())
    // the metrics of the task belong to a run
    const { evaluation, ...sums } = report
    expect(sums).toEqual(alone.report())
    expect(evaluation?.overall).toMatchObject({ task: 'binary', examples: report.labelled })
    expect(bytes.equals(learner.toBytes())).toBe(true)
  })

  test('evaluate and fitScales take them, too', async () => {
    expect(await alone.evaluate(visits)).toEqual(await alone.evaluate([alone.batch(visits)]))
    const [one, other] = [0, 1].map(() => new Learner({ rule: 'nag', prenormalize: 'max', bits: 8, backend }))
    expect(await one.fitScales(visits)).toBe(600)
    expect(other.fitScales(other.batch(visits))).toBe(600)
    expect(Buffer.from(one.toBytes()).equals(other.toBytes())).toBe(true)
  })

  test('classes get their names in the order in which they come', async () => {
    const named = visits.map(({ features }, i) => ({ features, label: `class ${(i * 2) % 3}` }))
    const [one, other] = [0, 1].map(() => new Learner<string>({ rule: 'nag', classes: 3, bits: 8, backend }))
    await one.learn(named)
    for (const example of named) other.learn(example)
    expect(one.classes).toEqual(['class 0', 'class 2', 'class 1'])
    expect(Buffer.from(one.toBytes()).equals(other.toBytes())).toBe(true)
    const stranger = { features: { hour: 1 }, label: 'class 4' }
    expect((await rejected(one.evaluate([stranger]))).code).toBe('OL_LABEL')
  })

  test('nothing is a report of nothing', async () => {
    expect((await fresh().learn([])).examples).toBe(0)
  })

  test('an invalid example is named, and the batches before it are learned', async () => {
    const learner = fresh()
    const bad = { features: { hour: Number.POSITIVE_INFINITY, city: 'none' }, label: 1 }
    const error = await rejected(learner.learn([...visits.slice(0, 300), bad]))
    expect(error.code).toBe('OL_VALUE')
    expect(error.message).toContain('hour')
    expect(learner.report().examples).toBe(256)
    learner.learn(visits[256])
    expect(learner.report().examples).toBe(257)
  })

  test('leaving early closes the source', async () => {
    let closed = false
    async function* source(): AsyncGenerator<Example<Visit>, void, void> {
      try {
        for (;;) yield visits[0]
      } finally {
        closed = true
      }
    }
    const onBatch = (): void => {
      throw new Error('enough')
    }
    await expect(fresh().learn(source(), { onBatch })).rejects.toThrow('enough')
    await new Promise((done) => setTimeout(done, 10))
    expect(closed).toBe(true)
  })

  test("results are the caller's own", async () => {
    const batch = alone.batch(visits.slice(0, 1))
    const before = alone.toBytes()
    const first = [alone.predict(batch), alone.scores(batch), alone.scores(visits[0].features)]
    const copies = first.map((array) => array.slice())
    for (const array of first) array.fill(99)
    expect([alone.predict(batch), alone.scores(batch), alone.scores(visits[0].features)]).toEqual(copies)
    expect(alone.toBytes()).toEqual(before)
  })
})
