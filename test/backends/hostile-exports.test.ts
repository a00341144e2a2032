import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as core from '@ol/core'
import * as pipeline from '@ol/pipeline'
import * as reader from '@ol/reader'
import * as regret from '@ol/regret'
import { OLError } from '@ol/spec'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Whatever an exported function or class is called with, it works or throws an OLError. The exports themselves are the list, so that
// a new one is tested. Packages below these (spec, numerics, platform, fallback) get arguments that were checked here.

const folder = mkdtempSync(join(tmpdir(), 'ol-exports-'))
const home = process.cwd()
// a path 'x' is written there
beforeAll(() => process.chdir(folder))
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

const transferred = new Float64Array(2)
structuredClone(transferred, { transfer: [transferred.buffer] })
const cycle: Record<string, unknown> = {}
cycle.again = cycle
const nested: unknown[] = []
nested.push(nested)
const trap = new Proxy(
  {},
  {
    get(_, name) {
      if (name === 'then') return undefined
      throw new OLError('OL_PARAMETER', 'a getter of the caller', {})
    },
  },
)
const members = ['a', 'features', 'label', 'names', 'classes', 'columns', 'rows', 'model', 'task', 'format']

const values: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['0', 0],
  ['-1', -1],
  ['NaN', Number.NaN],
  ['1e300', 1e300],
  ['1n', 1n],
  ['a string', 'x'],
  ['the empty string', ''],
  ['true', true],
  ['a symbol', Symbol('s')],
  ['a function', () => 1],
  ['{}', {}],
  ['no prototype', Object.create(null)],
  ['[]', []],
  ['[null]', [null]],
  ['[1]', [1]],
  ['[[]]', [[]]],
  ['[1n]', [1n]],
  ['[symbol]', [Symbol('s')]],
  ['a date', new Date(0)],
  ['an invalid date', new Date(Number.NaN)],
  ['a map', new Map([[1, 2]])],
  ['a set', new Set(['a'])],
  ['bytes', new Uint8Array(3)],
  ['a buffer', new ArrayBuffer(2)],
  ['a transferred array', transferred],
  ['an object that holds itself', cycle],
  ['an array that holds itself', nested],
  ['a proxy', trap],
  ...[1n, null, 'x', []].map(
    (value) =>
      [`members ${String(value)}`, Object.fromEntries(members.map((name) => [name, value]))] as const,
  ),
]

/** The error itself, whose detail is whatever was wrong. */
const left = ['@ol/core OLError']
/** Further arguments are of the package itself, and not of its types. */
const most: Readonly<Record<string, number>> = { '@ol/core Learner': 1 }

const packages = { core, pipeline, reader, regret }
const exported = Object.entries(packages).flatMap(([name, all]) =>
  Object.entries(all)
    .filter((entry): entry is [string, (...args: unknown[]) => unknown] => typeof entry[1] === 'function')
    .map(([own, call]) => [`@ol/${name} ${own}`, call] as const)
    .filter(([name]) => !left.includes(name)),
)

/** Calls, waits, and begins what is returned; returns an error that is no OLError. */
async function untyped(call: () => unknown): Promise<unknown> {
  try {
    const result = await call()
    if (typeof result !== 'object' || result === null) return undefined
    if (Symbol.asyncIterator in result) for await (const _ of result as AsyncIterable<unknown>) break
    else if (Symbol.iterator in result) for (const _ of result as Iterable<unknown>) break
  } catch (error) {
    return error instanceof OLError ? undefined : error
  }
  return undefined
}

test('there are exports to call', () => {
  expect(exported.length).toBeGreaterThan(40)
})

test.each(exported)('%s throws nothing but OLError', async (name, call) => {
  const isClass = /^class\b/.test(Function.prototype.toString.call(call))
  const run = (args: unknown[]): unknown =>
    isClass ? new (call as unknown as new (...args: unknown[]) => unknown)(...args) : call(...args)
  const learner = new core.Learner({ bits: 3 })
  const found: string[] = []
  for (const [text, value] of values) {
    for (const args of [
      [value],
      [value, value, value],
      [[], value],
      [{}, value],
      ['x', value],
      [learner, value],
    ]) {
      if (args.length > (most[name] ?? 3)) continue
      const error = await untyped(() => run(args))
      if (error !== undefined)
        found.push(`${text} as argument ${args.length} of ${args.length}: ${String(error)}`)
    }
  }
  expect(found).toEqual([])
})
