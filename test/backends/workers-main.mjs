import { Worker } from 'node:worker_threads'

// Runs threads that are ended at random moments, or that learn together. It is a process of its own, which loads no addon.

const [kind] = process.argv.slice(2)
const thread = new URL('workers-thread.mjs', import.meta.url)
const start = (k) => new Worker(thread, { workerData: { kind, k } })
const message = (worker) =>
  new Promise((done, fail) => {
    worker.once('message', done)
    worker.once('error', fail)
  })

/** Ends each of many threads a few milliseconds into its work, four at a time. */
async function ended() {
  const names = new Set()
  const one = async (k) => {
    const worker = start(k)
    names.add(await message(worker))
    await new Promise((go) => setTimeout(go, (k * 7) % 23))
    await worker.terminate()
  }
  const rounds = process.env.OL_TEST_GRID === 'full' ? 3 : 1
  for (let round = 0; round < rounds; round++) await Promise.all([0, 1, 2, 3].map((k) => one(4 * round + k)))
  return [...names]
}

/** Lets four threads begin at the same time, and returns what each has learned. */
async function together() {
  const workers = [0, 1, 2, 3].map(start)
  await Promise.all(workers.map(message))
  const results = workers.map(message)
  for (const worker of workers) worker.postMessage('go')
  return Promise.all(results)
}

console.log(JSON.stringify(await (kind === 'together' ? together() : ended())))
