// Times the backends against each other: npm run bench [-- [--examples N] [--repeat N] [--json] [trial ...]]
// The results are compared first: a backend that learns something else has no time worth printing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { backendInfo } from '@ol/core'
import { generate } from './generate.mjs'
import { backends, trials } from './trials.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    examples: { type: 'string', default: '20000' },
    repeat: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
})
const examples = wholeNumber('--examples', values.examples)
const repeat = wholeNumber('--repeat', values.repeat)
const chosen = positionals.length === 0 ? trials : positionals.map(trialNamed)
const driver = fileURLToPath(new URL('./driver.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ol-bench-'))

try {
  const { note } = backendInfo('auto')
  if (note !== undefined)
    console.error(`The native backend is not there (${note}): only the fallback is timed.`)
  const present = backends.filter((name) => name === 'fallback' || note === undefined)
  const files = new Map()
  const results = []
  for (const trial of chosen) {
    if (!files.has(trial.kind)) {
      files.set(trial.kind, join(folder, trial.kind))
      await generate(trial.kind, examples, files.get(trial.kind))
    }
    const file = files.get(trial.kind)
    const runs = present.map((backend) => drive(trial, backend, file))
    const equal = runs.every(({ results }) => JSON.stringify(results) === JSON.stringify(runs[0].results))
    if (!equal) {
      console.error(`${trial.name}: the results differ`)
      for (const { backend, results } of runs) console.error(`  ${backend} ${JSON.stringify(results)}`)
      process.exitCode = 1
      continue
    }
    results.push({ trial: trial.name, bytes: statSync(file).size, runs })
    if (!values.json) print(results.length === 1, trial, statSync(file).size, runs)
  }
  if (values.json)
    console.log(JSON.stringify({ cpu: cpus()[0].model, node: process.version, examples, repeat, results }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Runs a trial on a backend in its own process. */
function drive(trial, backend, file) {
  const argument = JSON.stringify({ file, read: trial.read, learner: { ...trial.learner, backend }, repeat })
  const env = { ...process.env, OL_BACKEND: backend }
  const done = spawnSync(process.execPath, [driver, argument], { encoding: 'utf8', env, maxBuffer: 1 << 26 })
  if (done.status !== 0)
    throw new Error(`${trial.name} on ${backend} ended with ${done.status}:\n${done.stderr}`)
  return JSON.parse(done.stdout)
}

function print(first, trial, bytes, runs) {
  if (first) {
    console.log(
      `${examples} examples, best of ${repeat}, ${cpus()[0].model}, Node.js ${process.versions.node}`,
    )
    console.log('nanoseconds per feature; train: read and learn together, as ol-cli does\n')
    console.log('trial          backend      train     read    learn  predict   MB in   peak MB')
  }
  for (const { backend, seconds, results, maxMemory } of runs) {
    const cells = [seconds.train, seconds.read, seconds.learn, seconds.predict]
    const nanoseconds = cells.map((s) => ((1e9 * s) / results.features).toFixed(1).padStart(8))
    const sizes = `${(bytes / 1e6).toFixed(1).padStart(7)} ${(maxMemory / 1e6).toFixed(0).padStart(9)}`
    console.log(`${trial.name.padEnd(14)} ${backend.padEnd(9)} ${nanoseconds.join(' ')} ${sizes}`)
  }
}

function trialNamed(name) {
  const trial = trials.find((one) => one.name === name)
  if (trial === undefined)
    usage(`There is no trial ${name}; there are ${trials.map((one) => one.name).join(', ')}`)
  return trial
}

function wholeNumber(flag, text) {
  if (!/^[1-9]\d{0,8}$/.test(text)) usage(`Expected a whole number > 0 for ${flag} but received ${text}`)
  return Number(text)
}

function usage(text) {
  console.error(text)
  process.exit(2)
}
