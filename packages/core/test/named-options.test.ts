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
    /there are signal, onProgress, schedule, onBatch, trusted, warmUp, window, by$/,
  )
  expect(learner.inspect({ tpo: undefined } as never)).toEqual([])
})

test('a stream to predict has batches, and no example is taken for the features of one', async () => {
  const predict = async (): Promise<void> => {
    for await (const _ of learner.predict(rows as never)) expect.fail('nothing can be predicted')
  }
  await expect(predict()).rejects.toMatchObject({ code: 'OL_BATCH', value: rows[0] })
})

test('a message names the class of an object, and the number of a bigint', () => {
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

test('the error for a label that is not one of the pair has the names', () => {
  const mail = new Learner({ task: 'binary', classes: ['ham', 'spam'], bits: 4 })
  for (const label of [undefined, null, 0, 2, 'eggs'])
    expect(() => mail.learn({ features: { x: 1 }, label: label as never })).toThrow(
      'Expected one of ham, spam for label',
    )
  for (const label of [true, false, 1, -1, 'ham']) mail.learn({ features: { x: 1 }, label: label as never })
  expect(mail.report().examples).toBe(5)
})

test.each(['feautres', 'wieght'])(
  'an example with a member %s is refused, and leaves no trace',
  async (name) => {
    const model = new Learner({ rule: 'nag', bits: 4 })
    const before = model.toBytes()
    const example = { features: { a: 1 }, label: 1, [name]: 2 }
    const refused = {
      code: 'OL_PARAMETER',
      value: name,
      message: expect.stringContaining('there are features, label,'),
    }
    expect(() => model.learn(example)).toThrow(expect.objectContaining(refused))
    expect(() => model.batch([example])).toThrow(expect.objectContaining(refused))
    await expect(model.learn([example])).rejects.toMatchObject(refused)
    await expect(model.evaluate([example])).rejects.toMatchObject(refused)
    expect(model.toBytes()).toEqual(before)
    model.learn({ features: { a: 1 }, label: 1, [name]: undefined })
  },
)

test('an example in the place of its features is refused, and a namespace of this name is possible', () => {
  const model = new Learner({ rule: 'nag', bits: 4 })
  const code = expect.objectContaining({ code: 'OL_FEATURES' })
  for (const example of [{ features: { a: 1 } }, { features: { a: 1 }, label: 1, weight: 2, tag: 't' }]) {
    expect(() => model.predict(example as never)).toThrow(code)
    expect(() => model.predictOne(example as never)).toThrow(code)
    expect(() => model.scores(example as never)).toThrow(code)
    expect(() => model.explain(example as never)).toThrow(code)
    expect(() => model.learn({ features: example as never, label: 1 })).toThrow(code)
  }
  model.learn({ features: { features: { a: 1 }, '': {} }, label: 1 })
  expect(model.names.known).toBe(2)
  expect(model.predict({ features: { a: 1 }, '': {} })).toBe(model.predict({ features: { a: 1 }, b: false }))
  expect(model.predict({ features: 2, label: 3 })).not.toBeNaN()
})

test('a list, a map and a set are no options', () => {
  const refused = expect.objectContaining({ code: 'OL_PARAMETER' })
  for (const options of [[], [1], new Map([['rule', 'nag']]), new Set(['nag']), new Float64Array(1)]) {
    expect(() => new Learner(options as never)).toThrow(refused)
    expect(() => new Adwin(options as never)).toThrow(refused)
    expect(() => new Learner({ bits: 3 }).inspect(options as never)).toThrow(refused)
  }
})

test('a model without classes refuses a batch that has their names, and the class of an explanation', () => {
  const classes = new Learner({ classes: ['a', 'b', 'c'], bits: 4 })
  const batch = classes.batch([{ features: { x: 1 }, label: 'c' }])
  const model = new Learner({ rule: 'nag', bits: 4 })
  const before = model.toBytes()
  expect(() => model.learn(batch)).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
  expect(model.toBytes()).toEqual(before)
  const explain = (options: object) => () => model.explain({ x: 1 }, options)
  for (const name of ['class', 'against'])
    expect(explain({ [name]: 'a' })).toThrow(expect.objectContaining({ code: 'OL_PARAMETER', value: 'a' }))
})

test('a detector takes numbers only, and knows its directions', () => {
  for (const detector of [new Adwin(), new PageHinkley()]) {
    const before = detector.state()
    for (const value of ['3', null, undefined, true, 3n])
      expect(() => detector.update(value as never)).toThrow(expect.objectContaining({ code: 'OL_PARAMETER' }))
    expect(detector.update(Number.NaN)).toBe(false)
    expect(detector.state()).toEqual(before)
  }
  const refused = { code: 'OL_PARAMETER', value: 'sideways' }
  expect(() => new PageHinkley({ direction: 'sideways' as never })).toThrow(expect.objectContaining(refused))
  expect(() => new PageHinkley({ tolerance: '0' as never })).toThrow(
    expect.objectContaining({ code: 'OL_PARAMETER', value: '0' }),
  )
})

test('an error about classWeight names both weights', () => {
  const bytes = new Learner({ task: 'binary', classWeight: [1, 2], bits: 4 }).toBytes()
  expect(() => Learner.fromBytes(bytes, { classWeight: [1, 3] })).toThrow(
    '[1,2] for classWeight of this model but received [1,3]',
  )
})

test('a misspelt rule, loss or choice gets the name that was meant, and any other the list', () => {
  const of = (options: object) => () => new Learner(options as never)
  expect(of({ rule: 'adagard' })).toThrow(/^There is no rule "adagard": did you mean adagrad\?$/)
  expect(of({ loss: 'Logistic' })).toThrow(/^There is no loss "Logistic": did you mean logistic\?$/)
  expect(of({ task: 'multi-class' })).toThrow(/did you mean multiclass\?$/)
  expect(of({ loss: 'cosine' })).toThrow(/^Expected one of "squared", .* for loss but received "cosine"$/)
  expect(of({ loss: 7 })).toThrow(/ for loss but received 7$/)
})

test('names of classes are distinct strings: the wrong one is named', () => {
  const of =
    (classes: unknown, others = {}) =>
    () =>
      new Learner({ classes, ...others } as never)
  expect(of(['a', 'b', 'a'])).toThrow(
    'Expected 2 to 4096 distinct strings for classes but received "a" twice',
  )
  expect(of(['a', 3])).toThrow('for classes but received 3')
  expect(of(['a', ''])).toThrow('for classes but received ""')
  expect(of(['a'])).toThrow('for classes but received an array of length 1')
  expect(of(['a', 'a'], { task: 'binary' })).toThrow('task binary but received "a" twice')
})

test('features and a label are no example, whatever their order', () => {
  const model = new Learner({ bits: 4 })
  const learn = model.learn.bind(model) as (...args: unknown[]) => unknown
  expect(() => learn({ a: 1 }, 1)).toThrow(
    'There is no member "a" of an example; there are features, label, weight, initial',
  )
  expect(() => learn(1, { a: 1 })).toThrow('an object { features, label }')
  expect(() => learn({ features: { a: 1 }, label: 1 }, 1)).toThrow('for the options but received 1')
  expect(model.examples).toBe(0)
})

test('a misspelt option of a learner gets the name that was meant, and an unknown one the list', () => {
  const of = (options: object) => () => new Learner(options as never)
  expect(of({ lerningRate: 1 })).toThrow(/There is no option "lerningRate": did you mean learningRate\?$/)
  expect(of({ epochs: 1 })).toThrow(/There is no option "epochs"; there are rule, /)
  expect(of({ task: 'classes' })).toThrow(
    'Expected one of "auto", "binary", "multiclass", "regression" for task',
  )
  const clicks = new Learner({ loss: 'logistic', bits: 4 })
  expect(() => clicks.learn({ features: {}, label: 2 })).toThrow(
    'Expected -1 or 1 (in an object 0, false or true, too) for label',
  )
})
