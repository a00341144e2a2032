import { describe, expect, it } from 'vitest'
import { Random } from '../src/data/random.js'
import { logs, regrets } from '../src/experiments/streeter/click-regret.js'
import { clickLog, zipf } from '../src/experiments/streeter/clicks.js'

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
