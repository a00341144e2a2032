import { expect } from 'vitest'

// Arrays of the same bytes are equal; those that are not go the slow way, number by number, which says where they differ.
// One process runs this file before each of many files, and every comparison asks all testers: there is one.
const global: typeof globalThis & { olEqualBytes?: true } = globalThis
if (global.olEqualBytes === undefined) {
  global.olEqualBytes = true
  expect.addEqualityTesters([
    (a: unknown, b: unknown) =>
      ArrayBuffer.isView(a) && ArrayBuffer.isView(b) && a.constructor === b.constructor && sameBytes(a, b)
        ? true
        : undefined,
  ])
}

function sameBytes(a: ArrayBufferView, b: ArrayBufferView): boolean {
  return bytesOf(a).equals(bytesOf(b))
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
