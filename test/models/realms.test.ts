import vm from 'node:vm'
import { type Batch, Learner, SharedModel, SharedReader } from '@ol/core'
import { predict, readCheckpoint, train } from '@ol/pipeline'
import { read } from '@ol/reader'
import { isArrayBuffer, isSharedArrayBuffer, isTypedArray, typedArrayName } from '@ol/spec'
import { describe, expect, test } from 'vitest'

// A frame, `vm` and Jest have classes of their own: their arrays are no instances of the classes of OL.

const evaluate = <T>(text: string): T => vm.runInNewContext(text) as T

/** Returns the same bytes in an array of another realm. */
function foreign(bytes: Uint8Array): Uint8Array {
  const made = evaluate<(n: number) => Uint8Array>('(n) => new Uint8Array(n)')(bytes.length)
  made.set(bytes)
  expect(made instanceof Uint8Array).toBe(false)
  return made
}

const text = new TextEncoder().encode('x,y\n1,no\n2,yes\n3,no\n4,yes\n')

describe('values of another realm', () => {
  test('are what they are, and what only says so is not', () => {
    expect(typedArrayName(evaluate('new Uint8Array(1)'))).toBe('Uint8Array')
    expect(isTypedArray(evaluate('new Float32Array(1)'), 'Float32Array')).toBe(true)
    expect(isTypedArray(evaluate('new Float32Array(1)'), 'Float64Array')).toBe(false)
    expect(isArrayBuffer(evaluate('new ArrayBuffer(1)'))).toBe(true)
    expect(isSharedArrayBuffer(evaluate('new SharedArrayBuffer(1)'))).toBe(true)
    expect(isArrayBuffer(evaluate('new SharedArrayBuffer(1)'))).toBe(false)
    for (const name of ['Uint8Array', 'ArrayBuffer', 'SharedArrayBuffer']) {
      const pretends = { [Symbol.toStringTag]: name, byteLength: 1, length: 1 }
      expect(typedArrayName(pretends)).toBe(undefined)
      expect(isArrayBuffer(pretends) || isSharedArrayBuffer(pretends)).toBe(false)
    }
    expect(typedArrayName(evaluate('new DataView(new ArrayBuffer(1))'))).toBe(undefined)
  })

  test('a model, a feature, a batch, shared memory', () => {
    const model = new Learner({ loss: 'logistic' })
    model.learn({ features: { a: 1, emb: evaluate('new Float32Array([1, 2])') as never }, label: 1 })
    const same = { a: 1, emb: new Float32Array([1, 2]) }
    const score = model.predict(same)
    expect(model.predict({ a: 1, emb: evaluate('new Float64Array([1, 2])') as never })).toBe(score)
    expect(model.predict({ a: 1, emb: evaluate('[1, 2]') as never })).toBe(score)
    expect(Learner.fromBytes(foreign(model.toBytes())).predict(same)).toBe(score)
    const batch = evaluate<Batch>(
      '({ size: 1, offsets: new Uint32Array([0, 1]), indices: new Uint32Array([3]), values: new Float64Array([1]), labels: new Float64Array([1]) })',
    )
    expect([...model.learn(batch)]).toHaveLength(1)
    const shared = new SharedModel(new Learner({ loss: 'logistic', bits: 4 }))
    expect(new SharedReader(shared.buffer).predict({ a: 1 })).toBe(0)
  })

  test('an input, its pieces, a model and a checkpoint of a training', async () => {
    const how = { label: 'y', rule: 'nag', loss: 'logistic' } as const
    const { model } = await train(text, how)
    const bytes = Buffer.from(model.toBytes())
    const own = foreign(text)
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      yield own.subarray(0, 5)
      yield own.subarray(5)
    }
    for (const input of [own, own.buffer as ArrayBuffer, pieces(), [own]])
      expect(Buffer.compare((await train(input, how)).model.toBytes(), bytes)).toBe(0)
    let examples = 0
    for await (const batch of read(own.buffer as ArrayBuffer, { label: 'y', labels: 'any' }))
      examples += batch.size
    expect(examples).toBe(4)
    let predicted = 0
    for await (const _ of predict(own, { model })) predicted++
    expect(predicted).toBe(4)
    await expect(readCheckpoint(own)).rejects.toMatchObject({ code: 'OL_CHECKPOINT' })
    await expect(train(own, { resume: own })).rejects.toMatchObject({ code: 'OL_CHECKPOINT' })
  })
})
