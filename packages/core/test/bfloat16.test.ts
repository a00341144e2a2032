import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { fromUpperHalves, toBfloat16, upperHalves } from '../src/model/bfloat16.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, random, thrown } from './data.js'

describe('bfloat16', () => {
  test('rounds to the nearest, ties to even, over the whole range of float32', () => {
    for (const [value, expected] of [
      [1, 1],
      [1 + 2 ** -8, 1],
      [1 + 3 * 2 ** -8, 1 + 2 ** -6],
      [1 + 2 ** -8 + 2 ** -20, 1 + 2 ** -7],
      [-(1 + 2 ** -8 + 2 ** -20), -(1 + 2 ** -7)],
      [2 ** -133, 2 ** -133],
      [2 ** -140, 0],
      [255 * 2 ** 120, 255 * 2 ** 120],
    ])
      expect(toBfloat16(value)).toBe(expected)
    expect(thrown(() => toBfloat16(3.4e38))).toMatchObject({ code: 'OL_PARAMETER', value: 3.4e38 })
  })

  test('halves belong to the numbers, and no number moves by more than 2^-8 of itself', () => {
    const next = random(3)
    const numbers = Float32Array.from(
      { length: 1000 },
      () => (next() - 0.5) * 10 ** Math.floor(next() * 60 - 30),
    )
    const rounded = numbers.map(toBfloat16)
    rounded.forEach((own, i) => {
      expect(Math.abs(own - numbers[i])).toBeLessThanOrEqual(Math.abs(numbers[i]) * 2 ** -8)
    })
    expect(fromUpperHalves(upperHalves(rounded))).toEqual(rounded)
  })
})

const cases: readonly AnyLearnerOptions[] = [
  { loss: 'logistic', expand: 'off' },
  { loss: 'logistic', bits: 'grow' },
  { rule: 'nag', bits: 6 },
  { classes: 3, expand: 'off' },
  { rule: 'nag', prenormalize: 'max', precision: 'float64' },
  { rule: 'arow-full', loss: 'hinge', bits: 6 },
]

/** Returns examples of one rule, whose features have units that are far apart. */
function examplesOf(options: AnyLearnerOptions, count = 400) {
  const next = random(5)
  return Array.from({ length: count }, (_, k) => {
    const [a, b] = [next() - 0.5, next() - 0.5]
    const sign = a > b ? 1 : -1
    const label = options.classes === undefined ? sign : 2 + (k % 5 === 0 ? -1 : sign === 1 ? 1 : 0)
    return { label, features: { a: a * 1e12, b: b * 1e-12, [`x${k % 61}`]: 1 } }
  })
}

describe.each(backends)('a model of bfloat16 on %s', (backend) => {
  test.each(cases)(
    'of %j is smaller, is saved again as it is, and predicts about as well',
    async (options) => {
      const learner = new Learner<number | string>(checkOptions({ ...options, backend }))
      const examples = examplesOf(options)
      if (learner.needsFirstPass) await learner.fitScales(examples)
      for (const example of examples) learner.learn(example)
      const small = learner.toBytes({ predictOnly: true })
      const bytes = learner.toBytes({ predictOnly: true, precision: 'bfloat16' })
      expect(bytes.length).toBeLessThan(small.length)
      const half = Learner.fromBytes<number | string>(bytes, { backend })
      expect([half.storedPrecision, half.precision, half.predictOnly]).toEqual([
        'bfloat16',
        'float32',
        learner.rule,
      ])
      expect(half.toBytes()).toEqual(bytes)
      expect(half.toBytes({ predictOnly: true })).toEqual(bytes)
      expect(half.fileSize()).toBe(bytes.length)
      const distilled = Learner.fromBytes<number | string>(small, { backend })
      // a model for predictions alone can be made smaller later
      expect(distilled.toBytes({ predictOnly: true, precision: 'bfloat16' })).toEqual(bytes)
      const rounded = new Map([...half.weights()].map(({ index, weight }) => [index, weight]))
      for (const { index, weight } of distilled.weights())
        expect(Math.abs((rounded.get(index) ?? 0) - weight)).toBeLessThanOrEqual(Math.abs(weight) * 2 ** -8)
      const loss = async (model: Learner<number | string>) =>
        (await model.evaluate(examples)).averageLoss as number
      expect(await loss(half)).toBeLessThan(1.05 * (await loss(distilled)) + 1e-3)
      expect(() => half.learn(examples[0])).toThrow(/saved for predictions alone/)
    },
  )

  test('is refused without predictOnly, for another precision, and in a file of another kind', () => {
    const learner = new Learner({ rule: 'nag', backend })
    learner.learn({ features: { x: 1 }, label: 1 })
    for (const options of [
      { precision: 'bfloat16' },
      { predictOnly: true, precision: 'float16' },
      { predictOnly: false, precision: 'bfloat16' },
    ])
      expect(thrown(() => learner.toBytes(options as never))).toMatchObject({ code: 'OL_PARAMETER' })
    const bytes = learner.toBytes({ predictOnly: true, precision: 'bfloat16' })
    const replaced = (from: string, to: string): Uint8Array =>
      Buffer.from(Buffer.from(bytes).toString('latin1').replace(from, to), 'latin1')
    for (const [from, to] of [
      ['"format_version":"3"', '"format_version":"2"'],
      ['"stored_precision":"bfloat16"', '"stored_precision":"float16x"'],
      ['"dtype":"BF16"', '"dtype":"F16" '],
    ])
      expect(thrown(() => Learner.fromBytes(replaced(from, to)))).toMatchObject({ code: 'OL_MODEL_FORMAT' })
    const half = Learner.fromBytes(bytes)
    expect(thrown(() => Learner.merge([half, half]))).toMatchObject({
      code: expect.stringMatching(/^OL_MERGE/),
    })
  })
})
