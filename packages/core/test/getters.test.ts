import { losses } from '@ol/spec'
import { expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, randomBatch, same } from './data.js'

// A caller may do to what a getter returns what it likes: the learner, and the tables, stay as they are.

/** The getters of the class and of the classes that it extends. */
function gettersOf(prototype: object | null): (keyof Learner)[] {
  if (prototype === null || prototype === Object.prototype) return []
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype))
  return [
    ...own.flatMap(([name, { get }]) => (get === undefined ? [] : [name as keyof Learner])),
    ...gettersOf(Object.getPrototypeOf(prototype) as object | null),
  ]
}

const getters = gettersOf(Learner.prototype)

/** Overwrites all that can be reached and written; what is frozen stays. */
function spoil(value: unknown): void {
  if (value instanceof Float64Array) value.fill(7)
  else if (Array.isArray(value)) {
    value.forEach(spoil)
    for (let i = 0; i < value.length; i++) Reflect.set(value, i, 'spoiled')
    Reflect.set(value, value.length, 'spoiled')
  } else if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(spoil)
    for (const key of [...Object.keys(value), 'spoiled']) Reflect.set(value, key, 'spoiled')
  }
}

const shapes: readonly AnyLearnerOptions[] = [
  { clip: [-2, 3] },
  { loss: 'logistic', input: { format: 'csv', columns: [{ name: 'a' }] } },
  { prenormalize: 'max' },
  { prenormalize: 'square', bits: 'grow' },
  { classes: ['a', 'b', 'c'] },
  { learningRate: 'auto', classes: 3 },
  { rule: 'nag', bootstrap: 3 },
]

test.each(backends.flatMap((backend) => shapes.map((shape) => [backend, shape] as const)))(
  'what getters return can be overwritten (%s, %j)',
  (backend, shape) => {
    const make = (): Learner => {
      const learner = new Learner(checkOptions({ bits: 6, ...shape, backend }))
      const batch = batchOf(shape)
      if (learner.needsFirstPass) learner.fitScales(batch)
      learner.learn(batch)
      return learner
    }
    const [learner, untouched] = [make(), make()]
    const table = JSON.stringify(losses)
    for (const name of getters) spoil(learner[name])
    expect(JSON.stringify(losses)).toBe(table)
    expect(getters).toContain('options')
    for (const name of getters) {
      const [own, other] = [learner[name], untouched[name]]
      // functions are equal to themselves only
      if (typeof own !== 'function') expect(own, name).toEqual(other)
    }
    const batch = batchOf(shape)
    expect(learner.predict(batch)).toEqual(untouched.predict(batch))
    learner.learn(batch)
    untouched.learn(batch)
    expect(same(learner.toBytes(), untouched.toBytes())).toBe(true)
  },
)

test('arguments of a learner can be overwritten, too', () => {
  const clip: [number, number] = [-2, 3]
  const classes = ['a', 'b', 'c']
  const input = { columns: [{ name: 'a' }] }
  const learners = [{ clip }, { classes }, { input }].map(
    (own) => new Learner({ rule: 'nag', bits: 4, ...own }),
  )
  const before = learners.map((learner) => learner.toBytes())
  spoil([clip, classes, input])
  expect(learners.map((learner, i) => same(learner.toBytes(), before[i]))).toEqual([true, true, true])
})

function batchOf({ classes, loss }: AnyLearnerOptions) {
  const plain = randomBatch(5, 60, loss ?? 'squared')
  const wide = { ...plain, upper: plain.indices.map((index) => index % 5) }
  if (classes === undefined) return wide
  const labels = wide.labels.map((_, e) => (e % 3) + 1)
  return typeof classes === 'number' ? { ...wide, labels } : { ...wide, labels, classNames: classes }
}
