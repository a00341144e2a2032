import { expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { backends, random } from './data.js'

// A category belongs to a column by its name. Once the model keeps no further names, a batch may still have some.

const next = random(3)
const data = Array.from({ length: 400 }, (_, e) => {
  const [x, y, group] = [next() * 4, next() * 3, Math.floor(next() * (e < 40 ? 3 : 9))]
  return { features: { x, y, group: `g${group}`, odd: { [`w${e % 5}`]: 1 } }, label: x + group + next() }
})

test.each(backends)(
  'a model that keeps few names derives the same features from batches of any size, on %s',
  async (backend) => {
    for (const names of [5, 8, 'off'] as const) {
      const make = () => new Learner({ rule: 'auto', bits: 10, expand: 'triples', names, backend })
      const one = make()
      for (const example of data) one.learn(example)
      const expected = one.toBytes()
      const whole = make()
      whole.learn(whole.batch(data))
      const streamed = make()
      await streamed.learn(data, { by: 'group' })
      // both batches were made before either was learned
      const halves = make()
      for (const half of [data.slice(0, 200), data.slice(200)].map((part) => halves.batch(part)))
        halves.learn(half)
      const first = make()
      first.learn(first.batch(data.slice(0, 100)))
      const resumed = Learner.fromBytes(first.toBytes(), { backend })
      await resumed.learn(data.slice(100))
      for (const model of [whole, streamed, halves, resumed])
        expect(Buffer.compare(model.toBytes(), expected)).toBe(0)
    }
  },
)
