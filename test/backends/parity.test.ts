import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { exp, log, log1p } from '@ol/numerics'
import { losses, namedRules, type RuleName, status } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { grid, isFull, rotation } from '../../packages/spec/test/grid.js'
import {
  acceptedLosses,
  bytesOf,
  nativeBackend,
  planFor,
  resultsFor,
  ruleIds,
  run,
  soundLosses,
  streamFor,
  variantsOf,
} from './machine.js'
import { batchOf, edgeStreams, type PlainExample, random, stream } from './streams.js'

// Native and TypeScript give the same bytes: state, scalars, predictions, losses, status. Edges first, random second.

const native = nativeBackend()

/** The labels of seven lanes. */
const laneTargets: readonly (readonly [string, number, readonly number[] | undefined])[] = [
  ['one lane', 1, undefined],
  ['the label', 7, undefined],
  ['a class each', 7, [0, 1, 2, 3, 4, 5, 6]],
  ['several to a class', 7, [0, 0, 2, 1, 1, 1, 2]],
]

const some = rotation()

const randomStreams: Readonly<
  Record<string, (rule: RuleName, kind: 'sign' | 'real' | 'count') => PlainExample[]>
> = {
  random: (rule, kind) => streamFor(rule, 200, 11, kind),
  'random scales': (rule, kind) => streamFor(rule, 200, 12, kind, (i) => 10 ** ((i % 60) - 30)),
  'random weights': (rule, kind) =>
    streamFor(rule, 100, 13, kind).map((e, i) => ({ ...e, weight: (i % 7) / 2 })),
}
const shapes = grid({
  precision: ['float32', 'float64'],
  lanes: [1, 5],
  clip: ['none', 'labels'],
} as const)

const variantShapes = [
  ['float32', 1],
  ['float64', 1],
  ['float32', 3],
] as const

describe.skipIf(native === undefined)('native and fallback', () => {
  const both = () => {
    if (native === undefined) throw new Error('unreachable')
    expect([fallback.name, native.name]).toEqual(['fallback', 'native'])
    return native
  }

  for (const rule of ruleIds) {
    for (const loss of acceptedLosses(rule)) {
      for (const update of namedRules[rule].updates) {
        it(`${rule}, ${loss}, ${update}: the same bytes`, () => {
          const other = both()
          // for rules with hundreds of numbers a row, whose features then collide
          const rows = namedRules[rule].lane.length > 100 ? 4 : 64
          const kind = losses[loss].labels
          const streams: Record<string, readonly PlainExample[]> = {
            ...edgeStreams(loss),
            ...Object.fromEntries(
              some(Object.entries(randomStreams), 1).map(([name, make]) => [name, make(rule, kind)]),
            ),
          }
          const wrong: string[] = []
          for (const [name, examples] of Object.entries(streams)) {
            const batch = batchOf(examples)
            for (const { precision, lanes, clip } of some(shapes, 1)) {
              const plan = planFor(rule, loss, { update, lanes, clip, lossParams: [0.3] })
              const a = run(fallback, plan, batch, rows, precision, lanes)
              const b = run(other, plan, batch, rows, precision, lanes)
              const where = `${name}, ${precision}, ${lanes} lanes, clip ${clip}`
              if (!bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results))) wrong.push(where)
              const predicted = [fallback, other].map((backend, i) => {
                const results = resultsFor(batch, lanes)
                backend.predict(plan, (i === 0 ? a : b).table, batch, results)
                return bytesOf(a.table, results)
              })
              if (!predicted[1].equals(predicted[0])) wrong.push(`predict, ${where}`)
            }
          }
          expect(wrong).toEqual([])
        })
      }
    }
  }

  it('agree on every tier of instruction sets, with one lane, and with lanes as rates and as classes', () => {
    const other = both()
    const found = load()
    if (!('tiers' in found)) throw new Error(found.missing)
    expect(found.tiers[0]).toBe('baseline')
    try {
      for (const rule of ruleIds) {
        for (const loss of some(acceptedLosses(rule), 1)) {
          for (const precision of ['float32', 'float64'] as const) {
            for (const [targets, lanes, classes] of some(laneTargets, 1)) {
              if (classes !== undefined && losses[loss].labels === 'count') continue
              const examples = streamFor(rule, 100, 31, losses[loss].labels, (i) => 10 ** ((i % 9) - 4))
              const batch = batchOf(
                classes === undefined ? examples : examples.map((e, i) => ({ ...e, label: i % 7 })),
              )
              const plan = planFor(rule, loss, { lanes, ...(classes === undefined ? {} : { classes }) })
              const a = run(fallback, plan, batch, 64, precision, lanes)
              const expected = bytesOf(a.table, a.results)
              for (const tier of found.tiers) {
                expect(found.useTier(tier)).toBe(true)
                expect(found.tier()).toBe(tier)
                const b = run(other, plan, batch, 64, precision, lanes)
                const where = `${tier}, ${rule}, ${loss}, ${precision}, ${targets}`
                expect(bytesOf(b.table, b.results).equals(expected), where).toBe(true)
              }
            }
          }
        }
      }
      expect(found.useTier('no such tier')).toBe(false)
    } finally {
      found.useTier(found.tiers[found.tiers.length - 1])
    }
  })

  it('agree on values beyond the reach of earlier ones, even of a feature that occurs twice in an example', () => {
    const other = both()
    for (const rule of ruleIds) {
      const [loss] = acceptedLosses(rule)
      const rows = namedRules[rule].lane.length > 100 ? 4 : 16
      const batch = batchOf(streamFor(rule, 200, 35, losses[loss].labels, (i) => 10 ** (i % 3)))
      for (const precision of ['float32', 'float64'] as const) {
        for (const lanes of [1, 5]) {
          const [a, b, free] = [fallback, other, other].map((backend, i) =>
            run(
              backend,
              planFor(rule, loss, { lanes, ...(i < 2 && { reach: 3 }) }),
              batch,
              rows,
              precision,
              lanes,
            ),
          )
          const where = `${rule}, ${precision}, ${lanes} lanes`
          expect(bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results)), where).toBe(true)
          const moves = !bytesOf(b.table, b.results).equals(bytesOf(free.table, free.results))
          if (rule === 'nag') expect(moves, where).toBe(true)
        }
      }
    }
  })

  it('agree on examples of thousands of features between short ones', () => {
    const other = both()
    for (const rule of ['nag', 'adagrad', 'snag', 'vw', 'arow', 'nag-averaged'] as const) {
      const [loss] = acceptedLosses(rule)
      const short = streamFor(rule, 12, 47, losses[loss].labels)
      const next = random(48)
      const long = Array.from({ length: 5000 }, (_, i) => [7 * i, next() * 2 - 1] as const)
      const batch = batchOf(short.map((e, i) => (i % 4 === 2 ? { ...e, features: long } : e)))
      for (const precision of ['float32', 'float64'] as const) {
        const [a, b] = [fallback, other].map((backend) =>
          run(backend, planFor(rule, loss), batch, 1024, precision, 1),
        )
        expect(bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results)), `${rule}, ${precision}`).toBe(
          true,
        )
      }
    }
  })

  it('agree if labels have units, which change the meaning of a parameter in units of the label', () => {
    const other = both()
    const next = random(43)
    for (const loss of ['huber', 'epsilon-insensitive', 'quantile'] as const) {
      const plain = batchOf(stream(200, 44, 'real'))
      const batch = { ...plain, labelUnits: Float64Array.from({ length: 200 }, () => 0.1 + 5 * next()) }
      for (const lanes of [1, 5]) {
        const plan = planFor('nag', loss, { lanes, lossParams: [0.3] })
        const a = run(fallback, plan, batch, 64, 'float32', lanes)
        const b = run(other, plan, batch, 64, 'float32', lanes)
        expect(bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results)), `${loss}, ${lanes}`).toBe(
          true,
        )
        const without = run(other, plan, plain, 64, 'float32', lanes)
        const same = bytesOf(b.table, b.results).equals(bytesOf(without.table, without.results))
        expect(same, loss).toBe(loss === 'quantile')
      }
    }
  })

  it('drop the same lanes, and leave the others untouched', () => {
    const other = both()
    const batch = batchOf(stream(300, 33, 'real'))
    const rates = [0.01, 1e8, 0.02]
    const plan = { ...planFor('sgd', 'squared', { lanes: 3, update: 'plain' }) }
    plan.params.set(rates)
    const a = run(fallback, plan, batch, 64, 'float32', 3)
    const b = run(other, plan, batch, 64, 'float32', 3)
    expect(bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results))).toBe(true)
    expect(Array.from(a.table.scalars.subarray(4, 7), (round) => round > 0)).toEqual([false, true, false])
    expect(a.results.predictions[batch.size * 3 - 2]).toBeNaN()
    rates.forEach((learningRate, l) => {
      if (l === 1) return
      const alone = run(
        other,
        planFor('sgd', 'squared', { update: 'plain', params: { learningRate } }),
        batch,
        64,
        'float32',
      )
      const lane = alone.results.predictions.map((_, e) => b.results.predictions[e * 3 + l])
      expect(lane).toEqual(alone.results.predictions)
    })
  })

  it('agree if lanes have their own weights of examples, where a weight of 0 excludes an example', () => {
    const other = both()
    const next = random(41)
    for (const rule of ruleIds) {
      for (const loss of some(soundLosses(rule), 1)) {
        for (const update of namedRules[rule].updates) {
          const batch = {
            ...batchOf(
              streamFor(rule, 150, 42, losses[loss].labels).map((e, i) => ({ ...e, weight: (i % 3) + 0.5 })),
            ),
            laneWeights: Float64Array.from({ length: 150 * 5 }, () => Math.floor(next() * 4)),
          }
          batch.laneWeights.forEach((_, i) => {
            if (i % 5 === 0) batch.laneWeights[i] = 1
            if (i % 5 === 4) batch.laneWeights[i] = 0
          })
          const plan = planFor(rule, loss, { update, lanes: 5 })
          plan.params.forEach((value, i) => {
            plan.params[i] = i % 5 === 0 ? value : plan.params[i - (i % 5)]
          })
          const a = run(fallback, plan, batch, 64, 'float32', 5)
          const b = run(other, plan, batch, 64, 'float32', 5)
          const where = `${rule}, ${loss}, ${update}`
          expect(bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results)), where).toBe(true)
          const plain = run(other, planFor(rule, loss, { update }), { ...batch }, 64, 'float32')
          const first = b.results.predictions.filter((_, i) => i % 5 === 0)
          expect(first, where).toEqual(plain.results.predictions)
          expect(b.results.predictions[4 + 5 * 149], where).toBe(0)
        }
      }
    }
  })

  for (const rule of ruleIds) {
    for (const params of variantsOf(rule)) {
      it(`${rule} with ${JSON.stringify(params)}: the same bytes`, () => {
        const other = both()
        for (const loss of ['logistic', 'squared'] as const) {
          const kind = losses[loss].labels
          const streams = {
            ...(loss === 'logistic' ? edgeStreams(loss) : {}),
            random: streamFor(rule, 150, 14, kind),
            'random scales': streamFor(rule, 120, 15, kind, (i) => 10 ** ((i % 60) - 30)),
          }
          const wrong: string[] = []
          for (const [name, examples] of Object.entries(streams)) {
            const batch = batchOf(examples)
            for (const [precision, lanes] of some(variantShapes, 1)) {
              const plan = planFor(rule, loss, { lanes, params, clip: 'labels' })
              const a = run(fallback, plan, batch, 64, precision, lanes)
              const b = run(other, plan, batch, 64, precision, lanes)
              const where = `${name}, ${loss}, ${precision}, ${lanes} lanes`
              if (!bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results))) wrong.push(where)
              // lanes that diverged next to others predict NaN
              const learned = a.results.predictions.filter((_, e) => a.results.status[e] === status.learned)
              if (lanes === 1 && !learned.every(Number.isFinite)) wrong.push(`not finite, ${where}`)
            }
          }
          expect(wrong).toEqual([])
        }
      })
    }
  }

  it('agree on which examples diverge', () => {
    const other = both()
    const batch = batchOf([1e100, 1, 1e60, 1e-100].map((x) => ({ label: 1e15, features: [[1, x]] as const })))
    const plan = planFor('sgd', 'squared')
    const a = run(fallback, plan, batch, 64, 'float32')
    const b = run(other, plan, batch, 64, 'float32')
    expect(Array.from(a.results.status)).toContain(status.diverged)
    expect(a.results.status).toEqual(b.results.status)
  })

  it('have the same exp, log and log1p', () => {
    both()
    const found = load()
    if (!('math' in found)) throw new Error(found.missing)
    const next = random(7)
    const edges = [
      0,
      -0,
      1,
      -1,
      709.8,
      709.7,
      709.9,
      -745.2,
      -745.1,
      -744,
      5e-324,
      1e-308,
      1e308,
      1e-20,
      2 ** -53,
    ]
    edges.push(
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NaN,
      Math.SQRT2,
      Math.SQRT1_2,
      2,
      0.5,
    )
    const inputs = Float64Array.from(
      { length: isFull ? 300_000 : 30_000 },
      (_, i) => edges[i] ?? (next() - 0.5) * 1500 * next() ** 6,
    )
    for (const [name, twin] of [
      ['exp', exp],
      ['log', log],
      ['log1p', log1p],
    ] as const) {
      const outputs = inputs.slice()
      found.math(name, outputs)
      const differing = inputs.filter((x, i) => !Object.is(twin(x), outputs[i]))
      expect(differing, name).toEqual(new Float64Array(0))
    }
  })
})
