// node bench/save-pause.mjs [BITS]: for how long `save` keeps the event loop from other work at most, and what learning one
// example costs meanwhile: of a model with few features, with 200,000 named ones, with a dense table, and for predictions alone.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Learner } from '@ol/core'

const bits = Number(process.argv[2] ?? 24)
const file = join(tmpdir(), `ol-save-pause-${process.pid}.ol`)
const example = (k, names) => ({
  features: { x: k, [`f${k % names}`]: 1 },
  label: k % 2 === 0 ? 1 : -1,
})

/** Returns a model that has learned from so many features. */
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
for (const { rule, names, predictOnly = false } of cases) {
  const learner = model(rule, names)
  for (let run = 0; run < 3; run++) {
    let seconds = 0
    const { longest, busiest } = await longestPause(async () => {
      const started = performance.now()
      await learner.save(file, { predictOnly })
      seconds = (performance.now() - started) / 1000
    })
    const saving = learner.save(file)
    const started = performance.now()
    learner.learn(example(run, 1000))
    const learning = performance.now() - started
    await saving
    console.log(
      `2^${bits} ${rule}, ${names} features${predictOnly ? ', for predictions alone' : ''}: saved in ${seconds.toFixed(2)} s, longest pause ${longest.toFixed(1)} ms (${busiest.toFixed(1)} ms of processor time); learning one example at once: ${learning.toFixed(1)} ms`,
    )
  }
}
rmSync(file, { force: true })
