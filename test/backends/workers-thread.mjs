import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'

// A thread of workers-main.mjs.

const { kind, k } = workerData
const { load } = await import('../../native/index.js')
if (kind === 'loading') parentPort.postMessage('loads')
load()
const { Learner } = await import('../../packages/core/dist/index.js')
const { batchOf, learnerOf, rounds } = await import('./workers-data.mjs')
const { backend } = new Learner({ loss: 'logistic', bits: 4 })
const name = typeof backend === 'string' ? backend : backend.name

/** Learns without end on the threads of Node. */
async function learnOn() {
  const model = new Learner({ loss: 'logistic', bits: 12 })
  const batch = batchOf(k, 3, 4000)
  async function* batches() {
    for (;;) yield batch
  }
  parentPort.postMessage(name)
  await model.learn(batches())
}

/** Trains without end on threads of its own. */
async function trainOn() {
  const { train } = await import('../../packages/pipeline/dist/index.js')
  const { offsets, indices, values, labels } = batchOf(k, 3, 4000)
  const line = (label, e) =>
    `${label} |f ${Array.from(indices.subarray(offsets[e], offsets[e + 1]), (index, i) => `w${index}:${values[offsets[e] + i]}`).join(' ')}\n`
  const bytes = new TextEncoder().encode(Array.from(labels, line).join(''))
  let pieces = 0
  async function* text() {
    for (;;) {
      // the threads are at work by then
      if (pieces++ === 3) parentPort.postMessage(name)
      yield bytes
    }
  }
  await train(text(), { format: 'vw', loss: 'logistic', bits: 12, threads: 3, chunkBytes: 16384 })
}

/** Opens and closes streams without end: most of the time is spent in calls of Node-API, which fail as the thread ends. */
function openOn() {
  const { backend: addon } = load()
  parentPort.postMessage(name)
  while (true) addon?.stream(2).close()
}

/** Learns with others that do the same, now at once and now on the threads of Node. */
async function learnTogether() {
  parentPort.postMessage('ready')
  await new Promise((go) => parentPort.once('message', go))
  parentPort.unref()
  const model = learnerOf(undefined)
  for (let round = 0; round < rounds; round++) {
    const batch = batchOf(k, round)
    if (round % 2 === 0) model.learn(batch)
    else
      await model.learn(
        (async function* () {
          yield batch
        })(),
      )
  }
  parentPort.postMessage(createHash('sha256').update(model.toBytes()).digest('hex'))
}

await {
  learning: learnOn,
  training: trainOn,
  opening: openOn,
  loading: () => {},
  together: learnTogether,
}[kind]()
