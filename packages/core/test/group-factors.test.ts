import type { Batch } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import type { Features } from '../src/examples/features.js'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, thrown } from './data.js'

const aogd = { rule: 'aogd', loss: 'logistic', convexity: 0.1, bits: 6 } as const
const norms = {
  rule: 'adagrad-rda-dense',
  loss: 'logistic',
  regularizer: 'group-l2',
  strength: 0.02,
  bits: 6,
} as const

const examples = Array.from({ length: 60 }, (_, i) => ({
  features: {
    a: { x: ((i * 7) % 5) - 2, y: (i % 3) - 1 },
    b: { x: ((i * 11) % 7) - 3 },
    plain: (i % 4) - 1.5,
  },
  label: (i * 13) % 5 > 1 ? 1 : -1,
}))

function learned(options: AnyLearnerOptions): Learner {
  const learner = new Learner(checkOptions(options))
  for (const example of examples) learner.learn(example)
  return learner
}

describe.each(backends)('namespaces on %s', (backend) => {
  test('change the learning of their features, and of no others', () => {
    const plain = learned({ ...aogd, backend })
    const other = learned({ ...aogd, backend, groupFactors: { a: 50 } })
    const size = (learner: Learner, features: Features) =>
      Math.abs(learner.predict(features) - learner.predict({}))
    expect(size(other, { a: { x: 1 } })).toBeLessThan(size(plain, { a: { x: 1 } }) / 4)
    const same = learned({ ...aogd, backend, groupFactors: { z: 50 } })
    expect(same.predict({ a: { x: 1 }, plain: 2 })).toBe(plain.predict({ a: { x: 1 }, plain: 2 }))
    // features without a namespace belong to the namespace of a space
    const spaced = learned({ ...aogd, backend, groupFactors: { ' ': 50 } })
    expect(size(spaced, { plain: 1 })).toBeLessThan(size(plain, { plain: 1 }) / 4)
  })

  test.each([
    [{ ...aogd, groupFactors: { a: 3, b: 0.5 } }],
    [{ ...norms, groupFactors: { a: 0.2, b: 4 } }],
    [{ ...norms, bits: 'grow' as const, regularizer: 'group-linf' as const }],
  ])('are saved and loaded, and learning continues the same: %#', async (options) => {
    const [first, rest] = [examples.slice(0, 30), examples.slice(30)]
    const whole = new Learner(checkOptions({ ...options, backend }))
    for (const example of examples) whole.learn(example)
    const half = new Learner(checkOptions({ ...options, backend }))
    for (const example of first) half.learn(example)
    const again = Learner.fromBytes(half.toBytes(), { backend })
    expect(again.options.groupFactors).toEqual((options as AnyLearnerOptions).groupFactors)
    for (const example of rest) again.learn(example)
    expect(Buffer.from(again.toBytes())).toEqual(Buffer.from(whole.toBytes()))
  })

  test('a batch is learned as its examples are', () => {
    const one = learned({ ...norms, backend })
    const many = new Learner({ ...norms, backend })
    const batch = many.batch(examples)
    expect([...(batch.groups ?? [])].slice(0, 5)).toEqual([97, 97, 98, 32, 0])
    many.learn(batch)
    expect(Buffer.from(many.toBytes())).toEqual(Buffer.from(one.toBytes()))
  })

  test('OL_GROUPS for a batch without them, OL_BATCH for too few; predictions need none', () => {
    const learner = new Learner({ ...norms, backend })
    const { groups, ...without } = learner.batch(examples) as Batch & { groups: Uint8Array }
    expect(thrown(() => learner.learn(without)).code).toBe('OL_GROUPS')
    expect(thrown(() => learner.learn({ ...without, groups: groups.slice(1) })).code).toBe('OL_BATCH')
    expect(learner.predict(without).length).toBe(examples.length)
    learner.learn({ ...without, groups })
  })
})

test('a model without them has no groups, and the file that it had before', () => {
  const learner = new Learner(aogd)
  expect(learner.batch(examples).groups).toBeUndefined()
  for (const example of examples) learner.learn(example)
  const bytes = Buffer.from(learner.toBytes())
  const header = bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))).toString()
  expect(header).not.toContain('group')
})

test.each([
  [
    { rule: 'nag', groupFactors: { a: 2 } },
    /one that makes a difference between namespaces for the rule next to groupFactors but received "nag"/,
  ],
  [{ rule: 'aogd', groupFactors: { a: 2 } }, /convexity with groupFactors/],
  [{ ...norms, regularizer: 'l2-norm', groupFactors: { a: 2 } }, /group-l2 or group-linf/],
  [{ ...aogd, groupFactors: { ab: 2 } }, /first character/],
  [{ ...aogd, groupFactors: { é: 2, è: 3 } }, /first byte/],
  [{ ...aogd, groupFactors: { a: -1 } }, /factor of namespace/],
  [{ ...aogd, groupFactors: { a: Number.NaN } }, /factor of namespace/],
  [{ ...aogd, groupFactors: {} }, /factors by the first characters/],
  [{ ...aogd, groupFactors: 3 }, /factors by the first characters/],
])('OL_PARAMETER for %j', (options, message) => {
  const error = thrown(() => new Learner(checkOptions(options as AnyLearnerOptions)))
  expect(error.code).toBe('OL_PARAMETER')
  expect(error.message).toMatch(message)
})

test('models with them are refused where their rule does not merge', () => {
  const one = learned({ ...aogd, groupFactors: { a: 2 } })
  expect(thrown(() => Learner.merge([one, one])).code).toBe('OL_MERGE_RULE')
})
