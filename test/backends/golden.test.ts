import { readdirSync, readFileSync } from 'node:fs'
import {
  type AutoTrace,
  autoOptions,
  deviation,
  type GoldenData,
  type GoldenTrace,
  runOfTrace,
  standardize,
} from '@ol/golden'
import { type Batch, losses, namedRules, type RuleName, type Table } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, emptyTable, planFor, resultsFor, ruleIds, weights } from './machine.js'
import { batchOf } from './streams.js'

const folder = new URL('../golden/', import.meta.url)
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T
const files = readdirSync(folder).filter((f) => f.endsWith('.json') && !f.startsWith('data_'))
/** The first pass of the rules that need one: shared state 0 is the largest |x| of each feature. */
function survey(table: Table, batch: Batch): void {
  const { sharedStart, sharedStride } = table.layout
  batch.indices.forEach((row, i) => {
    const at = sharedStart + row * sharedStride
    table.shared[at] = Math.max(table.shared[at], Math.abs(batch.values[i]))
  })
}

describe('golden traces', () => {
  // replayed by modifier-traces.test.ts
  const modified = read<{ cases: readonly { rule: RuleName }[] }>('modifiers/traces.json').cases
  const mixtures = readdirSync(new URL('auto/', folder)).filter((f) => !f.startsWith('data_'))
  const traced = new Set<unknown>([
    ...modified.map(({ rule }) => rule),
    ...files.map((file) => runOfTrace(read<GoldenTrace>(file)).rule),
    ...mixtures.map((file) => autoOptions(read<AutoTrace>(`auto/${file}`)).rule),
  ])
  // other lanes of the same rule under the same mixture need no trace of their own
  const own = ruleIds.filter((rule) => rule === 'auto' || namedRules[rule].ensemble === undefined)
  it.each(own)('has one of rule %s', (rule) => expect(traced).toContain(rule))
  for (const file of files) {
    const trace = read<GoldenTrace>(file)
    for (const backend of backends()) {
      it(`${file} on ${backend.name}`, () => {
        const { d, examples } = read<GoldenData>(`${trace.data}.json`)
        const { rule, loss, update, params, lossParams, clip, firstPass, standardized } = runOfTrace(trace)
        const plan = planFor(rule, loss, {
          update,
          params,
          lossParams: losses[loss].params.map((p) => lossParams[p.name] ?? p.default),
          ...(clip === undefined ? {} : clip === 'vw' ? { clip } : { clip: 'range', range: clip }),
        })
        const batch = batchOf(
          examples.map((e) => ({ label: e.y, features: e.i.map((i, k) => [i, e.x[k]] as const) })),
        )
        const table = emptyTable(rule, 16, 1, 'float64')
        if (firstPass === true) survey(table, batch)
        const results = resultsFor(batch, 1)
        backend.learn(plan, table, batch, results)
        expect(deviation(results.predictions, trace.predictions)).toBeLessThanOrEqual(1)
        const final = weights(plan, table, d)
        if (standardized === true) standardize(final, batch)
        expect(deviation(final, trace.final_weights)).toBeLessThanOrEqual(1)
        const mean = results.losses.reduce((s, x) => s + x, 0) / batch.size
        expect(Math.abs(mean - trace.mean_loss)).toBeLessThanOrEqual(1e-6 * Math.max(1, trace.mean_loss))
      })
    }
  }
})
