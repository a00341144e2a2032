import { type Batch, OLError } from '@ol/spec'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'
import { backends, randomBatch, thrown } from './data.js'

const good = (): Batch => ({
  size: 2,
  offsets: Uint32Array.of(0, 1, 3),
  indices: Uint32Array.of(1, 2, 0xffffffff),
  values: Float64Array.of(1, -2, 3),
  labels: Float64Array.of(1, -1),
  weights: Float64Array.of(1, 2),
  initial: Float64Array.of(0, 1),
})

const shared = new Float64Array(new SharedArrayBuffer(16))
const Resizable = ArrayBuffer as unknown as new (
  bytes: number,
  options: { maxByteLength: number },
) => ArrayBuffer
const resizable = new Float64Array(new Resizable(16, { maxByteLength: 32 }))
const detached = Float64Array.of(1, 2)
structuredClone(detached, { transfer: [detached.buffer] })

const bad: readonly [what: string, change: Record<string, unknown>, code: string, part: string][] = [
  ['size too large', { size: 3 }, 'OL_BATCH', 'offsets'],
  ['size negative', { size: -1 }, 'OL_BATCH', '-1'],
  ['size not whole', { size: 1.5 }, 'OL_BATCH', '1.5'],
  ['size NaN', { size: Number.NaN }, 'OL_BATCH', 'NaN'],
  ['size absent', { size: undefined }, 'OL_BATCH', 'undefined'],
  ['offsets not from 0', { offsets: Uint32Array.of(1, 1, 3) }, 'OL_BATCH', 'offsets[0]'],
  ['offsets descending', { offsets: Uint32Array.of(0, 4, 3) }, 'OL_BATCH', 'offsets[2]'],
  ['offsets past the features', { offsets: Uint32Array.of(0, 1, 4) }, 'OL_BATCH', 'indices'],
  ['offsets before the end', { offsets: Uint32Array.of(0, 1, 2) }, 'OL_BATCH', 'indices'],
  ['too few values', { values: Float64Array.of(1, 2) }, 'OL_BATCH', 'values'],
  ['values of float32', { values: Float32Array.of(1, 2, 3) }, 'OL_BATCH', 'Float64Array'],
  ['values a list', { values: [1, 2, 3] }, 'OL_BATCH', 'values'],
  ['indices signed', { indices: Int32Array.of(1, 2, 3) }, 'OL_BATCH', 'indices'],
  ['labels absent', { labels: undefined }, 'OL_BATCH', 'labels'],
  ['labels null', { labels: null }, 'OL_BATCH', 'labels'],
  ['labels shared with threads', { labels: shared }, 'OL_BATCH', 'labels'],
  ['labels resizable', { labels: resizable }, 'OL_BATCH', 'labels'],
  ['labels detached', { labels: detached }, 'OL_BATCH', 'labels'],
  ['too many weights', { weights: Float64Array.of(1, 2, 3) }, 'OL_BATCH', 'weights'],
  ['initial too short', { initial: Float64Array.of(1) }, 'OL_BATCH', 'initial'],
  ['lines too short', { lines: Float64Array.of(1) }, 'OL_BATCH', 'lines'],
  ['tags too short', { tags: ['a'] }, 'OL_BATCH', 'tags'],
  ['tags a text', { tags: 'ab' }, 'OL_BATCH', 'tags'],
  [
    'value without end',
    { values: Float64Array.of(1, 2, Number.POSITIVE_INFINITY) },
    'OL_VALUE',
    'feature 1 (index 4294967295) of example 1',
  ],
  ['value infinite', { values: Float64Array.of(Number.NEGATIVE_INFINITY, 2, 3) }, 'OL_VALUE', 'example 0'],
  ['value too large', { values: Float64Array.of(1, 1e101, 3) }, 'OL_VALUE', '1e+101'],
  ['value too small', { values: Float64Array.of(1, 1e-320, 3) }, 'OL_VALUE', '1e-320'],
  ['label infinite', { labels: Float64Array.of(1, Number.POSITIVE_INFINITY) }, 'OL_LABEL', 'example 1'],
  ['label too large', { labels: Float64Array.of(-1e16, 1) }, 'OL_LABEL', 'example 0'],
  ['weight negative', { weights: Float64Array.of(1, -1) }, 'OL_WEIGHT', 'example 1'],
  ['weight NaN', { weights: Float64Array.of(Number.NaN, 1) }, 'OL_WEIGHT', 'example 0'],
  ['weight too large', { weights: Float64Array.of(1e10, 1) }, 'OL_WEIGHT', '10000000000'],
  ['initial NaN', { initial: Float64Array.of(0, Number.NaN) }, 'OL_VALUE', 'initial prediction of example 1'],
]

for (const backend of backends) {
  describe(`batches on ${backend}`, () => {
    test('a good batch is learned from; a value of 0, a missing one and a label NaN are no errors', () => {
      const model = new Learner({ rule: 'nag', bits: 4, backend })
      expect(model.learn(good())).toHaveLength(2)
      const values = Float64Array.of(0, -0, 3)
      expect(model.learn({ ...good(), values, labels: Float64Array.of(Number.NaN, 2) })).toHaveLength(2)
      expect(model.learn({ ...good(), size: 0, ...empty() })).toHaveLength(0)
      expect(model.report()).toMatchObject({ examples: 4, labelled: 3, features: 6, weightSum: 6 })
    })

    test.each(bad)('%s', (_, change, code, part) => {
      const model = new Learner({ rule: 'nag', bits: 4, backend })
      const before = model.toBytes()
      const batch = { ...good(), ...change } as unknown as Batch
      const error = thrown(() => model.learn(batch))
      expect(error).toBeInstanceOf(OLError)
      expect(error.code).toBe(code)
      expect(error.message).toContain(part)
      expect(model.toBytes()).toEqual(before)
      if (code === 'OL_BATCH') expect(thrown(() => model.learn(batch, { trusted: true })).code).toBe(code)
    })

    test('labels of signs', () => {
      const model = new Learner({ bits: 4, loss: 'hinge', backend })
      model.learn(good())
      const labels = Float64Array.of(1, 0)
      expect(thrown(() => model.learn({ ...good(), labels })).message).toContain('the label of example 1')
      // predicting asks nothing of labels
      expect(model.predict({ ...good(), labels })).toHaveLength(2)
    })

    // npm test takes few of them; more with OL_HOSTILE
    const numRuns = Number(process.env.OL_HOSTILE ?? (isFull ? 1000 : 300))

    test('whatever the arrays are, the answer is a result or an OLError, and the state stays finite', () => {
      const odd = fc.constantFrom(
        0,
        -0,
        1,
        -1,
        2.5,
        1e-45,
        1e19,
        1e39,
        1e100,
        1e101,
        1e300,
        Number.NaN,
        Infinity,
        -Infinity,
      )
      const floats = fc.array(fc.oneof(odd, fc.double()), { maxLength: 6 }).map((a) => Float64Array.from(a))
      const wholes = fc.array(fc.nat(8), { maxLength: 6 }).map((a) => Uint32Array.from(a))
      const arrays = fc.oneof(floats, wholes, fc.constantFrom(undefined, null, shared, detached, [], 'x'))
      const batches = fc.record({
        size: fc.oneof(fc.nat(4), odd),
        offsets: fc.oneof(
          wholes.map((a) => a.sort()),
          arrays,
        ),
        indices: fc.oneof(wholes, arrays),
        values: fc.oneof(floats, arrays),
        labels: fc.oneof(floats, arrays),
        weights: fc.oneof(floats, arrays),
        initial: fc.oneof(fc.constant(undefined), arrays),
      })
      let learned = 0
      const verb = (batch: unknown): void => {
        const model = new Learner({ rule: 'nag', bits: 3, backend })
        try {
          model.learn(batch as Batch)
          learned++
        } catch (error) {
          if (!(error instanceof OLError)) throw error
        }
        Learner.fromBytes(model.toBytes())
      }
      fc.assert(fc.property(batches, verb), { numRuns, seed: 1 })
      // shapes that fit, values that may not
      const fitting = fc.nat(4).chain((size) =>
        fc.record({
          size: fc.constant(size),
          offsets: fc.constant(Uint32Array.from({ length: size + 1 }, (_, e) => e)),
          indices: fc.array(fc.nat(9), { minLength: size, maxLength: size }).map((a) => Uint32Array.from(a)),
          values: fc.array(odd, { minLength: size, maxLength: size }).map((a) => Float64Array.from(a)),
          labels: fc.array(odd, { minLength: size, maxLength: size }).map((a) => Float64Array.from(a)),
        }),
      )
      fc.assert(fc.property(fitting, verb), { numRuns, seed: 2 })
      expect(learned).toBeGreaterThan(100)
    })

    test('with other hashes than the model has are refused', () => {
      const learner = (own: object) => new Learner({ rule: 'nag', bits: 4, backend, ...own })
      const batch = learner({ hash: 'all', hashSeed: 5 }).batch([{ features: { a: 1 }, label: 1 }])
      const { hash: _, ...own } = batch
      for (const options of [{}, { hash: 'all' }, { hashSeed: 5 }] as const) {
        const other = learner(options)
        const before = other.toBytes()
        expect(thrown(() => other.learn(batch)).code).toBe('OL_BATCH')
        expect(thrown(() => other.predict(batch)).code).toBe('OL_BATCH')
        expect(other.toBytes()).toEqual(before)
        other.learn(own)
      }
      learner({ hash: 'all', hashSeed: 5 }).learn(batch)
    })

    test('parts of a larger array are batches too', () => {
      const batch = randomBatch(3, 50)
      const wide = new Float64Array(batch.values.length + 3)
      wide.set(batch.values, 2)
      const values = wide.subarray(2, 2 + batch.values.length)
      const [a, b] = [
        new Learner({ rule: 'nag', bits: 4, backend }),
        new Learner({ rule: 'nag', bits: 4, backend }),
      ]
      expect(a.learn({ ...batch, values })).toEqual(b.learn(batch))
      expect(a.toBytes()).toEqual(b.toBytes())
    })
  })
}

function empty(): Pick<Batch, 'offsets' | 'indices' | 'values' | 'labels' | 'weights' | 'initial'> {
  const none = new Float64Array(0)
  return {
    offsets: new Uint32Array(1),
    indices: new Uint32Array(0),
    values: none,
    labels: none,
    weights: none,
    initial: none,
  }
}
