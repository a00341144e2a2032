import { namedRules, type RuleName } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, planFor, resultsFor, run, weights } from './machine.js'
import { batchOf, type PlainExample, random, stream } from './streams.js'

// Penalties and forgetting against a reference that touches every weight in every round, and what they promise.

const features = 30
const examples = stream(300, 51, 'sign', () => 1, features).map((e, i) => ({
  ...e,
  weight: i % 5 === 0 ? 2.5 : 1,
}))

type Params = Readonly<Record<string, number>>
type Base = 'nag' | 'ng' | 'snag' | 'snag-seen' | 'snag-meansquare'
const bases: readonly Base[] = ['nag', 'ng', 'snag', 'snag-seen', 'snag-meansquare']

/**
 * The dense reference, in weights and gradients of the features' own units: every round fades every statistic and
 * shrinks every weight, present or not. Nothing is kept relative to a scale, and nothing is caught up with.
 */
function dense(base: Base, p: Params): { scores: number[]; w: Float64Array } {
  const eta = p.learningRate
  const { l1 = 0, l2 = 0, forget = 0 } = p
  const w = new Float64Array(features)
  const scale = new Float64Array(features)
  const largest = new Float64Array(features)
  const squares = new Float64Array(features)
  const G = new Float64Array(features)
  // G when the feature was last present, and with it the rate of its penalty
  const held = new Float64Array(features)
  let t = 0
  let N = 0
  const scores: number[] = []
  for (const { features: row, label, weight: h = 1 } of examples) {
    const fade = forget > 0 ? 2 ** (-h / forget) : 1
    t = t * fade + h
    N *= fade
    const max = base === 'nag' || base === 'ng'
    for (let i = 0; i < features; i++) {
      squares[i] *= fade
      G[i] *= fade
    }
    const x = new Float64Array(features)
    for (const [i, value] of row) x[i] = value
    // v = w scale stays where the rule says so
    for (let i = 0; i < features; i++) {
      if (max) {
        if (Math.abs(x[i]) > scale[i]) {
          w[i] *= (scale[i] / Math.abs(x[i])) ** (base === 'ng' ? 2 : 1)
          scale[i] = Math.abs(x[i])
        }
        continue
      }
      squares[i] += h * x[i] ** 2
      if (base === 'snag-seen' && x[i] === 0) continue
      const now = Math.sqrt(squares[i] / t)
      if (base === 'snag-seen') {
        if (scale[i] > 0 && now > largest[i]) w[i] *= largest[i] / now
        largest[i] = Math.max(largest[i], now)
      } else if (now > 0) w[i] *= scale[i] / now
      scale[i] = now
    }
    const z = row.reduce((sum, [i, value]) => sum + w[i] * value, 0)
    scores.push(z)
    for (const [i, value] of row) N += h * (value / scale[i]) ** 2
    const g = -label / (1 + Math.exp(label * z))
    const mean = base === 'snag-meansquare' ? 1 : base === 'ng' ? t / N : Math.sqrt(t / N)
    for (let i = 0; i < features; i++) {
      const gx = g * x[i]
      // gradients in units of the current scale, or of the features
      G[i] += h * (base === 'snag-meansquare' ? gx / (scale[i] || 1) : gx) ** 2
      if (x[i] !== 0 || base === 'snag') held[i] = G[i]
      if (held[i] === 0) continue
      const root = Math.sqrt(held[i])
      const rate = base === 'ng' ? 1 : base === 'snag-meansquare' ? 1 / root : scale[i] / root
      const a = eta * h * mean * rate
      let v = w[i] * scale[i] - (a * gx) / scale[i]
      const size = l2 > 0 ? (Math.abs(v) + l1 / l2) * Math.exp(-l2 * a) - l1 / l2 : Math.abs(v) - l1 * a
      v = Math.sign(v) * Math.max(0, size)
      w[i] = v / scale[i]
    }
  }
  return { scores, w }
}

const terms: readonly Params[] = [
  {},
  { l1: 0.4 },
  { l2: 0.05 },
  { l1: 0.01, l2: 0.02 },
  { forget: 40 },
  { l1: 0.01, l2: 0.02, forget: 40 },
]

const formOf = (base: Base): RuleName => `${base}-regularized`
const rateOf = (base: Base) => (base === 'ng' ? 0.05 : 0.4)

for (const backend of backends()) {
  describe(`penalties and forgetting on ${backend.name}`, () => {
    for (const base of bases) {
      for (const own of terms) {
        it(`${base} ${JSON.stringify(own)} does what a dense loop does`, () => {
          // values in units of a root mean square are larger than in units of the largest
          const l1 = base.startsWith('snag') ? own.l1 : (own.l1 ?? 0) / 4
          const params = { learningRate: rateOf(base), ...own, ...(own.l1 === undefined ? {} : { l1 }) }
          const plan = planFor(formOf(base), 'logistic', { update: 'plain', params })
          const { table, results } = run(backend, plan, batchOf(examples))
          const reference = dense(base, params)
          const far = results.predictions.map((z, e) => Math.abs(z - reference.scores[e]))
          expect(Math.max(...far)).toBeLessThan(1e-9)
          const off = weights(plan, table, features).map((w, i) => Math.abs(w - reference.w[i]))
          expect(Math.max(...off)).toBeLessThan(1e-9)
          expect(reference.w.some((w) => w !== 0)).toBe(true)
          if (own.l1 === 0.4) expect(reference.w.some((w) => w === 0)).toBe(true)
        })
      }

      it(`${base}: without terms the same bits as the rule itself`, () => {
        for (const update of namedRules[base].updates) {
          for (const precision of ['float32', 'float64'] as const) {
            for (const lanes of [1, 3]) {
              const batch = batchOf(examples)
              const [own, extended] = [base, formOf(base)].map(
                (rule) =>
                  run(backend, planFor(rule, 'logistic', { update, lanes }), batch, 64, precision, lanes)
                    .results,
              )
              expect(extended).toEqual(own)
            }
          }
        }
      })

      it(`${base}: units do not matter`, () => {
        const params = { l1: 0.01, l2: 0.01, forget: 100 }
        const plan = planFor(formOf(base), 'logistic', { params })
        const scaled = (factor: (i: number) => number): PlainExample[] =>
          examples.map((e) => ({ ...e, features: e.features.map(([i, x]) => [i, x * factor(i)] as const) }))
        const predictions = (of: PlainExample[], precision: 'float32' | 'float64') =>
          run(backend, plan, batchOf(of), 64, precision).results.predictions
        const own = predictions(examples, 'float64')
        const thousand = predictions(
          scaled((i) => (i % 2 === 0 ? 1000 : 1)),
          'float64',
        )
        const far = own.map((z, e) => Math.abs(z - thousand[e]) / Math.max(1, Math.abs(z)))
        expect(Math.max(...far)).toBeLessThan(1e-9)
        for (const precision of ['float32', 'float64'] as const)
          expect(
            predictions(
              scaled((i) => 2 ** ((i % 41) - 20)),
              precision,
            ),
          ).toEqual(predictions(examples, precision))
      })

      it(`${base}: a penalty above every gradient leaves no weight`, () => {
        // |d logistic| <= 1 and |x| <= scale; a root mean square is below |x| by up to sqrt(t)
        const l1 = base.startsWith('snag') ? 40 : 1
        const plan = planFor(formOf(base), 'logistic', { params: { l1 } })
        const { table } = run(backend, plan, batchOf(examples))
        expect(weights(plan, table, features)).toEqual(new Array(features).fill(0))
        const less = planFor(formOf(base), 'logistic', { params: { l1: l1 / 100 } })
        expect(
          weights(less, run(backend, less, batchOf(examples)).table, features).some((w) => w !== 0),
        ).toBe(true)
      })
    }

    it('reaches the optimum of the penalized loss: |mean gradient| is l1 if there is a weight, otherwise smaller', () => {
      const [l1, l2] = [0.12, 0.05]
      const data = stream(200, 52, 'sign', () => 1, 12).map((e) => ({
        ...e,
        features: e.features.map(([i, x]) => [i, x > 0 ? 1 : -1] as const),
      }))
      const batch = batchOf(data)
      const plan = planFor('nag-regularized', 'logistic', { params: { learningRate: 0.3, l1, l2 } })
      const { table } = run(backend, plan, batch)
      for (let pass = 0; pass < 400; pass++) backend.learn(plan, table, batch, resultsFor(batch, 1))
      const w = weights(plan, table, 12)
      const slope = new Float64Array(12)
      for (const { features: row, label } of data) {
        const z = row.reduce((sum, [i, x]) => sum + w[i] * x, 0)
        for (const [i, x] of row) slope[i] -= ((label / (1 + Math.exp(label * z))) * x) / data.length
      }
      expect(w.filter((x) => x === 0).length).toBeGreaterThan(0)
      expect(w.filter((x) => x !== 0).length).toBeGreaterThan(1)
      w.forEach((x, i) => {
        // every feature has scale 1; next to 0 the last step still decides the sign
        if (Math.abs(x) < 0.02) expect(Math.abs(slope[i])).toBeLessThan(l1 * 1.1)
        else expect(slope[i]).toBeCloseTo(-(Math.sign(x) * l1 + l2 * x), 2)
      })
    })

    it('forgets: after a drift the loss falls sooner', () => {
      const next = random(53)
      const drifting = Array.from({ length: 6000 }, (_, e) => {
        const row = Array.from({ length: 5 }, (_, i) => [i, next() * 2 - 1] as const)
        const score = row.reduce((sum, [i, x]) => sum + (i % 2 === 0 ? x : -x), 0)
        return { label: (e < 4000 ? score : -score) > 0 ? 1 : -1, features: row }
      })
      const after = (forget: number) => {
        const plan = planFor('nag-regularized', 'squared', { params: { learningRate: 0.1, forget } })
        const { losses } = run(backend, plan, batchOf(drifting)).results
        return losses.subarray(4000).reduce((sum, loss) => sum + loss, 0) / 2000
      }
      expect(after(100)).toBeLessThan(0.7 * after(0))
    })
  })
}
