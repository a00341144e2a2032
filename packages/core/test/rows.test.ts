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

  test('indices 0 .. d - 1 of a batch are returned unchanged, in any order', () => {
    const batch = randomBatch(3, 100)
    const model = new Learner({ rule: 'vaw', clip: 'none', backend })
    model.learn(batch)
    const shuffled = new Learner({ rule: 'vaw', clip: 'none', backend })
    shuffled.learn({ ...batch, indices: batch.indices.map((i) => 39 - i) })
    const weights = new Map(Array.from(model.weights(), ({ index, weight }) => [index, weight]))
    for (const { index, weight } of shuffled.weights())
      expect(weight).toBeCloseTo(weights.get(39 - index) ?? Number.NaN, 6)
  })

  test('batches with upper halves of keys are those without', () => {
    const narrow = randomBatch(4, 100)
    const wide = { ...narrow, upper: narrow.indices.map((index) => index * 2654435761) }
    const [one, other] = [narrow, wide].map((batch) => {
      const model = new Learner({ rule: 'vaw', clip: 'none', backend })
      const before = [...model.predict(batch)]
      model.learn(batch)
      return { model, predictions: [...before, ...model.predict(batch)] }
    })
    expect(other.predictions).toEqual(one.predictions)
    expect(other.model.toBytes()).toEqual(one.model.toBytes())
    for (const index of narrow.indices) expect(other.model.weight(index)).toBe(one.model.weight(index))
    expect(other.model.predict(narrow)).toEqual(one.model.predict(narrow))
  })

  test('predicting unseen features changes nothing and returns the same as learning', () => {
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

describe.each(backends)('rows of features on %s', (backend) => {
  test.each([[{ bits: 4 }], [{ bits: 'grow' }], [{ rule: 'vaw', bits: 4 }]] as const)(
    'of %s are asked for by halves of keys alone',
    (options) => {
      const model = new Learner({ rule: 'nag', ...options, backend })
      model.learn({ features: { a: 1 }, label: 1 })
      const bad = [-1, 0.5, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY, '1' as unknown as number]
      for (const half of bad) {
        for (const action of [
          () => model.slotOf(half, 0),
          () => model.slotOf(0, half),
          () => model.weight(half, 0),
          () => model.weight(0, half),
          () => model.weightOfSlot(half),
          () => [...model.weights(half)],
          () => model.inspect({ lane: half }),
        ])
          expect(thrown(action)).toMatchObject({ code: 'OL_PARAMETER', value: half })
      }
      expect(thrown(() => model.weightOfSlot(2 ** 31)).code).toBe('OL_PARAMETER')
      for (const top of [-1, 0.5, Number.NaN])
        expect(thrown(() => model.inspect({ top })).code).toBe('OL_PARAMETER')
      for (const index of [0, 7, 2 ** 32 - 1]) {
        const row = model.slotOf(index, 0)
        if (row !== undefined) expect(Number.isFinite(model.weightOfSlot(row))).toBe(true)
      }
    },
  )
})
