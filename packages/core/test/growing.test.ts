import { type Batch, defaultLoss, namedRules } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { rotation } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { search } from '../src/search/search.js'
import { backends, parts, prepared, rejected, same, thrown } from './data.js'
import { bitsApart, byAppearance, grown, learned, sumsTable, wideBatch } from './growing-data.js'

const some = rotation()

/** Returns whether two arrays have the same bytes; faster than toEqual. */
const sameNumbers = (a: Float64Array, b: Float64Array): boolean =>
  same(
    new Uint8Array(a.buffer, a.byteOffset, a.byteLength),
    new Uint8Array(b.buffer, b.byteOffset, b.byteLength),
  )

describe('a growing table', () => {
  test.each(grown)('predicts under %s like a table without collisions', (rule) => {
    const loss = defaultLoss(namedRules[rule])
    const batch = wideBatch(5, 150, loss)
    const firstPass = namedRules[rule].firstPass === true
    for (const precision of some(['float32', 'float64'] as const, 1)) {
      for (const backend of backends) {
        const options = { rule, loss, precision, backend, expand: 'off' as const }
        const { predictions } = learned({ ...options, bits: 'grow' }, batch, 150)
        const numbered = byAppearance(batch, firstPass)
        expect(new Set(numbered.indices).size).toBeGreaterThan(200)
        const dense = prepared({ ...options, bits: 9 }, numbered)
        expect(predictions).toEqual([...dense.learn(numbered)])
        if (sumsTable(rule)) continue
        const hashed = prepared({ ...options, bits: bitsApart(batch) }, batch)
        expect(predictions).toEqual([...hashed.learn(batch)])
      }
    }
  })

  test.each(grown)('does not depend under %s on batches, predictions or the backend', (rule) => {
    const loss = defaultLoss(namedRules[rule])
    const batch = wideBatch(6, 120, loss)
    for (const precision of some(['float32', 'float64'] as const, 1)) {
      const files = backends.flatMap((backend) =>
        some([1, 7, 120], 2).map((size) => {
          const options = { rule, loss, precision, backend, bits: 'grow' } as const
          return learned(options, batch, size).bytes
        }),
      )
      for (const file of files) expect(same(file, files[0])).toBe(true)
    }
  })

  test.each(grown)('under %s is saved completely and continues as if never interrupted', (rule) => {
    const loss = defaultLoss(namedRules[rule])
    const batch = wideBatch(7, 90, loss)
    for (const backend of backends) {
      const options = { rule, loss, backend, bits: 'grow' } as const
      const straight = prepared(options, batch)
      let resumed = prepared(options, batch)
      for (const part of parts(batch, 30)) {
        straight.learn(part)
        resumed.learn(part)
        const bytes = resumed.toBytes()
        resumed = Learner.fromBytes(bytes, { backend })
        expect(same(resumed.toBytes(), bytes)).toBe(true)
      }
      expect(same(resumed.toBytes(), straight.toBytes())).toBe(true)
      expect([...resumed.weights()]).toEqual([...straight.weights()])
    }
  })
})

describe.each(backends)('a growing table on %s', (backend) => {
  test.each<[string, AnyLearnerOptions]>([
    ['classes', { classes: 3, loss: 'logistic' }],
    ['auto', { learningRate: 'auto', loss: 'logistic' }],
    ['classes of auto', { learningRate: 'auto', loss: 'logistic', classes: 3 }],
    ['replicates', { rule: 'nag', bootstrap: 5 }],
    ['prenormalize max', { prenormalize: 'max' }],
    ['prenormalize square', { prenormalize: 'square', rule: 'adagrad' }],
  ])('holds %s as a table without collisions does', (_, options) => {
    const loss = options.loss ?? 'squared'
    // the lanes of a mixture are inspected after 4096
    const plain = wideBatch(8, 5000, loss)
    const labels = options.classes === undefined ? plain.labels : plain.labels.map((_, e) => (e % 3) + 1)
    const batch = { ...plain, labels }
    const files = [10, 1000].map((size) => {
      const learner = prepared({ ...options, backend, bits: 'grow' }, batch)
      const dense = prepared({ ...options, backend, expand: 'off', bits: bitsApart(batch) }, batch)
      const wrong = [...parts(batch, size)].filter(
        (part) => !sameNumbers(learner.learn(part), dense.learn(part)),
      )
      expect(wrong).toEqual([])
      const bytes = learner.toBytes()
      expect(same(Learner.fromBytes(bytes, { backend }).toBytes(), bytes)).toBe(true)
      expect(learner.predict(wideBatch(9, 50, loss))).toEqual(dense.predict(wideBatch(9, 50, loss)))
      return bytes
    })
    expect(same(files[0], files[1])).toBe(true)
  })

  test('searches', async () => {
    const batch = wideBatch(10, 200, 'logistic')
    const run = (bits: number | 'grow') =>
      search(() => [batch], { learner: { bits, loss: 'logistic', backend }, passes: 2 })
    const [sparse, dense] = [await run('grow'), await run(bitsApart(batch))]
    expect(sparse.trials).toEqual(dense.trials)
    const alone = new Learner({ bits: 'grow', loss: 'logistic', backend, ...sparse.best.parameters })
    alone.learn(batch)
    expect(same(alone.toBytes(), sparse.learner.toBytes())).toBe(true)
  })

  test('has a row for each feature that was learned from, and for no other', () => {
    const learner = new Learner({ rule: 'nag', bits: 'grow', constant: false, backend })
    const before = learner.toBytes()
    expect(learner.predict({ a: 1, b: 2 })).toBe(0)
    learner.learn({ features: { a: 1, b: 2 }, label: 1, weight: 0 })
    expect(learner.slots).toBe(0)
    learner.learn({ features: { a: 1, b: 0, c: 3 }, label: 1 })
    expect(learner.slots).toBe(2)
    expect(same(learner.toBytes(), before)).toBe(false)
    const bytes = learner.toBytes()
    const predicted = learner.predict({ a: 1, d: 2, e: 'text' })
    expect(same(learner.toBytes(), bytes)).toBe(true)
    expect(learner.learn({ features: { a: 1, d: 2, e: 'text' }, label: -1 })).toBe(predicted)
    expect(learner.slots).toBe(4)
  })

  test('distinguishes features by either half of their keys', () => {
    const learner = new Learner({
      rule: 'sgd',
      update: 'plain',
      learningRate: 0.25,
      bits: 'grow',
      clip: 'none',
      labelScale: 'none',
      backend,
    })
    const one = (index: number, upper: number, label: number): Batch => ({
      size: 1,
      offsets: Uint32Array.of(0, 1),
      indices: Uint32Array.of(index),
      upper: Uint32Array.of(upper),
      values: Float64Array.of(1),
      labels: Float64Array.of(label),
    })
    const keys = [
      [7, 0],
      [7, 1],
      [8, 0],
      [0xffffffff, 0xffffffff],
      [0, 0],
    ] as const
    keys.forEach(([index, upper], k) => {
      learner.learn(one(index, upper, k + 1))
    })
    expect(learner.slots).toBe(5)
    keys.forEach(([index, upper], k) => {
      expect(learner.weight(index, upper)).toBe(0.5 * (k + 1))
    })
    expect(Array.from(learner.weights(), ({ index, upper }) => [index, upper])).toEqual(keys)
  })

  test.each<[string, AnyLearnerOptions]>([
    ['by default', {}],
    ['with classes', { classes: 3, loss: 'logistic' }],
    ['with a first pass', { prenormalize: 'max' }],
  ])('refuses keys without upper halves %s', async (_, options) => {
    const whole = wideBatch(12, 20, options.loss)
    const batch = { ...whole, labels: whole.labels.map((_, e) => (e % 2) + 1) }
    const { upper, ...narrow } = batch
    const fresh = new Learner(checkOptions({ ...options, bits: 'grow', backend }))
    const learner = prepared({ ...options, bits: 'grow', backend }, batch)
    learner.learn(batch)
    const before = learner.toBytes()
    if (fresh.needsFirstPass) expect(thrown(() => fresh.fitScales(narrow)).code).toBe('OL_KEYS')
    for (const trusted of [false, true]) {
      for (const action of [
        () => learner.learn(narrow, { trusted }),
        () => learner.predict(narrow, { trusted }),
        () => learner.scores(narrow, { trusted }),
      ]) {
        const error = thrown(action)
        expect(error.code).toBe('OL_KEYS')
        expect(error.message).toMatch(/wide: true.*learner\.batch/)
      }
      expect((await rejected(learner.learn([narrow], { trusted }))).code).toBe('OL_KEYS')
      expect((await rejected(learner.evaluate([narrow], { trusted }))).code).toBe('OL_KEYS')
      const predictions = async () => {
        for await (const _ of learner.predict([narrow], { trusted }));
      }
      expect((await rejected(predictions())).code).toBe('OL_KEYS')
    }
    expect(thrown(() => learner.weight(narrow.indices[0])).code).toBe('OL_KEYS')
    expect(thrown(() => learner.slotOf(narrow.indices[0])).code).toBe('OL_KEYS')
    expect(learner.slotOf(narrow.indices[0], upper?.[0])).toBe(0)
    expect(same(learner.toBytes(), before)).toBe(true)
    // no feature has no key
    const empty = {
      size: 1,
      offsets: new Uint32Array(2),
      indices: new Uint32Array(0),
      values: new Float64Array(0),
    }
    expect(learner.predict({ ...empty, labels: Float64Array.of(1) })).toHaveLength(1)
  })

  test('searches keys that have only upper halves', async () => {
    const { upper: _, ...narrow } = wideBatch(13, 20, 'logistic')
    const searching = search(() => [narrow], { learner: { bits: 'grow', loss: 'logistic', backend } })
    expect((await rejected(searching)).code).toBe('OL_KEYS')
  })

  test('takes names of any kind', () => {
    const long = 'x'.repeat(1 << 16)
    const features = JSON.parse('{"__proto__": 1, "constructor": 2, "": 3, " ": 4, "5": 1, "4294967301": 1}')
    const learner = new Learner({ rule: 'nag', bits: 'grow', labelScale: 'none', backend })
    learner.learn({ features: { ...features, [long]: 1, [`${long}y`]: 'ü', '\u{1f600}': 1 }, label: 1 })
    // "" and " " are one name, the constant is one more
    expect(learner.slots).toBe(9)
    const again = Learner.fromBytes(learner.toBytes(), { backend })
    expect(again.predict({ [`${long}y`]: 'ü' })).toBe(learner.predict({ [`${long}y`]: 'ü' }))
    // 5 and 5 + 2^32 share an index, and not a key
    const { indices, upper = [] } = learner.batch([{ features: { 5: 1, 4294967301: 1 }, label: 1 }])
    expect([...indices.subarray(0, 2)]).toEqual([5, 5])
    expect(upper[0]).not.toBe(upper[1])
    for (const half of [upper[0], upper[1]]) expect(learner.weight(5, half)).not.toBe(0)
  })

  test('learns the same from a stream as from batches, and grows meanwhile', async () => {
    const batch = wideBatch(11, 400)
    const learner = new Learner({ rule: 'nag', bits: 'grow', backend })
    const report = await learner.learn([...parts(batch, 13)])
    expect(report.examples).toBe(400)
    const straight = new Learner({ rule: 'nag', bits: 'grow', backend })
    straight.learn(batch)
    expect(same(learner.toBytes(), straight.toBytes())).toBe(true)
    const bad = { ...batch, upper: new Uint32Array(3) }
    expect((await rejected(learner.learn([bad]))).code).toBe('OL_BATCH')
  })
})
