import { checkOptions, Learner } from '@ol/core'
import { lossTwins } from '@ol/numerics'
import type { Batch } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { random } from '../../core/test/data.js'
import { type Penalty, proximalStep } from '../src/index.js'

const features = 9
const groups = [97, 97, 97, 98, 98, 98, 98, 99, 99]

/** Examples one by one, with the namespaces of their features. */
function batches(count: number, seed: number): Batch[] {
  const next = random(seed)
  const truth = groups.map((group) => (group === 99 ? 0 : 2 * next() - 1))
  return Array.from({ length: count }, () => {
    const indices = groups.flatMap((_, i) => (next() < 0.5 ? [i] : []))
    const values = indices.map(() => 2 * next() - 1)
    const score = indices.reduce((sum, i, k) => sum + truth[i] * values[k], 0)
    return {
      size: 1,
      offsets: Uint32Array.of(0, indices.length),
      indices: Uint32Array.from(indices),
      groups: Uint8Array.from(indices, (i) => groups[i]),
      values: Float64Array.from(values),
      labels: Float64Array.of(score + 0.5 * (next() - 0.5) > 0 ? 1 : -1),
    }
  })
}

const common = { loss: 'logistic', bits: 4, precision: 'float64', clip: 'none', constant: false } as const

describe.each(['adagrad-cmd-dense', 'adagrad-rda-dense'] as const)('%s', (rule) => {
  it.each(['group-l2', 'group-linf'] as const)('steps with %s as proximalStep does', (regularizer) => {
    const [eta, delta, strength] = [0.4, 0.05, 0.02]
    const learner = new Learner(
      checkOptions({ ...common, rule, regularizer, learningRate: eta, delta, strength }),
    )
    const squares = new Float64Array(features)
    const sums = new Float64Array(features)
    let w = new Float64Array(features)
    let switchedOff = 0
    batches(60, 3).forEach((batch, t) => {
      const [z] = learner.learn(batch)
      const slope = lossTwins.logistic.derivative(z, batch.labels[0], 0)
      const g = new Float64Array(features)
      batch.indices.forEach((i, k) => {
        g[i] = slope * batch.values[k]
        squares[i] += g[i] ** 2
        sums[i] += g[i]
      })
      const dual = rule === 'adagrad-rda-dense'
      const penalty: Penalty = {
        kind: regularizer,
        strength: eta * strength * (dual ? t + 1 : 1),
        groups,
      }
      const H = new Float64Array(features * features)
      const h = squares.map((s) => delta + Math.sqrt(s))
      h.forEach((value, i) => {
        H[i * features + i] = value
      })
      const v = w.map((x, i) => (dual ? eta * sums[i] : eta * g[i] - h[i] * x))
      w = new Float64Array(proximalStep(H, v, penalty).x)
      const own = Float64Array.from({ length: features }, (_, i) => learner.weight(i))
      for (let i = 0; i < features; i++) expect(Math.abs(own[i] - w[i])).toBeLessThan(1e-5)
      if (own[7] === 0 && own[8] === 0) switchedOff++
      // the weights of the solver within its tolerance: errors must not add up
      w = own
    })
    // the namespace without a signal
    if (rule === 'adagrad-rda-dense') expect(switchedOff).toBeGreaterThan(5)
  })
})

describe('aogd with a convexity for each namespace', () => {
  const radius = 1
  const factors: Readonly<Record<number, number>> = { 97: 0, 98: 1, 99: 30 }
  const H = groups.map((group) => 0.05 * factors[group])

  /** The regret of the whole loss, with its L2 terms, and the bound of section 4.1, coordinate by coordinate. */
  function regretAndBound(count: number, seed: number): { regret: number; bound: number } {
    const learner = new Learner(
      checkOptions({
        ...common,
        rule: 'aogd',
        radius,
        convexity: 0.05,
        groupFactors: { a: 0, c: 30 },
      }),
    )
    const all = batches(count, seed)
    const lambdas = new Float64Array(features)
    let [loss, bound] = [0, 0]
    all.forEach((batch, t) => {
      const w = groups.map((_, i) => learner.weight(i))
      const [z] = learner.learn(batch)
      loss += lossTwins.logistic.value(z, batch.labels[0], 0)
      const slope = lossTwins.logistic.derivative(z, batch.labels[0], 0)
      const x = new Float64Array(features)
      batch.indices.forEach((i, k) => {
        x[i] = batch.values[k]
      })
      for (let i = 0; i < features; i++) {
        loss += (H[i] / 2) * w[i] ** 2
        const g = Math.abs(slope * x[i] + H[i] * w[i])
        const A = H[i] * (t + 1) + lambdas[i]
        if (g === 0) continue
        const lambda = (Math.sqrt(A * A + (8 * g * g) / (3 * radius ** 2)) - A) / 2
        lambdas[i] += lambda
        bound += (g + lambda * radius) ** 2 / (2 * (A + lambda))
      }
    })
    for (let i = 0; i < features; i++) bound += (radius ** 2 / 2) * lambdas[i]
    return { regret: loss - best(all), bound }
  }

  /** The least of the whole loss over the box, by projected gradient descent. */
  function best(all: readonly Batch[]): number {
    let w = new Float64Array(features)
    const lossOf = (u: Float64Array): number =>
      all.reduce(
        (sum, { indices, values, labels }) =>
          sum + lossTwins.logistic.value(scoreOf(u, indices, values), labels[0], 0),
        0,
      ) + u.reduce((sum, x, i) => sum + ((all.length * H[i]) / 2) * x * x, 0)
    const scoreOf = (u: Float64Array, indices: Uint32Array, values: Float64Array): number =>
      indices.reduce((z, i, k) => z + u[i] * values[k], 0)
    for (let k = 0; k < 400; k++) {
      const g = w.map((x, i) => all.length * H[i] * x)
      for (const { indices, values, labels } of all) {
        const slope = lossTwins.logistic.derivative(scoreOf(w, indices, values), labels[0], 0)
        indices.forEach((i, j) => {
          g[i] += slope * values[j]
        })
      }
      w = w.map((x, i) => Math.max(-radius, Math.min(radius, x - g[i] / (all.length * (H[i] + 0.3)))))
    }
    return lossOf(w)
  }

  it.each([1, 2, 3])('keeps the bound of section 4.1, seed %i', (seed) => {
    for (const count of [20, 100, 400]) {
      const { regret, bound } = regretAndBound(count, seed)
      expect(regret, `${count}`).toBeLessThanOrEqual(bound)
    }
  })
})
