// A thread that reads a shared model until it is told to end: see shared-model.test.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { SharedReader } from '@ol/core'

const { buffer, backend, examples, control } = workerData
const reader = new SharedReader(buffer, { backend })
const end = new Int32Array(control)
const seen = new Map()
for (let k = 0; Atomics.load(end, 0) === 0 || k === 0; k++) {
  const scores = reader.read((model) => examples.map((features) => model.predict(features)))
  seen.set(scores.join(), reader.version)
}
parentPort.postMessage({ seen: [...seen.keys()], last: reader.version })
