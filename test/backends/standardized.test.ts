import type { Backend, Plan } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, bytesOf, emptyTable, planFor, resultsFor, run } from './machine.js'
import { batchOf, type PlainExample, random, stream } from './streams.js'

// Standardized NAG: what its statistics, its list of dense features and its units promise.

const constant = 63

/** A plan of three lanes of each scaling; the constant is feature 63. */
function planOf(loss: 'logistic' | 'half-squared', lanes = 6): Plan {
  const plan = planFor('std', loss, {
    lanes,
    clip: loss === 'logistic' ? 'range' : 'labels',
    range: [-50, 50],
  })
  for (let l = 0; l < lanes; l++) plan.params[lanes + l] = l % 2
  return { ...plan, standardize: Float64Array.of(constant, loss === 'logistic' ? 0 : 1) }
}

/** Four features that are never 0, and some sparse ones. */
function mixed(size: number, labels: 'sign' | 'real'): PlainExample[] {
  const next = random(41)
  return stream(size, 42, labels, () => 1, 30).map((e) => ({
    ...e,
    features: [
      ...[40, 41, 42, 43].map((i) => [i, 1 + next() * (i - 38)] as const),
      ...e.features,
      [constant, 1] as const,
    ],
  }))
}

const scores = (backend: Backend, plan: Plan, examples: PlainExample[], lanes = 6) =>
  run(backend, plan, batchOf(examples), 64, 'float64', lanes).results.predictions

const furthest = (a: Float64Array, b: Float64Array, scale = 1) =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i]) / Math.max(scale, Math.abs(x))))

describe('standardized rules', () => {
  for (const backend of backends()) {
    for (const loss of ['logistic', 'half-squared'] as const) {
      const examples = mixed(400, loss === 'logistic' ? 'sign' : 'real')
      const where = `${loss} on ${backend.name}`

      it(`predict as they learn, and change nothing: ${where}`, () => {
        const plan = planOf(loss)
        const table = emptyTable('std', 64, 6, 'float32')
        for (const example of examples.slice(0, 150)) {
          const batch = batchOf([example])
          const before = bytesOf(table, resultsFor(batch, 6))
          const predicted = resultsFor(batch, 6)
          backend.predict(plan, table, batch, predicted)
          expect(bytesOf(table, resultsFor(batch, 6)).equals(before)).toBe(true)
          const learned = resultsFor(batch, 6)
          backend.learn(plan, table, batch, learned)
          expect(learned.predictions).toEqual(predicted.predictions)
        }
      })

      it(`do not mind the zero of a feature that is never 0, with the scaling deviation alone: ${where}`, () => {
        const shifted = examples.map((e) => ({
          ...e,
          features: e.features.map(([i, x]) => [i, i >= 40 && i < 44 ? 3 * x + 100 * (i - 39) : x] as const),
        }))
        const [a, b] = [examples, shifted].map((each) => scores(backend, planOf(loss), each))
        const lane = (all: Float64Array, parity: number) => all.filter((_, i) => i % 2 === parity)
        expect(furthest(lane(a, 0), lane(b, 0))).toBeLessThan(1e-8)
        expect(furthest(lane(a, 1), lane(b, 1))).toBeGreaterThan(1e-2)
      })

      it(`take features that share a row, zeros and absent ones alike: ${where}`, () => {
        const split = examples.map((e) => ({
          ...e,
          features: e.features.flatMap(([i, x]) =>
            i === constant ? [[i, x] as const] : [[i, x / 2] as const, [i, 0] as const, [i, x / 2] as const],
          ),
        }))
        // a feature that cancels is absent
        const cancelled = examples.map((e) => ({
          ...e,
          features: [[50, 3] as const, ...e.features, [50, -3] as const],
        }))
        const plain = scores(backend, planOf(loss), examples)
        expect(furthest(scores(backend, planOf(loss), split), plain)).toBeLessThan(1e-9)
        expect(scores(backend, planOf(loss), cancelled)).toEqual(plain)
      })

      it(`stay finite whatever is thrown at them: ${where}`, () => {
        for (const precision of ['float32', 'float64'] as const) {
          const poisoned = examples.map((e, n) => {
            const factor = n === 100 ? 1e38 : n === 150 ? 1e-30 : n === 160 ? 1e99 : n > 200 ? 1e6 : 1
            const label =
              n > 250 && n < 300 ? -e.label : n === 320 && loss === 'half-squared' ? 1e15 : e.label
            return {
              label,
              features: e.features.map(([i, x]) => [i, i === constant ? x : x * factor] as const),
            }
          })
          const { results, table } = run(backend, planOf(loss), batchOf(poisoned), 64, precision, 6)
          for (const all of [results.predictions, results.losses, table.lane, table.scalars.subarray(4)])
            expect(all.every(Number.isFinite)).toBe(true)
          expect([...results.status].every((s) => s === 0)).toBe(true)
        }
      })

      it(`keep one list of the features that are mostly present: ${where}`, () => {
        // feature 45 is there for the first quarter alone, 46 from the second on
        const turns = examples.map((e, n) => ({
          ...e,
          features: [[n < 100 ? 45 : 46, 1 + (n % 3)] as const, ...e.features],
        }))
        const { table } = run(backend, planOf(loss), batchOf(turns), 64, 'float64', 6)
        const { sharedStart, sharedStride } = table.layout
        const listed: number[] = []
        for (
          let row = table.scalars[4 + 3];
          row > 0;
          row = table.shared[sharedStart + (row - 1) * sharedStride + 4]
        )
          listed.push(row - 1)
        expect(listed).toContain(46)
        expect(listed.slice(0, 2)).toEqual(expect.arrayContaining([45, 40]))
        expect(new Set(listed).size).toBe(listed.length)
        for (let row = 0; row < 64; row++) {
          const next = table.shared[sharedStart + row * sharedStride + 4]
          expect(next !== 0, `row ${row}`).toBe(listed.includes(row))
          const share = table.shared[sharedStart + row * sharedStride] / examples.length
          if (share > 0.5 && row !== constant) expect(next, `row ${row}`).not.toBe(0)
          if (share < 0.25) expect(next, `row ${row}`).toBe(0)
        }
      })
    }
  }
})
