import { engineBackend } from '@ol/fallback'
import { describe, expect, test } from 'vitest'
import {
  allLosses,
  bootstrapping,
  checking,
  classifying,
  deriving,
  evaluating,
  growing,
  inspecting,
  learnerWith,
  merging,
  mixing,
  naming,
  predictOnly,
  saving,
  scaling,
  standardizing,
  storing,
  streaming,
} from '../src/chosen-parts.js'
import { adagrad, auto, fullMatrixRules, modifiers, nag, normalizedRules } from '../src/chosen-rules.js'
import { Learner } from '../src/learner/learner.js'
import { backends, randomBatch, rejected, thrown } from './data.js'

const Small = learnerWith({ ...nag, ...adagrad })
const Stored = learnerWith(nag, storing, checking)
const Growing = learnerWith({ ...nag, ...adagrad }, growing)
const Large = learnerWith(
  nag,
  allLosses,
  checking,
  bootstrapping,
  classifying,
  deriving,
  evaluating,
  growing,
  inspecting,
  merging,
  mixing,
  naming,
  predictOnly,
  saving,
  scaling,
  streaming,
)

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
    const Penalized = learnerWith({ ...nag, ...modifiers })
    expect(new Penalized({ rule: 'nag', l1: 1 }).rule).toBe('nag')
    expect(thrown(() => new Penalized({ rule: 'snag', l1: 1 }))).toMatchObject({
      code: 'OL_PART',
      value: 'snag',
    })
    const penalized = new Learner({ rule: 'nag', l1: 1, bits: 4 }).toBytes()
    expect(thrown(() => Stored.fromBytes(penalized))).toMatchObject({
      code: 'OL_PART',
      value: 'nag-regularized',
    })
    const StoredPenalized = learnerWith({ ...nag, ...modifiers }, storing)
    expect(StoredPenalized.fromBytes(penalized).toBytes()).toEqual(penalized)
    for (const rule of ['nag', 'nag-regularized'] as const)
      expect(new StoredPenalized({ rule, l1: 1, bits: 4 }).toBytes()).toEqual(penalized)
  })

  test('has the common losses, and others with all', () => {
    for (const loss of ['hinge', 'softmax'] as const)
      expect(thrown(() => new Small({ rule: 'nag', loss }))).toMatchObject({
        code: 'OL_PART',
        value: loss,
        expected: 'squared, logistic',
      })
    expect(new (learnerWith(nag, allLosses))({ rule: 'nag', loss: 'hinge' }).loss).toBe('hinge')
    const bytes = new Learner({ rule: 'nag', loss: 'poisson', bits: 4 }).toBytes()
    expect(thrown(() => Stored.fromBytes(bytes))).toMatchObject({ code: 'OL_PART', value: 'poisson' })
  })

  test('refuses what needs a part that it was made without', () => {
    const model = new Small({ rule: 'nag', bits: 4 })
    model.learn({ features: { a: 1 }, label: 1 })
    const other = new Growing({ rule: 'nag', bits: 4 })
    for (const [use, part] of [
      [() => other.explain({ a: 1 }), 'inspecting'],
      [() => other.inspect(), 'inspecting'],
      [() => other.sparsity(), 'inspecting'],
      [() => [...other.weights()], 'inspecting'],
      [() => other.nameCollisions(), 'inspecting'],
      [() => other.split(2), 'merging'],
      [() => Growing.merge([other, other]), 'merging'],
      [() => other.toBytes(), 'storing'],
      [() => other.fileSize(), 'storing'],
      [() => Growing.fromBytes(new Uint8Array(0)), 'storing'],
      [() => new Stored({ rule: 'nag' }).toBytes({ predictOnly: true }), 'predictOnly'],
      [() => new Small({ rule: 'nag', learningRate: 'auto' }), 'mixing'],
      [() => new (learnerWith(auto))(), 'mixing'],
      [() => other.terms(), 'deriving'],
      [() => other.weight(1), 'inspecting'],
      [() => other.lanes, 'inspecting'],
      [() => model.learn(randomBatch(3, 2)), 'checking'],
      [() => model.predict(randomBatch(3, 2)), 'checking'],
      [() => model.learn(new Small({ rule: 'nag' }).batch([])), 'checking'],
      [() => new Small({ rule: 'nag', input: {} }), 'storing'],
      [() => other.options, 'inspecting'],
      [() => new Small({ rule: 'nag', classes: 3 }), 'classifying'],
      [() => new Small({ rule: 'nag', task: 'binary', classes: ['no', 'yes'] }), 'classifying'],
      [() => new Small({ rule: 'nag', loss: 'logistic', classWeight: 'balanced' }), 'classifying'],
      [() => new Small({ rule: 'nag', bootstrap: 4 }), 'bootstrapping'],
      [() => other.interval({ a: 1 }), 'bootstrapping'],
      [() => new Small({ rule: 'nag', bits: 'grow' }), 'growing'],
      [() => new (learnerWith(fullMatrixRules))({ rule: 'vaw' }), 'growing'],
      [() => new Small({ rule: 'nag', names: 10 }), 'naming'],
      [() => new Small({ rule: 'nag', prenormalize: 'max' }), 'scaling'],
      [() => new (learnerWith(normalizedRules))({ rule: 'transductive' }), 'scaling'],
      [() => other.fitScales([]), 'scaling'],
      [() => model.learn([]), 'streaming'],
      [() => model.predict([]), 'streaming'],
      [() => other.report(), 'streaming'],
    ] as const)
      expect(thrown(use)).toMatchObject({ code: 'OL_PART', value: part })
  })

  test.each([
    [
      { classes: 3, loss: 'logistic' },
      [classifying],
      (label: number) => 1 + (Math.abs(Math.round(label)) % 3),
    ],
    [{ classes: 3, loss: 'logistic', bits: 'grow' }, [classifying, growing], () => 2],
    [{ task: 'binary', classWeight: 'balanced' }, [classifying], Math.sign],
    [{ bootstrap: 3, loss: 'absolute' }, [allLosses, bootstrapping], undefined],
    [{ bits: 'grow', loss: 'squared' }, [growing], undefined],
    [{ prenormalize: 'square', loss: 'hinge' }, [allLosses, scaling], Math.sign],
    [{ loss: 'logistic', names: 'off' }, [], Math.sign],
    [{ loss: 'squared', outliers: 'keep', labelScale: 'none' }, [], undefined],
  ] as const)('with %j makes the model of Learner', (own, parts, labelOf) => {
    const options = { rule: 'nag', bits: 6, backend: 'fallback', ...own } as const
    const [some, whole] = [learnerWith(nag, storing, checking, ...parts), Learner].map(
      (Kind) => new Kind(options),
    )
    const batch = { ...randomBatch(3, 40), upper: undefined as Uint32Array | undefined }
    if (options.bits === 'grow') batch.upper = batch.indices.slice()
    if (labelOf !== undefined) batch.labels = batch.labels.map((y) => labelOf(y) || 1)
    if (some.needsFirstPass) for (const model of [some, whole]) model.fitScales(batch)
    expect(some.learn(batch)).toEqual(whole.learn(batch))
    expect(some.predict(batch)).toEqual(whole.predict(batch))
    expect(some.toBytes()).toEqual(whole.toBytes())
  })

  test('without names and streams learns what Learner learns', () => {
    const options = { rule: 'nag', loss: 'logistic', bits: 6, names: 'off', backend: 'fallback' } as const
    const [small, whole] = [new Small(options), new Learner(options)]
    for (const label of [1, -1, 1]) {
      const example = { features: { a: label, b: { c: 'x', d: [1, 2] } }, label }
      expect(small.learn(example)).toBe(whole.learn(example))
      expect(small.predictOne(example.features)).toEqual(whole.predictOne(example.features))
    }
    const examples = [
      { features: { a: 1, c: 'y' }, label: 1 },
      { features: { a: 2, c: 'z' }, label: -1 },
    ]
    const [own, other] = [small.batch(examples), whole.batch(examples)]
    expect(small.predict(own)).toEqual(whole.predict(other))
    expect(small.learn(own)).toEqual(whole.learn(other))
    expect(new Growing(options).names).toEqual(whole.names)
    expect(new Growing({ rule: 'nag' }).names.limit).toBe(0)
  })

  test('has the methods of parts with a part that has any', () => {
    for (const method of ['toBytes', 'explain', 'split', 'weights', 'fitScales', 'report', 'names']) {
      expect(method in new Small({ rule: 'nag' })).toBe(false)
      expect(method in Growing.prototype).toBe(true)
    }
    expect(learnerWith(auto, mixing, standardizing, classifying, checking, allLosses)).not.toHaveProperty(
      'fromBytes',
    )
  })

  test('has bytes but no files without what saves them', async () => {
    const model = new Stored({ rule: 'nag', bits: 4 })
    expect(await rejected(model.save('unused.ol'))).toMatchObject({ code: 'OL_PART', value: 'saving' })
    expect(await rejected(Growing.load('unused.ol'))).toMatchObject({ code: 'OL_PART', value: 'storing' })
    expect(Stored.fromBytes(model.toBytes()).toBytes()).toEqual(model.toBytes())
  })

  test.each([
    { loss: 'squared' },
    { rule: 'nag', loss: 'squared', learningRate: 'auto' },
    { loss: 'logistic' },
  ] as const)('mixes as Learner does, with %j', (own) => {
    const Mixed = learnerWith({ ...nag, ...auto }, mixing, storing, checking)
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
