import { readFileSync } from 'node:fs'
import { type AnyLearnerOptions, checkOptions, Learner, type LearnerOptions } from '@ol/core'
import { describe, expect, it } from 'vitest'
import { random } from '../../core/test/data.js'
import { FullAdagrad } from '../src/engine/full-adagrad.js'
import type { Penalty } from '../src/engine/penalties.js'
import { proximalStep } from '../src/engine/proximal-step.js'
import { minimumDeterminant, StreamingDeterminant } from '../src/scaling/minimum-determinant.js'

// Solvers next to scipy, whose answers solvers.py wrote.

interface Recorded {
  readonly determinants: readonly {
    readonly p: number
    readonly inputs: readonly (readonly number[])[]
    readonly S: readonly number[]
    readonly logDeterminant: number
  }[]
  readonly steps: readonly {
    readonly H: readonly number[]
    readonly v: readonly number[]
    readonly penalty: Penalty
    readonly value: number
  }[]
  readonly runs: readonly {
    readonly method: 'rda' | 'cmd'
    readonly eta: number
    readonly delta: number
    readonly penalty: Penalty
    readonly gradients: readonly (readonly number[])[]
    readonly weights: readonly (readonly number[])[]
  }[]
}

const recorded = JSON.parse(readFileSync(new URL('solvers.json', import.meta.url), 'utf8')) as Recorded

const lengthOf = (x: Float64Array, S: Float64Array, p: number): number =>
  x.reduce((sum, v, i) => sum + (v === 0 ? 0 : (Math.sqrt(S[i]) * Math.abs(v)) ** p), 0)

describe('the diagonal of least volume', () => {
  it.each(recorded.determinants.map((one) => [one.p, one.inputs.length, one] as const))(
    'p = %d, %i inputs: equals scipy, with all inputs inside',
    (p, _, { inputs, S, logDeterminant }) => {
      const xs = inputs.map((x) => Float64Array.from(x))
      const found = minimumDeterminant(xs, p)
      expect(found.gap).toBeLessThanOrEqual(1e-8)
      expect(Math.abs(found.logDeterminant - logDeterminant)).toBeLessThan(1e-6)
      for (const [i, s] of S.entries()) expect(Math.abs(found.S[i] / s - 1)).toBeLessThan(1e-3)
      for (const x of xs) expect(lengthOf(x, found.S, p)).toBeLessThanOrEqual(1 + 1e-12)
    },
  )

  it('tends to 1 / max^2 as p grows, and has an unseen feature at Infinity', () => {
    const next = random(3)
    const xs = Array.from({ length: 20 }, () => Float64Array.of(next() - 0.5, 100 * next(), 0))
    const { S } = minimumDeterminant(xs, 200)
    for (const i of [0, 1]) {
      const most = Math.max(...xs.map((x) => Math.abs(x[i])))
      expect(S[i] * most * most).toBeGreaterThan(0.97)
      expect(S[i] * most * most).toBeLessThanOrEqual(1)
    }
    expect(S[2]).toBe(Number.POSITIVE_INFINITY)
  })

  it('scales with units', () => {
    const next = random(4)
    const xs = Array.from({ length: 30 }, () => Float64Array.from({ length: 4 }, () => next() - 0.5))
    const units = [1, 2 ** 20, 2 ** -30, 8]
    const { S } = minimumDeterminant(xs, 2)
    const other = minimumDeterminant(
      xs.map((x) => x.map((v, i) => v * units[i])),
      2,
    )
    for (const [i, s] of S.entries()) expect(other.S[i] * units[i] ** 2).toBe(s)
  })

  it.each([1, 2, 3])('p = %d: streaming equals all inputs so far, and the determinant only falls', (p) => {
    const next = random(6)
    const stream = new StreamingDeterminant(p)
    const xs: Float64Array[] = []
    let last = Number.POSITIVE_INFINITY
    for (let t = 0; t < 80; t++) {
      // an input that grows now and then, one coordinate after the other
      const x = Float64Array.from({ length: 3 }, (_, i) => (next() - 0.5) * (t % 3 === i ? 1 + t / 20 : 1))
      xs.push(x)
      const { S, logDeterminant } = stream.add(x)
      for (const seen of xs) expect(lengthOf(seen, S, p)).toBeLessThanOrEqual(1 + 1e-9)
      expect(logDeterminant).toBeLessThanOrEqual(last + 1e-7)
      last = logDeterminant
    }
    expect(last).toBeCloseTo(minimumDeterminant(xs, p).logDeterminant, 6)
    expect(stream.solved).toBeLessThan(70)
  })

  it('refuses settings that it does not cover', () => {
    expect(() => minimumDeterminant([Float64Array.of(1)], Number.POSITIVE_INFINITY)).toThrow('p')
    expect(() => minimumDeterminant([], 2)).toThrow('inputs')
    expect(() => minimumDeterminant([Float64Array.of(Number.NaN)], 2)).toThrow('inputs')
  })
})

describe('steps under a full matrix', () => {
  it.each(recorded.steps.map((one, k) => [one.penalty.kind, k, one] as const))(
    '%s, problem %i: the value of scipy, by a gap',
    (_, __, { H, v, penalty, value }) => {
      const found = proximalStep(Float64Array.from(H), Float64Array.from(v), penalty)
      expect(found.gap).toBeLessThan(1e-10)
      expect(Math.abs(found.value - value)).toBeLessThan(1e-6)
      // no other can be lower by more than the gap
      expect(found.value - found.gap).toBeLessThanOrEqual(value + 1e-9)
    },
  )

  it('of a diagonal matrix under L1 follow the closed form', () => {
    const h = [0.5, 2, 4]
    const v = [1, -3, 0.2]
    const H = Float64Array.from({ length: 9 }, (_, k) => (k % 4 === 0 ? h[k / 4] : 0))
    const { x } = proximalStep(H, Float64Array.from(v), { kind: 'l1', strength: 0.5 })
    for (const [i, g] of v.entries())
      expect(x[i]).toBeCloseTo((-Math.sign(g) * Math.max(0, Math.abs(g) - 0.5)) / h[i], 6)
  })

  it('refuses groups for other coordinates, and negative strengths', () => {
    const H = Float64Array.of(1, 0, 0, 1)
    const v = Float64Array.of(1, 1)
    expect(() => proximalStep(H, v, { kind: 'group-l2', strength: 1, groups: [0] })).toThrow('groups')
    expect(() => proximalStep(H, v, { kind: 'l1', strength: -1 })).toThrow('strength')
  })
})

describe('AdaGrad with a full matrix', () => {
  it.each(recorded.runs.map((run) => [run.method, run.penalty.kind, run] as const))(
    '%s, %s: the weights of scipy, round by round',
    (_, __, { method, eta, delta, penalty, gradients, weights }) => {
      const rule = new FullAdagrad(gradients[0].length, { method, eta, delta, penalty })
      let worst = 0
      gradients.forEach((g, t) => {
        rule.step(Float64Array.from(g))
        rule.weights.forEach((w, i) => {
          worst = Math.max(worst, Math.abs(w - weights[t][i]))
        })
      })
      expect(worst).toBeLessThan(1e-5)
      expect(rule.gap).toBeLessThan(1e-9)
      expect(rule.weights.some((w) => w !== 0)).toBe(true)
    },
  )

  it.each([
    ['none', {}, { kind: 'none' }],
    ['l2sq', { l2: 0.1 }, { kind: 'l2sq', strength: 0.1 }],
    ['l2ball', { radius: 0.5 }, { kind: 'l2-ball', radius: 0.5 }],
  ] as const)('with %s it is the fast rule', (regularizer, options, penalty) => {
    for (const method of ['rda', 'cmd'] as const) {
      const own = {
        rule: 'adagrad-full',
        loss: 'logistic',
        method,
        regularizer,
        delta: 0.5,
        learningRate: 0.3,
        precision: 'float64',
        clip: 'none',
        constant: false,
        ...options,
      }
      const learner = new Learner(checkOptions(own as AnyLearnerOptions) as LearnerOptions)
      const open = new FullAdagrad(4, { method, eta: 0.3, delta: 0.5, penalty, tolerance: 1e-15 })
      const next = random(8)
      for (let t = 0; t < 60; t++) {
        const x = Float64Array.from({ length: 4 }, () => next() * 2 - 1)
        const y = x[0] - x[1] + next() - 0.5 > 0 ? 1 : -1
        const score = open.weights.reduce((sum, w, i) => sum + w * x[i], 0)
        const [fast] = learner.learn({
          size: 1,
          offsets: Uint32Array.of(0, 4),
          indices: Uint32Array.of(0, 1, 2, 3),
          values: x,
          labels: Float64Array.of(y),
        })
        expect(Math.abs(fast - score)).toBeLessThan(1e-6)
        open.step(x.map((v) => (-y / (1 + Math.exp(y * score))) * v))
      }
    }
  })
})
