import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../src/data/random.js'
import { sparseRuns } from '../src/experiments/duchi/sparse.js'
import { experiments, partOf } from '../src/experiments/experiments.js'
import { asItComes, mistakesOfRule } from '../src/experiments/ross/adversary.js'
import { changingRuns } from '../src/experiments/streeter/changing.js'
import { regrets } from '../src/experiments/streeter/click-regret.js'
import { atScale } from '../src/experiments/streeter/clicks-at-scale.js'
import { tailRuns } from '../src/experiments/streeter/tails.js'
import { type Part, part, type ReadData } from '../src/run/part.js'
import { Pool } from '../src/run/pool.js'
import { Runner } from '../src/run/runner.js'

// Each experiment runs to its end, on as little data as it takes: what became of a rule that was added shows here.

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ol-each-experiment-'))
  mkdirSync(join(folder, 'data', 'sentiment', 'books'), { recursive: true })
  const sample = new URL('../../../data-sample/bank.csv.gz', import.meta.url)
  put('bank-full.csv.gz', gunzipSync(readFileSync(sample)).toString().split('\n').slice(0, 61).join('\n'))
  const random = new Random(5)
  const rows = Array.from({ length: 80 }, () => {
    const x = Array.from({ length: 9 }, () => Math.round(100 * random.normal()))
    return `${x.join(' ')} ${x[0] < -50 ? 1 : x[0] < 60 ? 4 : 5}`
  })
  put('shuttle.trn.gz', rows.join('\n'))
  for (const name of ['positive', 'negative']) {
    const lines = Array.from({ length: 5 }, (_, i) => `word${i}:3 a:${i + 1} ${name[0]}:1 #label#:${name}`)
    put(`sentiment/books/${name}.review.gz`, `${lines.join('\n')}\n`)
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(name: string, text: string): void {
  writeFileSync(join(folder, 'data', name), gzipSync(text))
}

/** Returns a part by its name, with other parameters. */
function changed<P extends object, R>({ name, run }: Part<P, R>, change: (params: P) => P): [string, Part] {
  return [name, part(name, (params: P, read: ReadData) => run(change(params), read)) as Part]
}

/** The parts whose data are made, of a size that no option says: with less of it. */
const smaller = new Map<string, Part>([
  changed(mistakesOfRule, (params) => ({ ...params, examples: 100 })),
  changed(asItComes, (params) => ({ ...params, examples: 100 })),
  changed(regrets, (params) => ({
    ...params,
    log: { ...params.log, impressions: 200, queries: 60, vocabulary: 40, ads: 5 },
  })),
  changed(tailRuns, (params) => ({
    ...params,
    log: { ...params.log, impressions: 150, queries: 40, vocabulary: 40, ads: 5 },
  })),
  changed(changingRuns, (params) => ({ ...params, size: 320 })),
  changed(sparseRuns, () => ({ dimension: 8 })),
  changed(atScale, (params) => ({ ...params, impressions: 1000 })),
])

describe.each(experiments.map((one) => [one.id, one] as const))('experiment %s', (id, experiment) => {
  it('runs to its end', { timeout: 60_000 }, async () => {
    const data = join(folder, 'data')
    // in this thread: a worker would run what was built
    const pool = new Pool({
      data,
      threads: 0,
      worker: new URL('../dist/worker.js', import.meta.url),
      partOf: (name) => smaller.get(name) ?? partOf(name),
    })
    const runner = new Runner({ data, out: join(folder, id), pool })
    try {
      const { tables } = await experiment.run({ runner, seeds: [1] })
      expect(tables.length).toBeGreaterThan(0)
      for (const { rows, columns } of tables) {
        expect(rows.length).toBeGreaterThan(0)
        for (const row of rows) expect(row.length).toBeLessThanOrEqual(columns.length)
      }
    } finally {
      await pool.close()
    }
  })
})
