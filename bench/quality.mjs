// npm run quality -- --sets FOLDER [--ol CHECKOUT] [--variant NAME=FLAGS]... [--only CONTESTANT]... [--set NAME]...
//                    [--json FILE] [--compare FILE] [--jobs N]
//
// OL, given only a file and its label column, next to others, on the sets that bench/quality/collect.py wrote into FOLDER.
// Each row is predicted before it is learned. --variant names flags of `ol-cli train` to measure, such as
// --variant plain="--expand off"; without it there is one, `default`, without flags. --compare FILE: an earlier --json;
// the last lines compare the two. CHECKOUT: the folder of another copy of OL, built.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { comparison } from './quality/compare.mjs'
import { figures } from './quality/figures.mjs'
import { learn } from './quality/ol.mjs'
import { labelsOf, setsOf } from './quality/sets.mjs'

const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    ol: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    variant: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    set: { type: 'string', multiple: true },
    json: { type: 'string' },
    compare: { type: 'string' },
    jobs: { type: 'string', default: '1' },
  },
})
if (values.sets === undefined) {
  console.error('npm run quality -- --sets FOLDER [--ol CHECKOUT] [--variant NAME=FLAGS]... [--set NAME]...')
  console.error('                   [--json FILE] [--compare FILE] [--jobs N]')
  process.exit(2)
}
const variants = (values.variant ?? ['default=']).map((text) => {
  const at = text.indexOf('=')
  if (at < 1) throw new Error(`--variant ${text}: expected NAME=FLAGS`)
  return {
    name: text.slice(0, at),
    flags: text
      .slice(at + 1)
      .split(' ')
      .filter((flag) => flag !== ''),
  }
})
const scratch = mkdtempSync(join(tmpdir(), 'ol-quality-'))
const sets = setsOf(values.sets, values.set)
// what FILE has of other sets and contestants stays
const found =
  values.json !== undefined && existsSync(values.json)
    ? JSON.parse(readFileSync(values.json, 'utf8'))
    : { sets: {} }

/** The first row is not counted: nobody can predict it. The last fifth has the same rows for those that are fitted offline. */
function all(given, predictions) {
  const n = given.labels.length
  const whole = figures(given, predictions, 1, n)
  const late = figures(given, predictions, Math.floor(0.8 * n), n)
  return {
    ...whole,
    ...Object.fromEntries(
      Object.entries(late).map(([key, value]) => [`late${key[0].toUpperCase()}${key.slice(1)}`, value]),
    ),
  }
}

async function measure(set) {
  const given = { ...labelsOf(set), task: set.task }
  const { name, task, order, rows, columns, source, digest } = set
  const results = {}
  for (const variant of variants) {
    try {
      const { predictions, seconds, wall } = await learn(
        values.ol,
        set,
        given,
        variant.flags,
        scratch,
        `${name}-${variant.name}`,
      )
      results[`OL ${variant.name}`] = { ...all(given, predictions), seconds, wall }
    } catch (error) {
      results[`OL ${variant.name}`] = { failed: error.message }
      console.error(`${name}: ${error.message}`)
    }
  }
  const kept = found.sets[name]?.digest === digest ? found.sets[name].results : {}
  found.sets[name] = { task, order, rows, columns, source, digest, results: { ...kept, ...results } }
  const shown = Object.entries(results).map(([who, { loss, lateLoss, seconds }]) =>
    loss === undefined
      ? `${who} failed`
      : `${who} ${loss.toPrecision(5)}, last fifth ${lateLoss.toPrecision(5)}, ${seconds.toFixed(1)} s`,
  )
  console.log(`${name.padEnd(24)}${shown.join('; ')}`)
}

try {
  // the largest first, so that no thread is left alone with one at the end
  const queue = [...sets].sort((a, b) => b.rows * (b.columns ?? 50) - a.rows * (a.columns ?? 50))
  const worker = async () => {
    for (let set = queue.shift(); set !== undefined; set = queue.shift()) await measure(set)
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(found, null, 1)}\n`)
if (values.compare !== undefined) {
  const earlier = JSON.parse(readFileSync(values.compare, 'utf8'))
  const names = Object.keys(Object.values(earlier.sets)[0].results)
    .filter((name) => name.startsWith('OL '))
    .map((name) => name.slice(3))
  for (const { name } of variants)
    console.log(comparison(found, earlier, name, names.includes(name) ? name : names[0]).join('\n'))
}
