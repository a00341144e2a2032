import type { RuleName } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, planFor, run, weights } from './machine.js'
import { batchOf, stream } from './streams.js'

// Rules that leave absent features alone until they come back, against references that touch every weight in every round.

const features = 40
const rounds = 400

type Params = Readonly<Record<string, number>>

/** The weights of a dense reference, and how a round with the loss gradients g moves them. */
interface Dense {
  readonly w: Float64Array
  learn(g: Float64Array, t: number): void
}

const clip = (x: number, p: Params) => Math.min(p.upper ?? 1e300, Math.max(p.lower ?? -1e300, x))
const soft = (x: number, l: number) => Math.sign(x) * Math.max(0, Math.abs(x) - l)

function adagrad(p: Params, dual: boolean): Dense {
  const w = new Float64Array(features)
  const u = new Float64Array(features)
  const squares = new Float64Array(features)
  const { learningRate: eta, delta = 0, l1 = 0, l2 = 0 } = p
  return {
    w,
    learn(g, t) {
      for (let i = 0; i < features; i++) {
        squares[i] += g[i] ** 2
        u[i] += g[i]
        const h = delta + Math.sqrt(squares[i])
        const times = dual ? t : 1
        const v = dual ? eta * u[i] : eta * g[i] - h * w[i]
        if (h > 0) w[i] = clip(-soft(v, eta * times * l1) / (h + eta * times * l2), p)
      }
    },
  }
}

function ogdGlobal(p: Params): Dense {
  const w = new Float64Array(features)
  const seen = new Set<number>()
  let squares = 0
  return {
    w,
    learn(g) {
      const full = g.map((x, i) => x + p.l2 * w[i])
      squares += full.reduce((sum, x) => sum + x * x, 0)
      g.forEach((x, i) => {
        if (x !== 0) seen.add(i)
      })
      const D = p.diameter > 0 ? p.diameter : (p.upper - p.lower) * Math.sqrt(seen.size)
      if (squares === 0) return
      const eta = (p.learningRate * D) / Math.sqrt(2 * squares)
      for (let i = 0; i < features; i++) w[i] = clip(w[i] - eta * full[i], p)
    },
  }
}

function ogdCoordinate(p: Params): Dense {
  const w = new Float64Array(features)
  const squares = new Float64Array(features)
  return {
    w,
    learn(g) {
      for (let i = 0; i < features; i++) {
        const full = g[i] + p.l2 * w[i]
        squares[i] += full * full
        const eta = (p.learningRate * (p.upper - p.lower)) / Math.sqrt(2 * squares[i])
        if (squares[i] > 0) w[i] = clip(w[i] - eta * full, p)
      }
    },
  }
}

function aogd({ radius: D, convexity: H }: Params): Dense {
  const w = new Float64Array(features)
  const sums = new Float64Array(features)
  return {
    w,
    learn(g, t) {
      for (let i = 0; i < features; i++) {
        const full = g[i] + H * w[i]
        const A = H * t + sums[i]
        const lambda = (Math.sqrt(A * A + (8 * full * full) / (3 * D * D)) - A) / 2
        sums[i] += lambda
        if (A + lambda > 0) w[i] = Math.min(D, Math.max(-D, w[i] - (full + lambda * w[i]) / (A + lambda)))
      }
    },
  }
}

const box = { lower: -0.4, upper: 0.7 }
const cases: readonly (readonly [RuleName, Params, (p: Params) => Dense])[] = [
  ...[
    { l1: 0.01 },
    { l2: 0.05 },
    { l1: 0.01, l2: 0.05 },
    { l1: 0.002, l2: 0.05, ...box },
    { delta: 0.3, ...box },
  ].flatMap((terms) =>
    (['cmd', 'rda'] as const).map(
      (method) =>
        [
          `adagrad-${method}`,
          { learningRate: 0.3, ...terms },
          (p: Params) => adagrad(p, method === 'rda'),
        ] as const,
    ),
  ),
  // from a shrink that hardly moves to one that turns the sign, so that the table is swept
  ...[0, 1e-4, 0.01, 0.3, 3].map(
    (l2) => ['ogd-global', { learningRate: 0.5, diameter: 3, l2, ...box }, ogdGlobal] as const,
  ),
  ['ogd-global', { learningRate: 0.2, diameter: 0, l2: 0, ...box }, ogdGlobal],
  ...[0, 0.01, 1].map((l2) => ['ogd-coordinate', { learningRate: 0.5, l2, ...box }, ogdCoordinate] as const),
  ...[0, 0.1, 2].map((convexity) => ['aogd', { radius: 0.8, convexity }, aogd] as const),
]

const examples = stream(rounds, 31, 'sign', () => 1, features)

describe('lazy rules agree with dense ones', () => {
  for (const backend of backends()) {
    for (const [rule, params, reference] of cases) {
      it(`${rule} ${JSON.stringify(params)} on ${backend.name}`, () => {
        const plan = planFor(rule, 'logistic', { update: 'plain', params })
        const { table, results } = run(backend, plan, batchOf(examples))
        const dense = reference(params)
        let worst = 0
        examples.forEach(({ features: row, label }, e) => {
          const z = row.reduce((sum, [i, x]) => sum + dense.w[i] * x, 0)
          worst = Math.max(worst, Math.abs(z - results.predictions[e]))
          const g = new Float64Array(features)
          for (const [i, x] of row) g[i] += (-label / (1 + Math.exp(label * z))) * x
          dense.learn(g, e + 1)
        })
        weights(plan, table, features).forEach((w, i) => {
          worst = Math.max(worst, Math.abs(w - dense.w[i]))
        })
        expect(worst).toBeLessThan(1e-9)
        expect(dense.w.some((w) => w !== 0)).toBe(true)
      })
    }

    it(`mirror descent and dual averaging are one where the metric stands still, on ${backend.name}`, () => {
      const params = { learningRate: 2e8, delta: 1e9 }
      const [a, b] = (['adagrad-cmd', 'adagrad-rda'] as const).map(
        (rule) => run(backend, planFor(rule, 'logistic', { params }), batchOf(examples)).results.predictions,
      )
      expect(Math.max(...a.map((z, e) => Math.abs(z - b[e])))).toBeLessThan(1e-6)
      expect(Math.max(...a.map(Math.abs))).toBeGreaterThan(0.1)
    })
  }
})
