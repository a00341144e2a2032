import type { LossId } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, planFor, run, weights } from './machine.js'
import { batchOf, stream } from './streams.js'

describe.each(backends().map((backend) => [backend.name, backend] as const))(
  'hazan-kale on %s',
  (_, backend) => {
    it.each([0.25, 1, 1024])('takes a first step of radius / 6 times the gradient: %d', (radius) => {
      const plan = planFor('hazan-kale', 'perceptron', { params: { radius } })
      const example = { label: 1, features: [[1, 0.5]] as const }
      const { table, results } = run(backend, plan, batchOf([example, example]))
      expect(results.predictions[1]).toBe(radius * (1 / 6) * 0.5 * 0.5)
      expect(weights(plan, table, 2)[1]).toBe(radius * (1 / 6) * 0.5)
    })

    // These gradients do not change when scores and labels are multiplied by one number, so that the same gradients come
    // in the same epochs, and weights that are in units of the radius are multiplied by it. A power of two does not round.
    it.each<[LossId, boolean]>([
      ['perceptron', false],
      ['absolute', true],
      ['quantile', true],
    ])('has weights and scores in units of the radius under %s loss', (loss, scaled) => {
      const labels = scaled ? 'real' : 'sign'
      const examples = stream(600, 31, labels)
      const plan = (radius: number) => planFor('hazan-kale', loss, { params: { radius } })
      const one = run(backend, plan(1), batchOf(examples), 64, 'float64')
      expect(one.results.predictions.some((z) => z !== 0)).toBe(true)
      for (const radius of [0.25, 2, 1024]) {
        const unit = scaled ? radius : 1
        const batch = batchOf(examples.map((example) => ({ ...example, label: example.label * unit })))
        const other = run(backend, plan(radius), batch, 64, 'float64')
        expect(other.results.predictions).toEqual(one.results.predictions.map((z) => radius * z))
        expect(weights(plan(radius), other.table, 64)).toEqual(
          weights(plan(1), one.table, 64).map((w) => radius * w),
        )
      }
    })
  },
)
