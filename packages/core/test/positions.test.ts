import { expect, it } from 'vitest'
import { Learner } from '../src/index.js'
import { backends } from './data.js'

// The numbers of an array are the features of their positions: as if they stood in an object under the names 0, 1, ...

const hashings = [{}, { hash: 'all' }, { bits: 'grow' }, { names: 40 }] as const
const embedding = (length: number, seed: number) =>
  Float64Array.from({ length }, (_, k) => (k % 7 === 3 ? 0 : Math.sin(k * seed + 1)))
/** The last are longer than what is remembered. */
const lengths = [3, 0, 90, 4000, 12, 4500, 9000, 90]
const byPosition = (values: ArrayLike<number>) =>
  Object.fromEntries(Array.from(values, (value, k) => [String(k), value]))

it.each(backends.flatMap((backend) => hashings.map((hashing) => [backend, hashing] as const)))(
  'hashes arrays as objects of the same digits: %s, %j',
  (backend, hashing) => {
    const [typed, plain, object] = [1, 2, 3].map(() => new Learner({ backend, ...hashing, rule: 'nag' }))
    const examples = lengths.map((length, e) => embedding(length, e + 2))
    const spaces = (of: (values: Float64Array) => object) =>
      examples.map((values, e) => ({
        features: { x: of(values), ...(e % 2 === 0 ? { y: of(values.slice(0, 5)) } : {}) },
        label: Math.cos(e),
      }))
    const given = [typed.batch(spaces((x) => x)), plain.batch(spaces((x) => [...x]))]
    const expected = object.batch(spaces(byPosition))
    expect(expected.offsets.at(-1)).toBeGreaterThan(15_000)
    for (const batch of given) expect(batch).toEqual(expected)
    for (const learner of [typed, plain, object]) {
      const form =
        learner === typed ? spaces((x) => x) : spaces(learner === plain ? (x) => [...x] : byPosition)
      for (const example of form) {
        // a prediction leaves no names, and remembers nothing of what is wanted
        learner.predict(example.features)
        learner.learn(example)
      }
    }
    for (const learner of [typed, plain]) {
      expect(learner.toBytes()).toEqual(object.toBytes())
      expect(learner.predict({ x: [1, 2, 3] })).toBe(object.predict({ x: { 0: 1, 1: 2, 2: 3 } }))
    }
  },
)

it('names the position of a number that cannot be used, and leaves nothing of its example', () => {
  for (const array of [
    [1, 2, Number.POSITIVE_INFINITY],
    Float64Array.of(1, 2, Number.NEGATIVE_INFINITY),
    Float32Array.of(1, 2, Number.POSITIVE_INFINITY),
  ]) {
    const learner = new Learner({ rule: 'nag' })
    expect(() => learner.learn({ features: { x: array }, label: 1 })).toThrow(
      /feature "x"."2" but received -?Infinity/,
    )
    const fresh = new Learner({ rule: 'nag' })
    const example = { features: { x: [1, 2, 3] }, label: 1 }
    expect(learner.learn(example)).toBe(fresh.learn(example))
    expect(learner.toBytes()).toEqual(fresh.toBytes())
  }
})

it('takes the holes of an array of numbers as missing', () => {
  const [sparse, object] = [new Learner({ rule: 'nag' }), new Learner({ rule: 'nag' })]
  const holes = [1, undefined, 2] as number[]
  holes[5] = 4
  const [given] = [sparse.batch([{ features: { x: holes }, label: 1 }])]
  expect(given).toEqual(
    object.batch([{ features: { x: { 0: 1, 1: null, 2: 2, 3: undefined, 4: Number.NaN, 5: 4 } }, label: 1 }]),
  )
})
