import { boxed, l1Multiplier, l2Multiplier } from '@ol/numerics'
import { describe, expect, it } from 'vitest'

// min sum A_i (w_i - w'_i)^2 over a convex set has one solution, and the conditions of Karush, Kuhn and Tucker name it.

/** A generator of numbers in [0, 1) (mulberry32). */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

interface Problem {
  readonly w: readonly number[]
  readonly A: readonly number[]
  readonly b: readonly number[]
  readonly radius: number
}

function problems(): Problem[] {
  const next = random(3)
  const wide = () => 10 ** (next() * 12 - 6)
  const drawn = Array.from({ length: 400 }, (_, i): Problem => {
    const n = 1 + Math.floor(next() * 12)
    const spread = i % 2 === 0 ? () => next() + 0.1 : wide
    const w = Array.from({ length: n }, () => (next() - 0.5) * spread())
    const b = Array.from({ length: n }, spread)
    const A = Array.from({ length: n }, spread)
    const whole = w.reduce((sum, x, j) => sum + b[j] * Math.abs(x), 0)
    return { w, A, b, radius: whole * (i % 5 === 0 ? 1.1 : 0.001 + next()) }
  })
  return [
    // ties, a ball that only one coordinate reaches, one that is touched from within
    { w: [1, -1, 1], A: [1, 1, 1], b: [1, 1, 1], radius: 1.5 },
    { w: [100, 1, -1], A: [1, 1, 1], b: [1, 1, 1], radius: 1 },
    { w: [1, 2], A: [3, 4], b: [1, 1], radius: 3 },
    ...drawn,
  ]
}

const close = (a: number, b: number) =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(a), Math.abs(b)))

describe('projections', () => {
  it("on the weighted L1 ball: A_i |w_i - w_i'| is the same multiple of b_i where w_i is not 0, and no more elsewhere", () => {
    for (const { w, A, b, radius } of problems()) {
      const y = Float64Array.from(w, (x, i) => b[i] * Math.abs(x))
      const d = Float64Array.from(A, (a, i) => (b[i] * b[i]) / a)
      const lambda = l1Multiplier(y, d, w.length, radius)
      const sizes = Array.from(y, (v, i) => Math.max(0, v - lambda * d[i]))
      const sum = sizes.reduce((s, x) => s + x, 0)
      if (y.reduce((s, x) => s + x, 0) <= radius) expect(lambda).toBe(0)
      else {
        expect(lambda).toBeGreaterThan(0)
        close(sum, radius)
      }
      sizes.forEach((size, i) => {
        const pull = A[i] * (Math.abs(w[i]) - size / b[i])
        if (size > 1e-9 * y[i])
          expect(Math.abs(pull - lambda * b[i])).toBeLessThanOrEqual(
            1e-9 * (A[i] * Math.abs(w[i]) + lambda * b[i]),
          )
        else expect(pull).toBeLessThanOrEqual(lambda * b[i] * (1 + 1e-9))
      })
    }
  })

  it("on the weighted L2 ball: A_i (w_i' - w_i) = nu b_i^2 w_i, and the norm is the radius", () => {
    for (const { w, A, b, radius } of problems()) {
      const y = Float64Array.from(w, (x, i) => b[i] * x)
      const d = Float64Array.from(A, (a, i) => (b[i] * b[i]) / a)
      const nu = l2Multiplier(y, d, w.length, radius)
      const at = Array.from(y, (v, i) => v / (1 + nu * d[i]) / b[i])
      const norm = Math.hypot(...at.map((x, i) => b[i] * x))
      if (Math.hypot(...y) <= radius) expect(nu).toBe(0)
      else {
        expect(nu).toBeGreaterThan(0)
        close(norm, radius)
      }
      at.forEach((x, i) => {
        const pull = A[i] * (w[i] - x)
        expect(Math.abs(pull - nu * b[i] * b[i] * x)).toBeLessThanOrEqual(1e-9 * A[i] * Math.abs(w[i]))
      })
    }
  })

  it('on a box: within it nothing moves, outside the nearest side is taken', () => {
    expect([-3, -1, 0, 0.5, 2, 7].map((x) => boxed(x, -1, 2))).toEqual([-1, -1, 0, 0.5, 2, 2])
  })

  it('take any scale', () => {
    for (const scale of [1e-140, 1e-30, 1e30, 1e140]) {
      const y = Float64Array.of(3 * scale, 1 * scale)
      expect(l1Multiplier(y, Float64Array.of(1, 1), 2, 2 * scale)).toBeCloseTo(scale, -Math.log10(scale) + 9)
      const nu = l2Multiplier(y, Float64Array.of(1, 1), 2, Math.sqrt(10) * scale * 0.5)
      expect(nu).toBeCloseTo(1, 9)
    }
  })
})
