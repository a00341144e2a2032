import { type Batch, defaultLoss, type LossId, namedRules, type RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import type { BatchEvent } from '../src/stream/streams.js'
import {
  backends,
  batchFor,
  parts,
  prepared,
  random,
  randomBatch,
  rulesAndLosses,
  same,
  thrown,
} from './data.js'

/** Everything that changes what is saved next to the rule and the loss. */
const shapes: readonly AnyLearnerOptions[] = [
  {},
  { bits: 'grow' },
  { classes: 3 },
  { classes: 3, bits: 'grow' },
  { learningRate: 'auto' },
  { learningRate: 'auto', classes: 3, bits: 'grow' },
  { prenormalize: 'max' },
  { prenormalize: 'square', bits: 'grow', classes: 3 },
  { rule: 'nag', bootstrap: 3 },
]

interface Case {
  readonly name: string
  readonly options: AnyLearnerOptions
  readonly batch: Batch
}

/**
 * Returns the shapes that a rule takes under a loss, each with data. One of two backends has every other shape, in a short run every
 * fourth; with the next rules it has the rest.
 */
function casesOf(rule: RuleName, loss: LossId, number: number): Case[] {
  const own = shapes.filter((_, s) => backends.length === 1 || (s + number) % (isFull ? 2 : 4) === 0)
  return own.flatMap((shape): Case[] => {
    const options: AnyLearnerOptions = { bits: 4, ...shape, rule, loss }
    if (thrown(() => new Learner(checkOptions(options))).code !== 'nothing was thrown') return []
    const batch = batchFor(rule, dataFor(options, 7), 3)
    return [{ name: JSON.stringify(shape), options, batch }]
  })
}

/** With classes their numbers for labels, and names for all but the last that a batch knows. */
function dataFor(
  { classes, loss }: AnyLearnerOptions,
  seed: number,
  names: readonly string[] = ['a', 'b'],
): Batch {
  const plain = randomBatch(seed, 40, loss)
  const next = random(seed)
  const wide = { ...plain, upper: plain.indices.map((index) => index % 5) }
  if (classes === undefined) return wide
  return { ...wide, labels: wide.labels.map(() => Math.floor(next() * names.length) + 1), classNames: names }
}

/** Calls every method that only reads, on what was seen and on what was not. */
async function readAll(learner: Learner, own: Batch, other: Batch): Promise<void> {
  const features = { a: 1, b: { c: 2 }, d: 'text' }
  for (const input of [features, own, other]) {
    learner.predict(input as Batch)
    learner.scores(input)
    if (learner.loss === 'logistic' || learner.classes !== undefined) learner.probabilities(input)
  }
  if (learner.options.intervals === 'auto') {
    learner.predictInterval(features)
    learner.predictInterval(features, 0.5, { following: true })
  }
  for (const size of [1, 7]) {
    await learner.evaluate([...parts(other, size)].map((part) => ({ ...part, classNames: other.classNames })))
    for await (const _ of learner.predict(parts(other, size)));
  }
  learner.inspect({ top: 3 })
  for (const lane of learner.lanes.keys()) for (const _ of learner.weights(lane));
  learner.weight(3, 3)
  learner.report()
  learner.toBytes()
  Learner.fromBytes(learner.toBytes())
  void [
    learner.options,
    learner.scales,
    learner.classes,
    learner.classNames,
    learner.memory,
    learner.warnings,
  ]
}

/** A loss of each rule; of those that take it logistic, which has classes and probabilities. */
const rulesAndLoss = (Object.keys(namedRules) as RuleName[]).map((rule, number) => {
  const logistic = rulesAndLosses.some(([id, loss]) => id === rule && loss === 'logistic')
  return [rule, logistic ? 'logistic' : defaultLoss(namedRules[rule]), number] as const
})

describe.each(backends)('methods that only read, on %s', (backend) => {
  test.each(rulesAndLoss)('leave a model of %s and %s as it is', async (rule, loss, number) => {
    for (const { name, options, batch } of casesOf(rule, loss, number + backends.indexOf(backend))) {
      const other = batchFor(rule, dataFor(options, 8, ['a', 'b', 'unheard of']), 3)
      const fresh = new Learner(checkOptions({ ...options, backend }))
      const learned = prepared({ rule: 'nag', ...options, backend }, batch)
      learned.learn(batch)
      for (const learner of [fresh, learned]) {
        const before = learner.toBytes()
        await readAll(learner, batch, other)
        expect(same(learner.toBytes(), before), name).toBe(true)
      }
      // its later learning equals the learning of an untouched model
      const straight = prepared({ rule: 'nag', ...options, backend }, batch)
      straight.learn(batch)
      for (const learner of [straight, learned]) learner.learn(batch)
      expect(same(learned.toBytes(), straight.toBytes()), name).toBe(true)
    }
  })

  test('evaluate names classes only in its report', async () => {
    const model = new Learner({ rule: 'nag', classes: 3, loss: 'logistic', bits: 6, backend })
    const before = model.toBytes()
    const batch = dataFor({ classes: 3 }, 1, ['x', 'y', 'z'])
    const events: BatchEvent[] = []
    const report = await model.evaluate([batch], { onBatch: (event) => void events.push(event) })
    expect(report.classes).toEqual(['x', 'y', 'z'])
    expect(events[0].classes).toEqual(['x', 'y', 'z'])
    expect(model.classNames).toBeUndefined()
    expect(same(model.toBytes(), before)).toBe(true)
    // so that labels may still be numbers, or named in another order
    model.learn({ features: { a: 1 }, label: 2 })
    expect(await rejectedCode(model.evaluate([batch]))).toBe('OL_LABEL')
    const named = new Learner({ rule: 'nag', classes: 3, loss: 'logistic', bits: 6, backend })
    await named.evaluate([batch])
    named.learn(dataFor({ classes: 3 }, 1, ['z', 'y']))
    expect(named.classes).toEqual(['z', 'y', ''])
    expect(await rejectedCode(named.evaluate([batch]))).toBe('OL_LABEL')
  })

  test('batch numbers texts, and the model has the names once it has learned them', () => {
    const model = new Learner<string>({ rule: 'nag', classes: 3, loss: 'logistic', bits: 6, backend })
    const before = model.toBytes()
    const [one, two] = ['cat', 'dog'].map((label) => model.batch([{ features: { a: 1 }, label }]))
    expect(same(model.toBytes(), before)).toBe(true)
    expect(two.labels[0]).toBe(2)
    model.learn(one)
    expect(Learner.fromBytes(model.toBytes()).classes).toEqual(['cat', '', ''])
    model.learn(two)
    expect(Learner.fromBytes(model.toBytes()).classes).toEqual(['cat', 'dog', ''])
  })

  test('a label that is refused names nothing', () => {
    const model = new Learner({ rule: 'nag', classes: 3, loss: 'logistic', bits: 6, backend })
    const before = model.toBytes()
    expect(thrown(() => model.learn({ features: { a: 1 }, label: '' })).code).toBe('OL_LABEL')
    expect(same(model.toBytes(), before)).toBe(true)
    model.learn({ features: { a: 1 }, label: 1 })
    expect(model.classNames).toBeUndefined()
  })

  test('evaluating twice gives the same report, replicates included', async () => {
    const model = new Learner({ rule: 'nag', bootstrap: 4, bits: 6, backend })
    const batch = randomBatch(2, 50)
    model.learn(batch)
    const first = await model.evaluate([batch])
    expect(first.lossInterval).toBeDefined()
    expect(await model.evaluate(parts(batch, 7))).toEqual(first)
  })

  test.each(shapes.map((shape) => [shape] as const))("results of %s are the caller's own", async (shape) => {
    const options: AnyLearnerOptions = { bits: 4, loss: 'logistic', ...shape, backend }
    const batch = dataFor(options, 3)
    const model = prepared(options, batch)
    model.learn(batch)
    const whole = model.predict(batch)
    const scores = model.scores(batch)
    const width = scores.length / batch.size
    for (const size of [1, 7]) {
      const results: { predictions: Float64Array; scores?: Float64Array; replicates?: Float64Array }[] = []
      for await (const result of model.predict(parts(batch, size))) results.push(result)
      expect(results.flatMap(({ predictions }) => [...predictions])).toEqual([...whole])
      expect(results.flatMap(({ scores: own }) => [...(own ?? [])])).toEqual([...scores])
      expect(scores.length).toBe(width * batch.size)
      const arrays = results.flatMap(({ predictions, scores: own, replicates }) =>
        [predictions, own, replicates].flatMap((array) => (array === undefined ? [] : [array.buffer])),
      )
      expect(new Set(arrays).size).toBe(arrays.length)
      const events: BatchEvent[] = []
      await model.evaluate(
        [...parts(batch, size)].map((part) => ({ ...part, classNames: batch.classNames })),
        {
          onBatch: (event) => void events.push(event),
        },
      )
      expect(events.flatMap((event) => [...event.scores])).toEqual([...scores])
      const before = model.toBytes()
      for (const result of [...results, ...events]) {
        result.predictions.fill(7)
        result.scores?.fill(7)
      }
      expect(same(model.toBytes(), before)).toBe(true)
      expect(model.predict(batch)).toEqual(whole)
    }
  })
})

async function rejectedCode(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'nothing was thrown'
}
