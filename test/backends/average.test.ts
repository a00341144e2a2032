import { modifiedRule, namedRules, type RuleName } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, emptyTable, planFor, resultsFor, run, weights } from './machine.js'
import { batchOf, random, stream } from './streams.js'

// Averaged weights: the rule itself learns, and predictions use the mean of its weights.

const features = 30
const examples = stream(200, 61, 'sign', () => 1, features).map((e, i) => ({
  ...e,
  weight: i % 4 === 0 ? 3 : 1,
}))
const averaged = (Object.keys(namedRules) as RuleName[]).flatMap((id) => {
  const { rule, modifiers } = modifiedRule(id)
  return modifiers.includes('average') ? [[id, rule] as const] : []
})

for (const backend of backends()) {
  describe(`averaged weights on ${backend.name}`, () => {
    for (const [id, base] of averaged) {
      it(`${id} learns what ${base} learns, to the bit`, () => {
        for (const precision of ['float32', 'float64'] as const) {
          for (const lanes of [1, 3]) {
            const [own, extended] = [base, id].map((rule) =>
              run(backend, planFor(rule, 'logistic', { lanes }), batchOf(examples), 64, precision, lanes),
            )
            expect(extended.results).toEqual(own.results)
          }
        }
      })

      // a scale that moves weights: the golden traces say what becomes of the mean
      if (base === 'ng' || base === 'snag-seen') continue
      it(`${id} predicts with the mean`, () => {
        const plan = planFor(id, 'logistic')
        const { table } = run(backend, plan, batchOf(examples))
        // the rule itself, whose weight is looked at before each example
        const own = emptyTable(base, 64, 1, 'float64')
        const sum = new Float64Array(features)
        let total = 0
        for (const example of examples) {
          for (let i = 0; i < features; i++) sum[i] += example.weight * own.lane[i * own.layout.laneStride]
          total += example.weight
          const batch = batchOf([example])
          backend.learn(planFor(base, 'logistic'), own, batch, resultsFor(batch, 1))
        }
        const last = weights(planFor(base, 'logistic'), own, features)
        const expected = last.map((w, i) => {
          const v = own.lane[i * own.layout.laneStride]
          return v === 0 ? 0 : (w * sum[i]) / total / v
        })
        const mean = weights(plan, table, features)
        mean.forEach((w, i) => {
          expect(Math.abs(w - expected[i])).toBeLessThan(1e-12)
        })
        expect(mean.some((w, i) => Math.abs(w - last[i]) > 0.01)).toBe(true)
      })
    }

    it('predicts the mean if the units are as before, and changes nothing', () => {
      const plan = planFor('nag-averaged', 'squared')
      const { table } = run(backend, plan, batchOf(examples))
      const before = [...table.lane, ...table.shared, ...table.scalars]
      const batch = batchOf([
        {
          label: Number.NaN,
          features: [
            [0, 0.25],
            [3, -0.5],
          ],
        },
        { label: 0, features: [[3, 1e6]] },
      ])
      const results = resultsFor(batch, 1)
      backend.predict(plan, table, batch, results)
      const w = weights(plan, table, features)
      expect(results.predictions[0]).toBeCloseTo(0.25 * w[0] - 0.5 * w[3], 12)
      // a larger scale than ever shrinks the weight first, of the mean too
      const scale = Math.max(
        ...examples.flatMap((e) => e.features.flatMap(([i, x]) => (i === 3 ? [Math.abs(x)] : []))),
      )
      expect(results.predictions[1]).toBeCloseTo(w[3] * scale, 12)
      expect([...table.lane, ...table.shared, ...table.scalars]).toEqual(before)
    })

    it('is better than the last weights if labels are noisy', () => {
      const next = random(62)
      const data = Array.from({ length: 3000 }, () => {
        const row = Array.from({ length: 6 }, (_, i) => [i, next() * 2 - 1] as const)
        const score = row.reduce((sum, [i, x]) => sum + (i % 2 === 0 ? x : -x), 0)
        return { label: score + 4 * (next() - 0.5), features: row }
      })
      const [last, mean] = (['sgd', 'sgd-averaged'] as const).map((rule) => {
        const plan = planFor(rule, 'squared', { params: { learningRate: 0.1 } })
        const { table } = run(backend, plan, batchOf(data.slice(0, 2000)))
        const rest = batchOf(data.slice(2000))
        const results = resultsFor(rest, 1)
        backend.predict(plan, table, rest, results)
        return results.losses.reduce((sum, loss) => sum + loss, 0) / rest.size
      })
      expect(mean).toBeLessThan(0.95 * last)
    })
  })
}
