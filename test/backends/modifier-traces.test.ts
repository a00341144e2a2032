import { readFileSync } from 'node:fs'
import type { LossId, RuleName, Update } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, planFor, run, weights } from './machine.js'
import { batchOf, type PlainExample } from './streams.js'

// Traces of test/golden/modifiers/traces.py, which does in numpy and over all weights what these rules do lazily.

interface Traces {
  readonly examples: readonly PlainExample[]
  readonly cases: readonly {
    readonly rule: RuleName
    readonly loss: LossId
    readonly update: Update
    readonly params: Readonly<Record<string, number>>
    readonly scores: readonly number[]
    readonly weights: readonly number[]
  }[]
}

const { examples, cases } = JSON.parse(
  readFileSync(new URL('../golden/modifiers/traces.json', import.meta.url), 'utf8'),
) as Traces

const signs = examples.map((e) => ({ ...e, label: e.label > 0 ? 1 : -1 }))
const far = (a: number, b: number) => Math.abs(a - b) / Math.max(1e-3, Math.abs(a), Math.abs(b))

for (const backend of backends()) {
  describe(`traces of rules with modifiers, on ${backend.name}`, () => {
    it('are many', () => {
      expect(cases.length).toBe(67)
      expect(new Set(cases.map(({ rule }) => rule)).size).toBe(12)
    })

    for (const { rule, loss, update, params, scores, weights: expected } of cases) {
      it(`${rule} ${loss} ${update} ${JSON.stringify(params)}`, () => {
        const plan = planFor(rule, loss, { update, params })
        const batch = batchOf(loss === 'logistic' ? signs : examples)
        for (const [precision, tolerance] of [
          ['float64', 1e-9],
          ['float32', 1e-4],
        ] as const) {
          const { table, results } = run(backend, plan, batch, 64, precision)
          scores.forEach((z, e) => {
            expect(far(results.predictions[e], z), `example ${e}, ${precision}`).toBeLessThan(tolerance)
          })
          weights(plan, table, expected.length).forEach((w, i) => {
            // relative to what the weight does where the feature is largest
            const scale = Math.max(
              ...examples.map((e) => Math.abs(e.features.find(([j]) => j === i)?.[1] ?? 0)),
            )
            expect(far(w * scale, expected[i] * scale), `weight ${i}, ${precision}`).toBeLessThan(tolerance)
          })
        }
      })
    }
  })
}
