import { expect, it } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { parts, random, sums } from './data.js'
import { modelFromBytes } from './model-bytes.js'

/** Which experts a learner has left after a stream: of bins, of pairs, of triples. */
function expertsLeft(label: (a: number, b: number, next: () => number) => boolean, count: number): boolean[] {
  const learner = new Learner({ loss: 'logistic', bits: 12, expand: 'auto' })
  const next = random(9)
  for (let e = 0; e < count; e++) {
    const [a, b] = [next() * 2 - 1, next() * 2 - 1]
    learner.learn({ features: { a, b, c: next() }, label: label(a, b, next) ? 1 : -1 })
  }
  const { expansion } = modelFromBytes(learner.toBytes())
  return expansion?.experts.map(({ length }) => length > 0) ?? []
}

it('experts are given up for one that has their features and is 100 nats ahead', () => {
  // one column says nothing of it, two together say all: bins cannot, and triples are no better than pairs
  expect(expertsLeft((a, b) => a > 0 === b > 0, 2500)).toEqual([false, true, true])
})

it('experts stay while none of those with more features is ahead', () => {
  expect(expertsLeft((a, _b, next) => Math.abs(a) > 0.5 === next() < 0.9, 2500)).toEqual([true, true, true])
})

it('a model without remaining experts predicts like the plain one, keeps nothing of them, and continues from a file', () => {
  const [whole, more] = parts(sums(9000), 7500)
  const [derived, plain] = (['triples', 'off'] as const).map((expand) => {
    const learner = new Learner<number>({ loss: 'logistic', bits: 10, expand, curve: 'off' })
    for (const batch of parts(whole, 300)) learner.learn(batch)
    return learner
  })
  expect(modelFromBytes(derived.toBytes()).expansion?.experts.map(({ length }) => length)).toEqual([0, 0, 0])
  expect(derived.toBytes().length - plain.toBytes().length).toBeLessThan(3000)
  const loaded = Learner.fromBytes(derived.toBytes()) as typeof derived
  const expected = plain.learn(more)
  expect(derived.learn(more)).toEqual(expected)
  expect(loaded.learn(more)).toEqual(expected)
  expect(loaded.toBytes()).toEqual(derived.toBytes())
  expect(derived.predict(more)).toEqual(plain.predict(more))
})
