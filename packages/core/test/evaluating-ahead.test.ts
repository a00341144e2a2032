import { fallback } from '@ol/fallback'
import type { Batch, PredictsAsync } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/index.js'
import type { EvaluatedStream } from '../src/internal.js'
import { textBackend } from '../src/internal.js'
import { backends } from './data.js'

/** Batches of few examples, each of three features. */
function* batches(count: number): Generator<Batch> {
  for (let b = 0; b < count; b++) {
    const size = 1 + (b % 4)
    yield {
      size,
      offsets: Uint32Array.from({ length: size + 1 }, (_, e) => 3 * e),
      indices: Uint32Array.from({ length: 3 * size }, (_, i) => (b * 7 + i * i) % 23),
      upper: new Uint32Array(3 * size),
      values: Float64Array.from({ length: 3 * size }, (_, i) => 1 + ((b + i) % 5)),
      labels: Float64Array.from({ length: size }, (_, e) => ((b + e) % 3 === 0 ? 1 : -1)),
    }
  }
}

/** What an evaluation tells its callbacks. */
async function told(learner: Learner, options: EvaluatedStream) {
  const events: unknown[] = []
  const report = await learner.evaluate(batches(9), {
    ...options,
    onBatch: ({ scores, predictions, progress }) => {
      events.push([...scores], [...predictions], progress.averageLoss)
    },
  })
  return { events, report }
}

describe.each(backends)('on %s', (backend) => {
  test.each([
    { rule: 'nag' },
    { rule: 'nag', bits: 'grow' },
    { rule: 'auto' },
    { rule: 'auto', expand: 'auto' },
    { rule: 'sgd', learningRate: 0.1, bootstrap: 3 },
  ] as const)('threads predict what the caller would (%o)', async (options) => {
    const learner = new Learner({ loss: 'logistic', bits: 8, ...options, backend })
    await learner.learn(batches(30))
    const expected = await told(learner, {})
    expect(expected.events.length).toBe(27)
    const stream = (textBackend(backend) ?? fallback).stream(2)
    expect(await told(learner, { predicting: stream })).toEqual(expected)
    stream.close()
  })
})

test('two batches are predicted at a time, and nothing is learned meanwhile', async () => {
  const learner = new Learner({ loss: 'logistic', bits: 8, backend: 'fallback' })
  await learner.learn(batches(30))
  const refused: unknown[] = []
  let under = 0
  let most = 0
  const predicting: PredictsAsync = {
    predictAsync: async (...given) => {
      most = Math.max(most, ++under)
      await new Promise((resolve) => setTimeout(resolve, 2))
      try {
        learner.learn([...batches(1)][0] as Batch)
      } catch (error) {
        refused.push((error as { code: string }).code)
      }
      fallback.predict(...given)
      under--
    },
  }
  expect(await told(learner, { predicting })).toEqual(await told(learner, {}))
  expect(most).toBe(2)
  expect(refused).toEqual(Array(9).fill('OL_BUSY'))
  expect(learner.learn([...batches(1)][0] as Batch)).toHaveLength(1)
})
