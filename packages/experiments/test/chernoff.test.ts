import { describe, expect, it } from 'vitest'
import { chernoffInterval, clearlyLower } from '../src/experiments/ross/chernoff.js'

describe('chernoffInterval', () => {
  it('ends where the relative entropy of all examples is ln(1 / 0.1)', () => {
    const [low, high] = chernoffInterval(0.1, 1000)
    for (const q of [low, high]) {
      const entropy = 0.1 * Math.log(0.1 / q) + 0.9 * Math.log(0.9 / (1 - q))
      expect(1000 * entropy).toBeCloseTo(Math.log(10), 6)
    }
    expect(low).toBeLessThan(0.1)
    expect(high).toBeGreaterThan(0.1)
  })

  it('of no mistakes at all is 1 - 0.1^(1 / n)', () => {
    const [low, high] = chernoffInterval(0, 50)
    expect(low).toBe(0)
    expect(high).toBeCloseTo(1 - 0.1 ** (1 / 50), 9)
  })
})

describe('clearlyLower', () => {
  it('holds for Covertype in Table 2, and not for Shuttle divided by the largest value', () => {
    expect(clearlyLower(0.27, 0.32, 581012)).toBe(true)
    expect(clearlyLower(0.32, 0.27, 581012)).toBe(false)
    expect(clearlyLower(0.035, 0.036, 43500)).toBe(false)
  })
})
