import { exp, log } from '@ol/numerics'
import { describe, expect, it } from 'vitest'
import { backends, planFor, run } from './machine.js'
import { batchOf, stream } from './streams.js'

// The softmax loss couples the columns of the classes: three classes at two rates, whose lanes lie by class.

const classes = [0, 0, 1, 1, 2, 2]
const rates = [0.1, 0.3]
const examples = stream(60, 5, 'sign').map((e, i) => ({ ...e, label: (i * 7) % 3 }))
/** One feature that is always 1, so that a step is the change of its weight. */
const withConstant = examples.map((e) => ({ ...e, features: [...e.features, [63, 1] as const] }))

function planOf(update: 'plain' | 'invariant') {
  const plan = planFor('sgd', 'softmax', { lanes: 6, classes, update })
  plan.params.set(classes.map((_, l) => rates[l % 2]))
  return plan
}

/** -ln of the softmax of a class. */
const lossAt = (z: readonly number[], y: number): number => {
  const largest = Math.max(...z)
  return log(z.reduce((sum, score) => sum + exp(score - largest), 0)) - (z[y] - largest)
}

describe('softmax', () => {
  for (const backend of backends()) {
    const weightAt = (update: 'plain' | 'invariant', n: number, l: number): number => {
      const { table } = run(backend, planOf(update), batchOf(withConstant.slice(0, n)), 64, 'float64', 6)
      return table.lane[63 * table.layout.laneStride + l]
    }

    it(`reports -ln p of the class, and moves by its slope, on ${backend.name}`, () => {
      const { results } = run(backend, planOf('plain'), batchOf(withConstant), 64, 'float64', 6)
      for (const n of [1, 17, 40]) {
        const { label } = withConstant[n]
        for (let j = 0; j < 2; j++) {
          const z = [0, 1, 2].map((k) => results.predictions[n * 6 + 2 * k + j])
          for (let k = 0; k < 3; k++) {
            const l = 2 * k + j
            expect(results.losses[n * 6 + l]).toBeCloseTo(lossAt(z, label), 12)
            const moved = (h: number) =>
              lossAt(
                z.map((score, i) => (i === k ? score + h : score)),
                label,
              )
            const slope = (moved(1e-5) - moved(-1e-5)) / 2e-5
            const step = weightAt('plain', n + 1, l) - weightAt('plain', n, l)
            expect(step).toBeCloseTo(-rates[j] * slope, 8)
          }
        }
      }
    })

    it(`steps as many small steps would with the other classes held, on ${backend.name}`, () => {
      const { results } = run(backend, planOf('invariant'), batchOf(withConstant), 64, 'float64', 6)
      const n = 30
      const { label, features } = withConstant[n]
      const ppu = features.reduce((sum, [, x]) => sum + x * x, 0)
      for (let l = 0; l < 6; l++) {
        const k = classes[l]
        const z = [0, 1, 2].map((c) => results.predictions[n * 6 + 2 * c + (l % 2)])
        let u = 0
        for (let i = 0; i < 20_000; i++) {
          const share = exp(z[k]) / z.reduce((sum, score) => sum + exp(score), 0)
          const step = (-rates[l % 2] / 20_000) * (share - (k === label ? 1 : 0))
          u += step
          z[k] += step * ppu
        }
        expect(weightAt('invariant', n + 1, l) - weightAt('invariant', n, l)).toBeCloseTo(u, 4)
      }
    })

    it(`keeps two classes exact opposites, on ${backend.name}`, () => {
      const two = withConstant.map((e) => ({ ...e, label: e.label % 2 }))
      const plan = planFor('nag', 'softmax', { lanes: 2, classes: [0, 1] })
      plan.params.fill(2, 0, 2)
      const { predictions } = run(backend, plan, batchOf(two), 64, 'float64', 2).results
      for (let e = 0; e < two.length; e++) expect(predictions[2 * e]).toBeCloseTo(-predictions[2 * e + 1], 10)
    })

    it(`is logistic loss without classes, on ${backend.name}`, () => {
      const batch = batchOf(stream(80, 6, 'sign'))
      const [a, b] = (['softmax', 'logistic'] as const).map(
        (loss) => run(backend, planFor('nag', loss), batch, 64, 'float64').results,
      )
      expect(a).toEqual(b)
    })
  }
})
