import { createHash } from 'node:crypto'
import { fallback } from '@ol/fallback'
import type { Batch, LearnsAsync, PredictsAsync, Table } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { isFull, rotation } from '../../spec/test/grid.js'
import { once } from '../../spec/test/once.js'
import type { BackendChoice } from '../src/backend/choose.js'
import { type ContinuedStream, type EvaluatedStream, textBackend } from '../src/internal.js'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, parts, random, sums } from './data.js'
import { modelFromBytes } from './model-bytes.js'

const kinds: Readonly<Record<string, AnyLearnerOptions>> = {
  'two classes': { loss: 'logistic' },
  'several classes': { classes: 3 },
  'real labels': { loss: 'squared' },
  // no part waits for an inspection of the rates
  'two classes, of all rates': { loss: 'logistic', keepLanes: true },
}

/** Rows of which two columns say all together and nothing alone, so that an expert is dropped; some have no label or no weight. */
function rows(kind: string, count: number): Batch {
  const next = random(9)
  const columns = 4
  const values = Float64Array.from({ length: count * columns }, () => next() * 2 - 1)
  const labelOf = (e: number): number => {
    if (e % 41 === 7) return Number.NaN
    const together = values[e * columns] > 0 === values[e * columns + 1] > 0
    if (kind === 'real labels') return (together ? 1 : -1) + next()
    return kind.startsWith('two classes')
      ? together
        ? 1
        : -1
      : 1 + (together ? 1 : 0) + (next() < 0.2 ? 1 : 0)
  }
  return {
    size: count,
    offsets: Uint32Array.from({ length: count + 1 }, (_, e) => e * columns),
    indices: Uint32Array.from(values, (_, i) => 1 + (i % columns)),
    values,
    labels: Float64Array.from({ length: count }, (_, e) => labelOf(e)),
    weights: Float64Array.from({ length: count }, (_, e) => (e % 29 === 3 ? 0 : 1)),
  }
}

function learnerOf(kind: string, backend: BackendChoice = 'fallback'): Learner<number> {
  return new Learner<number>(checkOptions({ ...kinds[kind], expand: 'triples', bits: 10, backend }))
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hash = (learner: Learner<number>): string => hashOf(learner.toBytes())

/** The model that learning a stream leaves, and its predictions. */
async function learned(
  kind: string,
  batches: Iterable<Batch>,
  options: ContinuedStream,
  backend?: BackendChoice,
) {
  const learner = learnerOf(kind, backend)
  const predictions: number[] = []
  const onBatch = ({ scores }: { readonly scores: ArrayLike<number> }): void => {
    predictions.push(...Array.from(scores))
  }
  await learner.learn(batches, { ...options, onBatch })
  return { model: hash(learner), predictions: predictions.map(String).join() }
}

/**
 * Threads that are done with tables in an order of their own, with each in turn; `most`: the lessons under way at a time so far. They
 * screen last of all, and in turn.
 */
class Threads implements LearnsAsync {
  readonly #next: () => number
  readonly #last = new Map<Table, Promise<unknown>>()
  readonly #fails: number
  readonly #failsToExpand: number
  #screened: Promise<unknown> = Promise.resolve()
  calls = 0
  screenings = 0
  expansions = 0
  #expanding = false
  under = 0
  most = 0

  constructor(seed: number, fails = 0, failsToExpand = 0) {
    this.#next = random(seed)
    this.#fails = fails
    this.#failsToExpand = failsToExpand
  }

  learnAsync: LearnsAsync['learnAsync'] = (plan, table, batch, results) => {
    const call = ++this.calls
    this.most = Math.max(this.most, ++this.under)
    const lesson = (this.#last.get(table) ?? Promise.resolve()).then(async () => {
      await turns(Math.floor(this.#next() * 6))
      this.under--
      if (call === this.#fails) throw new Error(`lesson ${call}`)
      fallback.learn(plan, table, batch, results)
    })
    this.#last.set(
      table,
      lesson.catch(() => undefined),
    )
    return lesson
  }

  expandAsync: LearnsAsync['expandAsync'] = async (plan, state, batch, out, from) => {
    const call = ++this.expansions
    // both would change what is known of the features
    if (this.#expanding) throw new Error('two expansions at once')
    this.#expanding = true
    this.under++
    await turns(Math.floor(this.#next() * 12))
    this.under--
    this.#expanding = false
    if (call === this.#failsToExpand) throw new Error(`expansion ${call}`)
    return fallback.expand(plan, state, batch, out, from)
  }

  screenAsync: LearnsAsync['screenAsync'] = (depth, state, out, residuals) => {
    const call = ++this.screenings
    this.under++
    const screened = this.#screened.then(async () => {
      await turns(12)
      this.under--
      if (call === -this.#fails) throw new Error(`screening ${call}`)
      fallback.screen(depth, state, out, residuals)
    })
    this.#screened = screened.catch(() => undefined)
    return screened
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

it('derives features of one part at a time, also after all experts were given up', async () => {
  const all = sums(7500)
  const model = learnerOf('two classes')
  for (const batch of parts(all, 700)) model.learn(batch)
  expect(modelFromBytes(model.toBytes()).expansion?.experts.every(({ length }) => length === 0)).toBe(true)
  const threads = new Threads(1)
  const own = await learned('two classes', parts(all, 7500), { work: threads, early: true })
  expect(threads.expansions).toBeGreaterThan(4)
  expect(own.model).toBe(hash(model))
  for (let repeat = 0; repeat < (isFull ? 3 : 1) && backends.includes('native'); repeat++) {
    const stream = textBackend('native')?.stream(3)
    const found = await learned('two classes', parts(all, 7500), { work: stream, early: true })
    stream?.close()
    expect(found.model).toBe(hash(model))
  }
})

it('gives up all experts after the same example, whatever the batches', () => {
  const count = 3000
  const all = sums(count)
  const found = [count, 700, 60].map((size) => {
    const model = learnerOf('two classes', backends.at(-1))
    const scores = [...parts(all, size)].map((batch) => [...(model.learn(batch) as Float64Array)])
    return {
      model: hash(model),
      scores: scores.flat(),
      experts: modelFromBytes(model.toBytes()).expansion?.experts,
    }
  })
  const [first, ...others] = found
  expect(first.experts?.every(({ length }) => length === 0)).toBe(true)
  for (const other of others) expect(other).toEqual(first)
})

const some = rotation()

describe.each(Object.keys(kinds))('experts that learn at once, %s', (kind) => {
  // enough rows of two classes that parts follow each other between two choices
  const all = rows(kind, kind === 'two classes' ? 7500 : 4200)

  const alone = once(() => learned(kind, parts(all, 300), {}))
  /** A model that learned all rows at once, on the addon if there is one: it takes a tenth of the time. */
  const trained = once(() => {
    const model = learnerOf(kind, backends[0])
    for (const batch of parts(all, 700)) model.learn(batch)
    return model.toBytes()
  })

  it('learn the same as one after another, whichever is done first', async () => {
    const expected = await alone()
    expect(expected.model).toBe(hashOf(trained()))
    const left = modelFromBytes(trained())
      .expansion?.experts.slice(0, 3)
      .map(({ length }) => length > 0)
    expect(left).toEqual([kind === 'real labels', true, true])
    for (const seed of isFull ? [1, 2] : [1]) {
      const threads = new Threads(seed)
      const own = await learned(kind, parts(all, 7500), { work: threads, early: true })
      // four models, of more than one part
      expect(threads.most).toBeGreaterThan(4)
      expect(threads.screenings).toBeGreaterThan(10)
      expect(threads.expansions).toBeGreaterThan(4)
      expect(own).toEqual(expected)
    }
  })

  it.skipIf(!backends.includes('native'))('learn the same on threads of a stream', async () => {
    const expected = await alone()
    const stream = textBackend('native')?.stream(3)
    expect(stream?.ahead).toBeGreaterThan(0)
    try {
      expect(await learned(kind, parts(all, 5000), { work: stream, early: true })).toEqual(expected)
    } finally {
      stream?.close()
    }
    // Node's threads keep no order
    expect(await learned(kind, parts(all, 5000), {}, 'native')).toEqual(expected)
  })

  it.each(backends)(
    'predict on threads what the caller predicts, whoever asks meanwhile, on %s',
    async (backend) => {
      const model = Learner.fromBytes<number>(trained(), { backend })
      const bytes = hash(model)
      const others = rows(kind, 2600)
      const [one] = parts(rows(kind, 300), 300)
      const predicted = async (predicting?: PredictsAsync): Promise<string[]> => {
        const scores: string[] = []
        const onBatch = (event: { readonly scores: ArrayLike<number> }): void => {
          scores.push(...Array.from(event.scores, String))
        }
        await model.evaluate(parts(others, 1300), { predicting, onBatch } as EvaluatedStream)
        return scores
      }
      const expected = await predicted()
      const next = random(3)
      let [under, most, expansions] = [0, 0, 0]
      const later = async (work: () => unknown): Promise<void> => {
        most = Math.max(most, ++under)
        await turns(Math.floor(next() * 6))
        model.predict(one)
        under--
        work()
      }
      const predicting: PredictsAsync = {
        predictAsync: (...given) => later(() => fallback.predict(...given)),
        expandAsync: async (...given) => {
          expansions++
          await later(() => undefined)
          return fallback.expand(...given)
        },
      }
      expect(await predicted(predicting)).toEqual(expected)
      expect(most).toBeGreaterThan(3)
      // each batch in two parts
      expect(expansions).toBeGreaterThanOrEqual(4)
      if (backend === 'native') {
        const stream = textBackend('native')?.stream(3)
        expect(await predicted(stream)).toEqual(expected)
        stream?.close()
      }
      expect(hash(model)).toBe(bytes)
    },
  )

  it('end when one of them fails, and leave nothing under way', async () => {
    for (const fails of isFull ? [3, 10, 13] : [13]) {
      const threads = new Threads(fails, fails)
      const learning = learned(kind, parts(all, 5000), { work: threads, early: true })
      await expect(learning).rejects.toThrow(`lesson ${fails}`)
      expect(threads.under).toBe(0)
    }
    for (const fails of some([1, 4], 1)) {
      const threads = new Threads(fails, 0, fails)
      const learning = learned(kind, parts(all, 5000), { work: threads, early: true })
      await expect(learning).rejects.toThrow(`expansion ${fails}`)
      expect(threads.under).toBe(0)
    }
    // a part before the last, and the last
    for (const fails of some([2, 9], 1)) {
      const threads = new Threads(fails, -fails)
      const learning = learned(kind, parts(all, 5000), { work: threads, early: true })
      await expect(learning).rejects.toThrow(`screening ${fails}`)
      expect(threads.under).toBe(0)
    }
  })
})
