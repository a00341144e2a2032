import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { before, isUnchanged, write } from '../src/shared/sequence-lock.js'
import { SharedModel } from '../src/shared/shared-model.js'
import { SharedReader } from '../src/shared/shared-reader.js'
import { backends, random, thrown } from './data.js'

const next = random(9)
const examples = Array.from({ length: 300 }, (_, k) => {
  const [a, b] = [next(), next()]
  return { features: { a, b: 100 * b, [`x${k % 7}`]: 1 }, label: a > b ? 1 : 2 }
})
const asked = examples.slice(0, 5).map(({ features }) => features)

/** Returns a learner of these options, and its examples: labels of classes, signs or numbers. */
function learnerOf(options: AnyLearnerOptions) {
  const learner = new Learner<number | string>(checkOptions(options))
  const label = (own: number) => (options.classes !== undefined ? own : 2 * own - 3)
  return {
    learner,
    learn: (from: number, to: number) => {
      for (const one of examples.slice(from, to)) learner.learn({ ...one, label: label(one.label) })
    },
  }
}

describe.each(backends)('a shared model on %s', (backend) => {
  test.each([
    { loss: 'logistic', bits: 10, expand: 'off' },
    { classes: 2, bits: 10, expand: 'off' },
    { rule: 'nag', bits: 10 },
    { bits: 10, expand: 'off' },
    { rule: 'nag', bits: 10, precision: 'float64', loss: 'logistic' },
  ] as readonly AnyLearnerOptions[])('of %j predicts as the model for predictions alone', (options) => {
    const { learner, learn } = learnerOf({ ...options, backend })
    learn(0, 100)
    const shared = new SharedModel(learner)
    const reader = new SharedReader<number | string>(shared.buffer, { backend })
    const now = (): (number | string)[] => {
      const small = Learner.fromBytes<number | string>(learner.toBytes({ predictOnly: true }), { backend })
      return asked.map((features) => small.predict(features))
    }
    const first = now()
    expect(asked.map((features) => reader.predict(features))).toEqual(first)
    learn(100, 300)
    // examples that were learned since are not read before they are published
    expect(asked.map((features) => reader.predict(features))).toEqual(first)
    shared.publish()
    expect(asked.map((features) => reader.predict(features))).toEqual(now())
    expect(reader.version).toBe(2)
    expect(thrown(() => reader.read((model) => model.learn({ features: {}, label: 1 })))).toMatchObject({
      code: 'OL_PREDICT_ONLY',
    })
  })

  test('data written during a read is read again; a writer that never ends is an error', () => {
    const { learner, learn } = learnerOf({ rule: 'nag', bits: 6, backend })
    const shared = new SharedModel(learner)
    const reader = new SharedReader(shared.buffer, { backend })
    let calls = 0
    const read = reader.read((model) => {
      if (++calls < 3) {
        learn(0, 50 * calls)
        shared.publish()
      }
      return [model.report().examples, model.predict(asked[0])]
    })
    expect([calls, read[0]]).toEqual([3, 150])
    const busy = thrown(() => reader.read(() => shared.publish()))
    expect(busy).toMatchObject({ code: 'OL_BUSY' })
  })

  test('threads see whole models while another learns', async () => {
    const { learner, learn } = learnerOf({ loss: 'logistic', bits: 12, expand: 'off', backend })
    const shared = new SharedModel(learner)
    const control = new SharedArrayBuffer(4)
    const workerData = { buffer: shared.buffer, backend, examples: asked, control }
    const workers = [0, 1, 2].map(
      () => new Worker(new URL('shared-reader.mjs', import.meta.url), { workerData }),
    )
    const ended = workers.map(
      (worker) =>
        new Promise<{ seen: string[]; last: number }>((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('error', reject)
        }),
    )
    const possible = new Set<string>()
    const publish = (): void => {
      shared.publish()
      const model = Learner.fromBytes(learner.toBytes({ predictOnly: true }), { backend })
      possible.add(asked.map((features) => model.predict(features)).join())
    }
    possible.add(asked.map(() => 0).join())
    publish()
    for (let k = 0; k < 60; k++) {
      learn(5 * k, 5 * k + 5)
      publish()
      if (k % 10 === 0) await new Promise((resume) => setTimeout(resume, 1))
    }
    Atomics.store(new Int32Array(control), 0, 1)
    for (const { seen } of await Promise.all(ended))
      for (const scores of seen) expect([scores, possible.has(scores)]).toEqual([scores, true])
    await Promise.all(workers.map((worker) => worker.terminate()))
  })

  test('other buffers, exact indices and classes without room are refused', () => {
    expect(thrown(() => new SharedReader(new SharedArrayBuffer(8)))).toMatchObject({ code: 'OL_PARAMETER' })
    expect(thrown(() => new SharedReader(new SharedArrayBuffer(640)))).toMatchObject({ code: 'OL_PARAMETER' })
    expect(thrown(() => new SharedReader(new ArrayBuffer(640) as never))).toMatchObject({
      code: 'OL_PARAMETER',
    })
    const exact = new Learner({ rule: 'nag', bits: 'grow', backend })
    expect(thrown(() => new SharedModel(exact))).toMatchObject({ code: 'OL_PARAMETER' })
    const learner = new Learner({ rule: 'nag', classes: ['a', 'b'], mostClasses: 5, bits: 6, backend })
    const shared = new SharedModel(learner)
    learner.learn({ features: { x: 1 }, label: 'c' })
    expect(thrown(() => shared.publish())).toMatchObject({ code: 'OL_MODEL_MISMATCH' })
  })
})

test('a number is odd while the memory behind it is written, whatever happens', () => {
  const control = new Int32Array(new SharedArrayBuffer(64))
  const sequence = before(control) as number
  expect(isUnchanged(control, sequence)).toBe(true)
  expect(() =>
    write(control, () => {
      expect(before(control)).toBeUndefined()
      throw new Error('planted')
    }),
  ).toThrow('planted')
  expect([isUnchanged(control, sequence), before(control)]).toEqual([false, sequence + 2])
})
