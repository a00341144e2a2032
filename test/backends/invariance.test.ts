import { losses, namedRules } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { rotation } from '../../packages/spec/test/grid.js'
import { acceptedLosses, backends, planFor, ruleIds, run, streamFor } from './machine.js'
import { batchOf, type PlainExample } from './streams.js'

// Ross, Mineiro, Langford 2013: predictions do not change when features are multiplied by constants, for every
// sequence. A rule that is not said to be invariant must fail the same test: otherwise the test has no teeth.

const rescaled = (examples: PlainExample[], factor: (i: number) => number): PlainExample[] =>
  examples.map((e) => ({ ...e, features: e.features.map(([i, x]) => [i, x * factor(i)] as const) }))

const some = rotation()

const scales: Record<string, (i: number) => number> = {
  '10^6 and 10^-6': (i) => (i % 2 === 0 ? 1e6 : 1e-6),
  '10^-30 to 10^30': (i) => 10 ** ((i % 13) * 5 - 30),
  'sign flips': (i) => (i % 3 === 0 ? -1000 : 0.001),
}

describe('scale invariance', () => {
  for (const backend of backends()) {
    for (const rule of ruleIds) {
      it(`${rule} on ${backend.name}`, () => {
        const worst: number[] = []
        for (const loss of some(acceptedLosses(rule), 2)) {
          for (const update of namedRules[rule].updates) {
            const examples = streamFor(rule, 500, 21, losses[loss].labels)
            // e^z is steep: at the usual rate a rounding error grows tenfold from example to example
            const rate = loss === 'poisson' ? 0.01 : 1
            const plan = planFor(rule, loss, { update, clip: 'labels', rate })
            const plainRun = run(backend, plan, batchOf(examples)).results.predictions
            for (const factor of Object.values(scales)) {
              const other = run(backend, plan, batchOf(rescaled(examples, factor))).results.predictions
              worst.push(
                Math.max(...plainRun.map((z, e) => Math.abs(z - other[e]) / Math.max(1, Math.abs(z)))),
              )
            }
          }
        }
        if (namedRules[rule].scaleInvariant) expect(Math.max(...worst)).toBeLessThan(1e-9)
        else expect(Math.min(...worst)).toBeGreaterThan(1e-3)
      })

      it(`${rule} on ${backend.name}, on powers of two: to the last bit`, () => {
        if (!namedRules[rule].scaleInvariant) return
        const examples = streamFor(rule, 500, 22, 'sign')
        for (const precision of ['float32', 'float64'] as const) {
          const plan = planFor(rule, 'logistic')
          const factor = (i: number) => 2 ** ((i % 41) - 20)
          const a = run(backend, plan, batchOf(examples), 64, precision).results.predictions
          const b = run(backend, plan, batchOf(rescaled(examples, factor)), 64, precision).results.predictions
          expect(b).toEqual(a)
        }
      })
    }
  }
})
