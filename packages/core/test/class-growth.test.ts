import { describe, expect, test } from 'vitest'
import { rotation } from '../../spec/test/grid.js'
import { once } from '../../spec/test/once.js'
import { type AnyLearnerOptions, Learner } from '../src/index.js'

interface One {
  readonly features: Readonly<Record<string, number | string>>
  readonly label: string
  readonly weight?: number
}

/** Examples of seven classes, two of which appear during training. */
function examples(count = 900): One[] {
  let seed = 7
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  return Array.from({ length: count }, (_, i) => {
    const known = i < 300 ? 4 : i < 301 ? 5 : 7
    const k = i === 300 ? 4 : Math.floor(random() * known)
    return { features: { kind: `k${k}`, x: k + random(), noise: random() - 0.5 }, label: `c${k}` }
  })
}

const first = ['c0', 'c1', 'c2', 'c3']
const growing = { classes: first, mostClasses: 1000, bits: 8 } as const

const settings: readonly (readonly [string, AnyLearnerOptions])[] = [
  ['logistic', { ...growing, loss: 'logistic' }],
  ['squared', { ...growing, loss: 'squared' }],
  ['hinge', { ...growing, loss: 'hinge' }],
  ['softmax', { ...growing, loss: 'softmax' }],
  ['float64', { ...growing, loss: 'logistic', precision: 'float64' }],
  ['bits grow', { ...growing, loss: 'logistic', bits: 'grow' }],
  ['a mixture', { ...growing, loss: 'logistic', learningRate: 'auto' }],
  ['a mixture of hinge loss', { ...growing, loss: 'hinge', learningRate: 'auto' }],
  ['shared scales', { ...growing, loss: 'logistic', rule: 'snag' }],
  ['standardized', { ...growing, rule: 'std' }],
  ['standardized, softmax', { ...growing, rule: 'std', loss: 'softmax' }],
  ['auto', { ...growing, rule: 'auto', bits: 6 }],
  ['auto-small', { ...growing, rule: 'auto-small', bits: 6 }],
  ['a matrix', { ...growing, rule: 'adagrad-full', bits: 4 }],
  ['balanced classes', { ...growing, loss: 'logistic', classWeight: 'balanced' }],
  ['weights of classes', { ...growing, loss: 'logistic', classWeight: { c1: 2, c6: 3 } }],
]

const learned = (options: AnyLearnerOptions, all: readonly One[], size: number): Learner<string> => {
  const learner = new Learner<string>(options as never)
  for (let from = 0; from < all.length; from += size)
    learner.learn(learner.batch(all.slice(from, from + size)))
  return learner
}

const all = examples()
const some = rotation()

describe.each(settings)('classes that are met while learning: %s', (_, options) => {
  const whole = once(() => learned(options, all, all.length).toBytes())

  test('the model does not depend on batches, examples or streams', async () => {
    const bytes = whole()
    for (const size of some([1, 17, 256], 1)) expect(learned(options, all, size).toBytes()).toEqual(bytes)
    const one = new Learner<string>(options as never)
    for (const example of all) one.learn(example)
    expect(one.toBytes()).toEqual(bytes)
    const stream = new Learner<string>(options as never)
    const report = await stream.learn(all)
    expect(stream.toBytes()).toEqual(bytes)
    expect(report.classes).toEqual(
      ['c0', 'c1', 'c2', 'c3', 'c4', 'c6', 'c5'].slice(0, report.classes?.length),
    )
    expect(report.confusion).toHaveLength(49)
    expect(report.evaluation?.overall).toMatchObject({ task: 'multiclass', examples: all.length })
  })

  test('a model saved before or after a new class continues as if it had not been saved', () => {
    const bytes = whole()
    // example 301 is the first of the new class
    for (const cut of [300, 301, ...some([250, 302, 700], 1)]) {
      const before = learned(options, all.slice(0, cut), 100)
      const after = Learner.fromBytes<string>(before.toBytes())
      expect(after.toBytes()).toEqual(before.toBytes())
      after.learn(after.batch(all.slice(cut)))
      expect(after.toBytes()).toEqual(bytes)
    }
  })

  test('both backends make the same bytes', () => {
    // one of them is the default
    for (const backend of ['native', 'fallback'] as const)
      expect(learned({ ...options, backend }, all, 100).toBytes()).toEqual(whole())
  })

  test('predictions are of all classes, and most are right', () => {
    const learner = learned(options, all, 100)
    expect(learner.classes).toHaveLength(7)
    expect(new Set(learner.classes)).toEqual(new Set(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6']))
    const right = all.slice(-100).filter(({ features, label }) => learner.predict(features) === label)
    expect(right.length).toBeGreaterThan(90)
    expect(learner.probabilities(all[0].features)).toHaveLength(7)
    expect(learner.lanes.length % 7).toBe(0)
  })
})

test('the first examples of a class that appears during training make the same lane as if all names had been known, where scales are not shared', () => {
  const options = { rule: 'sgd', loss: 'logistic', bits: 8, precision: 'float64' } as const
  const all = examples()
  const late = all.findIndex(({ label }) => label === 'c4')
  const known = new Learner<string>({ ...options, classes: [...first, 'c4'] })
  const grown = new Learner<string>({ ...options, classes: first, mostClasses: 5 })
  const part = all.slice(0, late)
  known.learn(known.batch(part))
  grown.learn(grown.batch(part))
  // the lanes that there are from the start are the same throughout
  for (let k = 0; k < 4; k++) expect([...grown.weights(k)]).toEqual([...known.weights(k)])
  // the late one has missed the negatives
  known.learn(all[late])
  grown.learn(all[late])
  expect([...grown.weights(4)]).not.toEqual([...known.weights(4)])
  for (let k = 0; k < 4; k++) expect([...grown.weights(k)]).toEqual([...known.weights(k)])
  // and equals a learner that begins with it
  const fresh = new Learner<string>({ ...options, classes: [...first, 'c4'] })
  fresh.learn(all[late])
  expect([...grown.weights(4)]).toEqual([...fresh.weights(4)])
})

test('no more classes than the most are added', () => {
  const learner = new Learner<string>({ rule: 'nag', classes: ['a', 'b'], mostClasses: 3, bits: 4 })
  learner.learn({ features: { x: 1 }, label: 'c' })
  const bytes = learner.toBytes()
  expect(() => learner.learn({ features: { x: 1 }, label: 'd' })).toThrow(/3 classes.*mostClasses/)
  expect(() => learner.batch([{ features: {}, label: 'd' }])).toThrow(
    expect.objectContaining({ code: 'OL_LABEL' }),
  )
  expect(learner.toBytes()).toEqual(bytes)
})

test('only integers are added to integers, and stay numbers', () => {
  const learner = new Learner({ rule: 'nag', classes: ['1', '2', '3'], mostClasses: 100, bits: 4 })
  for (const label of [2, 9, '11']) learner.learn({ features: { x: 1 }, label })
  expect(learner.classes).toEqual([1, 2, 3, 9, 11])
  for (const label of [3.7, '3.70', 'cat', '01', ''])
    expect(() => learner.learn({ features: { x: 1 }, label })).toThrow(
      expect.objectContaining({ code: 'OL_LABEL' }),
    )
})

test('an evaluation adds no classes', async () => {
  const learner = learned(settings[0][1], examples(), 100)
  const bytes = learner.toBytes()
  await expect(learner.evaluate([{ features: { x: 1 }, label: 'new' }])).rejects.toMatchObject({
    code: 'OL_LABEL',
  })
  expect(learner.toBytes()).toEqual(bytes)
})

test('the most classes need names of the first', () => {
  for (const classes of [undefined, 3])
    expect(() => new Learner({ rule: 'nag', classes, mostClasses: 10 })).toThrow(
      /the names of the first classes/,
    )
  expect(() => new Learner({ rule: 'nag', classes: first, mostClasses: 3 })).toThrow(/mostClasses/)
})
