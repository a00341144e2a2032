import { ruleTwins } from '@ol/fallback'
import { memory as machineMemory } from '@ol/platform'
import { type Batch, defaultLoss, type LossId, type RuleId, rules } from '@ol/spec'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { search } from '../src/search/search.js'
import { backends, parts, prepared, random, randomBatch, rejected, same, thrown } from './data.js'

vi.mock('@ol/platform', { spy: true })

const grown = (Object.keys(rules) as RuleId[]).filter((rule) => rules[rule].kind !== 'matrix')

/** Returns whether sums over the whole table, in the order of its rows, go into a prediction. */
function sumsTable(rule: RuleId): boolean {
  const { begin, reduce, sweep, finish } = ruleTwins[rule]
  return [begin, reduce, sweep, finish].some((part) => part !== undefined)
}

/** Returns a batch of a few hundred features, whose keys have two halves; every fifth example has no label. */
function wideBatch(seed: number, size: number, loss?: LossId): Batch {
  const batch = randomBatch(seed, size, loss)
  const next = random(seed + 1)
  const names = batch.indices.map((index) => index + 40 * Math.floor(next() * 8))
  return {
    ...batch,
    indices: names.map((name) => Math.imul(name, 2654435761)),
    upper: names.map((name) => Math.imul(name + 1, 2246822519)),
    values: batch.values.map((x) => (next() < 0.05 ? 0 : x)),
    labels: batch.labels.map((y) => (next() < 0.2 ? Number.NaN : y)),
  }
}

/**
 * Returns the batch with each feature's row in a growing table for its index: those that are never learned come last.
 */
function byAppearance(batch: Batch, all: boolean): Batch {
  const rows = new Map<number, number>()
  const add = (i: number): void => {
    const { indices, values } = batch
    if (values[i] !== 0 && !rows.has(indices[i])) rows.set(indices[i], rows.size)
  }
  for (let e = 0; e < batch.size; e++) {
    if (!all && (Number.isNaN(batch.labels[e]) || batch.weights?.[e] === 0)) continue
    for (let i = batch.offsets[e]; i < batch.offsets[e + 1]; i++) add(i)
  }
  for (let i = 0; i < batch.indices.length; i++) add(i)
  const { upper: _, ...others } = batch
  return { ...others, indices: batch.indices.map((index) => rows.get(index) ?? 0) }
}

/** Bits of a table in which no two features of a batch collide. */
function bitsApart({ indices }: Batch): number {
  let bits = 8
  while (new Set(indices.map((i) => i % 2 ** bits)).size < new Set(indices).size) bits++
  return bits
}

/** Learns part by part, with predictions of other features between them that must leave no trace. */
function learned(
  options: AnyLearnerOptions,
  batch: Batch,
  size: number,
): { bytes: Uint8Array; predictions: number[] } {
  const learner = prepared(options, batch)
  const predictions: number[] = []
  const others = wideBatch(99, 20)
  for (const part of parts(batch, size)) {
    learner.predict({ ...others, indices: others.indices.map((i) => i ^ 0x5555) })
    predictions.push(...learner.learn(part))
  }
  return { bytes: learner.toBytes(), predictions }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a growing table', () => {
  test.each(grown)('predicts under %s what a table without collisions does', (rule) => {
    const loss = defaultLoss(rules[rule])
    const batch = wideBatch(5, 150, loss)
    const firstPass = rules[rule].firstPass === true
    for (const precision of ['float32', 'float64'] as const) {
      for (const backend of backends) {
        const options = { rule, loss, precision, backend }
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
    const loss = defaultLoss(rules[rule])
    const batch = wideBatch(6, 120, loss)
    for (const precision of ['float32', 'float64'] as const) {
      const files = backends.flatMap((backend) =>
        [1, 7, 120].map((size) => {
          const options = { rule, loss, precision, backend, bits: 'grow' } as const
          return learned(options, batch, size).bytes
        }),
      )
      for (const file of files) expect(same(file, files[0])).toBe(true)
    }
  })

  test.each(grown)('under %s is saved whole and goes on as if never interrupted', (rule) => {
    const loss = defaultLoss(rules[rule])
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
    ['replicates', { bootstrap: 5 }],
    ['prenormalize max', { prenormalize: 'max' }],
    ['prenormalize square', { prenormalize: 'square', rule: 'adagrad' }],
  ])('holds %s as a table without collisions does', (_, options) => {
    const loss = options.loss ?? 'squared'
    const plain = wideBatch(8, 9000, loss)
    const labels = options.classes === undefined ? plain.labels : plain.labels.map((_, e) => (e % 3) + 1)
    const batch = { ...plain, labels }
    const files = [10, 1000].map((size) => {
      const learner = prepared({ ...options, backend, bits: 'grow' }, batch)
      const dense = prepared({ ...options, backend, bits: bitsApart(batch) }, batch)
      for (const part of parts(batch, size)) expect(learner.learn(part)).toEqual(dense.learn(part))
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
    const learner = new Learner({ bits: 'grow', constant: false, backend })
    const before = learner.toBytes()
    expect(learner.predict({ a: 1, b: 2 })).toBe(0)
    learner.learn({ features: { a: 1, b: 2 }, label: 1, weight: 0 })
    expect(learner.rows).toBe(0)
    learner.learn({ features: { a: 1, b: 0, c: 3 }, label: 1 })
    expect(learner.rows).toBe(2)
    expect(same(learner.toBytes(), before)).toBe(false)
    const bytes = learner.toBytes()
    const predicted = learner.predict({ a: 1, d: 2, e: 'text' })
    expect(same(learner.toBytes(), bytes)).toBe(true)
    expect(learner.learn({ features: { a: 1, d: 2, e: 'text' }, label: -1 })).toBe(predicted)
    expect(learner.rows).toBe(4)
  })

  test('tells features apart by either half of their keys', () => {
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
    expect(learner.rows).toBe(5)
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

  test('searches keys with upper halves alone', async () => {
    const { upper: _, ...narrow } = wideBatch(13, 20, 'logistic')
    const searching = search(() => [narrow], { learner: { bits: 'grow', loss: 'logistic', backend } })
    expect((await rejected(searching)).code).toBe('OL_KEYS')
  })

  test('takes names of any kind', () => {
    const long = 'x'.repeat(1 << 16)
    const features = JSON.parse('{"__proto__": 1, "constructor": 2, "": 3, " ": 4, "5": 1, "4294967301": 1}')
    const learner = new Learner({ bits: 'grow', labelScale: 'none', backend })
    learner.learn({ features: { ...features, [long]: 1, [`${long}y`]: 'ü', '\ud800': 1 }, label: 1 })
    // "" and " " are one name, the constant is one more
    expect(learner.rows).toBe(9)
    const again = Learner.fromBytes(learner.toBytes(), { backend })
    expect(again.predict({ [`${long}y`]: 'ü' })).toBe(learner.predict({ [`${long}y`]: 'ü' }))
    // 5 and 5 + 2^32 share an index, and not a key
    const { indices, upper = [] } = learner.batch([{ features: { 5: 1, 4294967301: 1 }, label: 1 }])
    expect([...indices.subarray(0, 2)]).toEqual([5, 5])
    expect(upper[0]).not.toBe(upper[1])
    for (const half of [upper[0], upper[1]]) expect(learner.weight(5, half)).not.toBe(0)
  })

  test('takes memory in proportion to its features', () => {
    const learner = new Learner({ bits: 'grow', constant: false, backend })
    const rowBytes = 16
    for (const count of [100, 1000, 10_000, 100_000]) {
      learner.learn({
        size: 1,
        offsets: Uint32Array.of(0, count),
        indices: Uint32Array.from({ length: count }, (_, i) => i),
        upper: new Uint32Array(count),
        values: new Float64Array(count).fill(1),
        labels: Float64Array.of(1),
      })
      const { table, index } = learner.memory
      expect(table).toBeGreaterThanOrEqual(count * rowBytes)
      expect(table).toBeLessThanOrEqual(2 * count * rowBytes)
      expect(index).toBeLessThanOrEqual(4 * count * 12)
      expect(learner.toBytes().length).toBeLessThan(count * (8 + rowBytes) + 4096)
    }
  })

  test('that does not fit is OL_MEMORY, and nothing is learned', () => {
    const learner = new Learner({ bits: 'grow', classes: 40, constant: false, backend })
    learner.learn({ features: { a: 1, b: 2 }, label: 1 })
    const before = learner.toBytes()
    const count = 5000
    const batch = {
      size: 2,
      offsets: Uint32Array.of(0, 3, count),
      indices: Uint32Array.from({ length: count }, (_, i) => i),
      upper: new Uint32Array(count),
      values: new Float64Array(count).fill(1),
      labels: Float64Array.of(2, 1),
    }
    const indexBytes = 16384 * 12
    const memory = vi.mocked(machineMemory)
    memory.mockReturnValue(indexBytes)
    for (const action of [() => learner.learn(batch), () => learner.predict(batch)]) {
      const error = thrown(action)
      expect(error).toMatchObject({ code: 'OL_MEMORY', expected: `<= ${indexBytes} bytes` })
      expect(error.message).toContain('2^13 slots')
      expect(same(learner.toBytes(), before)).toBe(true)
    }
    memory.mockReturnValue(indexBytes - 1)
    const other = Learner.fromBytes(before, { backend })
    expect(thrown(() => other.learn(batch))).toMatchObject({ code: 'OL_MEMORY', value: indexBytes })
    expect(same(other.toBytes(), before)).toBe(true)
    memory.mockRestore()
    for (const each of [learner, other]) each.learn(batch)
    expect(learner.rows).toBe(count + 2)
    expect(same(learner.toBytes(), other.toBytes())).toBe(true)
  })

  test('ends where a rule works on the whole of it', () => {
    const learner = new Learner({ rule: 'adagrad-cmd-dense', bits: 'grow', constant: false, backend })
    const most = 2 ** (rules['adagrad-cmd-dense'].maxBits ?? 0)
    const batch = (count: number): Batch => ({
      size: 1,
      offsets: Uint32Array.of(0, count),
      indices: Uint32Array.from({ length: count }, (_, i) => i),
      upper: new Uint32Array(count),
      values: new Float64Array(count).fill(1),
      labels: Float64Array.of(1),
    })
    learner.learn(batch(10))
    const before = learner.toBytes()
    const error = thrown(() => learner.learn(batch(most + 1)))
    expect(error).toMatchObject({ code: 'OL_DIMENSION', value: most + 1, expected: `<= ${most}` })
    expect(same(learner.toBytes(), before)).toBe(true)
    learner.learn(batch(most))
    expect(learner.rows).toBe(most)
    expect(thrown(() => new Learner({ rule: 'ons', bits: 'grow' }))).toMatchObject({ code: 'OL_PARAMETER' })
  })

  test('that is loaded with other bits says so', () => {
    const bytes = new Learner({ bits: 'grow', backend }).toBytes()
    expect(thrown(() => Learner.fromBytes(bytes, { bits: 18 })).message).toMatch(
      /bits "grow" but received 18/,
    )
    const dense = new Learner({ bits: 4, backend }).toBytes()
    expect(thrown(() => Learner.fromBytes(dense, { bits: 'grow' })).message).toMatch(
      /bits 4 but received "grow"/,
    )
    expect(Learner.fromBytes(bytes, { bits: 'grow', backend }).bits).toBe('grow')
  })

  test('learns from a stream what it learns from batches, and grows while it does', async () => {
    const batch = wideBatch(11, 400)
    const learner = new Learner({ bits: 'grow', backend })
    const report = await learner.learn([...parts(batch, 13)])
    expect(report.examples).toBe(400)
    const straight = new Learner({ bits: 'grow', backend })
    straight.learn(batch)
    expect(same(learner.toBytes(), straight.toBytes())).toBe(true)
    const bad = { ...batch, upper: new Uint32Array(3) }
    expect((await rejected(learner.learn([bad]))).code).toBe('OL_BATCH')
  })
})
