// node bench/save-pause.mjs [BITS]
//
// Measures the longest time for which `save` blocks the event loop while nothing is learned, while an example is
// learned in every turn, and while a stream learns batches of scattered features; for a model with few features,
// with 200,000 named features, with a dense table, and for predictions only. Compare with the same work without
// saving.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Learner } from '@ol/core'
import { refuseStale } from '../scripts/up-to-date.mjs'

refuseStale()

const bits = Number(process.argv[2] ?? 24)
const file = join(tmpdir(), `ol-save-pause-${process.pid}.ol`)
const example = (k, names) => ({
  features: { x: k, [`f${k % names}`]: 1 },
  label: k % 2 === 0 ? 1 : -1,
})

/** Returns a model that has learned from this many features. */
function model(rule, names) {
  const learner = new Learner({ rule, loss: 'logistic', bits })
  if (names === 'all') {
    const count = 2 ** (bits - 1)
    const indices = Uint32Array.from({ length: count }, (_, i) => i)
    const values = new Float64Array(count).fill(1)
    learner.learn({ size: 1, offsets: Uint32Array.of(0, count), indices, values, labels: Float64Array.of(1) })
  } else for (let k = 0; k < names; k++) learner.learn(example(k, names))
  return learner
}

/** Returns the longest pause between two turns of the event loop while `work` runs, by the clock and in processor time. */
async function longestPause(work) {
  let longest = 0
  let busiest = 0
  let ended = false
  const watch = (async () => {
    for (let last = performance.now(), cpu = process.cpuUsage(); !ended; cpu = process.cpuUsage()) {
      await new Promise((resume) => setImmediate(resume))
      const now = performance.now()
      const { user, system } = process.cpuUsage(cpu)
      longest = Math.max(longest, now - last)
      busiest = Math.max(busiest, (user + system) / 1000)
      last = now
    }
  })()
  await work()
  ended = true
  await watch
  return { longest, busiest }
}

const cases = [
  { rule: 'auto', names: 10_000 },
  { rule: 'auto', names: 200_000 },
  { rule: 'nag', names: 'all' },
  { rule: 'auto', names: 10_000, predictOnly: true },
]

const size = 256
const scattered = (seed) => {
  let state = seed + 1
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state
  }
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => 20 * e),
    indices: Uint32Array.from({ length: 20 * size }, () => next() ^ (next() >>> 16)),
    values: new Float64Array(20 * size).fill(1),
    labels: Float64Array.from({ length: size }, () => (next() & 65536 ? 1 : -1)),
  }
}
const batches = Array.from({ length: 64 }, (_, k) => scattered(k))

/** The work that continues until `isOver`. */
const meanwhile = {
  nothing: async () => {},
  examples: async (learner, isOver) => {
    for (let k = 0; !isOver(); k++) {
      learner.learn(example(k, 1000))
      await new Promise((resume) => setImmediate(resume))
    }
  },
  stream: async (learner, isOver) => {
    await learner.learn(
      (async function* () {
        for (let k = 0; !isOver(); k++) yield batches[k % batches.length]
      })(),
      { trusted: true },
    )
  },
}

for (const { rule, names, predictOnly = false } of cases) {
  const learner = model(rule, names)
  for (const [name, work] of Object.entries(meanwhile))
    for (const saves of name === 'nothing' ? [true] : [false, true]) {
      const pauses = []
      let seconds = 0
      for (let run = 0; run < 3; run++) {
        const started = performance.now()
        const first = await longestPause(async () => {
          let over = false
          const saved = saves
            ? learner.save(file, { predictOnly })
            : new Promise((resume) => setTimeout(resume, 1000))
          const working = work(learner, () => over)
          await saved
          over = true
          await working
        })
        pauses.push(first)
        seconds = (performance.now() - started) / 1000
      }
      const median = (of) =>
        pauses
          .map(of)
          .sort((a, b) => a - b)[1]
          .toFixed(1)
      const what = `${names} features${predictOnly ? ', for predictions alone' : ''}`
      console.log(
        `2^${bits} ${rule}, ${what}; ${name}, ${saves ? `saved in ${seconds.toFixed(2)} s` : 'no file'}: longest pause ${median((p) => p.longest)} ms (${median((p) => p.busiest)} ms of processor time)`,
      )
    }
}
rmSync(file, { force: true })
