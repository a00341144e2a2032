import { describe, expect, it } from 'vitest'
import { dualAveragingBound, mirrorDescentBound } from '../src/bounds/adagrad.js'
import { coordinateBound, globalBound } from '../src/bounds/gradient.js'
import { dampedBound, diagonalBound, marginBound, passiveAggressiveBound } from '../src/bounds/margin.js'
import {
  compositeBound,
  dualAveragingRateBound,
  filteringBound,
  scaleInvariantPNormBound,
  stronglyConvexBound,
} from '../src/bounds/mirror-descent.js'
import {
  fixedConditionerBound,
  hindsightBound,
  permutedBound,
  streamingBound,
  transductiveBound,
} from '../src/bounds/normalized.js'
import { bettingBound, scinolBound } from '../src/bounds/parameter-free.js'
import { proximalBound } from '../src/bounds/proximal.js'
import { logarithmicBound, rareFeatures } from '../src/bounds/rare-features.js'
import { Examples } from '../src/comparator/observed-examples.js'

const f = (...x: number[]): Float64Array => Float64Array.of(...x)

describe('bounds by hand', () => {
  // two features: gradients (3, 4) -> Q = 25 and (1) -> Q = 1; |x| up to 5 from 2.5, and 1
  const observed = { squares: f(25, 1), maxima: f(5, 1), first: f(2.5, 1) }

  it('of Ross et al.', () => {
    expect(hindsightBound(f(-2, 3), observed.squares)).toBe(2 * 5 + 3)
    expect(fixedConditionerBound(3, observed)).toBe(3 * (1 + 1))
    expect(transductiveBound(3, Math.SQRT2, observed)).toBeCloseTo(2 * Math.SQRT2 * 3 * 2, 12)
    const factor = (D: number): number => (1 + 6 * D + D * D) / (2 * Math.SQRT2)
    expect(streamingBound(3, Math.SQRT2, observed)).toBeCloseTo(3 * (factor(2) + factor(1)), 12)
    // a feature that was never there
    const more = { squares: f(25, 1, 0), maxima: f(5, 1, 0), first: f(2.5, 1, 0) }
    expect(streamingBound(3, Math.SQRT2, more)).toBe(streamingBound(3, Math.SQRT2, observed))
    // ln(2 / 0.1) / 0.5 = 5.99: tau = 6
    const permuted = permutedBound(
      3,
      { ...observed, early: f(5, 1) },
      { delta: 0.1, nu: 0.5, largestLoss: 7 },
    )
    expect(permuted).toBeCloseTo(5 * 7 + 3 * 2 * factor(1), 12)
  })

  it('of Streeter and McMahan, where equal coordinates make both theorems one', () => {
    expect(globalBound(3, 16)).toBeCloseTo(12 * Math.SQRT2, 12)
    expect(coordinateBound(f(2, 1), f(9, 16))).toBeCloseTo(Math.SQRT2 * (2 * 3 + 4), 12)
    expect(coordinateBound(f(2), f(9), 0.5)).toBeCloseTo((2.5 / Math.SQRT2) * 6, 12)
    // D = sqrt(4) times one coordinate's, Q four times it
    expect(coordinateBound(f(1, 1, 1, 1), f(9, 9, 9, 9))).toBeCloseTo(globalBound(2, 36), 12)
  })

  it('of Duchi et al.', () => {
    const run = { eta: 0.5, delta: 2, norms: f(3, 1) }
    expect(mirrorDescentBound(run, f(1, -2), 3)).toBe((9 * 4) / 1 + 0.5 * 4 + (2 * 5) / 1)
    expect(dualAveragingBound(run, f(1, -2))).toBeCloseTo((2 * 5) / 0.5 + (4 * 4) / 0.5 + 0.5 * 4, 12)
  })

  it('of Orabona et al. on regret', () => {
    expect(compositeBound(9, 0.5, f(3, 4), 2)).toBeCloseTo(3 * (25 / 1 + 0.5 * 4), 12)
    expect(stronglyConvexBound(1, 0.5, 2)).toBe(4)
    expect(stronglyConvexBound(0, 0.5, 0)).toBe(0)
    expect(dualAveragingRateBound(9, 2, f(3, 4), 2)).toBeCloseTo(3 * (25 + 2), 12)
    expect(scaleInvariantPNormBound(2, 0.5, 3)).toBe(2 * (9 + 0.5))
    // p = 2: X^2 |u|^2 + the rest
    expect(filteringBound(2, 2, f(3, 4), 7)).toBeCloseTo(4 * 25 + 7, 9)
  })

  it('of Orabona et al. on mistakes', () => {
    // separable: L = 0, of the Perceptron (|u| X)^2
    expect(marginBound(0, { steps: 0, excess: 0 }, 2, 3, 2)).toBe(36)
    // a = 2: L + 2 + 2 sqrt(1 + 3) = 9, less than the 3 + 4 + 2 sqrt(3) of the corollary
    expect(marginBound(3, { steps: 0, excess: 0 }, 2, 2, 1)).toBe(9)
    expect(marginBound(3, { steps: 1, excess: -3 }, 2, 2, 1)).toBe(3 + 2 + 2 - 1)
    expect(diagonalBound(1, f(1, 2), f(2, 0), 2, 1)).toBeCloseTo(
      1 + Math.sqrt(1 * 2 + 4) * Math.sqrt(2 * Math.log(2) + 2),
      12,
    )
  })

  it('of Orabona et al. with the logarithm of L(u): no less than the largest M that Eq. 22 and 23 leave', () => {
    // L = 1, |u| = 2, r = s = d = X = 1: sqrt(8) 4 2 / e + 2 + 2
    expect(logarithmicBound(1, 2, { r: 1, s: 1, d: 1, X: 1 })).toBeCloseTo(
      1 + 2 * Math.sqrt(2 * Math.log((8 * Math.sqrt(8)) / Math.E + 4)),
      12,
    )
    for (const L of [0, 1, 30, 1e4])
      for (const norm of [0.1, 2, 50])
        for (const d of [1, 20, 1e4])
          for (const X of [0.3, 1, 10]) {
            const [r, s] = [1, 3]
            // the fixed point of M = L + |u| sqrt((r + s) d ln(M X^2 / (d r) + 1)), from above
            let M = 1e12
            for (let k = 0; k < 500; k++)
              M = L + norm * Math.sqrt((r + s) * d * Math.log1p((M * X * X) / (d * r)))
            const bound = logarithmicBound(L, norm, { r, s, d, X })
            expect(M).toBeLessThanOrEqual(bound)
            // and not by much: the logarithm costs at most a few times as much
            expect(bound).toBeLessThan(4 * M + 20 * norm * Math.sqrt((r + s) * d))
          }
  })

  it('of a run of sop: Eq. 22, and what follows from it with the least s of Eq. 23', () => {
    const examples = new Examples(4)
    const batch = {
      size: 4,
      offsets: Uint32Array.of(0, 1, 2, 4, 5),
      indices: Uint32Array.of(0, 0, 0, 1, 1),
      values: f(1, 1, 1, 2, 1),
      labels: f(1, 1, -1, -1),
    }
    for (let e = 0; e < 4; e++) examples.add(batch, e)
    // mistakes: the first, which scores 0, and the third
    const found = rareFeatures(examples, f(0, 1, 1, -1), f(1, -1))
    expect(found.mistakes).toBe(2)
    expect(found.hinge).toBe(0)
    // S = (1 + 1, 4)
    expect(found.rarity).toBeCloseTo(3, 12)
    expect(found.diagonal).toBeCloseTo(Math.sqrt(2 + 6) * Math.sqrt(Math.log(3) + Math.log(5)), 12)
    expect(found.logarithmic).toBeCloseTo(
      logarithmicBound(0, Math.SQRT2, { r: 1, s: 3, d: 2, X: Math.sqrt(5) }),
      12,
    )
    expect(found.logarithmic).toBeGreaterThan(found.diagonal)
    expect(() => rareFeatures(examples, f(0), f(1, -1))).toThrow('scores')
    expect(() => rareFeatures(examples, f(0, 1, 1, -1), f(0, 0))).toThrow('weights')
  })

  it('of Crammer et al.', () => {
    expect(passiveAggressiveBound(2, 1, f(3, 4), 5)).toBe(4 * (25 + 10))
    expect(passiveAggressiveBound(0.5, 0.5, f(3, 4), 5)).toBe(2 * (25 + 5))
    expect(dampedBound(2, 0.5, f(3, 4), 5)).toBe(5 * (25 + 5))
  })

  it('of rules beyond the papers, at u = 0', () => {
    expect(scinolBound(0, 5, 1, 2)).toBe(2)
    expect(scinolBound(1, 1, 1, 1)).toBeCloseTo(2 * Math.log(3) + 1, 12)
    expect(bettingBound(1, 0, 1)).toBe(0)
    expect(bettingBound(0, 4, 1)).toBeCloseTo(1 - 1 / (Math.E * Math.sqrt(4 * Math.PI)), 12)
    expect(bettingBound(0.5, 2, 1)).toBeCloseTo(
      0.5 * Math.sqrt(2 * Math.log(25)) + 1 - 1 / (Math.E * Math.sqrt(2 * Math.PI)),
      12,
    )
    const given = { alpha: 0.5, beta: 1, l1: 2, l2: 4 }
    expect(proximalBound(1, given, { distance: 3, norm: 2, steps: 8 })).toBe(3 + 2 + 18 + 4)
  })
})
