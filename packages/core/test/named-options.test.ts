import { expect, test } from 'vitest'
import { Adwin, Learner, PageHinkley, search } from '../src/index.js'

const rows = [1, 2, 3].map((x) => ({ features: { x }, label: x }))
const learner = new Learner({ rule: 'nag', bits: 4 })

const calls: Readonly<Record<string, (options: never) => unknown>> = {
  'learn of a stream': (options) => learner.learn(rows, options),
  'learn of an example': (options) => learner.learn(rows[0] as never, options),
  evaluate: (options) => learner.evaluate(rows, options),
  predict: (options) => learner.predict({ x: 1 } as never, options),
  scores: (options) => learner.scores({ x: 1 }, options),
  explain: (options) => learner.explain({ x: 1 }, options),
  inspect: (options) => learner.inspect(options),
  terms: (options) => learner.terms(options),
  predictInterval: (options) => learner.predictInterval({ x: 1 }, 0.9, options),
  toBytes: (options) => learner.toBytes(options),
  save: (options) => learner.save('/no/such/folder/model.ol', options),
  fitScales: (options) => new Learner({ prenormalize: 'max', bits: 4 }).fitScales(rows, options),
  search: (options) => search(() => [learner.batch(rows)], options),
  Adwin: (options) => new Adwin(options),
  PageHinkley: (options) => new PageHinkley(options),
}

test.each(Object.keys(calls))('%s refuses an option that it does not have', async (name) => {
  const error = await (async () => calls[name]({ predictonly: true } as never))().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ code: 'OL_PARAMETER', value: 'predictonly' })
  expect(String(error)).toContain('There is no option "predictonly" of this call; there are ')
})

test('no message names an option of other packages, and an option that is undefined is absent', async () => {
  await expect(learner.evaluate(rows, { onprogress: 1 } as never)).rejects.toThrow(
    /there are signal, onProgress, schedule, onBatch, trusted, warmUp, window, by, link, spread$/,
  )
  expect(learner.inspect({ tpo: undefined } as never)).toEqual([])
})

test('a stream to predict has batches, and no example is taken for the features of one', async () => {
  const predict = async (): Promise<void> => {
    for await (const _ of learner.predict(rows as never)) expect.fail('nothing can be predicted')
  }
  await expect(predict()).rejects.toMatchObject({ code: 'OL_BATCH', value: rows[0] })
})

test('a message says what class an object is of, and what number is a bigint', () => {
  class Visit {
    hour = 9
  }
  const message = (features: unknown): string => {
    try {
      learner.predict(features as never)
      return 'none'
    } catch (error) {
      return String(error)
    }
  }
  expect(message(new Visit())).toContain('a plain object of numbers')
  expect(message(new Visit())).toMatch(/but received an object of class Visit$/)
  expect(message({ a: new Map() })).toMatch(
    /or a plain object for feature "a" but received an object of class Map$/,
  )
  expect(message({ a: 5n })).toMatch(/but received 5n$/)
  const hostile = new Proxy(new Visit(), {
    getPrototypeOf: () => {
      throw new Error('no prototype')
    },
  })
  expect(() => new Learner({ bits: hostile as never })).toThrow(/but received an object$/)
})

test('a label that is no name of a pair is told the names', () => {
  const mail = new Learner({ task: 'binary', classes: ['ham', 'spam'], bits: 4 })
  for (const label of [undefined, null, 0, 2, 'eggs'])
    expect(() => mail.learn({ features: { x: 1 }, label: label as never })).toThrow(
      'Expected one of ham, spam for label',
    )
  for (const label of [true, false, 1, -1, 'ham']) mail.learn({ features: { x: 1 }, label: label as never })
  expect(mail.report().examples).toBe(5)
})
