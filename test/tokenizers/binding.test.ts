import { createTokens, reserveTokens } from '@ol/fallback'
import { load } from '@ol/native'
import type { Chunk, TokenPlan, Tokens } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { planFor } from './compare.js'
import { generator } from './texts.js'

const native = load()
const text = new TextEncoder().encode('1 | a:1\n-1 | b\n')
const plan = { ...planFor('csv', generator(1)), wide: true, spaces: true }

function fresh(): { plan: TokenPlan; chunk: Chunk; out: Tokens } {
  const out = createTokens()
  reserveTokens(out, text.length, plan)
  return { plan: { ...plan }, chunk: { bytes: text.slice(), start: 0, end: text.length, final: true }, out }
}

function detached<T extends Uint8Array | Uint32Array | Float64Array>(array: T): T {
  const copy = array.slice() as T
  structuredClone(copy.buffer, { transfer: [copy.buffer as ArrayBuffer] })
  return copy
}

const outArrays = Object.keys(createTokens()) as (keyof Tokens)[]
const planArrays = [
  'labelTexts',
  'labelEnds',
  'labelValues',
  'labelNumbers',
  'roles',
  'columnHashes',
  'columnUppers',
  'columnSpaces',
  'columnOrder',
  'labelKey',
] as const

// without an addon there is no boundary to test
describe(`arguments of the addon${'missing' in native ? ' (not built here)' : ''}`, () => {
  const cases: [string, (call: ReturnType<typeof fresh>) => unknown][] = [
    ['detached bytes', ({ chunk }) => Object.assign(chunk, { bytes: detached(chunk.bytes) })],
    ['bytes of another type', ({ chunk }) => Object.assign(chunk, { bytes: new Uint16Array(20) })],
    ['an end past the bytes', ({ chunk }) => Object.assign(chunk, { end: text.length + 1 })],
    ['an end before the start', ({ chunk }) => Object.assign(chunk, { start: 8, end: 4 })],
    ['an end within a line', ({ chunk }) => Object.assign(chunk, { end: text.length - 1 })],
    ['a fraction as start', ({ chunk }) => Object.assign(chunk, { start: 0.5 })],
    ['NaN as start', ({ chunk }) => Object.assign(chunk, { start: Number.NaN })],
    ['a negative start', ({ chunk }) => Object.assign(chunk, { start: -1 })],
    ['an unknown label mode', (call) => Object.assign(call.plan, { labelMode: 9 })],
    ['a seed past 32 bits', (call) => Object.assign(call.plan, { seed: 2 ** 32 })],
    ['a delimiter past ASCII', (call) => Object.assign(call.plan, { delimiter: 200 })],
    ['label ends past the texts', (call) => Object.assign(call.plan, { labelEnds: Uint32Array.of(1, 99) })],
    ['label ends that descend', (call) => Object.assign(call.plan, { labelEnds: Uint32Array.of(3, 1) })],
    ['fewer hashes than columns', (call) => Object.assign(call.plan, { columnHashes: new Uint32Array(1) })],
    [
      'fewer upper hashes than columns',
      (call) => Object.assign(call.plan, { columnUppers: new Uint32Array(1) }),
    ],
    ...outArrays.flatMap((name): [string, (call: ReturnType<typeof fresh>) => unknown][] => [
      [`${name}: nothing`, ({ out }) => Object.assign(out, { [name]: undefined })],
      [`${name}: too short`, ({ out }) => Object.assign(out, { [name]: out[name].slice(0, 1) })],
      [`${name}: detached`, ({ out }) => Object.assign(out, { [name]: detached(out[name]) })],
      [`${name}: another type`, ({ out }) => Object.assign(out, { [name]: new Int16Array(1000) })],
    ]),
    ...planArrays.flatMap((name): [string, (call: ReturnType<typeof fresh>) => unknown][] => [
      [`${name}: nothing`, (call) => Object.assign(call.plan, { [name]: undefined })],
      [`${name}: another type`, (call) => Object.assign(call.plan, { [name]: new Int16Array(10) })],
    ]),
  ]

  test.each('missing' in native ? [] : cases)('%s: a typed error', async (_, spoil) => {
    if ('missing' in native) return
    const call = fresh()
    spoil(call)
    expect(() => native.backend.tokenize(call.plan, call.chunk, call.out)).toThrow(
      expect.objectContaining({ code: 'OL_BATCH' }),
    )
    await expect(native.backend.tokenizeAsync(call.plan, call.chunk, call.out)).rejects.toMatchObject({
      code: 'OL_BATCH',
    })
    const good = fresh()
    expect(() => native.backend.tokenize(good.plan, good.chunk, good.out)).not.toThrow()
  })

  test('an empty chunk has no examples', () => {
    if ('missing' in native) return
    const { plan, chunk, out } = fresh()
    native.backend.tokenize(plan, { ...chunk, start: 5, end: 5 }, out)
    expect([...out.counts]).toEqual([0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0])
  })
})
