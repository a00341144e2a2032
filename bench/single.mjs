// node bench/single.mjs [--repeat N] [--rule NAME] [--bits 18,24] [--examples 4000]
//
// Times calls of the library, on one thread, in a process for each backend: learning from and predicting one object,
// one typed array, one row and batches; writing a model and reading it. Prints the minimum time of all repeats after
// comparing the predictions and the saved models of the backends.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { refuseStale } from '../scripts/up-to-date.mjs'
import { uniform } from './generate.mjs'

refuseStale()

const { values } = parseArgs({
  options: {
    repeat: { type: 'string', default: '7' },
    rule: { type: 'string', default: 'nag' },
    bits: { type: 'string', default: '18,24' },
    backend: { type: 'string' },
    // a multiple of 1000
    examples: { type: 'string', default: '4000' },
  },
})
const repeat = Number(values.repeat)
const examples = Number(values.examples)
const backends = ['native', 'fallback']

const random = uniform(7)
const words = Array.from({ length: 400 }, (_, k) => `word${k}`)
const pick = (list) => list[Math.floor(random() * list.length)]
const labelled = (features) => ({ features, label: random() < 0.5 ? -1 : 1 })
const range = (count) => Array.from({ length: count }, (_, k) => k)

/** Ten numbers and ten strings. */
const objects = range(examples).map(() =>
  labelled(
    Object.fromEntries(range(20).map((k) => [`column${k}`, k % 2 === 0 ? random() - 0.5 : pick(words)])),
  ),
)
const typed = range(examples).map(() => labelled({ x: Float64Array.from(range(50), () => random() - 0.5) }))

/** Batches of `size` examples of 50 features. */
function batches(size) {
  return range(examples / size).map(() => ({
    size,
    offsets: Uint32Array.from(range(size + 1), (e) => 50 * e),
    indices: Uint32Array.from(range(50 * size), () => Math.floor(random() * 2 ** 18)),
    values: Float64Array.from(range(50 * size), () => random() - 0.5),
    labels: Float64Array.from(range(size), () => (random() < 0.5 ? -1 : 1)),
  }))
}
const rows = batches(1)
const thousands = batches(1000)

const learn = (model, one) => model.learn(one)
const learnRow = (model, one) => model.learn(one, { trusted: true })[0]
/** The calls that are timed: their items, the learning before each, and the call. */
const calls = [
  ['learn, object of 20 features', objects, learn, learn],
  ['predict, object of 20 features', objects, learn, (model, one) => model.predict(one.features)],
  ['learn, typed array of 50 numbers', typed, learn, learn],
  ['predict, typed array of 50 numbers', typed, learn, (model, one) => model.predict(one.features)],
  ['learn, batch of one row of 50', rows, learnRow, learnRow],
  ['predict, batch of one row of 50', rows, learnRow, (model, one) => model.predict(one)[0]],
  ['learn, row of 50 in a batch of 1000', thousands, learnRow, learnRow],
  ['predict, row of 50 in a batch of 1000', thousands, learnRow, (model, one) => model.predict(one)[0]],
]

/** Returns the minimum microseconds per example, and the sum of the predictions. */
function timed([name, items, before, run], settings) {
  let least = Number.POSITIVE_INFINITY
  let sum = 0
  for (let k = 0; k < repeat; k++) {
    const model = new Learner({ ...settings, bits: 18 })
    for (const one of items) before(model, one)
    sum = 0
    const started = performance.now()
    for (const one of items) sum += run(model, one)
    least = Math.min(least, (1000 * (performance.now() - started)) / examples)
  }
  return { name, least, result: sum }
}

/** Returns the minimum milliseconds for writing and for reading a model in memory, and its digest. */
function stored(bits, settings) {
  let [to, from] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let bytes = new Uint8Array(0)
  for (let k = 0; k < Math.min(repeat, 3); k++) {
    const model = new Learner({ ...settings, bits })
    for (const batch of thousands) model.learn(batch)
    let started = performance.now()
    bytes = model.toBytes()
    to = Math.min(to, performance.now() - started)
    started = performance.now()
    Learner.fromBytes(bytes, { backend: settings.backend })
    from = Math.min(from, performance.now() - started)
  }
  const result = createHash('sha256').update(bytes).digest('hex')
  const what = `2^${bits} slots, ${Math.round(bytes.length / 1000)} kB`
  return [
    { name: `toBytes, ${what}: milliseconds`, least: to, result },
    { name: `fromBytes, ${what}: milliseconds`, least: from, result },
  ]
}

if (values.backend !== undefined) {
  const settings = { rule: values.rule, loss: 'logistic', backend: values.backend }
  const times = calls.map((call) => timed(call, settings))
  const files = values.bits.split(',').flatMap((bits) => stored(Number(bits), settings))
  console.log(JSON.stringify([...times, ...files]))
} else {
  const [native, fallback] = backends.map((backend) => {
    const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--backend', backend]
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout)
  })
  const cell = (number) => number.toFixed(number < 10 ? 2 : 0).padStart(10)
  const machine = `load ${loadavg()[0].toFixed(1)}, ${cpus()[0].model}, node ${process.version}`
  console.log(`${values.rule}, logistic loss, ${machine}`)
  console.log('microseconds an example'.padEnd(50), ...backends.map((name) => name.padStart(10)))
  for (const [k, { name, least, result }] of native.entries()) {
    if (fallback[k].result !== result) throw new Error(`${name}: the backends differ`)
    console.log(name.padEnd(50), cell(least), cell(fallback[k].least))
  }
}
