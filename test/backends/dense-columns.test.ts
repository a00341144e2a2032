import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import type { Precision } from '@ol/spec'
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

/** What an example may have in place of each column once and the constant behind them. */
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
      it(`about to leave: ${tier}, ${precision}: the bytes of TypeScript`, () => {
        same(tier, precision, aboutToLeave())
      })
    }
  }
})

function same(tier: string, precision: Precision, stream: readonly PlainExample[]): void {
  if (native === undefined) throw new Error('unreachable')
  expect(native.useTier(tier)).toBe(true)
  const batch = batchOf(stream)
  for (const standardize of [Float64Array.of(constant, 0), Float64Array.of(-1, 0)]) {
    const lanes = 5
    const base = planFor('std', 'logistic', { lanes, clip: 'range', range: [-50, 50], reach: 4 })
    const plan = { ...base, standardize }
    for (let l = 0; l < lanes; l++) plan.params[lanes + l] = l % 2
    const [a, b] = [fallback, native.backend].map((backend) => {
      const done = run(backend, plan, batch, rows, precision, lanes)
      const predicted = resultsFor(batch, lanes)
      backend.predict(plan, done.table, batch, predicted)
      return Buffer.concat([bytesOf(done.table, done.results), Buffer.from(predicted.predictions.buffer)])
    })
    expect(a.equals(b), `constant ${standardize[0]}`).toBe(true)
  }
}
