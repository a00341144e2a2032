import type { Batch, RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { search } from '../src/search/search.js'
import { backends, randomBatch, thrown } from './data.js'

const signs = { ...randomBatch(3, 300, 'logistic'), initial: undefined }
const three = {
  ...randomBatch(4, 300),
  initial: undefined,
  labels: Float64Array.from({ length: 300 }, (_, e) => ((e * 7 + (e >> 3)) % 3) + 1),
}
const rare = { ...signs, labels: signs.labels.map((_, e) => (e % 9 === 4 ? 1 : -1)) }

// intervals count examples by their own weights
const learnerOf = (options: AnyLearnerOptions): Learner =>
  new Learner(checkOptions({ bits: 6, intervals: 'off', ...options }))

/** Returns the tensors of a model file, without its header, whose counts are in the weights of the examples. */
function tensorsOf(learner: Learner): Buffer {
  const bytes = Buffer.from(learner.toBytes())
  return bytes.subarray(8 + Number(bytes.readBigUInt64LE(0)))
}

/** Returns the batch with these weights of classes written on its examples. */
function written(batch: Batch, weightOf: (label: number, e: number) => number): Batch {
  const weights = Float64Array.from(batch.labels, (y, e) => (batch.weights?.[e] ?? 1) * weightOf(y, e))
  return { ...batch, weights }
}

/** Returns the weights of `balanced` by the formula of the documentation: n / (K n_k), all with the example itself. */
function balanced(batch: Batch): number[] {
  const sums = new Map<number, number>()
  return Array.from(batch.labels, (y, e) => {
    const own = batch.weights?.[e] ?? 1
    if (own > 0) sums.set(y, (sums.get(y) ?? 0) + own)
    let n = 0
    for (const k of [...sums.keys()].sort((a, b) => a - b)) n += sums.get(k) ?? 0
    return own > 0 ? n / (sums.size * (sums.get(y) ?? 0)) : 1
  })
}

describe.each(backends)('weights of classes on %s', (backend) => {
  const rules: readonly RuleName[] = ['nag', 'ftrl', 'arow', 'coin', 'sgd']
  test.each(rules)('%s: a weight of a class is that weight on its examples', (rule) => {
    const a = learnerOf({
      rule,
      loss: rule === 'arow' ? undefined : 'logistic',
      task: 'binary',
      backend,
      classWeight: { '-1': 0.25, '+1': 3 },
    })
    const b = learnerOf({ rule, loss: rule === 'arow' ? undefined : 'logistic', task: 'binary', backend })
    const predictions = a.learn(rare)
    expect(predictions).toEqual(b.learn(written(rare, (y) => (y > 0 ? 3 : 0.25))))
    expect(tensorsOf(a).equals(tensorsOf(b))).toBe(true)
  })

  test.each([{}, { learningRate: 'auto' }, { bootstrap: 3 }, { rule: 'auto-small' }] as const)(
    'balanced is n / (K n_k) so far: %o',
    (more) => {
      for (const [batch, options] of [
        [rare, { task: 'binary' }],
        [three, { classes: 3, task: 'multiclass' }],
      ] as const) {
        if ('bootstrap' in more && 'classes' in options) continue
        const a = learnerOf({ rule: 'nag', ...options, ...more, backend, classWeight: 'balanced' })
        const b = learnerOf({ rule: 'nag', ...options, ...more, backend })
        const weights = balanced(batch)
        expect(a.learn(batch)).toEqual(b.learn(written(batch, (_, e) => weights[e])))
        expect(a.inspect({ top: 50 })).toEqual(b.inspect({ top: 50 }))
        expect(a.scores(batch)).toEqual(b.scores(batch))
      }
    },
  )

  test('balanced weights depend neither on batches nor on saving in between', () => {
    for (const [batch, options] of [
      [rare, { loss: 'logistic' }],
      [three, { classes: 3, loss: 'logistic', learningRate: 'auto' }],
    ] as const) {
      const whole = learnerOf({ rule: 'nag', ...options, backend, classWeight: 'balanced' })
      whole.learn(batch)
      let parts = learnerOf({ rule: 'nag', ...options, backend, classWeight: 'balanced' })
      for (const [from, to] of [
        [0, 1],
        [1, 100],
        [100, 107],
        [107, 300],
      ]) {
        parts.learn({
          ...batch,
          size: to - from,
          offsets: batch.offsets.slice(from, to + 1).map((offset) => offset - batch.offsets[from]),
          indices: batch.indices.subarray(batch.offsets[from], batch.offsets[to]),
          values: batch.values.subarray(batch.offsets[from], batch.offsets[to]),
          labels: batch.labels.subarray(from, to),
          weights: batch.weights?.subarray(from, to),
        })
        parts = Learner.fromBytes(parts.toBytes(), { backend, classWeight: 'balanced' })
      }
      expect(Buffer.compare(parts.toBytes(), whole.toBytes())).toBe(0)
    }
  })

  test('a search learns them as separate runs do', async () => {
    for (const [batch, shared] of [
      [rare, { loss: 'logistic', bits: 6, backend, classWeight: 'balanced' }],
      [rare, { loss: 'logistic', bits: 6, backend, classWeight: [1, 5] }],
      [three, { classes: 3, loss: 'logistic', bits: 6, backend, classWeight: 'balanced' }],
    ] as const) {
      const { best, learner } = await search(() => [batch], {
        learner: shared,
        grid: { learningRate: [0.5, 2] },
        passes: 1,
      })
      const alone = new Learner(checkOptions({ ...shared, ...best.parameters }))
      alone.learn(batch)
      expect(best.averageLoss).toBe(alone.report().averageLoss)
      expect(Buffer.compare(learner.toBytes(), alone.toBytes())).toBe(0)
    }
  })
})

test('reports are in the weights of the examples', () => {
  const plain = learnerOf({ rule: 'nag', loss: 'logistic' })
  const weighted = learnerOf({ rule: 'nag', loss: 'logistic', classWeight: 'balanced' })
  plain.learn(rare)
  weighted.learn(rare)
  expect(weighted.report().weightSum).toBe(plain.report().weightSum)
  expect(weighted.report().bestConstant).toEqual(plain.report().bestConstant)
  expect(weighted.report().averageLoss).not.toBe(plain.report().averageLoss)
})

test('the weights are in the model only where there are any, and a model keeps its own', () => {
  const none = learnerOf({ rule: 'nag', classes: ['cat', 'dog'] })
  expect(Buffer.from(none.toBytes()).includes('class_weight')).toBe(false)
  const learner = learnerOf({ rule: 'nag', classes: ['cat', 'dog'], classWeight: { dog: 4 } })
  expect(learner.options.classWeight).toEqual([1, 4])
  const bytes = learner.toBytes()
  expect(Learner.fromBytes(bytes).options.classWeight).toEqual([1, 4])
  expect(Learner.fromBytes(bytes, { classWeight: { dog: 4, cat: 1 } }).toBytes()).toEqual(bytes)
  for (const [model, classWeight] of [
    [bytes, { dog: 5 }],
    [bytes, 'balanced'],
    [none.toBytes(), { dog: 4 }],
  ] as const)
    expect(thrown(() => Learner.fromBytes(model, { classWeight })).code).toBe('OL_MODEL_MISMATCH')
})

test('an invalid class weight is refused, with the existing classes', () => {
  for (const [options, message] of [
    [{ loss: 'logistic', classWeight: { spam: 2 } }, /one of -1, 1.*"spam"/],
    [{ loss: 'logistic', classWeight: { '1': 2, '+1': 3 } }, /each once/],
    [{ classes: ['cat', 'dog'], classWeight: { eel: 2 } }, /one of "cat", "dog".*"eel"/],
    [{ classes: 3, classWeight: { '4': 2 } }, /one of 1, 2, 3.*"4"/],
    [{ classes: 3, classWeight: [1, 2] }, /3 weights/],
    [{ loss: 'squared', classWeight: 'balanced' }, /regression/],
    ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, '2'].map(
      (weight) => [{ loss: 'logistic', classWeight: { '1': weight } }, /a weight of classWeight/] as const,
    ),
    [{ loss: 'logistic', classWeight: {} }, /balanced/],
    [{ loss: 'logistic', classWeight: 'even' }, /balanced/],
  ] as const) {
    const error = thrown(() => learnerOf(options as AnyLearnerOptions))
    expect(error.code).toBe('OL_PARAMETER')
    expect(error.message).toMatch(message)
  }
})
