// npm run auto -- --data FOLDER [--vw PYTHON] [--only NAME]... [--order file|shuffled] [--work FOLDER] [--out FILE]
//
// Writes the tables of docs/results/auto.md: the results for users who give only the file and the label, next to
// single rules and Vowpal Wabbit. PYTHON must have the package vowpalwabbit; FOLDER of --work keeps the results, so
// that another run continues.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { wrapped } from '../scripts/prose/wrap.mjs'
import { sets, writeRows } from './auto/sets.mjs'
import { page } from './auto/tables.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    vw: { type: 'string' },
    only: { type: 'string', multiple: true },
    order: { type: 'string' },
    work: { type: 'string' },
    out: { type: 'string' },
  },
})
if (values.data === undefined) {
  console.error(
    'npm run auto -- --data FOLDER [--vw PYTHON] [--only NAME]... [--order file|shuffled] [--work FOLDER] [--out FILE]',
  )
  process.exit(2)
}
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ol-auto-'))
if (values.work !== undefined) mkdirSync(values.work, { recursive: true })
const decades = Array.from({ length: 16 }, (_, i) => Number(`1e${i - 10}`))

/**
 * Single rules: rules whose rate has no unit, with the rates of `--learning-rate auto`; other rules with a rate in each
 * decade.
 */
const rules = [
  { rule: 'nag', grid: undefined },
  { rule: 'snag', grid: undefined },
  { rule: 'adagrad', grid: decades },
  { rule: 'sgd', grid: decades },
]
const vwRates = Array.from({ length: 16 }, (_, k) => (0.5 * 10 ** ((4 * (k - 5)) / 15)).toPrecision(6))

try {
  const found = []
  for (const set of sets) {
    if (values.only !== undefined && !values.only.some((name) => set.name.startsWith(name))) continue
    if (!set.files.every((file) => existsSync(join(values.data, file)))) {
      console.error(`${set.name}: not in ${values.data}; left out`)
      continue
    }
    for (const [order, seed] of [
      ['file', undefined],
      ['shuffled', 1],
    ])
      if (values.order === undefined || values.order === order) found.push(measure(set, order, seed))
  }
  const out = values.out ?? here('../docs/results/auto.md')
  writeFileSync(out, wrapped(page(found, values.vw !== undefined)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the figures of a set in an order, and keeps them. */
function measure(set, order, seed) {
  const kept =
    values.work === undefined
      ? undefined
      : join(values.work, `${set.name.replace(/\W+/g, '-')}-${order}.json`)
  const known = kept !== undefined && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
  const figures = { name: set.name, order, task: set.task, ...known }
  const rows =
    known.rows === undefined || values.vw !== undefined ? writeRows(set, values.data, folder, seed) : {}
  figures.rows = known.rows ?? rows.count
  const once = (name, work) => {
    if (figures[name] !== undefined) return
    figures[name] = work()
    console.error(`${set.name}, ${order}: ${name} ${JSON.stringify(figures[name])}`)
    if (kept !== undefined) writeFileSync(kept, JSON.stringify(figures))
  }
  const train = (...flags) => trained(set, rows.path, flags)
  once('auto', () => train('--expand', 'off', '--curve', 'off', '--stack', 'off'))
  once('auto-small', () => train('--rule', 'auto-small'))
  once('nag auto', () => train('--rule', 'nag', '--learning-rate', 'auto'))
  once('scinol2', () => train('--rule', 'scinol2'))
  for (const { rule, grid } of rules) {
    once(`${rule} default`, () => train('--rule', rule))
    once(`${rule} best`, () => {
      const rate = bestRate(set, rows.path, rule, grid)
      return { ...train('--rule', rule, '--learning-rate', String(rate)), rate }
    })
  }
  if (values.vw !== undefined && (figures['VW default'] === undefined || figures['VW best'] === undefined)) {
    const all = vowpalWabbit(set, rows.path)
    once('VW default', () => all[0])
    once('VW best', () => all.slice(1).reduce((a, b) => (b.loss < a.loss ? b : a)))
  }
  return figures
}

function ol(args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [here('../packages/cli/bin/ol-cli.js'), ...args],
    { encoding: 'utf8', maxBuffer: 2 ** 30 },
  )
  if (status !== 0) throw new Error(`ol-cli ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** The first example does not count, because nothing precedes it. */
function trained({ flags, task }, path, own) {
  const { rule, evaluation, seconds } = JSON.parse(
    ol(['train', path, ...flags, ...own, '--warm-up', '1', '--json']),
  )
  const { logLoss, accuracy, mse, rmse } = evaluation.sinceWarmUp
  return {
    rule,
    loss: task === 'regression' ? (mse ?? rmse ** 2) : logLoss,
    error: task === 'regression' ? null : 1 - accuracy,
    seconds,
  }
}

function bestRate({ flags }, path, rule, grid) {
  const rates = grid === undefined ? [] : ['--grid', `learning-rate=${grid.join(',')}`]
  const { best } = JSON.parse(
    ol(['search', path, ...flags, '--rule', rule, ...rates, '--passes', '1', '--json']),
  )
  return best.parameters.learningRate
}

/** Returns the figures of Vowpal Wabbit on the same rows, as OL reads them: at its default rate, then at 16 rates. */
function vowpalWabbit({ flags, task }, path) {
  const text = join(folder, 'rows.vw')
  const labels = task === 'binary' ? ['--labels', 'sign'] : []
  ol(['convert', path, ...flags, ...labels, '--to', 'vw', '-o', text, '--quiet'])
  const { status, stdout, stderr } = spawnSync(
    values.vw,
    [here('auto/vw.py'), text, task, 'default', ...vwRates],
    { encoding: 'utf8', maxBuffer: 2 ** 30 },
  )
  if (status !== 0) throw new Error(`${values.vw}: ${stderr}`)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
