// node bench/lanes.mjs [--megabytes N] [--repeat N] [--backend NAME] [--vw PYTHON] [--json]
//
// Measures the cost of lanes compared with one model. First compares the results: every lane must have the loss of a
// separate run. Rule auto is measured next to Vowpal Wabbit, if PYTHON has the package vowpalwabbit; runs alternate,
// so that other work of the machine affects both.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { autoRates, Learner, search } from '@ol/core'
import { chooseBackend } from '@ol/core/internal'
import { fallback } from '@ol/fallback'
import { read } from '@ol/reader'
import { refuseStale } from '../scripts/up-to-date.mjs'
import { generate } from './generate.mjs'

refuseStale()

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '500' },
    repeat: { type: 'string', default: '3' },
    backend: { type: 'string', default: 'auto' },
    vw: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const megabytes = Number(values.megabytes)
const repeat = Number(values.repeat)
if (!(megabytes >= 1 && repeat >= 1)) {
  console.error('Expected numbers >= 1 for --megabytes and --repeat')
  process.exit(2)
}
const { backend: chosen } = chooseBackend(values.backend)
// the core learns without the tokenizers
const backend = 'tokenizeAsync' in chosen ? chosen : fallback
const folder = mkdtempSync(join(tmpdir(), 'ol-lanes-'))
const results = []

try {
  const sparse = await fileOf('ids', megabytes)
  await searchAgainstSingle(sparse)
  await mixturesOfModels(sparse)
  const dense = await fileOf('table', Math.min(megabytes, 100))
  for (const classes of [7, 20]) await classesAgainstBinary(dense, classes)
  if (values.json)
    console.log(
      JSON.stringify({
        cpu: cpus()[0].model,
        node: process.version,
        backend: backend.name,
        load: loadavg(),
        results,
      }),
    )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Returns a file of about this many megabytes. */
async function fileOf(kind, size) {
  const path = join(folder, kind)
  const trial = join(folder, `${kind}.trial`)
  await generate(kind, 1000, trial)
  await generate(kind, Math.ceil((size * 1e6) / (statSync(trial).size / 1000)), path)
  return path
}

/** From text to model: 16 rates in one pass, compared with a pass with one rate. */
async function searchAgainstSingle(file) {
  const options = { format: 'vw', labels: 'sign', backend }
  const learner = { loss: 'logistic', backend: backend.name }
  const source = () => read(file, options)
  const single = await best(async () => {
    const one = new Learner({ ...learner, learningRate: autoRates[7] })
    return one.learn(source(), { trusted: true })
  })
  const all = await best(() => search(source, { learner, passes: 1, trusted: true }))
  compare('search', all.value.trials[7].averageLoss, single.value.averageLoss)
  const auto = await best(async () =>
    new Learner({ ...learner, learningRate: 'auto' }).learn(source(), { trusted: true }),
  )
  add('16 rates', file, single, all)
  add('auto', file, single, auto)
}

/** Rule auto, from text to model, compared with one model of nag and one of Vowpal Wabbit. */
async function mixturesOfModels(file) {
  const learn = (rule, plain) => async () => {
    const learner = new Learner({ rule, ...plain, loss: 'logistic', backend: backend.name })
    await learner.learn(read(file, { format: 'vw', labels: 'sign', backend }), { trusted: true })
    return learner
  }
  const tasks = {
    nag: learn('nag'),
    auto: learn('auto', { expand: 'off', curve: 'off', stack: 'off' }),
    'auto-small': learn('auto-small'),
  }
  const taken = {}
  for (let i = 0; i < repeat; i++) {
    for (const [name, task] of Object.entries(tasks)) keep(taken, name, await once(task))
    if (values.vw !== undefined) keep(taken, 'vw', vowpalWabbit(file))
  }
  for (const name of ['auto', 'auto-small']) {
    add(`${name} / nag`, file, taken.nag, taken[name])
    if (taken.vw !== undefined) add(`${name} / VW`, file, taken.vw, taken[name])
  }
  if (taken.vw === undefined) console.error('Vowpal Wabbit: not measured; --vw PYTHON names one that has it')
}

function vowpalWabbit(file) {
  const script = fileURLToPath(new URL('auto/vw-time.py', import.meta.url))
  const ran = spawnSync(values.vw, [script, file, '--loss_function', 'logistic', '-b', '18'], {
    encoding: 'utf8',
  })
  if (ran.status !== 0) throw new Error(`${values.vw}: ${ran.stderr}`)
  return JSON.parse(ran.stdout)
}

/** Keeps the shorter times. */
function keep(taken, name, { seconds, cpu }) {
  const known = taken[name] ?? { seconds, cpu }
  taken[name] = { seconds: Math.min(seconds, known.seconds), cpu: Math.min(cpu, known.cpu) }
}

/**
 * One against all on dense data, compared with a single class: from text to model, with labels computed from the
 * numbers in the file.
 */
async function classesAgainstBinary(file, classes) {
  const source = () => read(file, { format: 'csv', header: false, label: -1, backend })
  const labels = []
  for await (const batch of source()) labels.push(...batch.labels)
  const sorted = labels.sort((a, b) => a - b)
  const cuts = Array.from(
    { length: classes - 1 },
    (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / classes)],
  )
  const classOf = (y) => cuts.filter((cut) => y >= cut).length
  async function* relabelled(label) {
    for await (const batch of source()) yield { ...batch, labels: batch.labels.map(label) }
  }
  const learn = (options, label) =>
    best(async () => {
      const learner = new Learner({ rule: 'nag', loss: 'logistic', backend: backend.name, ...options })
      await learner.learn(relabelled(label), { trusted: true })
      return learner
    })
  const single = await learn({}, (y) => (classOf(y) === 2 ? 1 : -1))
  const all = await learn({ classes }, (y) => classOf(y) + 1)
  const weights = (learner, lane) => JSON.stringify([...learner.weights(lane)])
  compare(`${classes} classes`, weights(all.value, 2), weights(single.value, 0))
  add(`${classes} classes`, file, single, all)
}

function compare(name, found, expected) {
  if (found === expected) return
  console.error(
    `${name}: the results differ (${String(found).slice(0, 80)}, ${String(expected).slice(0, 80)})`,
  )
  process.exit(1)
}

function add(name, file, single, all) {
  const result = {
    name,
    bytes: statSync(file).size,
    seconds: [single.seconds, all.seconds],
    cpuSeconds: [single.cpu, all.cpu],
  }
  results.push(result)
  if (values.json) return
  if (results.length === 1)
    console.log(`${backend.name}, ${cpus()[0].model}, best of ${repeat}, load ${loadavg()[0].toFixed(1)}`)
  const ratio = ([one, many]) =>
    `${one.toFixed(2)} -> ${many.toFixed(2)} s, ${(many / one).toFixed(2)} passes`
  console.log(
    `${name.padEnd(16)} ${(result.bytes / 1e6).toFixed(0).padStart(4)} MB  wall ${ratio(result.seconds)}  processor ${ratio(result.cpuSeconds)}`,
  )
}

/** Returns the shortest of several runs, which other work of the machine affected least. */
async function best(task) {
  const taken = {}
  let value
  for (let i = 0; i < repeat; i++) {
    const ran = await once(task)
    keep(taken, 'own', ran)
    value = ran.value
  }
  return { ...taken.own, value }
}

async function once(task) {
  const started = performance.now()
  const before = process.cpuUsage()
  const value = await task()
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6, value }
}
