import { checkOptions, Learner } from '@ol/core'
import { describe, expect, it } from 'vitest'
import { Random } from '../src/data/random.js'
import { logs, regrets } from '../src/experiments/streeter/click-regret.js'
import { clickLog, everNew, zipf } from '../src/experiments/streeter/clicks.js'
import { coordinateRate, globalRate } from '../src/experiments/streeter/penalized-rates.js'

describe('zipf', () => {
  it('draws ranks in proportion to a power of them', () => {
    const draw = zipf(100, 1.25, new Random(3))
    const counts = new Float64Array(100)
    for (let k = 0; k < 50_000; k++) counts[draw()]++
    for (const rank of [2, 4, 8]) expect(counts[0] / counts[rank - 1] / rank ** 1.25).toBeCloseTo(1, 0.7)
  })
})

const log = { ...logs[1], impressions: 3000, queries: 500, ads: 10 }

describe('a log of clicks', () => {
  const data = clickLog(log, 1)

  it('has impressions of a constant, a query, an ad, their words, and both together', () => {
    expect(data.size).toBe(3000)
    for (let t = 0; t < data.size; t++) {
      const ids = [...data.ids.subarray(data.offsets[t], data.offsets[t + 1])]
      expect(ids[0]).toBe(0)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThanOrEqual(7)
    }
    expect(new Set(data.values)).toEqual(new Set([1]))
    const clicks = data.labels.filter((y) => y === 1).length / data.size
    expect(clicks).toBeGreaterThan(0.01)
    expect(clicks).toBeLessThan(0.3)
  })

  it('costs one rate more regret than a rate for each coordinate, against an optimum that loses less than both', async () => {
    const found = await regrets.run({ log, seed: 1 }, () => Promise.reject(new Error('it reads nothing')))
    expect(found.features).toBe(data.features)
    expect(found.optimum).toBeGreaterThan(0)
    expect(found.optimum).toBeLessThan(Math.LN2)
    const [global, coordinate] = found.curves.map((curve) => curve[curve.length - 1])
    expect(global[0]).toBe(3000)
    expect(coordinate[1]).toBeGreaterThan(0)
    expect(global[1]).toBeGreaterThan(coordinate[1])
  })
})

describe('queries with ever new values', () => {
  it('are as many as the process makes them, and the share of those that come once is the discount', () => {
    const draw = everNew(0.7, new Random(2))
    const counts: number[] = []
    for (let t = 0; t < 40_000; t++) {
      const one = draw()
      expect(one).toBeLessThanOrEqual(counts.length)
      counts[one] = (counts[one] ?? 0) + 1
    }
    // E k = (c / d) ((c + d) (c + d + 1) ... / (c (c + 1) ...) - 1)
    let product = 1
    for (let t = 0; t < 40_000; t++) product *= (100 + 0.7 + t) / (100 + t)
    expect(counts.length / ((100 / 0.7) * (product - 1))).toBeCloseTo(1, 1)
    expect(counts.filter((count) => count === 1).length / counts.length).toBeCloseTo(0.7, 1)
  })
})

describe('both rates under an L2 term', () => {
  const data = clickLog({ ...log, impressions: 300, queries: 30, vocabulary: 30 }, 1)

  it.each([
    [globalRate, 'ogd-global', { diameter: 2 * Math.sqrt(data.features) }],
    [coordinateRate, 'ogd-coordinate', {}],
  ] as const)('%o lose what rule %s loses', (rate, rule, own) => {
    for (const l2 of [0, 1e-3]) {
      const learner = new Learner(
        checkOptions({
          rule,
          ...own,
          l2,
          loss: 'logistic',
          learningRate: 0.1,
          lower: -1,
          upper: 1,
          clip: 'none',
          bits: 10,
          constant: false,
          precision: 'float64',
        }),
      )
      let [loss, penalty] = [0, 0]
      for (let t = 0; t < data.size; t++) {
        for (let i = 0; i < data.features; i++) penalty += (l2 / 2) * learner.weight(i) ** 2
        const [from, to] = [data.offsets[t], data.offsets[t + 1]]
        const [z] = learner.learn({
          size: 1,
          offsets: Uint32Array.of(0, to - from),
          indices: data.ids.slice(from, to),
          values: data.values.slice(from, to),
          labels: data.labels.slice(t, t + 1),
        })
        loss += Math.log1p(Math.exp(-data.labels[t] * z))
      }
      const made = rate(data, l2)
      expect(made.loss / loss).toBeCloseTo(1, 3)
      expect(made.penalty).toBeCloseTo(penalty, 1)
      if (l2 > 0) expect(penalty).toBeGreaterThan(0.3)
    }
  })
})
