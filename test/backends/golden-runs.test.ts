import { readdirSync, readFileSync } from 'node:fs'
import {
  type AutoTrace,
  type GoldenClassTrace,
  type GoldenData,
  type GoldenTrace,
  runGolden,
} from '@ol/golden'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { backends } from './machine.js'

// The traces through the public API, as `npm run golden` runs them; golden.test.ts has them on the backends alone.

const folder = new URL('../golden/', import.meta.url)
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T
const dataOf = ({ data }: { readonly data: string }) => read<GoldenData>(`${data}.json`)
const files = readdirSync(folder).filter((f) => f.endsWith('.json') && !f.startsWith('data_'))

afterEach(() => vi.unstubAllEnvs())

describe('golden runs', () => {
  it('agree with every trace, the same on every backend', async () => {
    for (const file of files) {
      const trace = read<GoldenTrace>(file)
      const made = []
      for (const { name } of backends()) {
        vi.stubEnv('OL_BACKEND', name)
        const output = await runGolden(trace, dataOf(trace))
        expect(output.backend).toBe(name)
        expect(output.deviation, file).toBeLessThanOrEqual(1)
        made.push(JSON.stringify({ ...output, backend: '' }))
      }
      expect(new Set(made).size, file).toBe(1)
    }
  })

  it.each(readdirSync(new URL('classes/', folder)))('agree with %s, one against all', async (file) => {
    const trace = read<GoldenClassTrace>(`classes/${file}`)
    const output = await runGolden(trace, dataOf(trace))
    expect(output.deviation).toBeLessThanOrEqual(1)
    expect(output.final_weights.length).toBe(4)
  })

  it.each(readdirSync(new URL('auto/', folder)).filter((f) => !f.startsWith('data_')))(
    'agree with auto/%s, the same on every backend',
    async (file) => {
      const trace = read<AutoTrace>(`auto/${file}`)
      const made = []
      for (const { name } of backends()) {
        vi.stubEnv('OL_BACKEND', name)
        const output = await runGolden(trace, read<GoldenData>(`auto/${trace.data}.json`))
        expect(output.backend).toBe(name)
        expect(output.deviation).toBeLessThanOrEqual(1)
        made.push(JSON.stringify({ ...output, backend: '' }))
      }
      expect(new Set(made).size).toBe(1)
    },
  )

  it('disagree with a trace that was changed in one number', async () => {
    const trace = read<GoldenTrace>('nag_logistic_101.json')
    for (const field of ['predictions', 'final_weights'] as const) {
      const largest = Math.max(...trace[field].map(Math.abs))
      const changed = trace[field].map((v) => (Math.abs(v) === largest ? v * 1.0001 : v))
      const { deviation } = await runGolden({ ...trace, [field]: changed }, dataOf(trace))
      expect(deviation).toBeGreaterThan(1)
    }
    const gone = trace.predictions.map((v, i) => (i === 5 ? Number.NaN : v))
    const { deviation } = await runGolden({ ...trace, predictions: gone }, dataOf(trace))
    expect(deviation).toBe(Number.POSITIVE_INFINITY)
  })

  it('refuse a class, a loss and parameters that there are not', async () => {
    const trace = read<GoldenTrace>('nag_logistic_101.json')
    for (const params of [
      { ...trace.params, class: 'None' },
      { ...trace.params, loss: 'none' },
    ])
      await expect(runGolden({ ...trace, params }, dataOf(trace))).rejects.toThrow(RangeError)
    const box = read<GoldenTrace>('ogd_percoord_hinge_101.json')
    const params = { ...box.params, lo: [-1, -2, ...new Array<number>(8).fill(-1)] }
    await expect(runGolden({ ...box, params }, dataOf(box))).rejects.toThrow(/lo/)
  })
})
