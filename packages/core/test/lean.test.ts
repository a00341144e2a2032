import { engineBackend } from '@ol/fallback'
import { describe, expect, test } from 'vitest'
import {
  adagrad,
  allLosses,
  fromBytes,
  leanLearner,
  modifiers,
  nag,
  normalizedRules,
  parameterFreeRules,
  sgd,
  std,
  toBytes,
} from '../src/lean.js'
import { Learner } from '../src/learner/learner.js'
import { backends, randomBatch, thrown } from './data.js'

const Small = leanLearner({ ...nag, ...adagrad })
const Nag = leanLearner(nag)

describe('a lean learner', () => {
  test.each(backends)('makes the model of Learner, and reads its files, on %s', (backend) => {
    const options = { rule: 'nag', loss: 'squared', bits: 6, names: 'off', backend } as const
    const [small, whole] = [new Nag(options), new Learner({ ...options, intervals: 'off' })]
    const batch = randomBatch(3, 40)
    expect(small.backend).toBe(backend)
    expect(small.learn(batch)).toEqual(whole.learn(batch))
    expect(small.examples).toBe(40)
    expect(toBytes(small)).toEqual(whole.toBytes())
    const again = fromBytes(Nag, whole.toBytes(), { backend })
    expect(again).toBeInstanceOf(Nag)
    expect(again.predict(batch)).toEqual(whole.predict(batch))
    const [next, other] = [randomBatch(5, 30), Learner.fromBytes(toBytes(small), { backend })]
    expect(again.learn(next)).toEqual(other.learn(next))
    expect(toBytes(again)).toEqual(other.toBytes())
  })

  test.each([
    [{ rule: 'nag', loss: 'logistic', names: 'off' }, Math.sign],
    [{ rule: 'nag', loss: 'squared', outliers: 'keep', labelScale: 'none' }, undefined],
    [{ rule: 'nag', loss: 'hinge', l1: 0.001, forget: 50 }, Math.sign],
    [{ rule: 'std', loss: 'squared' }, undefined],
    [{ rule: 'std', loss: 'logistic', constant: false }, Math.sign],
    [{ rule: 'coin', loss: 'absolute' }, undefined],
    [{ rule: 'sgd', loss: 'quantile', quantile: 0.9 }, undefined],
  ] as const)('with %j makes the model of Learner', (own, labelOf) => {
    const Kind = leanLearner({ ...nag, ...modifiers, ...std, ...sgd, ...parameterFreeRules }, allLosses())
    const options = { bits: 6, backend: 'fallback', names: 'off', ...own } as const
    const [small, whole] = [new Kind(options), new Learner({ ...options, intervals: 'off' })]
    const { labels, ...random } = randomBatch(3, 40)
    const batch = { ...random, labels: labels.map((y) => labelOf?.(y) ?? y) }
    expect(small.learn(batch)).toEqual(whole.learn(batch))
    expect(small.predict(batch)).toEqual(whole.predict(batch))
    expect(toBytes(small)).toEqual(whole.toBytes())
    expect(toBytes(small, { predictOnly: true })).toEqual(whole.toBytes({ predictOnly: true }))
    const served = fromBytes(Kind, toBytes(small, { predictOnly: true }))
    expect(thrown(() => served.learn(batch))).toMatchObject({ code: 'OL_PREDICT_ONLY' })
  })

  test('learns examples as Learner does', () => {
    const options = { rule: 'nag', loss: 'logistic', bits: 6, names: 'off', backend: 'fallback' } as const
    const [small, whole] = [new Small(options), new Learner(options)]
    for (const label of [1, -1, 1]) {
      const example = { features: { a: label, b: { c: 'x', d: [1, 2] } }, label }
      expect(small.learn(example)).toBe(whole.learn(example))
      expect(small.predictOne(example.features)).toEqual(whole.predictOne(example.features))
      expect(small.probabilities(example.features)).toEqual(whole.probabilities(example.features))
    }
    const examples = [
      { features: { a: 1, c: 'y' }, label: 1 },
      { features: { a: 2, c: 'z' }, label: -1 },
    ]
    const [own, other] = [small.batch(examples), whole.batch(examples)]
    expect(small.predict(own)).toEqual(whole.predict(other))
    expect(small.scores(own)).toEqual(whole.scores(other))
    expect(small.learn(own)).toEqual(whole.learn(other))
  })

  test('checks batches of arrays', () => {
    const batch = randomBatch(3, 2)
    batch.values[0] = Number.POSITIVE_INFINITY
    expect(thrown(() => new Nag({ rule: 'nag' }).learn(batch))).toMatchObject({ code: 'OL_VALUE' })
  })

  test('keeps the names of a model that was read', () => {
    const whole = new Learner({ rule: 'nag', loss: 'squared', bits: 8 })
    whole.learn({ features: { a: 1, city: 'oslo' }, label: 2 })
    const small = fromBytes(Nag, whole.toBytes())
    const more = { features: { b: 3 }, label: 1 }
    expect(small.learn(more)).toBe(whole.learn(more))
    expect(Learner.fromBytes(toBytes(small)).inspect()).toEqual(whole.inspect())
    // intervals are dropped, which a whole learner would have learned
    const plain = Learner.fromBytes(toBytes(small))
    expect(plain.options.intervals).toBe('off')
    expect(plain.predict(more.features)).toBe(whole.predict(more.features))
  })

  test('refuses other rules by name, including rules of model files and the default one', () => {
    const bytes = new Learner({ rule: 'sgd', bits: 4 }).toBytes()
    for (const [make, rule] of [
      [() => new Small({ rule: 'ftrl' }), 'ftrl'],
      [() => new Small(), 'auto'],
    ] as const)
      expect(thrown(make)).toMatchObject({ code: 'OL_PART', value: rule, expected: 'nag, adagrad' })
    expect(thrown(() => fromBytes(Nag, bytes))).toMatchObject({
      code: 'OL_PART',
      value: 'sgd',
      expected: 'nag',
    })
  })

  test('refuses an option that a call does not have, as `Learner` does', () => {
    for (const learner of [new Nag({ rule: 'nag', bits: 4 }), new Learner({ rule: 'nag', bits: 4 })]) {
      const batch = learner.batch([{ features: { a: 1 }, label: 1 }])
      for (const call of [
        (options: object) => learner.learn(batch, options),
        (options: object) => learner.predict(batch, options),
        (options: object) => learner.scores(batch, options),
      ]) {
        const expected = { code: 'OL_PARAMETER', value: 'trust', expected: 'trusted' }
        expect(thrown(() => call({ trust: true }))).toMatchObject(expected)
        expect(thrown(() => call({ trusted: 1 }))).toMatchObject({ code: 'OL_PARAMETER', value: 1 })
      }
      expect(learner.examples).toBe(0)
    }
  })

  test('knows only the parameters of its rules', () => {
    expect(thrown(() => new Small({ rule: 'nag', l1: 1 }))).toMatchObject({
      code: 'OL_PARAMETER',
      value: 'l1',
    })
    const Penalized = leanLearner({ ...nag, ...modifiers })
    const penalized = new Penalized({ rule: 'nag', l1: 1 })
    expect(penalized.rule).toBe('nag')
    // a model says the name of its rule with modifiers, which a class without these does not have
    const bytes = toBytes(penalized)
    expect(thrown(() => fromBytes(Nag, bytes))).toMatchObject({ code: 'OL_PART', value: 'nag-regularized' })
    for (const rule of ['nag', 'nag-regularized'] as const)
      expect(toBytes(fromBytes(Penalized, bytes, { rule }))).toEqual(bytes)
  })

  test('has the common losses, and others with all', () => {
    for (const loss of ['hinge', 'softmax'] as const)
      expect(thrown(() => new Small({ rule: 'nag', loss }))).toMatchObject({
        code: 'OL_PART',
        value: loss,
        expected: 'squared, logistic',
      })
    expect(new (leanLearner(nag, allLosses()))({ rule: 'nag', loss: 'hinge' }).loss).toBe('hinge')
    const bytes = new Learner({ rule: 'nag', loss: 'poisson', bits: 4 }).toBytes()
    expect(thrown(() => fromBytes(Nag, bytes))).toMatchObject({ code: 'OL_PART', value: 'poisson' })
  })

  test.each([
    [{ learningRate: 'auto' }, 'auto'],
    [{ classes: 3 }, 3],
    [{ task: 'multiclass' }, 'multiclass'],
    [{ task: 'binary', classes: ['no', 'yes'] }, ['no', 'yes']],
    [{ loss: 'logistic', classWeight: 'balanced' }, 'balanced'],
    [{ bootstrap: 4 }, 4],
    [{ bits: 'grow' }, 'grow'],
    [{ maxFeatures: 9 }, 9],
    [{ names: 10 }, 10],
    [{ prenormalize: 'max' }, 'max'],
    [{ expand: 'auto' }, 'auto'],
    [{ keepLanes: true }, true],
    [{ input: {} }, 'input'],
  ] as const)('refuses the options %j', (options, value) => {
    const error = thrown(() => new Nag({ rule: 'nag', ...options } as never))
    expect(error).toMatchObject({ code: 'OL_PART', value })
    expect(error.message).toContain('Learner of @ol/core')
  })

  test('refuses rules that are more than one table of hashed features', () => {
    const Kind = leanLearner(normalizedRules)
    expect(thrown(() => new Kind({ rule: 'transductive' }))).toMatchObject({
      code: 'OL_PART',
      value: 'transductive',
    })
  })

  test.each([
    [{ classes: 3, loss: 'logistic' }, 'a model of classes'],
    [{ task: 'binary', loss: 'logistic', classWeight: 'balanced' }, 'weights of classes'],
    [{ learningRate: 'auto' }, 'a mixture'],
    [{ bootstrap: 2 }, 'replicates'],
    [{ bits: 'grow' }, 'a row for each feature'],
    [{ prenormalize: 'max' }, 'a first pass'],
  ] as const)('refuses the file of a model of %j', (options, what) => {
    const bytes = new Learner({ rule: 'nag', loss: 'squared', bits: 4, ...options } as never).toBytes()
    const error = thrown(() => fromBytes(Nag, bytes))
    expect(error).toMatchObject({ code: 'OL_PART' })
    expect(error.message).toContain(what)
  })

  test('refuses streams', () => {
    const model = new Nag({ rule: 'nag', bits: 4 })
    for (const use of [() => model.learn([] as never), () => model.predict([] as never)])
      expect(thrown(use)).toMatchObject({ code: 'OL_PART', value: 'streams' })
    expect(thrown(() => model.predict(randomBatch(3, 2), 5 as never))).toMatchObject({
      code: 'OL_PARAMETER',
    })
  })

  test('a backend without a call says so', () => {
    expect(thrown(() => engineBackend(nag, {}).merge({} as never, {} as never))).toMatchObject({
      code: 'OL_PART',
      value: 'merge',
    })
  })
})
