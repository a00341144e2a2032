import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const { summarize } = await import(join(import.meta.dirname, '..', '..', 'bench', 'summary.mjs'))
const { sizesTable } = await import(join(import.meta.dirname, '..', '..', 'bench', 'sizes.mjs'))
const run = join(import.meta.dirname, '..', '..', 'bench', 'run.mjs')

const bench = (...args: string[]) =>
  spawnSync(process.execPath, [run, ...args], { encoding: 'utf8', timeout: 120_000 })

it('measures drivers in turn and writes their figures', () => {
  const out = mkdtempSync(join(tmpdir(), 'ol-bench-'))
  try {
    const small = ['--quick', '--features', '0.01', '--repeat', '1']
    const done = bench(...small, '--only', 'ids,covtype', '--drivers', 'OL in,OL from', '--out', out)
    expect(done.stderr).toContain('134 examples, 10050 features')
    expect(done.status).toBe(0)
    expect(done.stdout).toContain('absent: covtype (needs --data)')
    const { results } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'))
    const [typescript, cached] = results[0].rows
    expect(typescript.nanoseconds).toBeGreaterThan(0)
    expect(cached.loss).toBe(typescript.loss)
    expect(readFileSync(join(out, 'benchmarks.md'), 'utf8')).toMatch(/\| OL in TypeScript \| [\d.e+]+ \|/)
    expect(readFileSync(join(out, 'benchmarks-1.svg'), 'utf8')).toContain('<svg')
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}, 120_000)

it('times single calls of both backends after comparing their results', () => {
  const single = join(import.meta.dirname, '..', '..', 'bench', 'single.mjs')
  const few = ['--repeat', '1', '--bits', '10', '--examples', '1000']
  const done = spawnSync(process.execPath, [single, ...few], { encoding: 'utf8' })
  expect(done.stderr).toBe('')
  expect(done.stdout).toMatch(/learn, object of 20 features +[\d.]+ +[\d.]+\n/)
  expect(done.stdout).toMatch(/fromBytes, 2\^10 slots, \d+ kB: milliseconds +[\d.]+ +[\d.]+\n$/)
}, 120_000)

it('refuses names of workloads and drivers that there are not', () => {
  expect(bench('--only', 'idz')).toMatchObject({ status: 2, stdout: '' })
  expect(bench('--drivers', 'Nobody').stderr).toContain('No driver begins with Nobody')
})

it('prints no time if drivers that must agree do not', () => {
  const runs = (loss: number) => [{ wall: 1, processor: 1, memory: 1, seconds: 1, loss, features: 10 }]
  const measured = (loss: number) => [
    { driver: { name: 'A' }, runs: runs(0.5) },
    { driver: { name: 'B', same: 'A', against: 'A', tool: 'ol' }, runs: runs(loss) },
  ]
  const file = { examples: 1, features: 10 }
  expect(summarize(measured(0.5), file)[1]).toMatchObject({ nanoseconds: 1e8, ratio: 1 })
  expect(() => summarize(measured(0.5 + 2 ** -53), file)).toThrow('no time is worth printing')
})

it('shows files of several sizes with the time and loss of the defaults', () => {
  const row = { name: 'ctr', size: 50, examples: 73102 }
  const of = (seconds: number, loss: number) => ({ seconds, loss })
  const lines = sizesTable([{ ...row, vw: of(0.6, 0.55), nag: of(0.3, 0.5781), defaults: of(1.2, 0.5) }])
  expect(lines.at(-1)).toBe(
    '| ctr | 50 | 73,102 | 0.600 | 0.300 | 2.00 × | 1.20 | 0.50 × | 0.5500 | 0.5781 | 0.5000 |',
  )
})
