import { type Batch, namedRules, type RuleName } from '@ol/spec'
import { afterEach, describe, expect, test } from 'vitest'
import { grid, rotation } from '../../spec/test/grid.js'
import type { LearnerState } from '../src/learner/learner-state.js'
import { learnBatch, learnExample } from '../src/learner/learning.js'
import { type SaveOptions, storedModel } from '../src/learner/save-options.js'
import { modelOf } from '../src/learner/stored-state.js'
import { learnStream } from '../src/learner/streaming.js'
import { wholeState } from '../src/learner/whole-state.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { Snapshots } from '../src/table/snapshot.js'
import { allSteps, stepSize } from '../src/table/steps.js'
import { backends, batchFor, precisionsOf, random, randomBatch, same } from './data.js'
import { modelPieces, modelToBytes } from './model-bytes.js'

/** A file whose pieces are taken one by one. */
class Taken {
  readonly snapshots: Snapshots
  shortages = 0
  readonly #pieces: ReturnType<typeof modelPieces>
  readonly #parts: Uint8Array[] = []
  #bytes: Uint8Array = new Uint8Array(0)
  #done = false

  constructor(state: LearnerState, options: SaveOptions = {}) {
    this.snapshots = new Snapshots(() => {
      this.shortages++
      while (this.next());
    })
    this.#pieces = modelPieces(storedModel(state, options, this.snapshots))
  }

  /** Takes a piece; returns whether there was one. */
  next(): boolean {
    if (this.#done) return false
    const { done, value } = this.#pieces.next()
    if (done === true) {
      this.#bytes = new Uint8Array(Buffer.concat(this.#parts))
      for (const { offset, bytes } of value) this.#bytes.set(bytes, offset)
      this.snapshots.release()
      this.#done = true
    } else this.#parts.push(value.slice())
    return !this.#done
  }

  get bytes(): Uint8Array {
    return this.#bytes
  }
}

function bytesNow(state: LearnerState, options: SaveOptions = {}): Uint8Array {
  return modelToBytes(allSteps(storedModel(state, options)))
}

/** Takes a file while a batch is learned before each of its pieces; returns whether it is the model of the start. */
function isOfItsMoment(state: LearnerState, learn: (k: number) => void, options: SaveOptions = {}): boolean {
  const before = bytesNow(state, options)
  const taken = new Taken(state, options)
  let k = 0
  // rules with many states have more pieces than examples that they can learn from
  do if (k++ < 60) learn(k)
  while (taken.next())
  expect(k).toBeGreaterThan(3)
  expect(taken.shortages).toBe(0)
  expect(same(bytesNow(state, options), before)).toBe(false)
  return same(taken.bytes, before)
}

/** Returns examples whose features lie all over a table; the first of them in each example. */
function spread(seed: number, size: number, of: Batch = randomBatch(seed, size)): Batch {
  const next = random(seed + 1000)
  return {
    ...of,
    indices: of.indices.map((index, i) => (i % 3 === 0 ? index : Math.floor(next() * 2 ** 32))),
  }
}

function stateOf(options: AnyLearnerOptions, first: Batch): LearnerState {
  const state = wholeState(options)
  if (state.firstPass?.missing === true) {
    const pass = state.firstPass.start(state.base.store)
    pass.add(first)
    pass.done()
  }
  learnBatch(state, first, {})
  return state
}

const ids = Object.keys(namedRules) as RuleName[]
const some = rotation()

describe.each(backends)('a file that is written while learning continues, on %s', (backend) => {
  test.each(ids)('rule %s', (rule) => {
    const matrix = namedRules[rule].kind === 'matrix'
    const size = namedRules[rule].maxExamples === undefined ? 8 : 2
    const kinds = namedRules[rule].losses?.includes('squared') === false ? 'logistic' : 'squared'
    const loss = namedRules[rule].losses?.[0] ?? kinds
    const tables = matrix ? [3] : namedRules[rule].maxBits === undefined ? [8, 'grow' as const] : [8]
    for (const { precision, bits } of some(grid({ precision: precisionsOf(rule), bits: tables }), 1)) {
      const batch = (k: number): Batch => {
        const made = randomBatch(k, size, loss)
        const wide = bits === 'grow' ? { upper: made.indices.map((i) => i % 3) } : {}
        return { ...batchFor(rule, matrix ? made : spread(k, size, made), bits), ...wide }
      }
      const state = stateOf({ rule, loss, bits, precision, backend }, batch(1))
      expect([precision, bits, isOfItsMoment(state, (k) => learnBatch(state, batch(k + 2), {}))]).toEqual([
        precision,
        bits,
        true,
      ])
    }
  })

  const classes = (made: Batch): Batch => ({
    ...made,
    labels: made.labels.map((y) => 1 + (Math.abs(Math.round(y)) % 3)),
  })
  const others: readonly [string, AnyLearnerOptions, ((made: Batch) => Batch)?][] = [
    ['several classes', { rule: 'nag', loss: 'logistic', classes: 3, bits: 8 }, classes],
    ['a mixture of classes', { rule: 'auto', classes: 3, bits: 6 }, classes],
    ['rates', { rule: 'nag', learningRate: 'auto', bits: 8 }],
    ['replicates', { rule: 'nag', bootstrap: 5, bits: 8 }],
    ['a first pass', { rule: 'nag', prenormalize: 'max', bits: 8 }],
    ['outliers', { rule: 'auto', outliers: 'errors', bits: 6 }],
    ['few features', { rule: 'nag', bits: 'grow', maxFeatures: 60 }],
    ['derived features', { rule: 'auto', expand: 'triples', bits: 8 }],
    ['features that may be derived', { rule: 'auto', expand: 'auto', bits: 8 }],
    [
      'weights of classes',
      { rule: 'nag', loss: 'logistic', classes: 3, classWeight: 'balanced', bits: 8 },
      classes,
    ],
    ['all slots', { rule: 'nag', bits: 5 }],
    ['few slots of many', { rule: 'nag', bits: 14 }],
    ['few slots of many, of many lanes', { rule: 'auto', bits: 12 }],
  ]
  for (const [name, options, made = (batch: Batch) => batch] of others)
    test(name, () => {
      const batch = (k: number): Batch => {
        const wide =
          options.bits === 'grow' ? { upper: new Uint32Array(randomBatch(k, 40).indices.length) } : {}
        return { ...made(spread(k, 40)), ...wide }
      }
      const state = stateOf({ ...options, backend }, batch(1))
      expect(isOfItsMoment(state, (k) => learnBatch(state, batch(k + 2), {}))).toBe(true)
      if (options.expand !== undefined) return
      for (const given of [{ predictOnly: true }, { predictOnly: true, precision: 'bfloat16' }] as const)
        expect(isOfItsMoment(state, (k) => learnBatch(state, batch(k + 200), {}), given)).toBe(true)
    })

  test.each([8, 'grow'] as const)('names, and classes that appear during training, bits %s', (bits) => {
    const state = wholeState({ rule: 'nag', classes: ['a', 'b'], mostClasses: 40, bits, backend }, undefined)
    const learn = (k: number): void => {
      for (let i = 0; i < 20; i++)
        learnExample(state, { features: { [`f ${20 * k + i}`]: i + 1 }, label: `class ${Math.min(30, k)}` })
    }
    learn(0)
    learn(1)
    expect(isOfItsMoment(state, (k) => learn(k + 2))).toBe(true)
  })

  test('a stream learns on a thread while pieces are taken', async () => {
    for (const rule of ['nag', 'auto'] as const)
      for (const expand of rule === 'auto' ? (['off', 'triples'] as const) : (['off'] as const)) {
        const state = stateOf({ rule, bits: 10, expand, backend }, spread(1, 40))
        const before = bytesNow(state)
        const taken = new Taken(state)
        let learning = true
        function* batches(): Generator<Batch> {
          for (let k = 2; k < 16; k++) yield spread(k, 200)
        }
        const learned = learnStream(state, batches(), {}).finally(() => {
          learning = false
        })
        while (learning) {
          taken.next()
          await new Promise((resume) => setImmediate(resume))
        }
        await learned
        while (taken.next());
        expect([rule, expand, same(taken.bytes, before)]).toEqual([rule, expand, true])
      }
  })
})

describe('snapshots', () => {
  test('two files at once, of names that are encoded in steps', () => {
    const state = wholeState({ rule: 'nag', bits: 6, backend: 'fallback' })
    const learn = (from: number): void => {
      for (let k = from; k < from + 3 * stepSize; k++)
        learnExample(state, { features: { [`name ${k}`]: 1 }, label: k % 2 })
    }
    learn(0)
    const moments = [0, 1].map((k) => {
      const [before, taken] = [bytesNow(wholeState({}, modelOf(state))), new Taken(state)]
      learn((k + 1) * 3 * stepSize)
      return { before, taken }
    })
    for (let more = true; more; ) more = moments.map(({ taken }) => taken.next()).includes(true)
    for (const { taken, before } of moments) expect(same(taken.bytes, before)).toBe(true)
  })

  const { OL_MAX_MEMORY } = process.env
  afterEach(() => {
    if (OL_MAX_MEMORY === undefined) delete process.env.OL_MAX_MEMORY
    else process.env.OL_MAX_MEMORY = OL_MAX_MEMORY
  })

  test('without memory for copies, the file is written at once, and learning continues', () => {
    const state = stateOf({ rule: 'nag', bits: 17, backend: 'fallback' }, spread(1, 40))
    const before = bytesNow(state)
    const taken = new Taken(state)
    process.env.OL_MAX_MEMORY = '100000'
    learnBatch(state, spread(2, 40), {})
    expect(taken.shortages).toBe(1)
    expect(taken.next()).toBe(false)
    expect(same(taken.bytes, before)).toBe(true)
    expect(state.progress.examples).toBe(80)
  })

  test('slots that are 0 by now are in the file', () => {
    const state = stateOf({ rule: 'nag', bits: 12, backend: 'fallback' }, spread(1, 10))
    const before = bytesNow(state)
    const taken = new Taken(state)
    const { base } = state
    // no rule forgets so much
    base.store.adopt(spread(1, 10))
    base.table.lane.fill(0)
    while (taken.next());
    expect(same(taken.bytes, before)).toBe(true)
  })

  test('an example without features changes a table whose every slot has a penalty', () => {
    const state = stateOf({ rule: 'adagrad-cmd-dense', bits: 6, backend: 'fallback' }, spread(1, 10))
    const none = { indices: new Uint32Array(0), values: new Float64Array(0), offsets: new Uint32Array(2) }
    const empty = { size: 1, ...none, labels: Float64Array.of(1), weights: undefined }
    expect(isOfItsMoment(state, () => learnBatch(state, empty, {}))).toBe(true)
  })

  test('a large batch is copied in steps', () => {
    const state = stateOf({ rule: 'nag', bits: 12, backend: 'fallback' }, spread(1, 10))
    const snapshots = new Snapshots(() => {})
    snapshots.of(state.base.store)
    const count = 2 ** 11
    const features = {
      indices: Uint32Array.from({ length: count }, (_, i) => 2 * i),
      values: new Float64Array(count),
    }
    const batch = { size: 1, offsets: Uint32Array.of(0, count), ...features, labels: Float64Array.of(1) }
    expect([...state.base.store.keep(batch)]).toHaveLength(count / 256)
    snapshots.release()
    expect([...state.base.store.keep(batch)]).toHaveLength(0)
  })

  test('only the rows that a batch changes are copied', () => {
    const state = stateOf({ rule: 'nag', bits: 12, backend: 'fallback' }, spread(1, 10))
    const snapshots = new Snapshots(() => {})
    const snapshot = snapshots.of(state.base.store)
    const copied = (): number =>
      Array.from({ length: 2 ** 12 }, (_, row) => snapshot.placeOf(row)).filter((place) => place >= 0).length
    expect(copied()).toBe(0)
    const features = { indices: Uint32Array.of(0, 2 ** 12), values: Float64Array.of(1, 1) }
    const batch = { size: 1, offsets: Uint32Array.of(0, 2), ...features, labels: Float64Array.of(1) }
    learnBatch(state, batch, {})
    const page = copied()
    expect(page * (state.base.table.layout.bytes / 2 ** 12)).toBe(256)
    learnBatch(state, { ...batch, indices: Uint32Array.of(page - 1, 2 ** 11) }, {})
    expect(copied()).toBe(2 * page)
    snapshots.release()
    learnBatch(state, { ...batch, indices: Uint32Array.of(3 * page, 2 ** 11) }, {})
    expect(copied()).toBe(2 * page)
  })
})
