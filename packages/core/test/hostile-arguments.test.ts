import { OLError } from '@ol/spec'
import { expect, test } from 'vitest'
import { rotation } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { search } from '../src/search/search.js'
import { SharedModel } from '../src/shared/shared-model.js'
import { randomBatch } from './data.js'

// Whatever a public method is called with, it works or throws an OLError.

const values: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['0', 0],
  ['1', 1],
  ['-1', -1],
  ['NaN', Number.NaN],
  ['1n', 1n],
  ['a string', 'x'],
  ['true', true],
  ['a symbol', Symbol('s')],
  ['a function', () => 1],
  ['{}', {}],
  ['no prototype', Object.create(null)],
  ['[]', []],
  ['[null]', [null]],
  ['a date', new Date(0)],
  ['a map', new Map([[1, 2]])],
  ['an array of bytes', new Uint8Array(3)],
  ['a set', new Set(['a'])],
]

const optionNames = ['signal', 'onProgress', 'onBatch', 'schedule', 'trusted', 'top', 'lane']
const searchNames = [
  'learner',
  'rules',
  'losses',
  'grid',
  'refine',
  'mode',
  'tolerance',
  'passes',
  'lanes',
  'onPass',
]
const some = rotation()
const learners: AnyLearnerOptions[] = [
  // evidence for derived features takes megabytes where the table does not grow
  { bits: 3, expand: 'off' },
  { bits: 3, classes: 2, loss: 'logistic' },
  { bits: 'grow' },
]

/** The methods of the class and of the one that it extends, without its properties. */
const methods = [Learner.prototype, Object.getPrototypeOf(Learner.prototype)]
  .flatMap((prototype) => Object.entries(Object.getOwnPropertyDescriptors(prototype)))
  .filter(([name, { value }]) => typeof value === 'function' && !['constructor', 'save'].includes(name))
  .map(([name]) => name)

/** Calls, waits, and goes through what is returned; returns an error that is no OLError. */
async function untyped(call: () => unknown): Promise<unknown> {
  try {
    const result = await call()
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) {
      for await (const _ of result as unknown as AsyncIterable<unknown>) break
    }
    return undefined
  } catch (error) {
    return error instanceof OLError ? undefined : error
  }
}

test('the methods are those that programs call', () => {
  expect(methods).toEqual(expect.arrayContaining(['learn', 'predict', 'toBytes', 'inspect', 'split']))
  expect(methods.length).toBeGreaterThan(15)
})

test.each(learners)('the methods of a learner of %o throw nothing but OLError', async (options) => {
  const found: string[] = []
  for (const name of methods) {
    const call = async (text: string, args: readonly unknown[]): Promise<void> => {
      const learner = new Learner(options as never)
      const method = learner[name as keyof Learner] as (...args: unknown[]) => unknown
      const error = await untyped(() => method.apply(learner, [...args]))
      if (error !== undefined) found.push(`${name}(${text}): ${String(error)}`)
    }
    for (const [text, value] of values) {
      await call(text, [value])
      await call(`stream, ${text}`, [[{ features: { a: 1 }, label: 1 }], value])
      await call(`batch, ${text}`, [randomBatch(1, 3, 'logistic'), value])
      // each method has every value, and every option several times; inspect and terms have their options first
      for (const option of some(optionNames, 1)) await call(`{ ${option}: ${text} }`, [{ [option]: value }])
      for (const option of some(optionNames, 1))
        await call(`stream, { ${option}: ${text} }`, [
          [{ features: { a: 1 }, label: 1 }],
          { [option]: value },
        ])
    }
  }
  expect(found).toEqual([])
})

test('inspect and terms refuse every invalid number of features', () => {
  const model = new Learner({ rule: 'auto', bits: 8, expand: 'triples' })
  for (let k = 0; k < 300; k++) model.learn({ features: { a: k % 7, b: k % 5 }, label: k % 3 })
  for (const top of [-1, 0.5, Number.NaN, '3', null, 1n, true, [2]])
    for (const method of ['inspect', 'terms'] as const)
      expect(() => model[method]({ top: top as never })).toThrow(
        expect.objectContaining({ code: 'OL_PARAMETER', value: top }),
      )
  for (const top of [0, 1, 2]) expect(model.inspect({ top }).length).toBe(top)
})

test('making, loading and searching throw nothing but OLError', async () => {
  const bytes = new Learner({ rule: 'nag', bits: 2 }).toBytes()
  const found: string[] = []
  const batch = randomBatch(1, 3, 'logistic')
  for (const [text, value] of values) {
    const calls: readonly (readonly [string, () => unknown])[] = [
      ['new', () => new Learner(value as never)],
      ['load', () => Learner.load(value as never)],
      ['load options', () => Learner.load('/', value as never)],
      ['fromBytes', () => Learner.fromBytes(value as never)],
      ['fromBytes options', () => Learner.fromBytes(bytes, value as never)],
      [
        'save',
        () => new Learner({ rule: 'nag', bits: 1 }).save(typeof value === 'string' ? '' : (value as never)),
      ],
      ['search', () => search(value as never)],
      ['search options', () => search(() => [batch], value as never)],
      ...[...searchNames, ...optionNames].map(
        (name) =>
          [
            `search ${name}`,
            () =>
              search(() => [batch], {
                passes: 1,
                learner: { bits: 2, expand: 'off' },
                [name]: value,
              } as never),
          ] as const,
      ),
    ]
    for (const [what, call] of calls) {
      const error = await untyped(call)
      if (error !== undefined) found.push(`${what}(${text}): ${String(error)}`)
    }
  }
  expect(found).toEqual([])
})

test('an array whose memory was transferred is no empty feature', () => {
  const array = new Float64Array([1, 2])
  structuredClone(array, { transfer: [array.buffer] })
  const learner = new Learner({ rule: 'nag', bits: 3 })
  expect(() => learner.learn({ features: { a: array }, label: 1 })).toThrow('transferred')
  learner.learn({ features: { a: new Float64Array(0) }, label: 1 })
})

test('a shared model of a value that is not a learner, and a batch of a transferred array, are refused with a code', () => {
  for (const value of [undefined, null, {}, 5, []])
    expect(() => new SharedModel(value as never)).toThrow(expect.objectContaining({ code: 'OL_PARAMETER' }))
  const array = new Float64Array(2)
  structuredClone(array, { transfer: [array.buffer] })
  const learner = new Learner({ bits: 3 })
  for (const value of [array, new Float64Array(2)])
    expect(() => learner.batch(value as never)).toThrow(expect.objectContaining({ code: 'OL_PARAMETER' }))
})

test('an option that a call does not have is refused, although a call of another kind has it', async () => {
  const learner = new Learner({ loss: 'logistic', bits: 6 })
  const rows = [{ features: { a: 1 }, label: 1 }]
  const batch = learner.batch(rows)
  type Call = (options: never) => unknown
  const calls: readonly (readonly [Call, readonly string[]])[] = [
    [(options) => learner.learn(batch, options), ['trusted']],
    [(options) => learner.predict(batch, options), ['trusted']],
    [(options) => learner.scores(batch, options), ['trusted']],
    [(options) => learner.probabilities(batch, options), ['trusted']],
    [(options) => learner.predict([batch], options), ['trusted', 'link', 'spread']],
    [(options) => learner.learn(rows, options), ['trusted', 'onProgress', 'onBatch', 'schedule', 'window']],
    [
      (options) => learner.evaluate(rows, options),
      ['trusted', 'onProgress', 'onBatch', 'schedule', 'window'],
    ],
  ]
  const options = {
    trusted: true,
    link: 'logistic',
    spread: false,
    onProgress: () => undefined,
    onBatch: () => undefined,
    schedule: { every: 1 },
    window: 5,
  }
  for (const [call, known] of calls)
    for (const [name, value] of Object.entries(options)) {
      const run = async (): Promise<unknown> => call({ [name]: value } as never)
      const result = known.includes(name) ? 'taken' : 'OL_PARAMETER'
      const code = await run().then(
        () => 'taken',
        (error: { code?: string }) => error.code,
      )
      expect(`${name}: ${code}`, String(call)).toBe(`${name}: ${result}`)
    }
})

test('a search has whole numbers of passes and lanes', async () => {
  const batch = new Learner({ bits: 6 }).batch([{ features: { a: 1 }, label: 1 }])
  for (const options of [{ passes: 1.5 }, { lanes: 2.5 }, { passes: 0 }])
    await expect(search(() => [batch], options)).rejects.toMatchObject({ code: 'OL_PARAMETER' })
})

test('fileSize and inspect take only arguments of their types', () => {
  const learner = new Learner({ bits: 6 })
  for (const call of [
    () => learner.fileSize('al' as never),
    () => learner.inspect({ names: 5 as never }),
    () => learner.inspect({ names: 'x' as never }),
    () => learner.inspect({ alternatives: 5 as never }),
  ])
    expect(call).toThrow(expect.objectContaining({ code: 'OL_PARAMETER' }))
})
