import { exp, log, lossTwins } from '@ol/numerics'
import { describedLosses, type LossId, losses } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { formulaValue } from './formula.js'

const ids = Object.keys(losses) as LossId[]
const labels = { sign: [-1, 1], real: [-3, -0.2, 0, 1.7, 40], count: [0, 1, 7] }
const scores = [-30, -3.1, -1.01, -0.4, 0.013, 0.6, 1.3, 2.9, 25]

describe('losses', () => {
  for (const id of ids) {
    const twin = lossTwins[id]
    const p = losses[id].params.length > 0 ? 0.3 : 0
    const lipschitz = losses[id].lipschitz === 'parameter' ? p : Number(losses[id].lipschitz)
    // e^25 is too steep for the many small steps below
    const reach = scores.filter((z) => losses[id].labels !== 'count' || z < 20)
    const cases = labels[losses[id].labels].flatMap((y) => reach.map((z) => [z, y] as const))

    it(`${id}: value and derivative are those that the table says`, () => {
      for (const y of labels[losses[id].labels]) {
        for (const z of [...reach, y]) {
          for (const part of ['value', 'derivative'] as const) {
            const said = formulaValue(
              describedLosses[id][part === 'value' ? 'formula' : 'derivative'],
              z,
              y,
              p,
            )
            expect(Math.abs(twin[part](z, y, p) - said)).toBeLessThanOrEqual(
              1e-12 * Math.max(1, Math.abs(said)),
            )
          }
        }
      }
    })

    it(`${id}: the derivative is the slope of the value`, () => {
      for (const [z, y] of cases) {
        const step = 1e-5 * Math.max(1, Math.abs(z))
        const slope = (twin.value(z + step, y, p) - twin.value(z - step, y, p)) / (2 * step)
        expect(Math.abs(slope - twin.derivative(z, y, p))).toBeLessThan(1e-6 * Math.max(1, Math.abs(slope)))
      }
    })

    it(`${id}: is convex, bounded below, and Lipschitz as the table says`, () => {
      for (const [z, y] of cases) {
        // poisson loss is least, y - y ln(y), where the mean is the label
        const least = losses[id].labels === 'count' && y > 0 ? y - y * log(y) : 0
        expect(twin.value(z, y, p)).toBeGreaterThanOrEqual(least - 1e-12)
        expect(Math.abs(twin.derivative(z, y, p))).toBeLessThanOrEqual(lipschitz)
        for (const other of scores) {
          const tangent = twin.value(z, y, p) + twin.derivative(z, y, p) * (other - z)
          expect(twin.value(other, y, p)).toBeGreaterThanOrEqual(
            tangent - 1e-9 * Math.max(1, Math.abs(tangent)),
          )
        }
      }
    })

    it(`${id}: has a kink where the table says, or none`, () => {
      for (const y of labels[losses[id].labels]) {
        const kink = twin.kink?.(y, p)
        for (const z of [...scores, y, 0, 1, -1]) {
          const jump = (h: number) => Math.abs(twin.derivative(z + h, y, p) - twin.derivative(z - h, y, p))
          const before = twin.derivative(z - 1e-7, y, p)
          if (kink === undefined) {
            // a continuous derivative moves the less, the nearer the two scores are
            expect(jump(1e-7)).toBeLessThan(0.1 * jump(1e-5) + 1e-12 * Math.max(1, Math.abs(before)))
          } else {
            const { at, below, above, slack = 0 } = kink
            const value = Math.max(
              below * (z - at) - Math.abs(below) * slack,
              above * (z - at) - Math.abs(above) * slack,
              slack > 0 ? 0 : Number.NEGATIVE_INFINITY,
            )
            expect(Math.abs(twin.value(z, y, p) - value)).toBeLessThan(1e-12)
            const slope = Math.abs(z - at) < slack ? 0 : z < at ? below : above
            if (Math.abs(Math.abs(z - at) - slack) > 1e-6) expect(before).toBe(slope)
          }
        }
      }
    })

    // see perceptron.ts
    const whole = id === 'perceptron'
    it(`${id}: the importance-aware step is ${whole ? 'the plain one' : 'the limit of many small steps'}`, () => {
      for (const [z, y] of cases) {
        for (const [k, ppu] of [
          [0.5, 1],
          [2, 0.3],
          [0.05, 7],
        ]) {
          // u = integral of -derivative along the way; the score moves by ppu per unit of u
          const steps = 40_000
          let u = 0
          for (let i = 0; i < steps; i++) u -= (k / steps) * twin.derivative(z + u * ppu, y, p)
          if (whole) u = -k * twin.derivative(z, y, p)
          const closed = twin.invariant(z, y, k, ppu, p)
          expect(Math.abs(closed - u)).toBeLessThan(2e-3 * Math.max(1e-3, Math.abs(u)) + (8 * k) / steps)
          expect(Math.abs(closed)).toBeLessThanOrEqual(k * Math.abs(twin.derivative(z, y, p)) * (1 + 1e-12))
        }
      }
    })

    it(`${id}: an importance-aware step of vanishing size is the plain step`, () => {
      for (const [z, y] of cases) {
        const closed = twin.invariant(z, y, 1e-9, 0.7, p)
        const plain = -1e-9 * twin.derivative(z, y, p)
        expect(Math.abs(closed - plain)).toBeLessThanOrEqual(1e-6 * Math.abs(plain) + 1e-30)
      }
    })

    it(`${id}: two importance-aware steps of size k are one of size 2k`, () => {
      for (const [z, y] of cases) {
        if (whole) continue
        const first = twin.invariant(z, y, 0.4, 1.3, p)
        const second = twin.invariant(z + first * 1.3, y, 0.4, 1.3, p)
        const both = twin.invariant(z, y, 0.8, 1.3, p)
        expect(Math.abs(first + second - both)).toBeLessThan(1e-9 * Math.max(1, Math.abs(both)))
      }
    })
  }

  it('logistic: stable in the tails', () => {
    const { value, derivative } = lossTwins.logistic
    expect(value(800, 1, 0)).toBe(0)
    expect(value(-800, 1, 0)).toBe(800)
    expect(derivative(-800, 1, 0)).toBe(-1)
    expect(derivative(40, 1, 0)).toBeCloseTo(-exp(-40), 25)
    expect(lossTwins.logistic.invariant(-1e6, 1, 2, 1, 0)).toBe(2)
    expect(lossTwins.logistic.invariant(1e6, 1, 2, 1, 0)).toBe(0)
  })

  it('logistic: the importance-aware step solves D + e^m (e^D - 1) = a to the last digits', () => {
    for (let m = -60; m <= 60; m += 0.7) {
      for (let D = 1e-12; D < 300; D *= 1.3) {
        const a = D + Math.exp(m) * Math.expm1(D)
        // the root moves by no greater share than a does
        expect(Math.abs(lossTwins.logistic.invariant(m, 1, a, 1, 0) / D - 1)).toBeLessThan(2e-14)
        expect(lossTwins.logistic.invariant(-m, -1, a, 1, 0)).toBe(
          -lossTwins.logistic.invariant(m, 1, a, 1, 0),
        )
      }
    }
    for (const a of [Number.POSITIVE_INFINITY, Number.NaN])
      expect(lossTwins.logistic.invariant(0.3, 1, a, 1, 0)).toBe(0)
    // if e^D overflows, e^(m + D) does not
    expect(lossTwins.logistic.invariant(-499, 1, 1e100, 1, 0)).toBeCloseTo(499 + log(1e100), 10)
  })

  it('poisson: stable for any score and label, and never past the mean', () => {
    const { value, derivative, invariant } = lossTwins.poisson
    expect(derivative(1e6, 3, 0)).toBe(exp(50) - 3)
    expect(value(-1e6, 3, 0)).toBe(exp(-50) + 150)
    for (const z of [-1e6, -50, -1, 0, 3, 50, 1e6]) {
      for (const y of [0, 1e-12, 1, 1e15]) {
        for (const k of [1e-12, 1, 1e9]) {
          const u = invariant(z, y, k, 0.1, 0)
          expect(Number.isFinite(u)).toBe(true)
          const from = Math.min(50, Math.max(-50, z))
          const to = from + u * 0.1
          if (y > 0 && from < log(y)) expect(to).toBeLessThanOrEqual(log(y) + 1e-9)
          else if (y > 0) expect(to).toBeGreaterThanOrEqual(log(y) - 1e-9)
        }
      }
    }
  })

  it('at the kinks', () => {
    expect(lossTwins.hinge.derivative(1, 1, 0)).toBe(0)
    expect(lossTwins.absolute.derivative(2, 2, 0)).toBe(0)
    expect(lossTwins.quantile.derivative(2, 2, 0.3)).toBe(0)
    expect(lossTwins.perceptron.derivative(0, -1, 0)).toBe(1)
    expect(lossTwins.perceptron.invariant(0, 1, 0.5, 3, 0)).toBe(0.5)
  })
})
