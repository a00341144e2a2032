import { Buffer } from 'node:buffer'
import { fallback } from '@ol/fallback'
import { murmur3 } from '@ol/numerics'
import { isWithin, type StateRange } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { chooseBackend } from '../src/backend/backends.js'
import type { Tensor } from '../src/model/model-tensors.js'
import { gather, PieceMemory } from '../src/model/tensor-elements.js'
import { columnName } from '../src/names/column-name.js'
import { random, thrown } from './data.js'

const { backend } = chooseBackend()
const kinds = [Float32Array, Float64Array] as const

/** Returns an array of a kind of numbers. */
function arrayOf(
  Kind: (typeof kinds)[number],
  length: number,
  of: (i: number) => number,
): Float32Array | Float64Array {
  const array = new Kind(length)
  for (let i = 0; i < length; i++) array[i] = of(i)
  return array
}

describe.runIf(backend.name === 'native')('what the addon does for a model file, the twin does', () => {
  test('rows are gathered', () => {
    const next = random(1)
    for (const Kind of kinds)
      for (const [lanes, stride, start] of [
        [1, 4, 0],
        [1, 4, 3],
        [5, 16, 8],
        [16, 16, 0],
      ]) {
        const lane = arrayOf(Kind, 64 * stride + 16, () => next() - 0.5)
        lane[start] = Number.NaN
        lane[start + stride] = -0
        const slots = Uint32Array.of(0, 1, 2, 17, 63)
        const layout = { laneStride: stride, laneStep: 1, sharedStart: 0, sharedStride: 0, bytes: 0 }
        const table = { rows: 64, lanes, precision: 'float32', layout, lane, shared: new Float64Array(0) }
        const tensor = { dtype: Kind === Float32Array ? 'F32' : 'F64', shape: [5, lanes] }
        const state = { table, slots, sums: [], names: {} } as never
        const source = { ...tensor, source: { kind: 'lane', state: start } } as unknown as Tensor
        for (const [from, to] of [
          [0, 5],
          [1, 4],
          [2, 2],
        ])
          expect(gather(state, source, from * lanes, to * lanes, new PieceMemory(), backend)).toEqual(
            gather(state, source, from * lanes, to * lanes, new PieceMemory(), fallback),
          )
      }
  })

  test('rows are scattered, and gathered again', () => {
    const next = random(2)
    const rows = Uint32Array.of(63, 0, 17, 1)
    for (const Kind of kinds)
      for (const [lanes, stride, start] of [
        [1, 4, 3],
        [5, 16, 8],
        [16, 16, 0],
      ]) {
        const from = arrayOf(Kind, rows.length * lanes, () => next() - 0.5)
        from.set([Number.NaN, -0])
        const [own, other] = [backend, fallback].map((one) => {
          const table = arrayOf(Kind, 64 * stride, (i) => i)
          one.scatter(from, table, start, stride, lanes, rows)
          const again = new Kind(from.length)
          one.gather(table, start, stride, lanes, rows, again)
          expect(again).toEqual(from)
          return table
        })
        expect(own).toEqual(other)
        expect(own.filter((x, i) => x !== i).length).toBe(from.length)
      }
  })

  test('rows beyond an array are refused', () => {
    const from = new Float32Array(64)
    const all = (row: number, start: number, lanes: number, room: number) =>
      backend.gather(from, start, 16, lanes, Uint32Array.of(0, row), new Float32Array(room))
    expect(() => all(3, 0, 16, 32)).not.toThrow()
    const refused: Parameters<typeof all>[] = [
      [4, 0, 16, 32],
      [3, 1, 16, 32],
      [3, -1, 16, 32],
      [3, 0, 17, 34],
      [3, 0, 16, 31],
      [3, 0, 0, 0],
    ]
    for (const wrong of refused) expect(thrown(() => all(...wrong)).code).toBe('OL_BATCH')
    const into = (row: number, start: number, lanes: number, room: number) =>
      backend.scatter(new Float32Array(room), from, start, 16, lanes, Uint32Array.of(0, row))
    expect(() => into(3, 0, 16, 32)).not.toThrow()
    for (const wrong of refused) expect(thrown(() => into(...wrong)).code).toBe('OL_BATCH')
    const other = new Float64Array(32) as never
    expect(thrown(() => backend.gather(from, 0, 16, 16, Uint32Array.of(0, 1), other)).code).toBe('OL_BATCH')
  })

  test.each([
    ['and values that it has also are passed', { min: -2, max: 3, also: Number.POSITIVE_INFINITY }],
    ['of whole numbers', { min: 0, max: 2 ** 53, integer: true }],
    ['of either sign, and 0', { min: 0.25, max: 1e100, eitherSign: true, also: 0 }],
    ['of whole numbers of either sign', { min: 1, max: 9, integer: true, eitherSign: true }],
  ] satisfies [string, StateRange][])('numbers out of a range are found, at every place: %s', (_, range) => {
    const odd = [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 5e-324, -5e-324, 1e300]
    const few = [0, -0, 1, -1, 2, -2, 3, 0.25, -0.25, 0.5, 3.0000001, -2.5, 9, 10, 2 ** 53, ...odd]
    const good = few.filter((x) => isWithin(range, x))
    for (const Kind of kinds)
      for (const length of [1, 63, 64, 65, 200])
        for (const wrong of few)
          for (const at of [0, 62, 63, 64, length - 1].filter((place) => place < length)) {
            const elements = arrayOf(Kind, length, (i) => good[i % good.length])
            elements[at] = wrong
            const expected = elements.findIndex((x) => !isWithin(range, x))
            expect([wrong, fallback.firstOutside(elements, range)]).toEqual([wrong, expected])
            expect([wrong, backend.firstOutside(elements, range)]).toEqual([wrong, expected])
          }
  })

  test('columns of names are hashed, and arrays without room for them are refused', () => {
    const names = [
      '',
      '=',
      'a',
      'a=b',
      '=a=b',
      '=a^b',
      'Größe=x=y',
      'a^b',
      'a^b=c',
      '^a=b',
      'é^',
      '^',
      'é=',
      'x',
    ]
    const encoded = names.map((name) => new TextEncoder().encode(name))
    let end = 0
    const ends = Uint32Array.from(encoded, ({ length }) => (end += length))
    const bytes = new Uint8Array(Buffer.concat(encoded))
    for (const value of [0, 1]) {
      const ones = new Uint8Array(names.length).fill(value)
      const columns = names.map((name) => columnName(name, value))
      const expected = columns.map((column) => {
        const own = new TextEncoder().encode(column)
        return column === undefined ? 7 : murmur3(own, 0, own.length, 0)
      })
      for (const { hashColumns } of [fallback, backend]) {
        const [hashes, said] = [new Uint32Array(names.length).fill(7), new Uint8Array(names.length).fill(9)]
        hashColumns(bytes, ends, ones, hashes, said)
        expect([...said]).toEqual(columns.map((column) => (column === undefined ? 0 : 1)))
        expect([...hashes]).toEqual(expected)
      }
    }
    const [two, four] = [new Uint8Array(2), new Uint32Array(2)]
    for (const [wrong, ones, hashes, said] of [
      [Uint32Array.of(2, 1), two, four, two],
      [Uint32Array.of(1, end + 1), two, four, two],
      [Uint32Array.of(1, 2), two.subarray(1), four, two],
      [Uint32Array.of(1, 2), two, four.subarray(1), two],
      [Uint32Array.of(1, 2), two, four, two.subarray(1)],
    ] as const)
      expect(thrown(() => backend.hashColumns(bytes, wrong, ones, hashes, said)).code).toBe('OL_BATCH')
  })

  test('names are hashed, and ends beyond their bytes are refused', () => {
    const names = ['', 'a', 'Größe', 'x'.repeat(300), '日本', '', 'b^c=d']
    const encoded = names.map((name) => new TextEncoder().encode(name))
    let end = 0
    const ends = Uint32Array.from(encoded, ({ length }) => (end += length))
    const bytes = new Uint8Array(Buffer.concat(encoded))
    const own = new Uint32Array(names.length)
    for (const { hashNames } of [fallback, backend]) {
      hashNames(bytes, ends, own.fill(1))
      expect([...own]).toEqual(encoded.map((one) => murmur3(one, 0, one.length, 0)))
      hashNames(bytes, new Uint32Array(0), own)
    }
    for (const [wrong, room] of [
      [Uint32Array.of(2, 1), 2],
      [Uint32Array.of(1, end + 1), 2],
      [Uint32Array.of(1, 2), 1],
    ] as const)
      expect(thrown(() => backend.hashNames(bytes, wrong, new Uint32Array(room))).code).toBe('OL_BATCH')
  })
})
