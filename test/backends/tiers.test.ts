import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { losses, type Precision, type RuleName } from '@ol/spec'
import { afterAll, describe, expect, it } from 'vitest'
import { grid, rotation } from '../../packages/spec/test/grid.js'
import { bytesOf, planFor, resultsFor, run } from './machine.js'
import { batchOf, type PlainExample, random } from './streams.js'

// Each tier of instruction sets gives the bytes of TypeScript: with examples longer than its vectors, in which features share
// rows, and with numbers of lanes that its blocks do and do not divide.

const found = load()
const native = 'backend' in found ? found : undefined
const widest = native?.tier() ?? ''
afterAll(() => native?.useTier(widest))

/** Examples of up to 90 features in 64 rows or in 4096: zeros, pairs that cancel out, features that are never 0, scales that grow. */
function longExamples(size: number, loss: 'logistic' | 'squared', indices: number): PlainExample[] {
  const next = random(91)
  return Array.from({ length: size }, (_, e) => {
    const features: [number, number][] = [1, 2, 3].map((i) => [i, 1 + next() * i])
    for (let j = Math.floor(next() * 80); j > 0; j--) {
      const index = Math.floor(next() * indices)
      const x = j % 9 === 0 ? 0 : (next() - 0.5) * (e % 50 === 49 ? 3 + e : 1)
      features.push([index, x])
      if (j % 13 === 0) features.push([index, -x])
    }
    const label = loss === 'logistic' ? (next() < 0.5 ? -1 : 1) : next()
    return { label, features, ...(e % 17 === 0 ? { weight: 0.5 + next() } : {}) }
  })
}

/**
 * Examples of 0 to 9 features in 4 rows: the same row within four features and across them, zeros, and weights so small that the norms
 * do not move, though the weights of the features do.
 */
function shortExamples(size: number): PlainExample[] {
  const next = random(92)
  return Array.from({ length: size }, (_, e) => {
    const features = Array.from({ length: e % 10 }, (): [number, number] => [
      Math.floor(next() * 4),
      next() < 0.1 ? 0 : (next() - 0.5) * (e % 40 === 39 ? e : 1),
    ])
    return { label: next() < 0.5 ? -1 : 1, features, ...(e % 3 === 0 ? { weight: 1e-9 } : {}) }
  })
}

const kernels: readonly RuleName[] = [
  'nag',
  'ng',
  'adagrad',
  'sgd',
  'snag',
  'nag-power',
  'nag-averaged',
  'std',
]
const some = rotation()
const long = grid({ loss: ['logistic', 'squared'], rows: [64, 4096] } as const)
const numbersOfLanes = [1, 3, 4, 8, 16, 20, 31]

describe.skipIf(native === undefined)('each tier and the fallback', () => {
  for (const tier of native?.tiers ?? []) {
    for (const rule of kernels) {
      it.each(['float32', 'float64'] as const)(`${tier}, ${rule}, %s: the same bytes`, (precision) => {
        if (native === undefined) throw new Error('unreachable')
        expect(native.useTier(tier)).toBe(true)
        expect(native.tier()).toBe(tier)
        for (const { loss, rows } of some(long, 2))
          same(rule, loss, rows, precision, longExamples(40, loss, rows * 2))
        same(rule, 'logistic', 4, precision, shortExamples(400))
      })
    }
  }
})

function same(
  rule: RuleName,
  loss: 'logistic' | 'squared',
  rows: number,
  precision: Precision,
  examples: readonly PlainExample[],
): void {
  const batch = batchOf(examples)
  const real = losses[loss].labels === 'real'
  for (const lanes of numbersOfLanes) {
    for (const update of ['invariant', 'plain'] as const) {
      const base = planFor(rule, loss, { update, lanes, clip: real ? 'labels' : 'range', range: [-50, 50] })
      const plan =
        rule === 'std' ? { ...base, standardize: Float64Array.of(3, real && lanes % 2 === 0 ? 1 : 0) } : base
      if (rule === 'std') for (let l = 0; l < lanes; l++) plan.params[lanes + l] = l % 3 === 0 ? 1 : 0
      const [a, b] = [fallback, native?.backend ?? fallback].map((backend) => {
        const done = run(backend, plan, batch, rows, precision, lanes)
        const predicted = resultsFor(batch, lanes)
        backend.predict(plan, done.table, batch, predicted)
        return Buffer.concat([bytesOf(done.table, done.results), Buffer.from(predicted.predictions.buffer)])
      })
      expect(a.equals(b), `${loss}, ${update}, ${rows} rows, ${lanes} lanes`).toBe(true)
    }
  }
}
