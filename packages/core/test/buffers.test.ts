import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { backends, batchFor, prepared, randomBatch, same } from './data.js'

const models: readonly AnyLearnerOptions[] = [
  { bits: 3 },
  { bits: 3, precision: 'float64' },
  { bits: 'grow' },
  { bits: 3, rule: 'sop-full', loss: 'perceptron' },
  { bits: 3, loss: 'logistic', learningRate: 'auto' },
  { bits: 3, prenormalize: 'max' },
]

/** Yields the bytes as they come from outside: views on memory that holds other things too. */
function* viewsOf(bytes: Uint8Array): Generator<[string, Uint8Array]> {
  for (let offset = 0; offset < 17; offset++) {
    const memory = new Uint8Array(bytes.length + 40).fill(0x3f)
    memory.set(bytes, offset)
    yield [`a Uint8Array at ${offset}`, memory.subarray(offset, offset + bytes.length)]
    yield [`a Buffer at ${offset}`, Buffer.from(memory.buffer, offset, bytes.length)]
  }
  for (let i = 0; i < 5; i++) {
    // odd lengths, so that the next one starts at an odd place in the pool of all buffers
    Buffer.from('x'.repeat(2 * i + 1))
    yield ['a Buffer of the pool', Buffer.from(bytes)]
  }
}

describe.each(backends)('bytes from outside, on %s', (backend) => {
  test.each(models.map((options) => [JSON.stringify(options), options] as const))(
    'a model %s is the same wherever its bytes lie',
    (_, options) => {
      const plain = batchFor(options.rule ?? 'nag', randomBatch(1, 60, options.loss), options.bits)
      const batch = { ...plain, upper: plain.indices.map((index) => index % 3) }
      const model = prepared({ rule: 'nag', ...options, backend }, batch)
      model.learn(batch)
      const bytes = model.toBytes()
      const predictions = model.predict(batch)
      for (const [name, view] of viewsOf(bytes)) {
        const before = new Uint8Array(view)
        const again = Learner.fromBytes(view, { backend })
        expect(again.predict(batch), name).toEqual(predictions)
        expect(same(again.toBytes(), bytes), name).toBe(true)
        expect(same(view, before), name).toBe(true)
      }
    },
  )

  test('a model keeps nothing of the bytes that it was made from', () => {
    const batch = randomBatch(2, 60)
    const model = new Learner({ rule: 'nag', bits: 3, backend })
    model.learn(batch)
    const bytes = Buffer.from(model.toBytes())
    const again = Learner.fromBytes(bytes, { backend })
    bytes.fill(0x3f)
    expect(same(again.toBytes(), model.toBytes())).toBe(true)
  })

  test('a model of readFileSync is the one of load', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ol-buffers-'))
    try {
      const file = path.join(folder, 'm.ol')
      const batch = randomBatch(3, 60)
      const model = new Learner({ rule: 'nag', bits: 4, backend })
      model.learn(batch)
      await model.save(file)
      const loaded = await Learner.load(file, { backend })
      const read = Learner.fromBytes(fs.readFileSync(file), { backend })
      expect(read.predict(batch)).toEqual(loaded.predict(batch))
      expect(same(read.toBytes(), loaded.toBytes())).toBe(true)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  test('a batch of views at odd places learns as one with arrays of its own', () => {
    const batch = randomBatch(4, 80)
    const own = new Learner({ rule: 'nag', bits: 'grow', backend })
    const wide = { ...batch, upper: batch.indices.map((index) => index * 7) }
    own.learn(wide)
    const other = new Learner({ rule: 'nag', bits: 'grow', backend })
    other.learn({
      ...wide,
      offsets: inside(wide.offsets),
      indices: inside(wide.indices),
      upper: inside(wide.upper),
      values: inside(wide.values),
      labels: inside(wide.labels),
      weights: inside(wide.weights as Float64Array),
    })
    expect(same(other.toBytes(), own.toBytes())).toBe(true)
  })
})

/** Returns the same numbers from the third element of a larger array on. */
function inside<T extends Uint32Array | Float64Array>(array: T): T {
  const Type = array.constructor as new (length: number) => T
  const larger = new Type(array.length + 7).fill(3) as T
  larger.set(array, 3)
  return larger.subarray(3, 3 + array.length) as T
}
