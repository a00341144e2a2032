import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run-program.mjs'

/** Rates of Vowpal Wabbit: 16 from .023 to 233, evenly in logarithms, with its default .5 among them. */
const rates = Array.from({ length: 16 }, (_, k) => (0.5 * 10 ** ((4 * (k - 5)) / 15)).toPrecision(6))

/**
 * The programs compared with OL. River is slow, so it learns only the first rows. The last two are fitted offline to
 * four fifths.
 */
export const contestants = {
  'Vowpal Wabbit': { package: 'vowpalwabbit', text: true },
  SGD: { package: 'scikit-learn' },
  'river linear': { package: 'river', rows: 1000 },
  'river Hoeffding': { package: 'river', rows: 1000 },
  'river forest': { package: 'river', rows: 1000 },
  HistGradientBoosting: { package: 'scikit-learn' },
  LightGBM: { package: 'lightgbm' },
}

/** Returns the version of each contestant's package. */
export async function versionsOf(python) {
  const names = [...new Set(Object.values(contestants).map((one) => one.package))]
  const script = `import json; from importlib.metadata import version; print(json.dumps({n: version(n) for n in ${JSON.stringify(names)}}))`
  const { stdout } = await run(python, ['-c', script])
  const found = JSON.parse(stdout)
  return Object.fromEntries(
    Object.entries(contestants).map(([name, one]) => [name, `${one.package} ${found[one.package]}`]),
  )
}

/**
 * Returns the results of another program on a set: `{ name, predictions, from, to, seconds }` for each run. Programs
 * other than Vowpal Wabbit read only tables.
 */
export async function runOther(name, set, { task, K, labels }, { python, checkout, work, scratch }) {
  const { text = false, rows = labels.length } = contestants[name]
  if (!text && set.columns === null) return []
  const out = join(scratch, `${set.name}-${name.replaceAll(' ', '-')}`)
  const job = {
    contestant: name,
    task,
    file: set.path,
    labels: join(set.folder, 'labels', `${set.name}.txt`),
    out,
    rows,
  }
  if (text) Object.assign(job, { text: await vwTextOf(set, checkout, work), rates: ['default', ...rates] })
  const script = fileURLToPath(new URL('others.py', import.meta.url))
  // one thread for each program, because seconds are compared
  const { stdout } = await run(python, [script, JSON.stringify(job)], { OMP_NUM_THREADS: '1' })
  const { seconds, from } = JSON.parse(stdout.trim().split('\n').at(-1))
  const to = Math.min(rows, labels.length)
  const read = (path) => {
    const bytes = readFileSync(path)
    rmSync(path)
    const found = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    // rows that were learned offline have no prediction
    const width = task === 'multiclass' ? K : 1
    const all = new Float64Array(labels.length * width)
    all.set(found, from * width)
    return all
  }
  if (!text) return [{ name, predictions: read(out), from, to, seconds }]
  return job.rates.map((rate, k) => ({
    name: rate === 'default' ? 'Vowpal Wabbit default' : `Vowpal Wabbit ${rate}`,
    rate,
    predictions: read(`${out}.${rate}`),
    from,
    to,
    seconds: seconds[k],
  }))
}

/** Returns the path of the rows as OL reads them, in the format of Vowpal Wabbit. */
async function vwTextOf(set, checkout, work) {
  mkdirSync(work, { recursive: true })
  const path = join(work, `${set.name}-${set.digest}.vw`)
  if (!existsSync(path)) {
    const program = join(checkout, 'packages', 'cli', 'bin', 'ol-cli.js')
    // the labels are written again, by number; convert has no --task
    const flags = set.flags.filter((flag, k) => flag !== '--task' && set.flags[k - 1] !== '--task')
    if (set.task === 'regression') flags.push('--labels', 'real')
    await run(process.execPath, [program, 'convert', set.path, ...flags, '--to', 'vw', '-o', path, '--quiet'])
  }
  return path
}
