import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import type { Batch, Precision, TargetBatch } from '@ol/spec'
import { afterAll, describe, expect, it } from 'vitest'
import { bytesOf, planFor, resultsFor, run } from './machine.js'
import { batchOf, type PlainExample, random } from './streams.js'

// Rows of one table: the addon has a way of its own for examples of all dense features in their order, and of each example must
// know whether it is one.

const found = load()
const native = 'backend' in found ? found : undefined
const widest = native?.tier() ?? ''
afterAll(() => native?.useTier(widest))

const rows = 64
const constant = 63
const columns = 20

type Features = readonly (readonly [number, number])[]

/** The exceptions of an example from each column once and the constant after them. */
const exceptions: Readonly<Record<string, (row: Features, x: number) => Features>> = {
  'as it is': (row) => row,
  'without the constant': (row) => row.slice(0, -1),
  'the constant first': (row) => [...row.slice(-1), ...row.slice(0, -1)],
  'another order': (row) => [row[1], row[0], ...row.slice(2)],
  'a column less': (row) => row.slice(1),
  'a column more': (row, x) => [[40, x], ...row],
  'another column': (row, x) => [[41, x], ...row.slice(1)],
  'a column twice': (row) => [row[0], row[0], ...row.slice(2)],
  'a zero': (row) => [[row[0][0], -0], ...row.slice(1)],
  'zero as constant': (row) => [...row.slice(0, -1), [constant, 0]],
  'a column in the row of the constant': (row, x) => [
    ...row.slice(0, -2),
    [constant + rows, x],
    row[columns],
  ],
  'a column that is the constant': (row, x) => [[constant, x], ...row.slice(1)],
  'another index of a row': (row) => [[row[0][0] + rows, row[0][1]], ...row.slice(1)],
  'a value far off': (row) => [[row[0][0], 1e9], ...row.slice(1)],
  'a tiny value': (row) => [[row[0][0], 5e-324], ...row.slice(1)],
  nothing: () => [],
}

/** A table of columns; of each kind of exception some, rarely at first and in runs, so that columns leave and come back. */
function examples(kinds: readonly string[], size: number, first = 0): PlainExample[] {
  const next = random(7)
  return Array.from({ length: size }, (_, e) => {
    const row = Array.from({ length: columns }, (_, k) => {
      return [k === 0 ? first : k, 1 + k + (next() - 0.5) * (k + 1)] as const
    })
    const kind = e % 7 === 6 || (e > 150 && e % 150 < 90) ? kinds[e % kinds.length] : 'as it is'
    const features = exceptions[kind]([...row, [constant, 1]], next() - 0.5)
    return { label: next() < 0.5 ? -1 : 1, features, ...(e % 19 === 5 ? { weight: e % 2 } : {}) }
  })
}

/** A column is about to leave, but the example that it leaves in is predicted, not learned from; with the next one it stays. */
function aboutToLeave(): PlainExample[] {
  const [whole, less] = ['as it is', 'a column less'].map((kind) => examples([kind], 14)[6])
  return [whole, less, less, less, { ...less, weight: 0 }, whole, whole, less, whole]
}

describe.skipIf(native === undefined)('dense columns', () => {
  for (const tier of native?.tiers ?? []) {
    for (const precision of ['float32', 'float64'] as const) {
      it.each(Object.keys(exceptions))(`%s: ${tier}, ${precision}: the bytes of TypeScript`, (kind) => {
        same(tier, precision, examples([kind], 500))
      })
      it(`exceptions of all kinds: ${tier}, ${precision}: the bytes of TypeScript`, () => {
        same(tier, precision, examples(Object.keys(exceptions), 1500))
      })
      it(`in the row of the constant: ${tier}, ${precision}: the bytes of TypeScript`, () => {
        same(tier, precision, examples(['a column that is the constant'], 500, constant + rows))
      })
      it.each(['all', 'some'] as const)(
        `${tier}, ${precision}: the bytes of TypeScript with derived features, lanes of one family, %s learned`,
        (kind) => {
          const derived = withDerived(batchOf(examples(Object.keys(exceptions), 900)), kind === 'some')
          sameOf(tier, precision, derived, 4, 0)
        },
      )
      it(`about to leave: ${tier}, ${precision}: the bytes of TypeScript`, () => {
        same(tier, precision, aboutToLeave())
      })
    }
  }
})

/**
 * A batch with derived features after each example's own: some in rows of columns, some in one row, and a zero; `ends`:
 * the last three are not learned.
 */
function withDerived(batch: Batch, ends: boolean): TargetBatch {
  const added = [
    [3, 0.5],
    [45, 1],
    [50, 0],
    [45, 0.25],
    [constant, 1],
    [51, 1],
  ] as const
  const indices: number[] = []
  const values: number[] = []
  const starts = [0]
  const derived: number[] = []
  for (let e = 0; e < batch.size; e++) {
    indices.push(...batch.indices.subarray(batch.offsets[e], batch.offsets[e + 1]))
    values.push(...batch.values.subarray(batch.offsets[e], batch.offsets[e + 1]))
    derived.push(indices.length)
    for (const [index, value] of added.slice(e % 2)) {
      indices.push(index)
      values.push(value)
    }
    starts.push(indices.length)
  }
  return {
    ...batch,
    offsets: Uint32Array.from(starts),
    indices: Uint32Array.from(indices),
    values: Float64Array.from(values),
    derived: Uint32Array.from(derived),
    ends: ends ? Uint32Array.from(starts.slice(1), (end) => end - 3) : undefined,
  }
}

function same(tier: string, precision: Precision, stream: readonly PlainExample[]): void {
  sameOf(tier, precision, batchOf(stream), 5, 1)
}

/** `other`: the family of every other lane. */
function sameOf(tier: string, precision: Precision, batch: Batch, lanes: number, other: number): void {
  if (native === undefined) throw new Error('unreachable')
  expect(native.useTier(tier)).toBe(true)
  for (const standardize of [Float64Array.of(constant, 0), Float64Array.of(-1, 0)]) {
    const base = planFor('std', 'logistic', { lanes, clip: 'range', range: [-50, 50], reach: 4 })
    const plan = { ...base, standardize }
    for (let l = 0; l < lanes; l++) plan.params[lanes + l] = (l % 2) * other
    const [a, b] = [fallback, native.backend].map((backend) => {
      const done = run(backend, plan, batch, rows, precision, lanes)
      const predicted = resultsFor(batch, lanes)
      backend.predict(plan, done.table, batch, predicted)
      return Buffer.concat([bytesOf(done.table, done.results), Buffer.from(predicted.predictions.buffer)])
    })
    expect(a.equals(b), `constant ${standardize[0]}`).toBe(true)
  }
}
