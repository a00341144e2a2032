import { expect, it } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { modelFromBytes } from '../src/model/model-io.js'
import { random } from './data.js'

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
