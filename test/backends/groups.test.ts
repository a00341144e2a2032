import { readFileSync } from 'node:fs'
import { deviation } from '@ol/golden'
import { type Backend, type Batch, namedRules, type Plan, type RuleName } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, bytesOf, emptyTable, planFor, resultsFor, run, weights } from './machine.js'
import { batchOf, random, stream } from './streams.js'

// Rules that treat features by namespace: `Batch.groups` and `Plan.groupFactors`.

interface Traces {
  readonly groups: readonly number[]
  readonly examples: readonly {
    readonly y: number
    readonly i: readonly number[]
    readonly x: readonly number[]
  }[]
  readonly runs: readonly {
    readonly name: string
    readonly rule: RuleName
    readonly params: Readonly<Record<string, number | string>>
    readonly groupFactors: Readonly<Record<string, number>>
    readonly predictions: readonly number[]
    readonly weights: readonly number[]
  }[]
}

const traces = JSON.parse(
  readFileSync(new URL('../golden/groups/traces.json', import.meta.url), 'utf8'),
) as Traces

function factorsOf(factors: Readonly<Record<string, number>>): Float64Array {
  const all = new Float64Array(256).fill(1)
  for (const [name, factor] of Object.entries(factors)) all[name.charCodeAt(0)] = factor
  return all
}

const withGroups = (batch: Batch, groupOf: (index: number, at: number) => number): Batch => ({
  ...batch,
  groups: Uint8Array.from(batch.indices, groupOf),
})

/** Rules that group features, with parameters under which they do. */
const grouped: readonly (readonly [RuleName, Readonly<Record<string, number | string>>])[] = [
  ['aogd', { convexity: 0.03 }],
  ...(['adagrad-cmd-dense', 'adagrad-rda-dense'] as const).flatMap((rule) =>
    ['group-l2', 'group-linf'].map((regularizer) => [rule, { regularizer, strength: 0.02 }] as const),
  ),
]

it('are all rules of the table with a state for it', () => {
  const rules = Object.values(namedRules).filter((rule) => rule.shared.some(({ name }) => name === 'group'))
  expect(new Set(rules.map(({ id }) => id))).toEqual(new Set(grouped.map(([rule]) => rule)))
  expect(rules.every((rule) => rule.grouped !== undefined)).toBe(true)
})

describe.each(backends())('on $name', (backend: Backend) => {
  it.each(traces.runs)('agree with the trace of $name', (trace) => {
    const plan: Plan = {
      ...planFor(trace.rule, 'logistic', { params: trace.params }),
      groupFactors: factorsOf(trace.groupFactors),
    }
    const plain = batchOf(
      traces.examples.map((e) => ({ label: e.y, features: e.i.map((i, k) => [i, e.x[k]] as const) })),
    )
    const batch = withGroups(plain, (index) => traces.groups[index])
    const { table, results } = run(backend, plan, batch, 16)
    expect(deviation([...results.predictions], [...trace.predictions])).toBeLessThan(0.01)
    expect(deviation(weights(plan, table, 12), [...trace.weights])).toBeLessThan(0.01)
    // the factors have an effect, or the trace would show nothing
    const without = run(backend, plan, plain, 16)
    expect(bytesOf(without.table, without.results).equals(bytesOf(table, results))).toBe(false)
  })

  it.each(grouped)('%s %j: one namespace without a factor is no namespace', (rule, params) => {
    const batch = batchOf(stream(200, 5, 'sign'))
    const plan = planFor(rule, 'logistic', { params })
    const ungrouped = 'regularizer' in params ? String(params.regularizer).replace('group-l2', 'l2-norm') : ''
    const plain = planFor(rule, 'logistic', {
      params:
        ungrouped === '' ? params : { ...params, regularizer: ungrouped.replace('group-linf', 'linf-norm') },
    })
    const a = run(
      backend,
      { ...plan, groupFactors: factorsOf({}) },
      withGroups(batch, () => 97),
    )
    const b = run(backend, plain, batch)
    expect(weights(plan, a.table, 64)).toEqual(weights(plain, b.table, 64))
    expect(a.results).toEqual(b.results)
  })

  it.each(grouped)('%s %j: a slot keeps the first namespace that it is learned with', (rule, params) => {
    const plan = { ...planFor(rule, 'logistic', { params }), groupFactors: factorsOf({ a: 3 }) }
    const table = emptyTable(rule, 16, 1, 'float64')
    const place = namedRules[rule].shared.findIndex(({ name }) => name === 'group')
    const kept = (row: number) =>
      table.shared[table.layout.sharedStart + row * table.layout.sharedStride + place]
    const learn = (label: number, group: number | undefined) => {
      const one = batchOf([{ label, features: [[3, 1]] }])
      const batch = group === undefined ? one : withGroups(one, () => group)
      backend.learn(plan, table, batch, resultsFor(batch, 1))
    }
    const before = Buffer.from(table.lane.buffer.slice(0))
    learn(Number.NaN, 98)
    expect(Buffer.from(table.lane.buffer.slice(0)).equals(before)).toBe(true)
    learn(1, undefined)
    expect(kept(3)).toBe(0)
    learn(1, 97)
    expect(kept(3)).toBe(97)
    learn(-1, 98)
    expect(kept(3)).toBe(97)
  })
})

describe.skipIf(backends().length < 2)('native and fallback', () => {
  const [fallback, native] = backends()
  const next = random(8)
  const examples = stream(300, 9, 'sign').map((e, i) => ({
    ...e,
    ...(i % 17 === 3 ? { label: Number.NaN } : {}),
    weight: i % 5,
  }))
  const named = batchOf(examples)
  const values = named.values.map((x, i) => (i % 23 === 0 ? Number.NaN : i % 29 === 0 ? 0 : x))
  const batches: Readonly<Record<string, Batch>> = {
    'by feature': withGroups({ ...named, values }, (index) => [0, 32, 97, 98, 255][index % 5]),
    'one slot in several': withGroups(named, () => Math.floor(256 * next())),
    none: named,
  }
  const factors = Float64Array.from({ length: 256 }, (_, byte) => (byte % 5 === 2 ? 0 : (byte % 7) / 2))
  it.each(grouped)('%s %j: the same bytes', (rule, params) => {
    expect(native.name).toBe('native')
    for (const [name, batch] of Object.entries(batches))
      for (const precision of ['float32', 'float64'] as const)
        for (const lanes of [1, 5])
          for (const groupFactors of [factors, undefined]) {
            const plan = { ...planFor(rule, 'logistic', { params, lanes }), groupFactors }
            const a = run(fallback, plan, batch, 64, precision, lanes)
            const b = run(native, plan, batch, 64, precision, lanes)
            const where = `${name}, ${precision}, ${lanes} lanes, ${groupFactors === undefined ? 'no ' : ''}factors`
            expect(bytesOf(b.table, b.results).equals(bytesOf(a.table, a.results)), where).toBe(true)
            const predicted = [fallback, native].map((backend, i) => {
              const { table } = i === 0 ? a : b
              const results = resultsFor(batch, lanes)
              backend.predict(plan, table, batch, results)
              return bytesOf(table, results)
            })
            expect(predicted[1].equals(predicted[0]), `predict, ${where}`).toBe(true)
          }
  })

  it('refuse groups and factors that are too short', () => {
    const batch = batches['by feature']
    const plan = planFor('aogd', 'logistic', { params: { convexity: 1 } })
    const learn = (own: Partial<Plan>, given: Partial<Batch>) => () =>
      run(native, { ...plan, ...own }, { ...batch, ...given })
    expect(learn({}, { groups: new Uint8Array(3) })).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
    expect(learn({ groupFactors: new Float64Array(255) }, {})).toThrow(
      expect.objectContaining({ code: 'OL_BATCH' }),
    )
  })
})
