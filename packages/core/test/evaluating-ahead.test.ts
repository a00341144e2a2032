import { fallback } from '@ol/fallback'
import { type Batch, namedRules, type PredictsAsync, type RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { type BatchEvent, Learner } from '../src/index.js'
import type { EvaluatedStream, PredictedStream } from '../src/internal.js'
import { textBackend } from '../src/internal.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { backends, batchFor, parts, prepared, randomBatch, rejected, rulesAndLosses, thrown } from './data.js'

/** Batches of few examples, each of three features; one batch is empty. */
function* batches(count: number): Generator<Batch> {
  for (let b = 0; b < count; b++) {
    const size = b === 2 ? 0 : 1 + (b % 4)
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
const [one] = batches(1)

/** The calls of an evaluation's callbacks. */
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

/** The scores that a stream is predicted with. */
async function scoresOf(learner: Learner, options: PredictedStream): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const { scores, predictions } of learner.predict(batches(9), options))
    all.push([...(scores ?? [])], [...predictions])
  return all
}

async function learned(options: AnyLearnerOptions = {}): Promise<Learner> {
  const learner = new Learner({
    rule: 'nag',
    loss: 'logistic',
    bits: 8,
    backend: 'fallback',
    ...options,
  } as never)
  await learner.learn(batches(30))
  return learner
}

/** Predicts in this thread, later. */
function later(during: () => void = () => undefined): PredictsAsync {
  return {
    predictAsync: async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      during()
      fallback.predict(...given)
    },
  }
}

describe.each(backends)('on %s', (backend) => {
  test.each([
    { rule: 'nag' },
    { rule: 'nag', bits: 'grow' },
    { rule: 'auto' },
    { rule: 'auto', expand: 'auto' },
    { rule: 'sgd', learningRate: 0.1, bootstrap: 3 },
  ] as const)('threads predict what the caller would (%o)', async (options) => {
    const learner = await learned({ ...options, backend })
    const expected = await told(learner, {})
    expect(expected.events.length).toBe(27)
    const stream = (textBackend(backend) ?? fallback).stream(2)
    expect(await told(learner, { predicting: stream })).toEqual(expected)
    expect(await scoresOf(learner, { predicting: stream })).toEqual(await scoresOf(learner, {}))
    stream.close()
  })

  // a prediction that wrote to the table, be it for a moment, would show in those next to it
  test.each(Object.keys(namedRules) as RuleName[])(
    'predictions of %s leave the table alone',
    async (rule) => {
      const [, loss] = rulesAndLosses.find(([id]) => id === rule) ?? []
      const batch = batchFor(rule, randomBatch(1, 250, loss), 6)
      const learner = prepared({ rule, loss, bits: 6, backend }, batch)
      learner.learn(batch)
      const bytes = Buffer.from(learner.toBytes())
      const stream = (textBackend(backend) ?? fallback).stream(3)
      // some of its rows were not learned, and some of its values are larger
      const other = randomBatch(2, 3000, loss)
      const moved = { ...other, indices: other.indices.map((index) => index * 5) }
      const asked = [...parts(namedRules[rule].kind === 'matrix' ? batchFor(rule, other, 6) : moved, 750)]
      const scoresBy = async (options: EvaluatedStream): Promise<Float64Array[]> => {
        const all: Float64Array[] = []
        const onBatch = ({ scores }: BatchEvent) => void all.push(scores)
        await learner.evaluate(asked, { ...options, trusted: true, onBatch })
        return all
      }
      expect(await scoresBy({ predicting: stream })).toEqual(await scoresBy({}))
      stream.close()
      expect(bytes.equals(learner.toBytes())).toBe(true)
    },
  )
})

test('two batches are predicted at a time, and nothing is learned from the first to the last', async () => {
  const learner = await learned()
  const refused: unknown[] = []
  let under = 0
  let most = 0
  const { predictAsync } = later(() => {
    for (const call of [() => learner.learn(one), () => learner.learn(batches(2))])
      refused.push(thrown(call).code)
  })
  const predicting: PredictsAsync = {
    predictAsync: async (...given) => {
      most = Math.max(most, ++under)
      await predictAsync(...given)
      under--
    },
  }
  expect(await told(learner, { predicting })).toEqual(await told(learner, {}))
  expect(most).toBe(2)
  expect(refused).toEqual(Array(18).fill('OL_BUSY'))
  // whoever reads the model is let in
  const reading = told(learner, { predicting: later(() => learner.predict(one)) })
  expect(await reading).toEqual(await told(learner, {}))
  expect(learner.learn(one)).toHaveLength(1)
})

test('a model that is learning a stream is predicted by the caller, between two batches', async () => {
  const learner = await learned()
  let evaluated: unknown
  const asked: unknown[] = []
  await learner.learn(batches(2), {
    onBatch: async () => {
      const predicting: PredictsAsync = { predictAsync: async (...given) => void asked.push(given) }
      evaluated ??= await told(learner, { predicting })
    },
  })
  expect(asked).toEqual([])
  expect(evaluated).toBeDefined()
})

test('predictions ahead keep the model unchanged until they have ended, even if they are left early', async () => {
  const learner = await learned()
  const before = learner.predict(one)
  const outcomes: number[] = []
  for await (const { predictions } of learner.predict(batches(9), {
    predicting: later(),
  } as PredictedStream)) {
    expect(thrown(() => learner.learn(one)).code).toBe('OL_BUSY')
    expect(learner.predict(one)).toEqual(before)
    outcomes.push(predictions.length)
    if (outcomes.length === 4) break
  }
  expect(outcomes).toEqual([1, 2, 0, 4])
  expect(learner.learn(one)).toHaveLength(1)
  // who predicts a batch when it is requested may learn between two
  for await (const { predictions } of learner.predict(batches(1))) {
    expect(predictions).toHaveLength(1)
    expect(learner.learn(one)).toHaveLength(1)
  }
})

/** After how many batches something fails. */
interface At {
  readonly source?: number
  readonly callback?: number
  readonly signal?: number
}

describe('an evaluation that fails', () => {
  const failed = new Error('planted')

  test('by a prediction ends its source, and waits for the others', async () => {
    const learner = await learned()
    let [begun, ended, returned] = [0, 0, 0]
    const source = (function* () {
      try {
        yield* batches(9)
      } finally {
        returned++
      }
    })()
    const predicting: PredictsAsync = {
      predictAsync: async () => {
        const number = ++begun
        await new Promise((resolve) => setTimeout(resolve, number === 3 ? 1 : 5))
        ended++
        if (number === 3) throw failed
      },
    }
    expect(await rejected(learner.evaluate(source, { predicting } as EvaluatedStream))).toBe(failed)
    expect([ended, returned]).toEqual([begun, 1])
    expect(learner.learn(one)).toHaveLength(1)
  })

  test.each([
    ['its source', { source: 4 }, [4]],
    ['a callback', { callback: 2 }, [2]],
    // events that were begun by then are told, too
    ['a signal', { signal: 3 }, [3, 4]],
  ] as const)('by %s says so after what came before', async (_, at: At, counts) => {
    const learner = await learned()
    const controller = new AbortController()
    const source = function* () {
      yield* batches(at.source ?? 9)
      if (at.source !== undefined) throw failed
    }
    let count = 0
    const options: EvaluatedStream = {
      predicting: later(),
      signal: controller.signal,
      onBatch: () => {
        count++
        if (count === at.callback) throw failed
        if (count === at.signal) controller.abort(failed)
      },
    }
    expect(await rejected(learner.evaluate(source(), options))).toBe(failed)
    expect(counts).toContain(count)
    expect(learner.learn(one)).toHaveLength(1)
  })
})
