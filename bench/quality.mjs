// npm run quality -- --sets FOLDER [--python PYTHON] [--ol CHECKOUT] [--variant NAME=FLAGS]... [--only CONTESTANT]... [--set NAME]...
//                    [--json FILE] [--compare FILE] [--page FILE] [--jobs N] [--again]
//
// Compares OL, given only a file and its label column, with other programs, on the sets that bench/quality/collect.py
// wrote into FOLDER. Each row is predicted before it is learned. Downloads nothing.
//
// --variant names flags of `ol-cli train` to measure, such as --variant plain="--expand off"; the default is one
// variant, `default`, without flags. CHECKOUT is the folder of another copy of OL, already built. PYTHON must have
// vowpalwabbit, river, scikit-learn and lightgbm; without it, only OL runs. CONTESTANT: ol, or a name from
// bench/quality/others.mjs. FILE of --json keeps the results of other runs; contestants other than OL run again only if
// their version or the set has changed, or with --again. --compare FILE: an earlier --json; the last lines compare OL
// with it. --page writes the tables of docs/results/quality.md.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { wrapped } from '../scripts/prose/wrap.mjs'
import { comparison } from './quality/compare.mjs'
import { figures } from './quality/figures.mjs'
import { learn } from './quality/ol.mjs'
import { contestants, runOther, versionsOf } from './quality/others.mjs'
import { page } from './quality/page.mjs'
import { labelsOf, setsOf } from './quality/sets.mjs'

const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    python: { type: 'string' },
    ol: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    variant: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    set: { type: 'string', multiple: true },
    json: { type: 'string' },
    compare: { type: 'string' },
    page: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
  },
})
if (values.sets === undefined) {
  console.error(
    'npm run quality -- --sets FOLDER [--python PYTHON] [--ol CHECKOUT] [--variant NAME=FLAGS]... [--only CONTESTANT]...',
  )
  console.error(
    '                   [--set NAME]... [--json FILE] [--compare FILE] [--page FILE] [--jobs N] [--again]',
  )
  process.exit(2)
}
const wanted = (name) => values.only === undefined || values.only.includes(name)
const variants = !wanted('ol')
  ? []
  : (values.variant ?? ['default=']).map((text) => {
      const at = text.indexOf('=')
      if (at < 1) throw new Error(`--variant ${text}: expected NAME=FLAGS`)
      const flags = text.slice(at + 1).split(' ')
      return { name: text.slice(0, at), flags: flags.filter((flag) => flag !== '') }
    })
const others = values.python === undefined ? [] : Object.keys(contestants).filter(wanted)
const versions = others.length === 0 ? {} : await versionsOf(values.python)
const sets = setsOf(values.sets, values.set)
const found =
  values.json !== undefined && existsSync(values.json)
    ? JSON.parse(readFileSync(values.json, 'utf8'))
    : { sets: {} }
found.machine = `${cpus().length} cores of ${cpus()[0].model.trim()}`
const scratch = mkdtempSync(join(tmpdir(), 'ol-quality-'))
const given = { python: values.python, checkout: values.ol, work: join(values.sets, 'vw'), scratch }

/**
 * The first row does not count, because nothing precedes it. Contestants that are fitted offline have only the last
 * fifth.
 */
function figuresOf(set, predictions, from = 0, to = set.labels.length) {
  const named = (prefix, part) =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => [`${prefix}${key[0].toUpperCase()}${key.slice(1)}`, value]),
    )
  const tail = from > 0 ? from : Math.floor(0.8 * to)
  const late = named('late', figures(set, predictions, tail, to))
  return from > 0 ? late : { ...figures(set, predictions, 1, to), ...late }
}

async function ofVariant(set, labelled, { name, flags }) {
  const key = `${set.name}-${name}`
  const { predictions, seconds, wall } = await learn(values.ol, set, labelled, flags, scratch, key)
  const n = labelled.labels.length
  // for contestants that learn only the first rows
  const first = Object.values(contestants).flatMap(({ rows }) => (rows < n ? [rows] : []))[0]
  const firstLoss = first === undefined ? undefined : figures(labelled, predictions, 1, first).loss
  return { flags: flags.join(' '), ...figuresOf(labelled, predictions), firstLoss, seconds, wall }
}

async function ofOther(set, labelled, name) {
  const results = {}
  for (const run of await runOther(name, set, labelled, given)) {
    const { predictions, from, to, seconds, rate } = run
    const own = {
      rate,
      rows: to,
      ...figuresOf(labelled, predictions, from, to),
      seconds,
      version: versions[name],
    }
    const best = results['Vowpal Wabbit best']
    if (rate === undefined || rate === 'default') results[run.name] = own
    else if (best === undefined || own.loss < best.loss) results['Vowpal Wabbit best'] = own
  }
  return results
}

async function measure(set) {
  const { name, task, order, rows, columns, source, digest } = set
  const labelled = { ...labelsOf(set), task }
  const kept = found.sets[name]?.digest === digest ? found.sets[name].results : {}
  const results = {}
  const attempt = async (who, work) => {
    try {
      Object.assign(results, await work())
      delete kept[who]
    } catch (error) {
      results[who] = { failed: error.message, version: versions[who] }
      console.error(`${name}, ${who}: ${error.message}`)
    }
  }
  for (const variant of variants) {
    const who = `OL ${variant.name}`
    await attempt(who, async () => ({ [who]: await ofVariant(set, labelled, variant) }))
  }
  for (const who of others) {
    const earlier = kept[`${who} best`] ?? kept[who]
    if (!values.again && earlier?.failed === undefined && earlier?.version === versions[who]) continue
    await attempt(who, () => ofOther(set, labelled, who))
  }
  found.sets[name] = { task, order, rows, columns, source, digest, results: { ...kept, ...results } }
  save()
  const shown = Object.entries(results).map(([who, { loss, lateLoss, seconds }]) =>
    lateLoss === undefined
      ? `${who} failed`
      : `${who} ${loss?.toPrecision(5) ?? 'offline'}, last fifth ${lateLoss.toPrecision(5)}, ${seconds.toFixed(1)} s`,
  )
  console.log(`${name.padEnd(24)}${shown.join('; ')}`)
}

/** Numbers have six digits. */
function save() {
  const short = (_, value) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(found, short, 2)}\n`)
}

try {
  // the largest first, so that no worker still has a large set at the end
  const queue = [...sets].sort((a, b) => b.rows * (b.columns ?? 50) - a.rows * (a.columns ?? 50))
  const worker = async () => {
    for (let set = queue.shift(); set !== undefined; set = queue.shift()) await measure(set)
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
if (values.page !== undefined) writeFileSync(values.page, wrapped(page(found)))
if (values.compare !== undefined) {
  const earlier = JSON.parse(readFileSync(values.compare, 'utf8'))
  const names = Object.keys(Object.values(earlier.sets)[0].results)
    .filter((name) => name.startsWith('OL '))
    .map((name) => name.slice(3))
  for (const { name } of variants)
    console.log(comparison(found, earlier, name, names.includes(name) ? name : names[0]).join('\n'))
}
