// node bench/save-pause.mjs [BITS]: for how long `save` keeps the event loop from other work at most, and what learning one
// example costs meanwhile.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Learner } from '@ol/core'

const bits = Number(process.argv[2] ?? 24)
const file = join(tmpdir(), `ol-save-pause-${process.pid}.ol`)
const model = new Learner({ loss: 'logistic', bits })
const example = (k) => ({ features: { x: k, [`f${k % 1000}`]: 1 }, label: k % 2 === 0 ? 1 : -1 })
for (let k = 0; k < 10_000; k++) model.learn(example(k))

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

for (let run = 0; run < 3; run++) {
  let seconds = 0
  const { longest, busiest } = await longestPause(async () => {
    const started = performance.now()
    await model.save(file)
    seconds = (performance.now() - started) / 1000
  })
  const saving = model.save(file)
  const started = performance.now()
  model.learn(example(run))
  const learning = performance.now() - started
  await saving
  console.log(
    `2^${bits}: saved in ${seconds.toFixed(2)} s, longest pause ${longest.toFixed(1)} ms (${busiest.toFixed(1)} ms of processor time); learning one example at once: ${learning.toFixed(1)} ms`,
  )
}
rmSync(file, { force: true })
