import { exp, log, log1p } from '@ol/numerics'
import { describe, expect, it } from 'vitest'

/** Distance in units in the last place of b. */
function ulps(a: number, b: number): number {
  if (Object.is(a, b) || a === b) return 0
  const unit = 2 ** (Math.floor(Math.log2(Math.max(Math.abs(b), 2 ** -1022))) - 52)
  return Math.abs(a - b) / unit
}

const grid = (from: number, to: number, n: number) =>
  Array.from({ length: n }, (_, i) => from + ((to - from) * i) / (n - 1))

describe('exp, log, log1p', () => {
  it('are within 2 units in the last place of the platform', () => {
    // the platform's own are within 1 of the truth
    for (const x of [...grid(-744, 709, 40_001), ...grid(-1, 1, 20_001)])
      expect(ulps(exp(x), Math.exp(x))).toBeLessThanOrEqual(2)
    for (const x of grid(-300, 300, 20_001))
      expect(ulps(log(10 ** x), Math.log(10 ** x))).toBeLessThanOrEqual(2)
    for (const x of grid(0.5, 2, 20_001)) expect(ulps(log(x), Math.log(x))).toBeLessThanOrEqual(2)
    for (const x of grid(-40, 2, 20_001))
      expect(ulps(log1p(10 ** x), Math.log1p(10 ** x))).toBeLessThanOrEqual(4)
  })

  it('are exact where they must be', () => {
    expect([exp(0), exp(-0), log(1), log1p(0)]).toEqual([1, 1, 0, 0])
    expect([exp(-800), exp(800), log(0)]).toEqual([0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    expect(exp(Number.NEGATIVE_INFINITY)).toBe(0)
    expect(log(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY)
    for (const bad of [log(-1), log(Number.NaN), exp(Number.NaN), log1p(-2)]) expect(bad).toBeNaN()
    expect(log(5e-324)).toBeCloseTo(-744.4400719213812, 10)
  })
})
