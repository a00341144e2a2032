import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import {
  type Backend,
  losses,
  namedRules,
  type Plan,
  type Precision,
  type RuleName,
  type Table,
} from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { grid, rotation } from '../../packages/spec/test/grid.js'
import {
  acceptedLosses,
  backends,
  bytesOf,
  type emptyTable,
  nativeBackend,
  planFor,
  resultsFor,
  ruleIds,
  run,
  wideRows,
} from './machine.js'
import { missingStreams, withMissing, withoutMissing } from './missing-streams.js'
import { batchOf, type PlainExample, stream } from './streams.js'

// A missing feature is a value of NaN: it adds nothing and moves nothing; to rules that centre, it is its mean.

const native = nativeBackend()
const some = rotation()
const precisions: readonly Precision[] = ['float32', 'float64']
const rowsOf = (rule: RuleName): number => (wideRows(rule) ? 4 : 64)
const centres = (rule: RuleName): boolean => namedRules[rule].standardizes === true

/** A plan of a rule, as a learner has it: the constant is feature 63, the lanes of a rule that centres are of both scalings. */
function planOf(
  rule: RuleName,
  loss = acceptedLosses(rule)[0],
  lanes = 1,
  classes?: readonly number[],
): Plan {
  const plan = planFor(rule, loss, { lanes, reach: 3, ...(classes === undefined ? {} : { classes }) })
  if (!centres(rule)) return plan
  for (let l = 0; l < lanes; l++) plan.params[lanes + l] = rule === 'std' ? l % 2 : 0
  return { ...plan, standardize: Float64Array.of(63, losses[loss].labels === 'real' ? 1 : 0) }
}

const withConstant = (examples: readonly PlainExample[]): PlainExample[] =>
  examples.map((e) => ({ ...e, features: [...e.features, [63, 1] as const] }))

describe.skipIf(native === undefined)('missing features: native and fallback', () => {
  const other = native as Backend
  const laneTargets = [
    [1, undefined],
    [5, undefined],
    [7, [0, 0, 2, 1, 1, 1, 2]],
  ] as const
  const shapes = grid({ targets: laneTargets, precision: precisions })

  it.each(ruleIds)('%s: the same bytes', (rule) => {
    for (const loss of some(acceptedLosses(rule).slice(0, 2), 1)) {
      const { labels } = losses[loss]
      for (const [name, given] of Object.entries(missingStreams(loss, labels))) {
        for (const { targets, precision } of some(shapes, 1)) {
          const [lanes, classes] = targets
          if (classes !== undefined && labels === 'count') continue
          const examples = classes === undefined ? given : given.map((e, i) => ({ ...e, label: i % 3 }))
          const batch = batchOf(withConstant(examples))
          const plan = planOf(rule, loss, lanes, classes)
          const [a, b] = [fallback, other].map((backend) =>
            run(backend, plan, batch, rowsOf(rule), precision, lanes),
          )
          const where = `${loss}, ${name}, ${precision}, ${lanes} lanes`
          expect(bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results)), where).toBe(true)
          const predicted = [fallback, other].map((backend) => {
            const results = resultsFor(batch, lanes)
            backend.predict(plan, a.table, batch, results)
            return bytesOf(a.table, results)
          })
          expect(predicted[1].equals(predicted[0]), `predict, ${where}`).toBe(true)
          expect(nonFinite(a.results.predictions, a.table), where).toEqual([])
        }
      }
    }
  })

  it('the same bytes on every tier of instruction sets', () => {
    const found = load()
    if (!('tiers' in found)) throw new Error(found.missing)
    try {
      for (const rule of ruleIds) {
        const [loss] = acceptedLosses(rule)
        const batch = batchOf(withConstant(withMissing(stream(200, 81, losses[loss].labels), 82)))
        for (const precision of precisions) {
          for (const lanes of some([1, 5, 16], 1)) {
            const plan = planOf(rule, loss, lanes)
            const a = run(fallback, plan, batch, rowsOf(rule), precision, lanes)
            for (const tier of found.tiers) {
              expect(found.useTier(tier)).toBe(true)
              const b = run(other, plan, batch, rowsOf(rule), precision, lanes)
              const same = bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results))
              expect(same, `${tier}, ${rule}, ${precision}, ${lanes}`).toBe(true)
            }
          }
        }
      }
    } finally {
      found.useTier(found.tiers[found.tiers.length - 1])
    }
  })
})

/** Returns the predictions that are no numbers, except on lanes that diverged. */
function nonFinite(predictions: Float64Array, { scalars, lanes }: Table): number[] {
  const dropped = scalars.length - lanes
  return Array.from(predictions.keys()).filter(
    (i) => !Number.isFinite(predictions[i]) && scalars[dropped + (i % lanes)] === 0,
  )
}

describe.each(backends())('missing features on $name', (backend) => {
  it.each(ruleIds.filter((rule) => !centres(rule)))('%s: are as if they were absent', (rule) => {
    for (const loss of some(acceptedLosses(rule), 1)) {
      for (const [name, given] of Object.entries(missingStreams(loss, losses[loss].labels))) {
        for (const lanes of some([1, 5], 1)) {
          const plan = planOf(rule, loss, lanes)
          const [a, b] = [given, withoutMissing(given)].map((examples) => {
            const batch = batchOf(examples)
            const learned = run(backend, plan, batch, rowsOf(rule), 'float32', lanes)
            const predicted = resultsFor(batch, lanes)
            backend.predict(plan, learned.table, batch, predicted)
            return Buffer.concat([bytesOf(learned.table, learned.results), bytesOf(learned.table, predicted)])
          })
          expect(a.equals(b), `${loss}, ${name}, ${lanes}`).toBe(true)
        }
      }
    }
  })

  /** Two features that are in every example, or missing in it, and sparse ones. */
  const tables = withConstant(
    withMissing(stream(300, 71, 'sign'), 72, 0).map((e, i) => ({
      ...e,
      features: e.features
        .filter(([index]) => index !== 60)
        .map(([index, x]) => [index, index === 50 && i % 3 === 0 ? Number.NaN : x] as const),
    })),
  )
  const plan = planOf('std', 'logistic', 4)
  const states = 6
  const sharedOf = (table: ReturnType<typeof emptyTable>, row: number): number[] => {
    const { sharedStart, sharedStride } = table.layout
    const at = sharedStart + row * sharedStride
    return Array.from(table.shared.subarray(at, at + states))
  }

  it('are the mean to a rule that centres', () => {
    const { table } = run(backend, plan, batchOf(tables), 64, 'float64', 4)
    const [, mean] = sharedOf(table, 50)
    const score = (x: number): Float64Array => {
      const [{ features }] = tables.slice(4)
      const batch = batchOf([
        { label: Number.NaN, features: features.map(([i, own]) => [i, i === 50 ? x : own] as const) },
      ])
      const results = resultsFor(batch, 4)
      backend.predict(plan, table, batch, results)
      return results.predictions
    }
    // the lanes of the other scaling are not centred
    for (const l of [0, 2]) expect(score(Number.NaN)[l]).toBe(score(mean)[l])
    expect(score(Number.NaN)[0]).not.toBe(score(0)[0])
    expect(score(Number.NaN)[1]).toBe(score(0)[1])
  })

  it('move no statistic, weight or accumulator of the feature, but the weight of the examples without it', () => {
    const { table } = run(backend, plan, batchOf(tables), 64, 'float64', 4)
    const { laneStride } = table.layout
    const lanesOf = (row: number): number[] =>
      Array.from(table.lane.subarray(row * laneStride, (row + 1) * laneStride))
    const before = [sharedOf(table, 50), lanesOf(50), lanesOf(51)] as const
    const [example] = tables.slice(3).filter(({ features }) => Number.isNaN(features[0][1]))
    const batch = batchOf([{ ...example, weight: 2 }])
    backend.learn(plan, table, batch, resultsFor(batch, 4))
    const expected = [...before[0]]
    expected[5] += 2
    expect(sharedOf(table, 50)).toEqual(expected)
    expect(lanesOf(50)).toEqual(before[1])
    expect(lanesOf(51)).not.toEqual(before[2])
  })

  it('leave a mean and a deviation over the other examples', () => {
    const { table } = run(backend, plan, batchOf(tables), 64, 'float64', 4)
    const known = tables.filter(({ features }) => !Number.isNaN(features[0][1]))
    const { table: alone } = run(backend, plan, batchOf(known), 64, 'float64', 4)
    const [a, b] = [sharedOf(table, 50), sharedOf(alone, 50)]
    expect(a.slice(0, 4)).toEqual(b.slice(0, 4))
    expect(table.scalars[0] - a[5]).toBe(alone.scalars[0] - b[5])
    expect([a[4] !== 0, b[4] !== 0]).toEqual([true, true])
  })

  it('do not make a feature rare: one that was always missing is dense with its first value', () => {
    const examples = Array.from({ length: 40 }, (_, i) => ({
      label: i % 2 === 0 ? 1 : -1,
      features: [
        [1, i < 39 ? Number.NaN : 3],
        [2, i < 39 ? 0 : 3],
        [63, 1],
      ] as const,
    }))
    const { table } = run(backend, plan, batchOf(examples), 64, 'float64', 4)
    expect(sharedOf(table, 1)[4] !== 0).toBe(true)
    expect(sharedOf(table, 2)[4] !== 0).toBe(false)
  })

  it('do not change predictions when features change their units', () => {
    for (const lanes of [1, 4]) {
      const own = planOf('std', 'logistic', lanes)
      const scaled = tables.map((e) => ({
        ...e,
        features: e.features.map(([i, x]) => [i, i === 63 ? x : x * 2 ** (i - 40)] as const),
      }))
      const [a, b] = [tables, scaled].map((examples) =>
        run(backend, own, batchOf(examples), 64, 'float64', lanes),
      )
      expect(b.results.predictions).toEqual(a.results.predictions)
    }
  })
})
