import { readdirSync, readFileSync } from 'node:fs'
import type { LossId, RuleId } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, planFor, run, weights } from './machine.js'
import { batchOf } from './streams.js'

interface Trace {
  readonly params: { class: string; loss: string; eta: number; schedule?: string; clip?: number | null }
  readonly data: string
  readonly predictions: number[]
  readonly final_weights: number[]
  readonly mean_loss: number
}
interface Data {
  readonly d: number
  readonly examples: { y: number; i: number[]; x: number[] }[]
}

const folder = new URL('../golden/', import.meta.url)
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T
const files = readdirSync(folder).filter((f) => f.endsWith('.json') && !f.startsWith('data_'))
const ruleOf: Record<string, RuleId> = {
  NAG: 'nag',
  NG: 'ng',
  SNAG: 'snag',
  AdaGradPlain: 'adagrad',
  SGD: 'sgd',
}

/** Largest |a - b| in units of what may differ; at most 1 agrees. */
function deviation(a: ArrayLike<number>, b: readonly number[]): number {
  const floor = 1e-3 * Math.max(...b.map(Math.abs))
  return Math.max(...b.map((v, i) => Math.abs(a[i] - v) / (1e-5 * Math.max(Math.abs(v), floor))))
}

describe('golden traces', () => {
  it('are there', () => expect(files.length).toBeGreaterThanOrEqual(20))
  for (const file of files) {
    const trace = read<Trace>(file)
    for (const backend of backends()) {
      it(`${file} on ${backend.name}`, () => {
        const { d, examples } = read<Data>(`${trace.data}.json`)
        const { loss: named, eta, schedule, clip } = trace.params
        const [loss, quantile] = named.split(':')
        const plan = planFor(ruleOf[trace.params.class], loss as LossId, {
          update: 'plain',
          params: { learningRate: eta, decay: schedule === 'sqrt' ? 0.5 : 0 },
          ...(quantile === undefined ? {} : { lossParams: [Number(quantile)] }),
          ...(clip == null ? {} : { clip: 'range', range: [-clip, clip] }),
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
