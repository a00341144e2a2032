import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { decompressZstd } from '../src/compression/zstd.js'
import { hasEndlessWeights } from '../src/compression/zstd-weights.js'

/** A block whose literals have a code, the weights of which are compressed by a table that begins with these bits. */
function blockOf(
  accuracy: number,
  ...numbers: readonly (readonly [value: number, bits: number])[]
): Uint8Array {
  let bits = BigInt(accuracy - 5)
  let length = 4n
  for (const [value, count] of numbers) {
    bits |= BigInt(value) << length
    length += BigInt(count)
  }
  const table = Array.from({ length: 11 }, (_, i) => Number((bits >> BigInt(8 * i)) & 255n))
  return Uint8Array.from([2 | (8 << 4), 0, 3, 12, ...table, 0x80, 1, 2, 3])
}

// a probability + 1 of 33 of 32: 31 + 32 - 30 with 6 bits
const full = [63, 6] as const
const endless = blockOf(5, full)

test('a code of weights that has no end is seen', () => {
  expect(hasEndlessWeights(endless)).toBe(true)
  // two symbols of probability 0 before it, then none
  expect(hasEndlessWeights(blockOf(5, [1, 5], [1, 2], full))).toBe(true)
  expect(hasEndlessWeights(blockOf(5, [17, 5], full))).toBe(false)
  expect(hasEndlessWeights(blockOf(6, [34, 6]))).toBe(false)
  expect(hasEndlessWeights(Uint8Array.of(0, 1, 2, 3))).toBe(false)
  expect(hasEndlessWeights(new Uint8Array(0))).toBe(false)
})

test('zstd with such a code is corrupt, and does not hang the reader', async () => {
  const { length } = endless
  // one frame of one block, its window 1 KiB
  const bytes = Uint8Array.of(
    0x28,
    0xb5,
    0x2f,
    0xfd,
    0,
    0,
    1 | (2 << 1) | ((length << 3) & 255),
    length >> 5,
    0,
    ...endless,
  )
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  const read = async (): Promise<void> => {
    for await (const _ of decompressZstd(pieces(), 'a.zst'));
  }
  await expect(read()).rejects.toThrow('a code has no end')
})

test.skipIf(spawnSync('zstd', ['-V']).status !== 0)('what zstd writes is never refused for it', async () => {
  let state = 1
  const next = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  // in a short run every third, and so every third level
  for (let k = 1; k < 30; k += isFull ? 1 : 3) {
    const input = Buffer.from(Array.from({ length: 200 * k }, () => 97 + next(1 + next(k))))
    const { stdout } = spawnSync('zstd', ['-c', `-${1 + (k % 19)}`], { input })
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(stdout)
    }
    const found: Uint8Array[] = []
    for await (const piece of decompressZstd(pieces(), undefined)) found.push(piece.slice())
    expect(Buffer.concat(found).equals(input)).toBe(true)
  }
})
