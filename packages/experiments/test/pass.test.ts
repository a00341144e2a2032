import { Learner } from '@ol/core'
import { describe, expect, it } from 'vitest'
import { type Dataset, DatasetBuilder, featureFacts } from '../src/data/dataset.js'
import { batchesOf, rowsOf } from '../src/data/dataset-batches.js'
import { prenormalize } from '../src/data/normalize.js'
import { Random } from '../src/data/random.js'
import { pass } from '../src/run/dataset-pass.js'

function generated(size: number, features: number, label: (random: Random, z: number) => number): Dataset {
  const random = new Random(7)
  const builder = new DatasetBuilder()
  for (let e = 0; e < size; e++) {
    let z = 0
    for (let i = 0; i < features; i++) {
      if (random.uniform() < 0.3) continue
      const x = random.normal() * 10 ** i
      z += x / 10 ** i
      builder.feature(i, x)
    }
    builder.end(label(random, z))
  }
  return builder.build('generated', features, features)
}

const sign = (random: Random, z: number): number => (z + 0.3 * random.normal() > 0 ? 1 : -1)

describe('batchesOf', () => {
  const builder = new DatasetBuilder()
  builder.feature(0, 2)
  builder.feature(2, 3)
  builder.feature(1, 5)
  builder.end(1)
  const data = builder.build('one', 3, 3)

  it('makes each pair of distinct features twice and each square once, with rows of their own', () => {
    const [batch] = batchesOf(data, undefined, { products: true, constant: true })
    const values = [...batch.values].sort((a, b) => a - b)
    expect(values).toEqual([1, 2, 3, 4, 5, 6, 6, 9, 10, 10, 15, 15, 25])
    expect(new Set(batch.indices).size).toBe(batch.indices.length)
    expect(Math.max(...batch.indices)).toBeLessThan(rowsOf(data, { products: true, constant: true }))
  })

  it('gives a product the same rows in whatever order its features come', () => {
    const other = new DatasetBuilder()
    for (const [i, x] of [
      [1, 5],
      [0, 2],
      [2, 3],
    ])
      other.feature(i, x)
    other.end(1)
    const rowsByValue = (set: Dataset): string => {
      const [batch] = batchesOf(set, undefined, { products: true, constant: false })
      return [...batch.indices]
        .map((row, k) => `${row}:${batch.values[k]}`)
        .sort()
        .join(' ')
    }
    expect(rowsByValue(other.build('other', 3, 3))).toBe(rowsByValue(data))
  })
})

describe('pass', () => {
  const data = generated(400, 4, sign)
  const rates = [0.1, 0.7, 3]
  const expansion = { products: false, constant: true }

  it('gives every model the losses of a learner of its own', () => {
    const { result } = pass(data, {
      options: { rule: 'nag', loss: 'logistic' },
      lanes: { learningRate: rates },
      expansion,
      classes: 0,
    })
    rates.forEach((learningRate, m) => {
      const learner = new Learner({ rule: 'nag', loss: 'logistic', outliers: 'keep', learningRate, bits: 3 })
      let mistakes = 0
      for (const batch of batchesOf(data, undefined, expansion)) {
        const z = learner.learn(batch)
        for (let e = 0; e < batch.size; e++) if (!(batch.labels[e] * z[e] > 0)) mistakes++
      }
      expect(result.mistakes[m]).toBe(mistakes / data.size)
      expect(result.loss[m]).toBeCloseTo(learner.report().averageLoss, 12)
    })
  })

  it('learns classes one against all', () => {
    const classes = generated(600, 3, (_, z) => (z < -1 ? 1 : z < 1 ? 2 : 3))
    const { result } = pass(classes, {
      options: { rule: 'nag', loss: 'squared', clip: [-1, 1], count: 'loss' },
      lanes: { learningRate: [1e-6, 1] },
      expansion: { products: true, constant: true },
      classes: 3,
      seed: 1,
    })
    // almost nothing is learned at the first rate
    expect(result.mistakes[1]).toBeLessThan(0.6 * result.mistakes[0])
  })

  it('shuffles by the seed', () => {
    const run = (seed: number | undefined): number =>
      pass(data, {
        options: { rule: 'nag', loss: 'logistic' },
        lanes: { learningRate: [1] },
        expansion,
        classes: 0,
        seed,
      }).result.loss[0]
    expect(run(1)).toBe(run(1))
    expect(new Set([run(1), run(2), run(undefined)]).size).toBe(3)
  })

  it('notes curves that end in the mean loss', () => {
    const { result } = pass(data, {
      options: { rule: 'nag', loss: 'logistic' },
      lanes: { learningRate: rates },
      expansion,
      classes: 0,
      points: 10,
    })
    expect(result.curves?.at.at(-1)).toBe(data.size)
    expect(result.curves?.loss.map((curve) => curve.at(-1))).toEqual(result.loss)
  })

  it('has no loss for a model that diverged, and has the others', () => {
    const { result } = pass(data, {
      options: { rule: 'sgd', loss: 'squared', clip: 'none', update: 'plain' },
      lanes: { learningRate: [1e-9, 1e6] },
      expansion,
      classes: 0,
    })
    expect(result.loss[1]).toBeNaN()
    expect(result.loss[0]).toBeLessThan(2)
  })

  it('refuses a parameter that the rule does not have', () => {
    const what = { options: { rule: 'nag' }, lanes: { gamma: [1] }, expansion, classes: 0 } as const
    expect(() => pass(data, what)).toThrow('nag has no gamma')
  })

  it('counts the weights in use', () => {
    const { result } = pass(data, {
      options: { rule: 'adagrad-rda', loss: 'hinge' },
      lanes: { l1: [0, 1e6] },
      expansion,
      classes: 0,
      weights: true,
    })
    expect(result.used).toEqual([1, 0])
  })

  it('refuses a rate outside the range of its rule', () => {
    const what = { options: { rule: 'nag' }, lanes: { learningRate: [-1] }, expansion, classes: 0 } as const
    expect(() => pass(data, what)).toThrow(RangeError)
  })
})

describe('prenormalize', () => {
  const data = generated(300, 3, sign)

  it('divides by the largest value', () => {
    const { largest } = featureFacts(prenormalize(data, 'max'))
    for (const value of largest) expect(value).toBe(1)
  })

  it('divides by the root mean square over all examples', () => {
    const { squares } = featureFacts(prenormalize(data, 'square'))
    for (const value of squares) expect(value / data.size).toBeCloseTo(1, 12)
  })

  it('leaves features of 0 and 1 alone where requested', () => {
    const builder = new DatasetBuilder()
    for (let e = 0; e < 4; e++) {
      if (e > 0) builder.feature(0, 1)
      builder.feature(1, e + 1)
      builder.end(1)
    }
    const divided = prenormalize(builder.build('two', 2, 2), 'square-numeric')
    const { largest } = featureFacts(divided)
    expect(largest[0]).toBe(1)
    expect(largest[1]).toBeCloseTo(4 / Math.sqrt(30 / 4), 12)
  })
})

describe('Random', () => {
  it('is uniform, and normal', () => {
    const random = new Random(3)
    const draws = Array.from({ length: 20_000 }, () => random.normal())
    const mean = draws.reduce((a, b) => a + b, 0) / draws.length
    const square = draws.reduce((a, b) => a + b * b, 0) / draws.length
    expect(Math.abs(mean)).toBeLessThan(0.03)
    expect(Math.abs(square - 1)).toBeLessThan(0.05)
  })

  it('permutes', () => {
    const order = new Random(1).permutation(1000)
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, k) => k))
    expect([...order].filter((v, k) => v === k).length).toBeLessThan(20)
  })
})
