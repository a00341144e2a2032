import { describe, expect, test } from 'vitest'
import { chooseBackend } from '../src/backend/backends.js'
import { checkElements } from '../src/model/model-check.js'
import type { Tensor } from '../src/model/model-tensors.js'
import { gather } from '../src/model/tensor-elements.js'
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
          expect(gather(state, source, from * lanes, to * lanes, backend)).toEqual(
            gather(state, source, from * lanes, to * lanes),
          )
      }
  })

  test('rows beyond an array are refused', () => {
    const from = new Float32Array(64)
    const all = (row: number, start: number, lanes: number, room: number) =>
      backend.gather?.(from, start, 16, lanes, Uint32Array.of(0, row), new Float32Array(room))
    expect(() => all(3, 0, 16, 32)).not.toThrow()
    for (const wrong of [
      [4, 0, 16, 32],
      [3, 1, 16, 32],
      [3, -1, 16, 32],
      [3, 0, 17, 34],
      [3, 0, 16, 31],
      [3, 0, 0, 0],
    ] satisfies Parameters<typeof all>[])
      expect(thrown(() => all(...(wrong as Parameters<typeof all>))).code).toBe('OL_BATCH')
    const other = new Float64Array(32) as never
    expect(thrown(() => backend.gather?.(from, 0, 16, 16, Uint32Array.of(0, 1), other)).code).toBe('OL_BATCH')
  })

  test('numbers out of a range are found, at every place, and values that it has also are passed', () => {
    const range = { min: -2, max: 3, also: Number.POSITIVE_INFINITY }
    const of = (elements: Float32Array | Float64Array): Tensor =>
      ({ name: 'x', shape: [elements.length], ranges: [range], source: { kind: 'sum' } }) as never
    for (const Kind of kinds)
      for (const length of [1, 63, 64, 65, 200])
        for (const wrong of [Number.NaN, Number.NEGATIVE_INFINITY, 3.0000001, -2.5, 1e300, 2]) {
          for (const at of [0, 62, 63, 64, length - 1].filter((place) => place < length)) {
            const elements = arrayOf(Kind, length, (i) => [-2, 3, -0, 0.5, Number.POSITIVE_INFINITY][i % 5])
            elements[at] = wrong
            expect(checkElements(of(elements), elements, 0, 1, backend)).toEqual(
              checkElements(of(elements), elements, 0, 1),
            )
          }
        }
  })
})
