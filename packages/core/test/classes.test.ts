import { type Batch, OLError } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { backends, randomBatch } from './data.js'

const K = 4

/** Returns the random batch with classes for labels: which of four scores of the features is largest. */
function classBatch(seed: number, size: number): Batch {
  const batch = randomBatch(seed, size)
  const labels = batch.labels.map((_, e) => {
    const scores = new Float64Array(K)
    for (let i = batch.offsets[e]; i < batch.offsets[e + 1]; i++)
      scores[batch.indices[i] % K] += Math.abs(batch.values[i])
    return scores.indexOf(Math.max(...scores)) + 1
  })
  return { ...batch, labels }
}

/** Examples from .. to of a batch. */
function part(batch: Batch, from: number, to: number): Batch {
  const [a, b] = [batch.offsets[from], batch.offsets[to]]
  return {
    size: to - from,
    offsets: batch.offsets.slice(from, to + 1).map((offset) => offset - a),
    indices: batch.indices.slice(a, b),
    values: batch.values.slice(a, b),
    labels: batch.labels.slice(from, to),
    weights: batch.weights?.slice(from, to),
  }
}

function code(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof OLError) return error.code
    throw error
  }
  return 'nothing thrown'
}

describe.each(backends)('classes on %s', (backend) => {
  const batch = classBatch(1, 1500)

  test.each(['logistic', 'squared', 'hinge'] as const)(
    '%s: each is a run of its own against the others',
    (loss) => {
      const clip = loss === 'squared' ? ([-1, 1] as const) : 'auto'
      const learner = new Learner({ rule: 'nag', classes: K, loss, bits: 6, backend })
      const before = learner.scores(batch)
      const predicted = learner.learn(batch)
      const scores = learner.scores(batch)
      expect(before.every((score) => score === 0)).toBe(true)
      let mistakes = 0
      predicted.forEach((k, e) => {
        if (k !== batch.labels[e]) mistakes += batch.weights?.[e] ?? 1
      })
      expect(learner.report().errorRate).toBe(mistakes / learner.report().weightSum)
      let lossSum = 0
      for (let k = 0; k < K; k++) {
        const alone = new Learner({ rule: 'nag', loss, clip, labelScale: 'none', bits: 6, backend })
        alone.learn({ ...batch, labels: batch.labels.map((y) => (y === k + 1 ? 1 : -1)) })
        expect(alone.predict(batch)).toEqual(scores.filter((_, i) => i % K === k))
        expect([...learner.weights(k)]).toEqual([...alone.weights()])
        lossSum += alone.report().averageLoss
      }
      expect(learner.report().averageLoss).toBeCloseTo(lossSum / K, 10)
      expect(learner.report().errorRate).toBeLessThan(0.6)
    },
  )

  test('names are numbered as they occur, are saved, and are the predictions', () => {
    const learner = new Learner<string>({ rule: 'nag', classes: 3, loss: 'logistic', bits: 6, backend })
    expect(learner.classes).toEqual([1, 2, 3])
    for (let i = 0; i < 60; i++) {
      const label = ['cat', 'dog', 'eel'][i % 3]
      learner.learn({ features: { [`is ${label}`]: true }, label })
    }
    expect(learner.classes).toEqual(['cat', 'dog', 'eel'])
    expect(learner.predict({ 'is dog': true })).toBe('dog')
    expect(code(() => learner.learn({ features: {}, label: 'fox' }))).toBe('OL_LABEL')
    const again = Learner.fromBytes<string>(learner.toBytes(), { backend })
    expect(again.classes).toEqual(['cat', 'dog', 'eel'])
    expect(again.predict({ 'is eel': true })).toBe('eel')
    expect(Buffer.compare(again.toBytes(), learner.toBytes())).toBe(0)
    expect(again.lanes.map((lane) => lane.class)).toEqual(['cat', 'dog', 'eel'])
  })

  test('an example that is refused leaves no name', () => {
    const learner = new Learner<string>({ rule: 'nag', classes: 2, bits: 6, backend })
    expect(code(() => learner.learn({ features: { x: Number.POSITIVE_INFINITY }, label: 'bad' }))).toBe(
      'OL_VALUE',
    )
    learner.learn({ features: { x: 1 }, label: 'good' })
    expect(learner.classes).toEqual(['good', ''])
  })

  test('numbers are numbers: 1 to K, and no strings among them', () => {
    const learner = new Learner<number>({ rule: 'nag', classes: 3, bits: 6, backend })
    learner.learn({ features: { x: 1 }, label: 3 })
    expect(learner.predict({ x: 1 })).toBe(3)
    for (const label of [0, 4, 1.5, 'cat', true])
      expect(code(() => learner.learn({ features: {}, label }))).toBe('OL_LABEL')
    for (const label of [0, 4])
      expect(code(() => learner.learn({ ...batch, labels: batch.labels.map(() => label) }))).toBe('OL_LABEL')
  })

  test('a class has the same number in an example, a batch, a prediction and an event', async () => {
    const learner = new Learner<number>({ rule: 'nag', classes: 3, loss: 'logistic', bits: 6, backend })
    const examples = [1, 2, 3, 2, 1, 3].map((label) => ({ features: { [`is ${label}`]: 1 }, label }))
    const labels = Float64Array.from(examples, ({ label }) => label)
    const whole = learner.batch(examples)
    expect(whole.labels).toEqual(labels)
    for (let i = 0; i < 5; i++) learner.learn(whole)
    expect(learner.learn(whole)).toEqual(labels)
    expect(learner.predict(whole)).toEqual(labels)
    for (const { features, label } of examples) expect(learner.predict(features)).toBe(label)
    for await (const { predictions } of learner.predict([whole])) expect(predictions).toEqual(labels)
    const events: number[] = []
    await learner.evaluate([whole], {
      schedule: { every: 1 },
      onProgress: ({ label, prediction }) => events.push(label, prediction),
      onBatch: (event) => expect([event.batch.labels, event.predictions]).toEqual([labels, labels]),
    })
    expect(events).toEqual([...labels].flatMap((label) => [label, label]))
    const named = new Learner<string>({ rule: 'nag', classes: ['a', 'b', 'c'], bits: 6, backend })
    const one = named.batch([{ features: { x: 1 }, label: 'c' }])
    expect([one.labels[0], one.classNames?.[one.labels[0] - 1]]).toEqual([3, 'c'])
  })

  test('of equal scores the lowest class is the answer', () => {
    const learner = new Learner<string>({ rule: 'nag', classes: ['a', 'b', 'c'], bits: 6, backend })
    expect(learner.predict({ x: 1 })).toBe('a')
    expect(learner.learn({ features: { x: 1 }, label: 'c' })).toBe('a')
  })

  test('probabilities add up to 1 and order as scores do', () => {
    for (const loss of ['logistic', 'squared'] as const) {
      const learner = new Learner({ rule: 'nag', classes: K, loss, bits: 6, backend })
      learner.learn(batch)
      const scores = learner.scores(batch)
      const probabilities = learner.probabilities(batch)
      for (let e = 0; e < 50; e++) {
        const p = [...probabilities.subarray(e * K, (e + 1) * K)]
        const z = [...scores.subarray(e * K, (e + 1) * K)]
        expect(p.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 12)
        expect(p.indexOf(Math.max(...p))).toBe(z.indexOf(Math.max(...z)))
        const share = loss === 'logistic' ? (x: number) => 1 / (1 + Math.exp(-x)) : Math.exp
        const total = z.reduce((sum, x) => sum + share(x), 0)
        expect(p.every((x, k) => Math.abs(x - share(z[k]) / total) < 1e-12)).toBe(true)
      }
    }
  })

  test('confusion and log loss count the predictions made before', () => {
    const learner = new Learner({ rule: 'nag', classes: K, loss: 'logistic', bits: 6, backend })
    const confusion = new Float64Array(K * K)
    let logLoss = 0
    let weight = 0
    for (let e = 0; e < 300; e++) {
      const one = part(batch, e, e + 1)
      const w = one.weights?.[0] ?? 1
      const y = one.labels[0]
      logLoss -= w * Math.log(learner.probabilities(one)[y - 1])
      confusion[(y - 1) * K + learner.learn(one)[0] - 1] += w
      weight += w
    }
    const report = learner.report()
    expect(report.confusion).toEqual(confusion)
    expect(report.logLoss).toBeCloseTo(logLoss / weight, 10)
    expect(report.bestConstant).toBeUndefined()
  })

  test('batches, single examples, streams and interruptions leave the same bytes', async () => {
    const whole = new Learner({ rule: 'nag', classes: K, loss: 'logistic', bits: 6, backend })
    whole.learn(batch)
    const halves = new Learner({ rule: 'nag', classes: K, loss: 'logistic', bits: 6, backend })
    halves.learn(part(batch, 0, 700))
    const second = Learner.fromBytes(halves.toBytes(), { backend })
    for (let e = 700; e < 720; e++) second.learn(part(batch, e, e + 1))
    await second.learn([part(batch, 720, 1000), part(batch, 1000, 1500)])
    expect(Buffer.compare(second.toBytes(), whole.toBytes())).toBe(0)
  })

  test('a step that some class cannot take refuses the example for all', () => {
    const options = {
      classes: 3,
      rule: 'sgd',
      loss: 'squared',
      clip: 'none',
      learningRate: 1,
      backend,
    } as const
    const learner = new Learner<number>(options)
    expect(code(() => learner.learn({ features: { x: 1e50 }, label: 1 }))).toBe('OL_DIVERGED')
    expect([...learner.weights(2)]).toEqual([])
  })

  test('what does not fit is said', () => {
    const make = (options: object) => () => new Learner({ rule: 'nag', bits: 6, ...options, backend })
    for (const classes of [1, 0, 2.5, 1e6, [], ['a'], ['a', 'a'], ['a', ''], 'abc', ['a', 1]])
      expect(code(make({ classes }))).toBe('OL_PARAMETER')
    expect(code(make({ classes: 3, loss: 'poisson' }))).toBe('OL_LOSS')
    expect(code(make({ classes: 3, loss: 'logistic', link: 'logistic' }))).toBe('OL_PARAMETER')
    expect(code(make({ classes: 4000, bits: 30 }))).toBe('OL_MEMORY')
    const bytes = new Learner({ rule: 'nag', classes: ['a', 'b'], bits: 4 }).toBytes()
    expect(code(() => Learner.fromBytes(bytes, { classes: 3 }))).toBe('OL_MODEL_MISMATCH')
    expect(code(() => Learner.fromBytes(bytes, { classes: ['a', 'c'] }))).toBe('OL_MODEL_MISMATCH')
    expect(Learner.fromBytes(bytes, { classes: ['a', 'b'] }).classes).toEqual(['a', 'b'])
    const named = new Learner({ rule: 'nag', classes: ['a', 'b'], bits: 4 })
    expect(
      code(() => named.learn({ ...part(batch, 0, 1), labels: Float64Array.of(1), classNames: ['b', 'a'] })),
    ).toBe('OL_LABEL')
  })
})

test('both backends leave the same bytes', () => {
  const batch = classBatch(5, 400)
  const [first, ...others] = backends.map((backend) => {
    const learner = new Learner({ rule: 'nag', classes: K, loss: 'logistic', bits: 6, backend })
    learner.learn(batch)
    return learner.toBytes()
  })
  for (const other of others) expect(Buffer.compare(other, first)).toBe(0)
})

test('a number is not a new name among strings if it could be the number of a class', () => {
  const learner = new Learner({ rule: 'nag', classes: 3, bits: 4 })
  for (const label of ['a', 'b']) learner.learn({ features: { x: 1 }, label })
  const before = learner.toBytes()
  for (const label of [2, 3, true])
    expect(code(() => learner.learn({ features: { x: 1 }, label }))).toBe('OL_LABEL')
  expect(learner.toBytes()).toEqual(before)
  const whole = new Learner({ rule: 'nag', classes: 3, bits: 4 })
  for (const label of ['1', '7', 5, 7]) whole.learn({ features: { x: 1 }, label })
  expect(whole.classes).toEqual(['1', '7', '5'])
})
