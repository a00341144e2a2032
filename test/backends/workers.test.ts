import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { backends } from '../../packages/core/test/data.js'
// @ts-expect-error: plain JavaScript, which threads run as it is
import { batchOf, learnerOf } from './workers-data.mjs'

// Threads that come and go; the main thread never loads the addon.

const script = fileURLToPath(new URL('workers-main.mjs', import.meta.url))

function runs(kind: string): unknown {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script, kind], {
    encoding: 'utf8',
    timeout: 240_000,
  })
  expect([status, signal, stderr]).toEqual([0, null, ''])
  return JSON.parse(stdout)
}

/** What a thread of this number learns, learned alone. */
function alone(k: number): string {
  const model = learnerOf('fallback')
  for (let round = 0; round < 12; round++) model.learn(batchOf(k, round))
  return createHash('sha256').update(model.toBytes()).digest('hex')
}

const core = new URL('../../packages/core/dist/index.js', import.meta.url).href
const work = `
  import { parentPort } from 'node:worker_threads'
  import { Learner } from ${JSON.stringify(core)}
  const size = 4000
  const batch = {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => 4 * e),
    indices: Uint32Array.from({ length: 4 * size }, (_, i) => (i * 2654435761) % 5000),
    values: new Float64Array(4 * size).fill(1),
    labels: Float64Array.from({ length: size }, (_, e) => (e % 2 === 0 ? 1 : -1)),
  }
  const model = new Learner({ loss: 'logistic', bits: 12 })
  parentPort.postMessage(model.backend)
  async function* stream() {
    for (;;) yield batch
  }
  await model.learn(stream())
`
const main = `
  import { Worker } from 'node:worker_threads'
  const code = ${JSON.stringify(work)}
  const names = new Set()
  const one = (k) => new Promise((done, fail) => {
    const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(code)))
    worker.once('message', (name) => {
      names.add(typeof name === 'string' ? name : name.name)
      setTimeout(() => worker.terminate().then(done), (k * 7) % 23)
    })
    worker.once('error', fail)
  })
  for (let round = 0; round < 4; round++) await Promise.all([0, 1, 2].map((k) => one(3 * round + k)))
  console.log([...names].join())
`

test('threads that are ended at any moment harm nobody', () => {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', main],
    {
      encoding: 'utf8',
    },
  )
  expect([status, signal, stderr]).toEqual([0, null, ''])
  expect(stdout.trim()).toBe(backends.includes('native') ? 'native' : 'fallback')
})

describe('threads of JavaScript', () => {
  test('that learn at the same time each learn what they would alone', () => {
    expect(runs('together')).toEqual([0, 1, 2, 3].map(alone))
  })
})
