import { readdirSync, readFileSync } from 'node:fs'
import { deviation, type GoldenData, type GoldenTrace, runOfTrace } from '@ol/experiments'
import { losses } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, planFor, run, weights } from './machine.js'
import { batchOf } from './streams.js'

const folder = new URL('../golden/', import.meta.url)
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T
const files = readdirSync(folder).filter((f) => f.endsWith('.json') && !f.startsWith('data_'))
describe('golden traces', () => {
  it('are there', () => expect(files.length).toBeGreaterThanOrEqual(20))
  for (const file of files) {
    const trace = read<GoldenTrace>(file)
    for (const backend of backends()) {
      it(`${file} on ${backend.name}`, () => {
        const { d, examples } = read<GoldenData>(`${trace.data}.json`)
        const { rule, loss, update, params, lossParams, clip } = runOfTrace(trace)
        const plan = planFor(rule, loss, {
          update,
          params,
          lossParams: losses[loss].params.map((p) => lossParams[p.name] ?? p.default),
          ...(clip === undefined ? {} : { clip: 'range', range: clip }),
        })
        const batch = batchOf(
          examples.map((e) => ({ label: e.y, features: e.i.map((i, k) => [i, e.x[k]] as const) })),
        )
        const { table, results } = run(backend, plan, batch, 16)
        expect(deviation(results.predictions, trace.predictions)).toBeLessThanOrEqual(1)
        expect(deviation(weights(plan, table, d), trace.final_weights)).toBeLessThanOrEqual(1)
        const mean = results.losses.reduce((s, x) => s + x, 0) / batch.size
        expect(Math.abs(mean - trace.mean_loss)).toBeLessThanOrEqual(1e-6 * Math.max(1, trace.mean_loss))
      })
    }
  }
})
