import type { Batch } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { backends, parts, prepared, randomBatch, rejected, thrown } from './data.js'

/** Returns a batch whose values are divided by a number of each row; 0: the value is left out. */
function divided(batch: Batch, divisors: Float64Array): Batch {
  const mask = divisors.length - 1
  const values = batch.values.map((x, i) => {
    const d = divisors[batch.indices[i] & mask]
    return d > 0 ? x / d : 0
  })
  return { ...batch, values }
}

function scales(batch: Batch, rows: number, kind: 'max' | 'square'): Float64Array {
  const found = new Float64Array(rows)
  batch.values.forEach((x, i) => {
    const row = batch.indices[i] & (rows - 1)
    found[row] = kind === 'max' ? Math.max(found[row], Math.abs(x)) : found[row] + x * x
  })
  return kind === 'max' ? found : found.map((sum) => Math.sqrt(sum / batch.size))
}

describe.each(backends)('the first pass on %s', (backend) => {
  for (const prenormalize of ['max', 'square'] as const) {
    test(`prenormalize ${prenormalize}: what a plain model makes of divided features`, async () => {
      const batch = randomBatch(21, 150)
      const later = randomBatch(22, 50)
      const plain = new Learner({ rule: 'adagrad', bits: 6, backend })
      const model = new Learner({ rule: 'adagrad', prenormalize, bits: 6, backend })
      expect(model.needsFirstPass).toBe(true)
      expect(await model.fitScales(parts(batch, 17))).toBe(150)
      expect(model.needsFirstPass).toBe(false)
      const divisors = scales(batch, 64, prenormalize)
      expect(model.scales).toEqual(divisors)
      expect(model.learn(batch)).toEqual(plain.learn(divided(batch, divisors)))
      expect(model.predict(later)).toEqual(plain.predict(divided(later, divisors)))
      for (const part of parts(later, 1))
        expect(model.learn(part)).toEqual(plain.learn(divided(part, divisors)))
      await model.learn(parts(later, 20))
      plain.learn(divided(later, divisors))
      expect(model.predict(later)).toEqual(plain.predict(divided(later, divisors)))
      // weights belong to the features as they come
      const own = new Map([...plain.weights()].map(({ index, weight }) => [index, weight / divisors[index]]))
      expect(new Map([...model.weights()].map(({ index, weight }) => [index, weight]))).toEqual(own)
      const again = Learner.fromBytes(model.toBytes(), { backend })
      expect(again.toBytes()).toEqual(model.toBytes())
      expect(again.predict(later)).toEqual(model.predict(later))
    })
  }

  test('examples given as objects are divided too, and a batch that was already is not', () => {
    const model = new Learner({ rule: 'nag', prenormalize: 'max', bits: 6, backend })
    const examples = [
      { features: { a: 4 }, label: 1 },
      { features: { a: -8 }, label: -1 },
    ]
    expect(model.fitScales(model.batch(examples))).toBe(2)
    const same = new Learner({ rule: 'nag', prenormalize: 'max', bits: 6, backend })
    same.fitScales(same.batch(examples))
    const normalized = { ...model.batch(examples), normalized: true }
    normalized.values = Float64Array.of(0.5, 1, -1, 1)
    expect(same.learn(normalized)).toEqual(Float64Array.from(examples, (example) => model.learn(example)))
    expect(same.toBytes()).toEqual(model.toBytes())
    expect(model.predict({ b: 5 })).toBe(model.predict({}))
  })

  test('transductive: the scales are there before the first example, and nothing is rescaled', () => {
    const batch = randomBatch(23, 100)
    const model = prepared({ rule: 'transductive', bits: 6, backend, projection: 'l1' }, batch)
    const streaming = new Learner({ rule: 'conditioner', bits: 6, backend, projection: 'l1' })
    const a = model.learn(batch)
    expect(streaming.learn(batch)).not.toEqual(a)
  })

  test('is required, and only once', async () => {
    const batch = randomBatch(24, 30)
    for (const options of [{ prenormalize: 'max' }, { rule: 'transductive' }] as const) {
      const model = new Learner({ rule: 'nag', ...options, bits: 5, backend })
      expect(thrown(() => model.learn(batch)).code).toBe('OL_FIRST_PASS')
      expect(thrown(() => model.learn({ features: { a: 1 }, label: 1 })).code).toBe('OL_FIRST_PASS')
      const failing = async function* () {
        yield batch
        throw new RangeError('planted')
      }
      await expect(model.fitScales(failing())).rejects.toThrow('planted')
      expect((await rejected(model.fitScales([]))).code).toBe('OL_INPUT_EMPTY')
      expect(model.needsFirstPass).toBe(true)
      // a model that waits can be saved
      const again = Learner.fromBytes(model.toBytes(), { backend })
      expect(again.needsFirstPass).toBe(true)
      again.fitScales(batch)
      expect(thrown(() => again.fitScales(batch)).code).toBe('OL_FIRST_PASS')
      again.learn(batch)
      expect(thrown(() => Learner.fromBytes(again.toBytes(), { backend }).fitScales(batch)).code).toBe(
        'OL_FIRST_PASS',
      )
    }
    expect(thrown(() => new Learner({ rule: 'nag', backend }).fitScales(batch)).code).toBe('OL_FIRST_PASS')
    expect(thrown(() => new Learner({ rule: 'transductive', prenormalize: 'max' })).code).toBe('OL_PARAMETER')
    const model = prepared({ rule: 'nag', prenormalize: 'max', bits: 5, backend }, batch)
    expect(thrown(() => Learner.fromBytes(model.toBytes(), { prenormalize: 'square' })).code).toBe(
      'OL_MODEL_MISMATCH',
    )
  })

  test('a quotient out of range is an error, and nothing is learned', () => {
    const model = new Learner({ rule: 'nag', prenormalize: 'max', bits: 6, backend })
    model.fitScales(model.batch([{ features: { a: 1e-90 }, label: 1 }]))
    const before = model.toBytes()
    expect(thrown(() => model.learn({ features: { a: 1e90 }, label: 1 })).code).toBe('OL_VALUE')
    expect(model.toBytes()).toEqual(before)
  })
})
