import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { backends, randomBatch, thrown } from './data.js'

describe.each(backends)('rules with a matrix on %s', (backend) => {
  test('a user never sees rows: features keep their names, weights their indices', () => {
    const model = new Learner({ rule: 'vaw', constant: false, backend })
    for (let i = 0; i < 30; i++) {
      model.learn({ features: { a: i % 3, b: (i * 7) % 5 }, label: 2 * (i % 3) - ((i * 7) % 5) })
    }
    expect(model.predict({ a: 1, b: 0 })).toBeCloseTo(2, 0)
    const indices = Array.from(model.weights(), ({ index }) => index)
    const again = model.batch([{ features: { a: 1, b: 1 }, label: 0 }])
    expect(indices.sort()).toEqual(Array.from(again.indices).sort())
  })

  test('indices 0 .. d - 1 of a batch come back as they are, in whatever order they came', () => {
    const batch = randomBatch(3, 100)
    const model = new Learner({ rule: 'vaw', clip: 'none', backend })
    model.learn(batch)
    const shuffled = new Learner({ rule: 'vaw', clip: 'none', backend })
    shuffled.learn({ ...batch, indices: batch.indices.map((i) => 39 - i) })
    const weights = new Map(Array.from(model.weights(), ({ index, weight }) => [index, weight]))
    for (const { index, weight } of shuffled.weights())
      expect(weight).toBeCloseTo(weights.get(39 - index) ?? Number.NaN, 6)
  })

  test('predicting unseen features changes nothing and says what learning will', () => {
    const model = new Learner({ rule: 'sop-full', backend })
    model.learn({ features: { a: 1 }, label: 1 })
    const before = model.toBytes()
    const predicted = model.predict({ a: 1, unseen: 3 })
    expect(model.toBytes()).toEqual(before)
    expect(model.learn({ features: { a: 1, unseen: 3 }, label: -1 })).toBe(predicted)
  })

  test('more features than rows are OL_DIMENSION with both numbers, and nothing is learned', () => {
    const model = new Learner({ rule: 'ons', bits: 2, constant: false, backend })
    model.learn({ features: { a: 1, b: 1, c: 1 }, label: 1 })
    const before = model.toBytes()
    const five = { features: { a: 1, d: 1, e: 1 }, label: 1 }
    const error = thrown(() => model.learn(five))
    expect(error).toMatchObject({ code: 'OL_DIMENSION', value: 5, expected: '<= 4' })
    expect(error.message).toContain('4')
    expect(thrown(() => model.predict(five.features)).code).toBe('OL_DIMENSION')
    expect(model.toBytes()).toEqual(before)
    expect(thrown(() => new Learner({ rule: 'ons', bits: 11 })).code).toBe('OL_PARAMETER')
    expect(thrown(() => new Learner({ rule: 'ons', precision: 'float32' })).code).toBe('OL_PARAMETER')
  })

  test('a loaded model knows its features', () => {
    const model = new Learner({ rule: 'arow-full', backend })
    for (let i = 0; i < 20; i++)
      model.learn({ features: { [`f${i % 9}`]: 1, x: i }, label: i % 2 === 0 ? 1 : -1 })
    const loaded = Learner.fromBytes(model.toBytes(), { backend })
    for (const learner of [model, loaded]) learner.learn({ features: { fresh: 2, f3: 1 }, label: -1 })
    expect(loaded.toBytes()).toEqual(model.toBytes())
    expect([...loaded.weights()]).toEqual([...model.weights()])
  })
})
