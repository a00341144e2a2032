import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { type Backend, losses, type Precision, type RuleName } from '@ol/spec'
import { afterAll, describe, expect, it } from 'vitest'
import { grid, rotation } from '../../packages/spec/test/grid.js'
import { once } from '../../packages/spec/test/once.js'
import { bytesOf, planFor, resultsFor, run } from './machine.js'
import { batchOf, type PlainExample, random } from './streams.js'

// Each tier of instruction sets gives the bytes of TypeScript: with examples longer than its vectors, in which features share
// rows, and with numbers of lanes that its blocks do and do not divide.

const found = load()
const native = 'backend' in found ? found : undefined
const widest = native?.tier() ?? ''
afterAll(() => native?.useTier(widest))

/** Examples of up to 90 features in 64 rows or in 1024: zeros, pairs that cancel out, features that are never 0, scales that grow. */
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
const long = grid({ loss: ['logistic', 'squared'], rows: [64, 1024] } as const)
const numbersOfLanes = [1, 3, 4, 8, 16, 20, 31]

describe.skipIf(native === undefined)('each tier and the fallback', () => {
  for (const rule of kernels) {
    for (const precision of ['float32', 'float64'] as const) {
      const cases = [
        ...some(long, 2).map(
          ({ loss, rows }) => [loss, rows, () => longExamples(40, loss, rows * 2)] as const,
        ),
        ['logistic', 4, () => shortExamples(400)] as const,
      ].map(([loss, rows, examples]) => ({
        loss,
        rows,
        results: (backend: Backend) => resultsOf(backend, rule, loss, rows, precision, examples()),
      }))
      const expected = once(() => cases.map(({ results }) => results(fallback)))

      it.each(native?.tiers ?? [])(`%s, ${rule}, ${precision}: the same bytes`, (tier) => {
        if (native === undefined) throw new Error('unreachable')
        expect(native.useTier(tier)).toBe(true)
        expect(native.tier()).toBe(tier)
        for (const [k, { loss, rows, results }] of cases.entries()) {
          const found = results(native.backend)
          const wrong = [...found].filter(([what, bytes]) => expected()[k].get(what)?.equals(bytes) !== true)
          expect(
            wrong.map(([what]) => what),
            `${loss}, ${rows} rows`,
          ).toEqual([])
        }
      })
    }
  }
})

/** Returns what a backend learns and predicts, for each number of lanes and each update. */
function resultsOf(
  backend: Backend,
  rule: RuleName,
  loss: 'logistic' | 'squared',
  rows: number,
  precision: Precision,
  examples: readonly PlainExample[],
): Map<string, Buffer> {
  const all = new Map<string, Buffer>()
  const batch = batchOf(examples)
  const real = losses[loss].labels === 'real'
  for (const lanes of numbersOfLanes) {
    for (const update of ['invariant', 'plain'] as const) {
      const base = planFor(rule, loss, { update, lanes, clip: real ? 'labels' : 'range', range: [-50, 50] })
      const plan =
        rule === 'std' ? { ...base, standardize: Float64Array.of(3, real && lanes % 2 === 0 ? 1 : 0) } : base
      if (rule === 'std') for (let l = 0; l < lanes; l++) plan.params[lanes + l] = l % 3 === 0 ? 1 : 0
      const done = run(backend, plan, batch, rows, precision, lanes)
      const predicted = resultsFor(batch, lanes)
      backend.predict(plan, done.table, batch, predicted)
      const bytes = [bytesOf(done.table, done.results), Buffer.from(predicted.predictions.buffer)]
      all.set(`${lanes} lanes, ${update}`, Buffer.concat(bytes))
    }
  }
  return all
}
