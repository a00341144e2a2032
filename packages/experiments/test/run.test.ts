import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Random } from '../src/data/random.js'
import { datasetOf, datasets } from '../src/datasets/datasets.js'
import { fetchDataset } from '../src/datasets/fetch.js'
import { find } from '../src/datasets/find-dataset.js'
import { readDataset } from '../src/datasets/read-dataset.js'
import { checkDataset } from '../src/datasets/verify.js'
import type { Experiment } from '../src/experiments/experiment.js'
import { experimentOf, experiments, partOf, partsByName } from '../src/experiments/experiments.js'
import { part } from '../src/run/part.js'
import { Pool } from '../src/run/pool.js'
import { logGrid, lowest, searchRate } from '../src/run/rate-search.js'
import { Runner } from '../src/run/runner.js'
import { runExperiments } from '../src/run-experiments.js'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ol-experiments-'))
  mkdirSync(join(folder, 'data', 'sentiment', 'books'), { recursive: true })
  const random = new Random(5)
  const rows = Array.from({ length: 500 }, () => {
    const x = Array.from({ length: 9 }, () => Math.round(100 * random.normal()))
    return `${x.join(' ')} ${x[0] < -50 ? 1 : x[0] < 60 ? 4 : 5}`
  })
  put('shuttle.trn.gz', rows.join('\n'))
  for (const [name, word] of [
    ['positive', 'good'],
    ['negative', 'bad'],
  ])
    put(`sentiment/books/${name}.review.gz`, `${word}:3 a:b:4 #label#:${name}\nbook:1 #label#:${name}\n`)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(name: string, text: string): void {
  writeFileSync(join(folder, 'data', name), gzipSync(text))
}

const data = (): string => join(folder, 'data')
// in this thread: a worker would run what was built
const pool = (signal?: AbortSignal): Pool =>
  new Pool({
    data: data(),
    threads: 0,
    worker: new URL('../dist/worker.js', import.meta.url),
    partOf,
    signal,
  })

describe('data sets', () => {
  it('have ids and files of their own', () => {
    expect(new Set(datasets.map(({ id }) => id)).size).toBe(datasets.length)
    const paths = datasets.flatMap(({ files }) => files.map(({ path }) => path))
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('are read: columns in their order, classes as they are', async () => {
    const { data: shuttle, found } = await readDataset(datasetOf('shuttle'), data())
    expect(found.state).toBe('whole')
    expect([shuttle.size, shuttle.features, shuttle.numeric]).toEqual([500, 9, 9])
    expect(new Set(shuttle.labels)).toEqual(new Set([1, 4, 5]))
  })

  it('of words are scaled to unit length', async () => {
    const { data: books } = await readDataset(datasetOf('books'), data())
    expect([...books.labels]).toEqual([1, 1, -1, -1])
    expect([...books.values]).toEqual([0.6, 0.8, 1, 0.6, 0.8, 1])
    expect([...books.ids]).toEqual([0, 1, 2, 3, 1, 2])
  })

  it('that are missing are reported', async () => {
    expect(find(datasetOf('census'), data()).state).toBe('missing')
    mkdirSync(join(folder, 'half', 'sentiment', 'dvd'), { recursive: true })
    writeFileSync(join(folder, 'half', 'sentiment', 'dvd', 'negative.review.gz'), '')
    expect(find(datasetOf('dvd'), join(folder, 'half'))).toMatchObject({
      state: 'missing',
      description: '1 of 2 files there',
    })
    await expect(readDataset(datasetOf('census'), data())).rejects.toMatchObject({ code: 'OL_FILE_MISSING' })
  })

  it('that nobody publishes have to be put there by hand', async () => {
    await expect(fetchDataset(datasetOf('electricity'), join(folder, 'none'))).rejects.toMatchObject({
      code: 'OL_FETCH',
      message: expect.stringContaining('by hand') as string,
    })
  })

  it('with other content are detected', async () => {
    const [file] = await checkDataset(datasetOf('shuttle'), data())
    expect(file).toMatchObject({ state: 'wrong', expected: datasetOf('shuttle').files[0].sha256 })
  })

  it('of no name are refused', () => {
    expect(() => datasetOf('bnak')).toThrow(expect.objectContaining({ code: 'OL_PARAMETER', value: 'bnak' }))
  })
})

const unit = {
  dataset: 'shuttle',
  prenormalize: 'none',
  options: { rule: 'nag', loss: 'squared', clip: [-1, 1] },
  expansion: { products: false, constant: true },
  classes: 7,
} as const

describe('the runner', () => {
  it('keeps results, and takes them again', async () => {
    const out = join(folder, 'kept')
    const pass = { ...unit, seed: 1, lanes: { learningRate: [0.1, 1e9] } }
    const runner = new Runner({ data: data(), out, pool: pool() })
    const first = await runner.pass(pass, 'first')
    const [name] = readdirSync(join(out, 'cache'))
    const again = await new Runner({ data: data(), out, pool: pool() }).pass(pass, 'again')
    expect(again).toEqual(first)
    const kept = readFileSync(join(out, 'cache', name), 'utf8')
    writeFileSync(join(out, 'cache', name), kept.replace(String(first.mistakes[0]), '0.125'))
    const marked = await new Runner({ data: data(), out, pool: pool() }).pass(pass, 'marked')
    expect(marked.mistakes[0]).toBe(0.125)
    const other = await new Runner({ data: data(), out, pool: pool() }).pass({ ...pass, seed: 2 }, 'other')
    expect(other.mistakes[0]).not.toBe(0.125)
  })

  it('keeps parts under their parameters, numbers that JSON has not included', async () => {
    const calls: number[] = []
    const half = part('half', ({ n }: { n: number }) => {
      calls.push(n)
      return { half: n / 2, none: Number.NaN }
    })
    const own: Experiment = {
      ...experimentOf('table1'),
      parts: [half],
      run: async ({ runner }) => {
        const halves = await Promise.all([8, 10].map((n) => runner.part(half, { n }, 'half')))
        const rows = halves.map((one) => [String(one.half), String(one.none)])
        return {
          tables: [{ title: '', columns: [{ name: '' }, { name: '' }], rows }],
          figures: [],
          notes: [],
        }
      },
    }
    const options = { data: data(), out: join(folder, 'parts'), shuffles: 1, threads: 0 }
    partsByName.set('half', half)
    for (let k = 0; k < 2; k++) {
      const [{ tables }] = await runExperiments([own], options)
      expect(tables[0].rows).toEqual([
        ['4', 'NaN'],
        ['5', 'NaN'],
      ])
    }
    partsByName.delete('half')
    // parts may begin in any order
    expect(calls.sort((a, b) => a - b)).toEqual([8, 10])
    const runner = new Runner({ data: data(), out: join(folder, 'unknown'), pool: pool() })
    const unknown = runner.part(half, { n: 1 }, 'half')
    await expect(unknown).rejects.toMatchObject({ code: 'OL_PARAMETER', value: 'half' })
  })

  it('stops between units when told to', async () => {
    const signal = AbortSignal.abort('enough')
    const runner = new Runner({
      data: data(),
      out: join(folder, 'stopped'),
      pool: pool(signal),
    })
    await expect(runner.pass({ ...unit, lanes: { learningRate: [1] } }, 'never')).rejects.toBe('enough')
  })
})

describe('searchRate', () => {
  it('finds the rate that is best of a finer grid', async () => {
    const runner = new Runner({ data: data(), out: join(folder, 'searched'), pool: pool() })
    const search = {
      unit,
      range: [1e-3, 1e3],
      objective: 'mistakes',
      seeds: [1, 2],
      description: '',
    } as const
    const { best, curve } = await searchRate(runner, search)
    expect(best.map(({ seed }) => seed)).toEqual([1, 2])
    expect(best[0].loss).toBe(Math.min(...curve.map(([, loss]) => loss)))
    expect(best[0].rate).toBeGreaterThan(1e-3)
  })

  it('skips values that are not numbers', () => {
    expect(lowest([Number.NaN, 3, 2, Number.NaN])).toBe(2)
    expect(logGrid(1, 100, 3)).toEqual([1, 10, 100])
  })
})

describe('experiments', () => {
  it('have names of their own and data sets that there are', () => {
    expect(new Set(experiments.map(({ id }) => id)).size).toBe(experiments.length)
    for (const { datasets: names } of experiments) for (const name of names) datasetOf(name)
    expect(() => experimentOf('table9')).toThrow(expect.objectContaining({ code: 'OL_PARAMETER' }))
  })

  it('write their pages, and say which data are missing', async () => {
    const out = join(folder, 'pages')
    const seen: string[] = []
    const reports = await runExperiments([experimentOf('table2'), experimentOf('table1')], {
      data: data(),
      out,
      shuffles: 2,
      threads: 0,
      onReport: ({ id }) => seen.push(id),
    })
    expect(seen).toEqual(['table2', 'table1'])
    const [{ rows, columns }] = reports[0].tables
    const loss = columns.findIndex(({ name }) => name === 'loss')
    expect(rows.filter(([name]) => name === 'census').every((row) => row.at(-1) === 'not there')).toBe(true)
    const shuttle = rows.filter(([name]) => name === 'shuttle')
    expect(shuttle).toHaveLength(4)
    for (const row of shuttle) expect(row[loss]).toMatchObject({ value: expect.any(Number) })
    for (const row of shuttle) expect(row.at(-1)).toBe('part: 500 of 43,500 rows')
    const sizes = reports[1].tables[0].rows.map((row) => [row[0], row.at(-1)])
    expect(sizes).toContainEqual(['shuttle', 'part: 500 of 43,500 rows'])
    for (const name of ['table2.html', 'table2.json', 'table2.txt', 'table2.md', 'index.html'])
      expect(readFileSync(join(out, name), 'utf8').length).toBeGreaterThan(100)
  })

  it('listen to the signal once, however many they are', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const empty = { ...experimentOf('table1'), run: async () => ({ tables: [], figures: [], notes: [] }) }
    const options = { data: data(), out: join(folder, 'many'), shuffles: 1, threads: 0, signal }
    await runExperiments(Array<Experiment>(12).fill(empty), options)
    expect(added).toHaveBeenCalledTimes(1)
  })

  it('show NAG flat over ten orders of magnitude', async () => {
    const [report] = await runExperiments([experimentOf('figure1')], {
      data: '.',
      out: join(folder, 'figure1'),
      shuffles: 1,
      threads: 0,
    })
    const [nag, , , adagrad] = report.figures[0].series.map(({ points }) => points.map(([, y]) => y))
    expect(Math.max(...nag) - Math.min(...nag)).toBeLessThan(1e-9)
    expect(Math.max(...adagrad) / Math.min(...adagrad)).toBeGreaterThan(10)
  })
})
