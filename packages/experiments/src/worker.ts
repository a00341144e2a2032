import { parentPort } from 'node:worker_threads'
import { partOf } from './experiments/experiments.js'
import type { Answer, Order } from './run/pool.js'
import { runUnit } from './run/units.js'

// A thread of a pool: it imports the table of experiments, which the pool does not.
parentPort?.on('message', ({ unit, folder }: Order) => {
  const answer = (message: Answer): void => parentPort?.postMessage(message)
  const start = performance.now()
  let told = 0
  runUnit(unit, {
    folder,
    partOf,
    onShare: (share) => {
      const now = performance.now()
      if (now - told < 200) return
      told = now
      answer({ share })
    },
  }).then(
    (result) => answer({ result, seconds: (performance.now() - start) / 1000 }),
    (error: unknown) => answer({ error }),
  )
})
