import { type Batch, constantIndex } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { once } from '../../spec/test/once.js'
import { Inspections } from '../src/lanes/mixture/inspections.js'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, parts, random, randomBatch } from './data.js'

/** Lanes are first inspected after 4096 examples, and whenever these have doubled: the first trial ends here. */
const trialEnds = 65536
const rows = trialEnds + 500

type Kind = 'sign' | 'class' | 'real'

/** Three features of eight, and a label that is linear in them up to noise. */
function noisy(kind: Kind): Batch {
  const next = random(5)
  const offsets = Uint32Array.from({ length: rows + 1 }, (_, e) => 3 * e)
  const indices = Uint32Array.from({ length: 3 * rows }, () => Math.floor(8 * next()))
  const values = Float64Array.from(indices, () => 2 * next() - 1)
  const labels = Float64Array.from({ length: rows }, (_, e) => {
    let score = next() - next()
    for (let i = 3 * e; i < 3 * e + 3; i++) score += ((indices[i] % 3) - 1) * values[i]
    return kind === 'real'
      ? score
      : kind === 'sign'
        ? score > 0
          ? 1
          : -1
        : score > 1
          ? 3
          : score > 0
            ? 2
            : 1
  })
  return { size: rows, offsets, indices, values, labels }
}

const tasks: readonly (readonly [Kind, AnyLearnerOptions])[] = [
  ['sign', { loss: 'logistic' }],
  ['class', { classes: 3, rule: 'auto-small' }],
  ['real', { precision: 'float64' }],
]

describe.each(tasks)('a mixture of whole models, of labels of kind %s,', (kind, options) => {
  const batch = noisy(kind)
  const make = (more: AnyLearnerOptions) => new Learner(checkOptions({ ...options, ...more, bits: 3 }))

  test('gives up models that it can do without, and their memory: with the same bytes on every backend, from files, in batches of any size', () => {
    // in a short run two kinds have one backend
    const own = isFull || kind === 'sign' ? backends : backends.slice(0, 1)
    const pruned = own.map((backend, i) => {
      let learner = make({ backend })
      const predictions = [...parts(batch, i === 0 ? 16000 : 40000)].flatMap((part) => {
        const predicted = learner.learn(part)
        learner = Learner.fromBytes(learner.toBytes(), { backend })
        return [...predicted]
      })
      return { learner, predictions }
    })
    const [{ learner, predictions }] = pruned
    for (const other of pruned) expect(Buffer.compare(other.learner.toBytes(), learner.toBytes())).toBe(0)
    const kept = make({ keepLanes: true })
    const unpruned = kept.learn(batch)
    expect(learner.lanes.length).toBeLessThanOrEqual(kept.lanes.length / 2)
    expect(learner.memory.table).toBeLessThan(kept.memory.table)
    expect(learner.report().averageLoss).toBeLessThan(1.001 * kept.report().averageLoss)
    const differs = predictions.findIndex((prediction, e) => prediction !== unpruned[e])
    expect(differs === -1 || differs >= trialEnds).toBe(true)
  })
})

test('lanes that are of use together are tried in halves', () => {
  // without noise lanes of small rates temper those that are too sure
  const { weights: _, ...batch } = randomBatch(4, 2 * trialEnds + 500, 'logistic')
  const learner = new Learner(checkOptions({ loss: 'logistic', bits: 6 }))
  const all = learner.memory.table
  const counts = [...parts(batch, trialEnds + 250)].map((part) => {
    learner.learn(part)
    return learner.lanes.length
  })
  expect(counts).toEqual([16, 8])
  expect(learner.memory.table).toBeLessThan(all)
})

test('a trial that lost too much is followed by one that leaves twice as many lanes, one that did not by one without all candidates', () => {
  const inspections = new Inspections(8)
  const candidates = [5, 3, 1, 7, 2, 4]
  const skipped = (): number[] =>
    [...(inspections.trial?.skipped ?? []).entries()].flatMap(([l, s]) => (s === 1 ? [l] : []))
  const add = (lost: number, without: number): void => inspections.trial?.lost.set([lost, without])
  expect(inspections.dispensable(candidates)).toEqual([])
  expect(skipped()).toEqual([1, 2, 3, 4, 5, 7])
  add(1000, 1001.5)
  expect(inspections.dispensable(candidates)).toEqual([])
  expect(skipped()).toEqual([1, 3, 5, 7])
  add(1000, 1000.5)
  // a lane that has caught up is kept
  expect(inspections.dispensable([5, 3, 7])).toEqual([3, 5, 7])
  expect(skipped()).toEqual([3, 5, 7])
  for (const count of [3, 0, 3]) {
    expect(skipped()).toHaveLength(count)
    if (count > 0) add(1000, 2000)
    expect(inspections.dispensable([5, 3, 7])).toEqual([])
  }
})

/** The batch of labels of kind sign, whose features have keys, and whose last feature is the constant. */
const keyed = once((): Batch => {
  const batch = noisy('sign')
  const wide = (e: number, i: number): number => (i === 3 ? constantIndex : batch.indices[3 * e + i])
  const each = <A extends Uint32Array | Float64Array>(array: A, of: (e: number, i: number) => number): A =>
    array.map((_, k) => of(Math.floor(k / 4), k % 4)) as A
  const indices = each(new Uint32Array(4 * rows), wide)
  return {
    ...batch,
    offsets: batch.offsets.map((_, e) => 4 * e),
    indices,
    upper: indices.slice(),
    values: each(new Float64Array(4 * rows), (e, i) => (i === 3 ? 1 : batch.values[3 * e + i])),
  }
})

/** The bytes of a model of these features after batches of this size. */
function exactModel(size: number, backend: 'native' | 'fallback'): Uint8Array {
  const learner = new Learner(checkOptions({ loss: 'logistic', bits: 'grow', backend }))
  for (const part of parts(keyed(), size)) learner.learn(part)
  return learner.toBytes()
}
const inBatches = once(() => exactModel(16_000, backends[0]))

test.each(backends)(
  'an exact index whose lanes are pruned (%s): the model does not depend on batches, nor does a prediction right after',
  (backend) => {
    const ended = new Learner(checkOptions({ loss: 'logistic', bits: 'grow', backend }))
    const [start, next] = [...parts(keyed(), trialEnds)]
    ended.learn(start)
    // a model that is loaded notes the row of the constant, too
    const again = Learner.fromBytes(ended.toBytes(), { backend })
    expect([...ended.predict(next)]).toEqual([...again.predict(next)])
    ended.learn(next)
    expect(Buffer.compare(ended.toBytes(), inBatches())).toBe(0)
    for (const size of isFull ? [16_000, 40_000, rows] : [])
      expect(Buffer.compare(exactModel(size, backend), inBatches())).toBe(0)
  },
)
