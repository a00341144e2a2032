import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Learner } from '@ol/core'
import {
  badLineText,
  conflictOf,
  convert,
  evaluate,
  explain,
  htmlReport,
  load,
  Model,
  predict,
  readCheckpoint,
  Session,
  search,
  stats,
  train,
} from '@ol/pipeline'
import { OLError, readingNames } from '@ol/spec'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { trainRunNames } from '../src/operations/train.js'

// Whatever a public function is called with, it works or throws an OLError.

const values: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['0', 0],
  ['1', 1],
  ['-1', -1],
  ['NaN', Number.NaN],
  ['1n', 1n],
  ['a string', 'x'],
  ['the empty string', ''],
  ['true', true],
  ['a symbol', Symbol('s')],
  ['a function', () => 1],
  ['an async function that rejects', () => ({ add: 1 })],
  ['{}', {}],
  ['no prototype', Object.create(null)],
  ['[]', []],
  ['[null]', [null]],
  ['[1]', [1]],
  ['a date', new Date(0)],
  ['a map', new Map([[1, 2]])],
  ['bytes', new Uint8Array(3)],
  ['a set', new Set(['a'])],
  ['a generator that yields null', [null][Symbol.iterator]()],
  ['an aborted flag', { aborted: false }],
]

const text = new TextEncoder().encode('1 | a:2 b\n-1 | b:3\n1 | c\n')
const folder = mkdtempSync(join(tmpdir(), 'ol-hostile-'))
const home = process.cwd()
let bytes: Uint8Array

beforeAll(async () => {
  const { model } = await train(text, { format: 'vw', bits: 4 })
  bytes = model.toBytes()
  // files that a path 'x' writes
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

/** Runs a call; returns how it failed, if not with an OLError. */
async function failure(name: string, call: () => unknown): Promise<string | undefined> {
  try {
    const result: unknown = await call()
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
      for await (const _ of result as AsyncIterable<unknown>);
  } catch (error) {
    if (!(error instanceof OLError)) return `${name}: ${String(error)}`
  }
  return undefined
}

type Call = (value: never) => unknown

const readNames = readingNames.filter((name) => !['backend', 'labels', 'classes', 'wide'].includes(name))

const calls = (): readonly (readonly [string, Call])[] => {
  const vw = { format: 'vw' } as const
  const of = (name: string, call: (options: object) => unknown, names: readonly string[]) =>
    names.map((option): [string, Call] => [`${name} ${option}`, (value) => call({ ...vw, [option]: value })])
  const model = new Model(new Session((model0 as Model).learner).learner)
  const runs = ['signal', 'schedule', 'onProgress', 'observe'] as const
  return [
    ['train', (value) => train(value)],
    ['train options', (value) => train(text, value)],
    ...of('train', (options) => train(text, { bits: 4, ...options }), [
      ...trainRunNames,
      ...readNames,
      'backend',
      'nothing',
    ]),
    ['evaluate', (value) => evaluate(value, { model })],
    ['evaluate options', (value) => evaluate(text, value)],
    ...of('evaluate', (options) => evaluate(text, { model, ...options }), [
      ...runs,
      ...readNames,
      'model',
      'backend',
      'link',
    ]),
    ['predict', (value) => predict(value, { model })],
    ['predict options', (value) => predict(text, value)],
    ...of('predict', (options) => predict(text, { model, ...options }), [
      'signal',
      'probabilities',
      'interval',
      'model',
    ]),
    ['search', (value) => search(value)],
    ['search options', (value) => search(text, value)],
    ...of('search', (options) => search(text, { bits: 4, passes: 1, ...options }), [
      'rules',
      'losses',
      'grid',
      'refine',
      'mode',
      'tolerance',
      'passes',
      'lanes',
      'signal',
      'onNotice',
      'onProgress',
    ]),
    ['convert', (value) => convert(value, { to: 'svmlight' })],
    ['convert options', (value) => convert(text, value)],
    ...of('convert', (options) => convert(text, { to: 'svmlight', ...options }), [
      'signal',
      'backend',
      'to',
      'labels',
    ]),
    ['convert toFile', (value) => convert(text, { to: 'svmlight', ...vw }).toFile(value)],
    ['stats', (value) => stats(value)],
    ['stats options', (value) => stats(text, value)],
    ...of('stats', (options) => stats(text, options), ['signal', 'backend', 'bits', 'labels']),
    ['load', (value) => load(value)],
    ['load options', (value) => load(bytes, value)],
    ['Session', (value) => new Session(value)],
    ['Model', (value) => new Model(value)],
    ['model.predict', (value) => model.predict(value)],
    ['model.predict options', (value) => model.predict(text, value)],
    ['model.evaluate', (value) => model.evaluate(value)],
    ['model.evaluate options', (value) => model.evaluate(text, value)],
    ['model.train', (value) => model.train(value)],
    ['model.train options', (value) => model.train(text, value)],
    ['model.save', (value) => model.save(value)],
    ['model.readOptions', (value) => model.readOptions(value)],
    ['model.checkSchema', (value) => model.checkSchema(value)],
    ['conflictOf', (value) => conflictOf(value)],
    ['badLineText', (value) => badLineText(value)],
    ['explain', (value) => explain('x.csv', value)],
    ['htmlReport', (value) => htmlReport(value)],
    ['report of htmlReport', (report) => htmlReport({ kind: 'train', report, command: '', versions: [] })],
    ['readCheckpoint', (value) => readCheckpoint(value)],
  ]
}

test.each([
  ['a format', { format: 'xml' }],
  ['labels', { labels: 'words' }],
  ['columns', { columns: 5 }],
  ['a role', { columns: [{ name: 'a', role: 'constructor' }] }],
  ['classes', { classes: { count: 1e9, names: null } }],
  ['products', { expand: { interactions: 7 } }],
])('a model whose schema has other %s is refused when it reads', async (_, members) => {
  const { model } = await train(new TextEncoder().encode('a,b\n1,2\n2,3\n'), { label: 'b', bits: 4 })
  const learner = new Learner({ bits: 4, input: { ...model.schema, ...members } as never })
  await expect(evaluate('1,2\n', { model: new Model(learner) })).rejects.toMatchObject({
    code: 'OL_PARAMETER',
  })
})

let model0: Model | undefined
beforeAll(async () => {
  model0 = await load(bytes)
})

// in a short run a call has every other value, and an option of the next call the rest
test.each(values.map(([text, value], v) => [text, value, v] as const))('with %s', async (_, value, v) => {
  const wrong: (string | undefined)[] = []
  const own = calls().filter((_, c) => isFull || (c + v) % 2 === 0)
  for (const [name, call] of own) wrong.push(await failure(name, () => call(value as never)))
  expect(wrong.filter((text) => text !== undefined)).toEqual([])
})

test('a context that JSON cannot hold is refused before the training', async () => {
  const cycle: Record<string, unknown> = {}
  cycle.again = cycle
  const path = join(folder, 'context.olckpt')
  for (const context of [1n, { a: 1n }, cycle, () => 1, Number.NaN])
    await expect(
      train(new TextEncoder().encode('a,b\n1,2\n2,3\n'), { checkpoint: { path, context: context as never } }),
    ).rejects.toMatchObject({
      code: 'OL_PARAMETER',
      message: expect.stringContaining('context of checkpoint'),
    })
})

test('an async onProgress that rejects ends the run with its error, and nothing is unhandled', async () => {
  const input = new TextEncoder().encode('a,b\n1,2\n2,3\n3,5\n4,6\n')
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const onProgress = async () => {
    throw new Error('of the caller')
  }
  const how = { label: 'b', rule: 'nag', onProgress } as const
  await expect(train(input, how)).rejects.toThrow('of the caller')
  const { model } = await train(input, { label: 'b', rule: 'nag' })
  await expect(evaluate(input, { model, onProgress })).rejects.toThrow('of the caller')
  await expect(search(input, { label: 'b', rules: ['nag'], passes: 1, onProgress })).rejects.toThrow(
    'of the caller',
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
