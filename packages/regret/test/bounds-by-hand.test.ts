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
