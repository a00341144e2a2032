// node bench/growing.mjs [--features N] [--examples N] [--repeat N]
//
// Compares the growing table with the dense one on examples of 50 of a million features, held in memory. First
// compares the results, then times both tables in turns; the figures are minima of processor time per feature.
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { chooseBackend } from '@ol/core/internal'
import { emptyCounts } from '@ol/spec'
import { refuseStale } from '../scripts/up-to-date.mjs'

refuseStale()

const { values } = parseArgs({
  options: {
    features: { type: 'string', default: '1000000' },
    examples: { type: 'string', default: '100000' },
    repeat: { type: 'string', default: '7' },
  },
})
const kinds = Number(values.features)
const size = Number(values.examples)
const repeat = Number(values.repeat)
const bits = 24
const perExample = 50

/** Every feature at least once; each has its own row in the dense table. */
function batchOf() {
  const count = size * perExample
  let x = 88172645
  const random = () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) / 2 ** 32
  }
  const names = Uint32Array.from({ length: count }, (_, i) => (i < kinds ? i : Math.floor(random() * kinds)))
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => e * perExample),
    // an odd factor: no two below 2^24 collide
    indices: names.map((name) => Math.imul(name, 2654435761) & (2 ** bits - 1)),
    upper: names.map((name) => Math.imul(name, 2246822519)),
    values: new Float64Array(count).fill(1),
    labels: Float64Array.from({ length: size }, () => (random() < 0.5 ? -1 : 1)),
  }
}

const batch = batchOf()
const learners = { dense: bits, growing: 'grow' }
const make = (name, backend) => new Learner({ rule: 'nag', loss: 'logistic', bits: learners[name], backend })

/** Seconds of this process. */
function timed(action) {
  const before = process.cpuUsage()
  action()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

for (const backend of ['native', 'fallback']) {
  const found = Object.keys(learners).map((name) => make(name, backend).learn(batch))
  if (!found[0].every((z, e) => z === found[1][e])) throw new Error(`the tables disagree on ${backend}`)
  const least = {}
  const note = (name, seconds) => {
    least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, seconds)
  }
  const known = {}
  for (const name of Object.keys(learners)) {
    known[name] = make(name, backend)
    known[name].learn(batch)
  }
  const { backend: calls } = chooseBackend(backend)
  const rows = new Uint32Array(batch.indices.length)
  const count = 2 ** 21
  const buffer = new ArrayBuffer(8 * count + 64)
  const start = calls.advise?.(buffer) ?? 0
  const slots = {
    slots: new Uint32Array(buffer, start, count),
    keys: new Uint32Array(buffer, start + 4 * count, count),
    counts: emptyCounts(),
  }
  calls.locate(slots, batch, 0, true, rows)
  for (let i = 0; i < repeat; i++) {
    for (const name of Object.keys(learners)) {
      const fresh = make(name, backend)
      note(
        `${name}: learn all again`,
        timed(() => fresh.learn(batch, { trusted: true })),
      )
      note(
        `${name}: learn what was seen`,
        timed(() => known[name].learn(batch, { trusted: true })),
      )
    }
    note(
      'locate alone',
      timed(() => calls.locate(slots, batch, 0, true, rows)),
    )
  }
  console.log(`${backend}: ${kinds} features, ${size} examples of ${perExample}`)
  for (const [name, seconds] of Object.entries(least))
    console.log(`  ${name.padEnd(30)} ${((seconds / batch.indices.length) * 1e9).toFixed(1)} ns per feature`)
  const { table, index } = known.growing.memory
  console.log(
    `  memory: dense ${known.dense.memory.table >> 20} MiB, growing ${table >> 20} + ${index >> 20} MiB`,
  )
}
