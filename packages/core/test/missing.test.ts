import { describe, expect, test } from 'vitest'
import { type Explanation, Learner, linearModel } from '../src/index.js'
import { joinedModel, shareOfModel, sliceOf } from '../src/learner/slices.js'
import { decodeSlice, encodeSlice } from '../src/merge/slice-file.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, random } from './data.js'

// Missing features of learners: objects, files, merges, small models, explanations.

interface Row {
  readonly label: number
  readonly features: { readonly [name: string]: number | string | null }
}

/** A table of which numbers are missing at random; b is far from 0. */
function rowsOf(size: number, seed: number, share = 0.25): Row[] {
  const next = random(seed)
  return Array.from({ length: size }, () => {
    const [a, b, c] = [next(), next(), next()]
    const label = a + b - c + 0.3 * (next() - 0.5) > 0.5 ? 1 : -1
    const some = (x: number): number | null => (next() < share ? null : x)
    return { label, features: { a: some(a), b: some(100 + b), c: some(c), k: next() < 0.5 ? 'x' : 'y' } }
  })
}

const without = ({ label, features }: Row): Row => ({
  label,
  features: Object.fromEntries(Object.entries(features).filter(([, x]) => x !== null)),
})

function trained(options: object, rows: readonly Row[]): Learner {
  const learner = new Learner(
    checkOptions({ loss: 'logistic', bits: 12, ...options } as AnyLearnerOptions) as object,
  )
  for (const row of rows) learner.learn(row)
  return learner
}

const headerOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(8, 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true))))

const sumOf = ({ features, derived = [], further }: Explanation): number =>
  [...features, ...derived, ...further].reduce((sum, { contribution }) => sum + contribution, 0)

describe.each(backends)('missing features on %s', (backend) => {
  const rows = rowsOf(400, 1)

  test.each(['nag', 'adagrad', 'std', 'auto'])(
    '%s: with missingAs absent they are as if they were not there',
    (rule) => {
      const options = { rule, missingAs: 'absent', backend }
      expect(trained(options, rows).toBytes()).toEqual(trained(options, rows.map(without)).toBytes())
    },
  )

  test.each(['std', 'auto', 'auto-small'])('%s: a table that grows predicts as one of 2^b slots', (rule) => {
    const [fixed, grows] = [{ bits: 16 }, { bits: 'grow' }].map((own) =>
      trained({ rule, ...own, expand: 'off', backend }, rows),
    )
    for (const { features } of rowsOf(50, 2)) expect(grows.predict(features)).toBe(fixed.predict(features))
  })

  test('a feature that was only ever missing has its row, and is dense with its first value', () => {
    const never = rows.map(({ label, features }) => ({ label, features: { ...features, n: null } }))
    for (const bits of [16, 'grow']) {
      const learner = trained({ rule: 'std', bits, backend }, never)
      const again = Learner.fromBytes(learner.toBytes(), { backend })
      for (const one of [learner, again]) one.learn({ label: 1, features: { ...rows[0].features, n: 5 } })
      expect(again.toBytes()).toEqual(learner.toBytes())
      // nothing is left of a constant in units of its deviation; of a rare feature its sign would be
      expect(learner.explain({ n: 5 }).features.find(({ name }) => name === 'n')?.contribution).toBe(0)
    }
  })

  test.each([
    { rule: 'std' },
    { rule: 'auto', bits: 'grow' },
    { rule: 'auto', precision: 'float64' },
    { rule: 'nag' },
    { rule: 'auto', expand: 'auto' },
  ])('a file of %j keeps what was missing, and the model goes on', (options) => {
    const learner = trained({ ...options, backend }, rows)
    const bytes = learner.toBytes()
    const again = Learner.fromBytes(bytes, { backend })
    expect(again.toBytes()).toEqual(bytes)
    for (const row of rowsOf(60, 3)) expect(again.learn(row)).toEqual(learner.learn(row))
    expect(again.toBytes()).toEqual(learner.toBytes())
    expect(headerOf(bytes).includes('"missing":{')).toBe(options.rule !== 'nag')
  })

  test('a file of examples without missing values has no such state, and does not mention it', () => {
    for (const rule of ['std', 'auto']) {
      const header = headerOf(trained({ rule, backend }, rowsOf(200, 4, 0)).toBytes())
      expect(header).not.toContain('"missing"')
      expect(header).toContain('"missing_as":"value"')
      const older = trained({ rule, missingAs: 'absent', backend }, rowsOf(200, 4, 0))
      expect(headerOf(older.toBytes())).not.toContain('missing')
      expect(Learner.fromBytes(older.toBytes()).options.missingAs).toBe('absent')
    }
  })

  test('merging the shares of a model gives the model again; slices keep missing values', () => {
    for (const bits of [10, 'grow']) {
      const learner = trained({ rule: 'std', bits, precision: 'float64', backend }, rows)
      const slices = [0, 1, 2].map((slice) => decodeSlice(encodeSlice(sliceOf(learner, slice, 3))))
      expect(joinedModel(slices).toBytes()).toEqual(learner.toBytes())
      const shares = [0, 1].map((k) => shareOfModel(learner, 2, k))
      expect(Learner.merge(shares).toBytes()).toEqual(learner.toBytes())
      const halves = [rows.slice(0, 200), rows.slice(200)].map((half) =>
        trained({ rule: 'std', bits, precision: 'float64', backend }, half),
      )
      const merged = Learner.merge(halves)
      const whole = (name: string): number => learner.inspect().find((one) => one.name === name)?.scale ?? 0
      const own = (name: string): number => merged.inspect().find((one) => one.name === name)?.scale ?? 0
      // the deviation over the examples in which the feature was not missing
      for (const name of ['a', 'b', 'c']) expect(own(name) / whole(name)).toBeCloseTo(1, 9)
      expect(merged.predict(rows[0].features)).not.toBeNaN()
    }
  })

  test('an explanation lists missing features with the value NaN, and adds up', () => {
    for (const options of [
      { rule: 'std' },
      { rule: 'auto' },
      { rule: 'nag' },
      { rule: 'auto', expand: 'auto' },
    ]) {
      const learner = trained({ ...options, backend }, rows)
      for (const { features } of rowsOf(30, 5)) {
        const explanation = learner.explain(features)
        expect(sumOf(explanation)).toBe(explanation.score)
        for (const one of explanation.features) {
          const missing = one.name !== undefined && features[one.name] === null
          expect(Number.isNaN(one.value)).toBe(missing)
          if (missing) expect(Math.abs(one.contribution)).toBe(0)
        }
      }
    }
  })

  test.each([{ bits: 14 }, { bits: 'grow' }])(
    'a model for predictions alone takes them as the mean (%j)',
    (own) => {
      const learner = trained({ rule: 'std', learningRate: 0.1, ...own, backend }, rowsOf(3000, 6))
      const small = Learner.fromBytes(learner.toBytes({ predictOnly: true }), { backend })
      const { bias, features } = linearModel(learner)
      const weightOf = new Map(features.map(({ name, weights }) => [name, weights[0]]))
      for (const { features: given } of rowsOf(40, 7)) {
        const [score] = learner.scores(given)
        expect(Math.abs(small.scores(given)[0] - score)).toBeLessThan(0.1)
        let sum = bias[0]
        for (const [name, x] of Object.entries(given)) {
          if (typeof x === 'number') sum += x * (weightOf.get(name) ?? 0)
          else sum += weightOf.get(x === null ? `${name}=missing` : `${name}=${x}`) ?? 0
        }
        expect(Math.abs(sum - score)).toBeLessThan(0.1)
      }
    },
  )

  test('a model for predictions alone is refused if the names of missing features are not known', () => {
    const learner = trained({ rule: 'std', names: 'off', backend }, rows)
    expect(() => learner.toBytes({ predictOnly: true })).toThrow(/a name and an indicator/)
    const plain = trained({ rule: 'std', names: 'off', backend }, rowsOf(100, 11, 0))
    expect(plain.toBytes({ predictOnly: true }).length).toBeGreaterThan(0)
  })

  test('a model for predictions alone adds no mean to another feature', () => {
    const small = { rule: 'std', backend } as const
    const few = trained({ ...small, bits: 3 }, rows)
    expect(() => few.toBytes({ predictOnly: true })).toThrow(/separate slot.*"/)
    // w901 shares the slot of a, and is never missing: the slot of `w901=missing` is the slot of another feature, or of none
    const words = rows.map(({ label, features }, k) => ({
      label,
      features: { ...features, ...(k % 9 === 0 ? { w901: 1 } : {}) },
    }))
    const learner = trained(small, words)
    const alone = Learner.fromBytes(learner.toBytes({ predictOnly: true }), { backend })
    const slots = (model: Learner): number[] => model.inspect({ top: 100 }).map(({ index }) => index)
    expect(slots(learner)).toEqual(expect.arrayContaining(slots(alone)))
  })

  test('a first pass takes no notice of them, and they stay missing', async () => {
    for (const prenormalize of ['max', 'square'] as const) {
      const numbers = rows.map(({ label, features: { a, b, c } }) => ({ label, features: { a, b, c } }))
      const scores = []
      for (const [all, missingAs] of [
        [numbers, 'value'],
        [numbers.map(without), 'absent'],
      ] as const) {
        const learner = new Learner({ rule: 'sgd', loss: 'logistic', prenormalize, backend, missingAs })
        await learner.fitScales(all)
        // the same examples to both: what differs is what the pass found
        for (const row of rows.map(without)) learner.learn(row)
        scores.push(learner.scores({ a: 0.5, b: 100.5, c: 0.25 })[0])
        expect(learner.scores({ a: null, b: 100.5 })[0]).toBe(learner.scores({ b: 100.5 })[0])
      }
      expect(scores[0]).toBe(scores[1])
    }
  })

  test('whatever is missing, predictions stay finite', () => {
    const next = random(8)
    const value = (): number | null => (next() < 0.5 ? null : [0, 1e-90, 1e90, -1, 3][Math.floor(5 * next())])
    for (const options of [
      { rule: 'std' },
      { rule: 'auto' },
      { rule: 'auto', expand: 'auto' },
      { rule: 'snag' },
    ]) {
      const learner = trained({ ...options, backend }, [])
      for (let e = 0; e < 400; e++) {
        const features = { a: value(), b: value(), c: [value(), value()], n: { m: value() } }
        expect(learner.predict(features as never)).toBeGreaterThanOrEqual(-50)
        learner.learn({ features, label: next() < 0.5 ? 1 : -1 } as never)
      }
    }
  })
})

test.skipIf(backends.length < 2)(
  'models of objects with missing features are the same on both backends',
  () => {
    for (const options of [
      { rule: 'std' },
      { rule: 'auto' },
      { rule: 'auto', bits: 'grow' },
      { rule: 'auto', expand: 'auto' },
      { rule: 'auto', loss: 'squared', expand: 'pairs' },
      { rule: 'auto', classes: 3, loss: 'softmax' },
    ]) {
      const own = rowsOf(700, 9).map((row, i) =>
        'classes' in options ? { ...row, label: 1 + (i % 3) } : row,
      )
      const [a, b] = backends.map((backend) => trained({ ...options, backend }, own))
      expect(a.toBytes()).toEqual(b.toBytes())
    }
  },
)

test('a table with missing numbers is learned about as well as one with means in their place', () => {
  const next = random(10)
  const table = Array.from({ length: 4000 }, () => {
    const [x, z] = [40 + 13 * (next() + next() + next() + next() - 2), next()]
    return { label: (x - 40) / 13 + 2 * z - 1 + next() - 0.5 > 0 ? 1 : -1, x, z, gone: next() < 0.2 }
  })
  const lossOf = (of: (row: (typeof table)[number]) => object): number => {
    const learner = new Learner({ loss: 'logistic', expand: 'off', backend: 'fallback' })
    for (const row of table) learner.learn({ label: row.label, features: of(row) as never })
    return learner.report().averageLoss
  }
  const mean = lossOf(({ x, z, gone }) => ({ x: gone ? 40 : x, z }))
  const missing = lossOf(({ x, z, gone }) => ({ x: gone ? null : x, z }))
  const absent = lossOf(({ x, z, gone }) => (gone ? { z } : { x, z }))
  expect(missing).toBeLessThan(1.05 * mean)
  expect(absent).toBeGreaterThan(1.1 * mean)
})
