import { engineBackend } from '@ol/fallback'
import { describe, expect, test } from 'vitest'
import {
  deriving,
  evaluating,
  inspecting,
  learnerWith,
  merging,
  mixing,
  predictOnly,
  saving,
  storing,
} from '../src/chosen-parts.js'
import { adagrad, auto, extendedRules, nag } from '../src/chosen-rules.js'
import { Learner } from '../src/learner/learner.js'
import { backends, randomBatch, rejected, thrown } from './data.js'

const Small = learnerWith({ ...nag, ...adagrad })
const Stored = learnerWith(nag, storing)
const Large = learnerWith(nag, deriving, evaluating, inspecting, merging, mixing, predictOnly, saving)

describe('a learner with chosen rules and parts', () => {
  test.each(backends)('makes the model of Learner, and reads its files, on %s', (backend) => {
    const options = { rule: 'nag', loss: 'squared', bits: 6, backend } as const
    const [small, whole] = [new Stored(options), new Learner(options)]
    const batch = randomBatch(3, 40)
    expect(small.learn(batch)).toEqual(whole.learn(batch))
    expect(small.toBytes()).toEqual(whole.toBytes())
    const again = Stored.fromBytes(whole.toBytes(), { backend })
    expect(again).toBeInstanceOf(Stored)
    expect(again.predict(batch)).toEqual(Learner.fromBytes(small.toBytes(), { backend }).predict(batch))
  })

  test('refuses other rules by name, those of model files and the default one included', () => {
    const bytes = new Learner({ rule: 'sgd', bits: 4 }).toBytes()
    for (const [make, rule] of [
      [() => new Small({ rule: 'ftrl' }), 'ftrl'],
      [() => new Small(), 'auto'],
    ] as const)
      expect(thrown(make)).toMatchObject({ code: 'OL_PART', value: rule, expected: 'nag, adagrad' })
    expect(thrown(() => Stored.fromBytes(bytes))).toMatchObject({
      code: 'OL_PART',
      value: 'sgd',
      expected: 'nag',
    })
  })

  test('knows the parameters of its rules alone', () => {
    expect(thrown(() => new Small({ rule: 'nag', l1: 1 }))).toMatchObject({
      code: 'OL_PARAMETER',
      value: 'l1',
    })
    const Penalized = learnerWith({ ...nag, ...extendedRules })
    expect(new Penalized({ rule: 'nag', l1: 1 }).rule).toBe('nag-regularized')
  })

  test('refuses what needs a part that it was made without', () => {
    const model = new Small({ rule: 'nag', bits: 4 })
    model.learn({ features: { a: 1 }, label: 1 })
    for (const [use, part] of [
      [() => model.explain({ a: 1 }), 'inspecting'],
      [() => model.inspect(), 'inspecting'],
      [() => model.sparsity(), 'inspecting'],
      [() => [...model.weights()], 'inspecting'],
      [() => model.nameCollisions(), 'inspecting'],
      [() => model.split(2), 'merging'],
      [() => Small.merge([model, model]), 'merging'],
      [() => model.toBytes(), 'storing'],
      [() => model.fileSize(), 'storing'],
      [() => Small.fromBytes(new Uint8Array(0)), 'storing'],
      [() => new Stored({ rule: 'nag' }).toBytes({ predictOnly: true }), 'predictOnly'],
      [() => new Small({ rule: 'nag', learningRate: 'auto' }), 'mixing'],
      [() => new (learnerWith(auto))(), 'mixing'],
      [() => model.terms(), 'deriving'],
    ] as const)
      expect(thrown(use)).toMatchObject({ code: 'OL_PART', value: part })
  })

  test('has bytes but no files without what saves them', async () => {
    const model = new Stored({ rule: 'nag', bits: 4 })
    expect(await rejected(model.save('unused.ol'))).toMatchObject({ code: 'OL_PART', value: 'saving' })
    expect(await rejected(Small.load('unused.ol'))).toMatchObject({ code: 'OL_PART', value: 'storing' })
    expect(Stored.fromBytes(model.toBytes()).toBytes()).toEqual(model.toBytes())
  })

  test.each([
    { loss: 'squared' },
    { rule: 'nag', loss: 'squared', learningRate: 'auto' },
    { loss: 'logistic' },
  ] as const)('mixes as Learner does, with %j', (own) => {
    const Mixed = learnerWith({ ...nag, ...auto }, mixing, storing)
    const options = { ...own, bits: 6, expand: 'off', backend: 'fallback' } as const
    const [mixed, whole] = [new Mixed(options), new Learner(options)]
    const batch = randomBatch(3, 40)
    if (own.loss === 'logistic')
      batch.labels.forEach((y, e) => {
        batch.labels[e] = y > 0 ? 1 : -1
      })
    expect(mixed.learn(batch)).toEqual(whole.learn(batch))
    expect(mixed.toBytes()).toEqual(whole.toBytes())
  })

  test('with all parts does what Learner does', async () => {
    const [large, whole] = [Large, Learner].map(
      (Kind) => new Kind({ rule: 'nag', bits: 4, backend: 'fallback' }),
    )
    const stream = () => [{ features: { a: 1, b: 2 }, label: 1 }]
    expect(await large.learn(stream())).toEqual(await whole.learn(stream()))
    expect(large.explain({ a: 1 })).toEqual(whole.explain({ a: 1 }))
    expect(large.inspect()).toEqual(whole.inspect())
    expect(large.toBytes({ predictOnly: true })).toEqual(whole.toBytes({ predictOnly: true }))
    const merged = Large.merge(large.split(2) as InstanceType<typeof Large>[])
    expect(merged).toBeInstanceOf(Large)
    expect(merged.toBytes()).toEqual(Learner.merge(whole.split(2)).toBytes())
  })

  test('a backend without a call says so', () => {
    expect(thrown(() => engineBackend(nag, {}).merge({} as never, {} as never))).toMatchObject({
      code: 'OL_PART',
      value: 'merge',
    })
  })
})
