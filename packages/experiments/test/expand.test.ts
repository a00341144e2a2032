import { Learner } from '@ol/core'
import { expect, it } from 'vitest'
import { DatasetBuilder } from '../src/data/dataset.js'
import { namedBatch } from '../src/data/named-batches.js'
import { Random } from '../src/data/random.js'
import { type DerivedSet, derivedSets, examplesOf } from '../src/experiments/derived/derived-sets.js'
import { derivedRun, tailOf } from '../src/experiments/derived/expand-run.js'

const size = 1500

/** Two numbers and one of two categories; the label is whether exactly one number is positive, in one category. */
function made() {
  const random = new Random(3)
  const builder = new DatasetBuilder()
  for (let e = 0; e < size; e++) {
    const [a, b] = [random.normal(), random.normal()]
    const second = random.normal() > 0
    builder.feature(0, a)
    builder.feature(1, b)
    builder.feature(second ? 3 : 2, 1)
    builder.end(second && a > 0 !== b > 0 ? 1 : -1)
  }
  return {
    ...builder.build('bank', 4, 2),
    names: new Map([
      [2, 'kind=first'],
      [3, 'kind=second'],
    ]),
  }
}

it('the examples of a batch end with the constant, and their categories have names', () => {
  const data = made()
  const batch = namedBatch(
    data,
    Uint32Array.from({ length: size }, (_, e) => size - 1 - e),
    10,
    13,
  )
  expect([...batch.offsets]).toEqual([0, 4, 8, 12])
  expect([...batch.labels]).toEqual([...data.labels.subarray(size - 13, size - 10)].reverse())
  const first = data.offsets[size - 11]
  expect([...batch.indices.subarray(0, 3)]).toEqual([...data.ids.subarray(first, first + 3)])
  expect([...batch.values.subarray(0, 4)]).toEqual([...data.values.subarray(first, first + 3), 1])
  expect([...(batch.names?.at ?? [])]).toEqual([2, 6, 10])
  expect(batch.names?.texts.every((text) => text.startsWith('kind='))).toBe(true)
})

it('a class against the rest, and columns of 0 and 1 as one of categories', () => {
  const builder = new DatasetBuilder()
  for (const y of [1, 2, 3]) {
    builder.feature(y - 1, 1)
    builder.end(y)
  }
  const set = { ...derivedSets[0], target: 2, categories: [['kind', 1, 2]] } satisfies DerivedSet
  const { labels, names } = examplesOf(builder.build('x', 3, 3), set)
  expect([...labels]).toEqual([-1, 1, -1])
  expect([...(names ?? [])]).toEqual([
    [1, 'kind=1'],
    [2, 'kind=2'],
  ])
})

it('a run has the losses of a learner, of the last fifth as well, and derived features help where columns act together', async () => {
  const data = made()
  const run = (expand: 'off' | 'pairs') =>
    derivedRun.run({ name: 'bank', expand, seed: 2 }, () => Promise.resolve(data))
  const [off, pairs] = [await run('off'), await run('pairs')]
  const learner = new Learner({ rule: 'auto', loss: 'logistic', bits: 18, expand: 'off', curve: 'off' })
  const order = new Random(2).permutation(size)
  const losses: number[] = []
  for (let e = 0; e < size; e++) {
    const before = learner.report().averageLoss * e
    learner.learn(namedBatch(data, order, e, e + 1))
    losses.push(learner.report().averageLoss * (e + 1) - (e === 0 ? 0 : before))
  }
  const mean = (all: readonly number[]): number => all.reduce((sum, x) => sum + x, 0) / all.length
  expect(off.loss).toBeCloseTo(mean(losses), 9)
  expect(off.late).toBeCloseTo(mean(losses.slice(tailOf(size))), 9)
  expect(pairs.late).toBeLessThan(0.8 * off.late)
  expect(pairs.mistakes).toBeLessThan(off.mistakes)
})

it('real labels lose squared errors over the variance', async () => {
  const data = { ...made(), labels: made().labels.map((y, e) => 100 + 10 * y + (e % 2)) }
  const { loss, late } = (await derivedRun.run({ name: 'california', expand: 'auto', seed: 0 }, () =>
    Promise.resolve(data),
  )) as { loss: number; late: number }
  expect(loss).toBeLessThan(1.1)
  expect(late).toBeLessThan(0.9)
})
