import { expect, test } from 'vitest'

// The comparison that equal-bytes.ts adds to `expect` finds what the comparison number by number finds.

test('arrays that differ in a number, its sign, their length or their type are not equal', () => {
  const numbers = Float64Array.of(1, 0, Number.NaN)
  expect({ numbers: numbers.slice() }).toEqual({ numbers })
  expect(numbers.subarray(1)).toEqual(Float64Array.of(0, Number.NaN))
  for (const other of [
    Float64Array.of(2, 0, Number.NaN),
    Float64Array.of(1, -0, Number.NaN),
    Float64Array.of(1, 0),
    Float32Array.of(1, 0, Number.NaN),
    new Uint8Array(numbers.buffer),
    [1, 0, Number.NaN],
  ])
    expect({ other }).not.toEqual({ other: numbers })
  expect(new Float32Array(numbers.buffer)).not.toEqual(new Uint32Array(numbers.buffer))
})

test('numbers that are equal in other bytes are equal', () => {
  const [a, b] = [0x7ff8000000000000n, 0x7ff8000000000001n].map((bits) => {
    const array = new Float64Array(1)
    new BigUint64Array(array.buffer)[0] = bits
    return array
  })
  expect(a).toEqual(b)
})

test('the comparison is added once, however many files a process runs', async () => {
  const { customEqualityTesters } = (globalThis as never)[Symbol.for('$$jest-matchers-object')] as {
    readonly customEqualityTesters: readonly unknown[]
  }
  expect(customEqualityTesters).toHaveLength(1)
  const again = new URL('equal-bytes.ts?again', import.meta.url).href
  await import(again)
  expect(customEqualityTesters).toHaveLength(1)
})
