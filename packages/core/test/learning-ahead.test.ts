import { fallback } from '@ol/fallback'
import type { Batch, LearnsAsync } from '@ol/spec'
import { expect, test } from 'vitest'
import { Learner } from '../src/index.js'
import type { ContinuedStream } from '../src/internal.js'

/** Batches of one example each, of classes that get their names as they come. */
function* batches(): Generator<Batch> {
  const classNames: string[] = []
  for (const name of ['b', 'b', 'a', 'b', 'c', 'a', 'c']) {
    if (!classNames.includes(name)) classNames.push(name)
    yield {
      size: 1,
      offsets: Uint32Array.of(0, 2),
      indices: Uint32Array.of(classNames.length, 7),
      values: Float64Array.of(1, classNames.length),
      labels: Float64Array.of(1 + classNames.indexOf(name)),
      classNames: [...classNames],
    }
  }
}

/** The calls of the callbacks, and how many examples the model has learned from then. */
async function told(options: ContinuedStream) {
  const learner = new Learner({ loss: 'logistic', classes: 3, bits: 4, backend: 'fallback' })
  const events: unknown[] = []
  const learned: number[] = []
  await learner.learn(batches(), {
    ...options,
    schedule: { every: 1 },
    onProgress: ({ classes, prediction, progress }) => events.push(classes, prediction, progress.averageLoss),
    onBatch: ({ classes, class: of, scores }) => {
      events.push(classes, of(0), [...scores])
      learned.push(learner.report().examples)
    },
  })
  return { events, learned, model: learner.toBytes() }
}

/** A thread that is done with a batch only when the next one has been handed over: with all but the last. */
function waiting(count: number): LearnsAsync {
  let over: (() => void) | undefined
  let calls = 0
  return {
    learnAsync: async (...given) => {
      over?.()
      fallback.learn(...given)
      calls++
      if (calls < count)
        await new Promise<void>((resolve) => {
          over = resolve
        })
    },
  }
}

test('learning ahead calls callbacks like learning one after another', async () => {
  const expected = await told({ work: fallback })
  expect(expected.learned).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(expected.events[0]).toEqual(['b', '', ''])
  // it would never end if batches waited for the callbacks of those before them
  const ahead = await told({ work: waiting(7), early: true })
  expect({ ...ahead, learned: expected.learned }).toEqual(expected)
})
