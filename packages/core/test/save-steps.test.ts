import { type Batch, textsOf } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { distilledModel } from '../src/learner/distill.js'
import { Learner } from '../src/learner/learner.js'
import { busyOf, type LearnerState } from '../src/learner/learner-state.js'
import { modelOf, storing } from '../src/learner/stored-state.js'
import { learnStream } from '../src/learner/streaming.js'
import { wholeState } from '../src/learner/whole-state.js'
import { stepSize } from '../src/table/steps.js'
import { backends, randomBatch } from './data.js'
import { modelFromBytes, modelPieces } from './model-bytes.js'

const bits = 14
const steps = 2 ** bits / stepSize

/** Returns the lengths of the pieces of a model file. */
function lengths(pieces: Iterable<Uint8Array>): number[] {
  return Array.from(pieces, ({ length }) => length)
}

/** Returns a model that has learned from this many features. */
function model(features: number, rule: 'auto' | 'nag' = 'nag'): LearnerState {
  const learner = new Learner({ rule, loss: 'squared', bits, backend: 'fallback' })
  for (let k = 0; k < features; k++)
    learner.learn({ features: { [`name ${k} ${'é'.repeat(k % 90)}`]: 1 }, label: k % 2 })
  return wholeState({ backend: 'fallback' }, modelFromBytes(learner.toBytes()))
}

describe('the steps of a save', () => {
  test('a table is searched for its touched slots in steps, before the first piece', () => {
    const state = model(3, 'auto')
    const pieces = lengths(modelPieces(storing(state)))
    const head = pieces.findIndex((length) => length > 0)
    // a step is less than 1 ms: 1 MiB of zeros
    const megabytes = Math.ceil(state.base.table.layout.bytes / 2 ** 20)
    expect(megabytes).toBeGreaterThan(2)
    expect(head).toBeGreaterThanOrEqual(megabytes)
    expect(Math.max(...pieces.slice(head + 1))).toBeLessThanOrEqual(1 << 17)
  })

  test('names are encoded in steps, including earlier names', () => {
    const few = lengths(modelPieces(storing(model(1)))).length
    const many = lengths(modelPieces(storing(model(4 * stepSize)))).length
    // their hashes, their text, and their tensors
    expect(many).toBeGreaterThan(few + 8)
  })

  test('names in several pieces are those that were learned', () => {
    const { names } = modelOf(model(4 * stepSize))
    const texts = textsOf({ bytes: names.text, ends: names.ends.filter((_, i) => i % 2 === 0) })
    const [first, last] = [0, 4 * stepSize - 1]
    for (const k of [first, stepSize, last])
      expect(texts.indexOf(`name ${k} ${'é'.repeat(k % 90)}`)).toBeGreaterThanOrEqual(0)
  })

  test('a model for predictions alone is added up in steps', () => {
    expect(lengths(modelPieces(distilledModel(model(stepSize, 'auto')))).length).toBeGreaterThan(4 * steps)
  })

  test.each(backends)('a stream does not wait for a file that is being written, on %s', async (backend) => {
    const state = wholeState({ rule: 'nag', bits: 6, backend })
    const events: string[] = []
    let end = (): void => {}
    const finished = new Promise<void>((resolve) => {
      end = resolve
    })
    void busyOf(state)
      .overSave({ finished, takeAll: () => events.push('taken at once') })
      .then(() => events.push('written'))
    async function* batches(): AsyncGenerator<Batch> {
      yield randomBatch(1, 20)
    }
    await learnStream(state, batches(), {})
    events.push('learned')
    end()
    await finished
    await Promise.resolve()
    expect(events).toEqual(['learned', 'written'])
  })
})
