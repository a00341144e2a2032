import { expect, test, vi } from 'vitest'
import { Window } from '../src/source/window.js'

const slack = 64

/** Whole numbers below a bound: a linear congruential generator. */
function numbers(seed: number): (below: number) => number {
  let state = BigInt(seed) + 1n
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
    return Number((state >> 33n) % BigInt(below))
  }
}

/** The byte at each place of the input; a line feed at the end of each of `lineBytes`. */
const byteAt = (at: number, lineBytes: number) => (at % lineBytes === lineBytes - 1 ? 10 : 11 + (at % 241))

/** Returns an input, with a line feed after its end. */
function inputOf(length: number, lineBytes: number): Buffer {
  const input = Buffer.alloc(length + 1, 10)
  for (let at = 0; at < length; at++) input[at] = byteAt(at, lineBytes)
  return input
}

/** The pieces of an input: some in the buffer that is given, and `own` percent in arrays of their own; with 0 each fills its buffer. */
async function* piecesOf(input: Buffer, random: (below: number) => number, own: number) {
  const length = input.length - 1
  let buffer: Uint8Array | undefined
  for (let at = 0; at < length; ) {
    const fits = buffer !== undefined && random(100) >= own
    const most = Math.min(length - at, fits ? (buffer as Uint8Array).length : 300_000)
    const bytes = own > 0 && random(3) === 0 ? 1 + random(most) : most
    // with 1 percent a piece is in the buffer, but not at its start
    const from = own === 1 && bytes < most ? 1 : 0
    const piece = fits ? (buffer as Uint8Array).subarray(from, from + bytes) : new Uint8Array(bytes)
    // a copy that the last test does not count
    input.copy(piece, 0, at, at + bytes)
    at += bytes
    buffer = yield piece
  }
}

/** Takes lines off a window as chunks are taken, holds some and compares all of them; returns the lengths of buffers. */
async function drain(seed: number, input: Buffer, own: number, sizes: number[]) {
  const length = input.length - 1
  const random = numbers(seed)
  const window = new Window(piecesOf(input, random, own), 1000)
  const held: { bytes: Uint8Array; start: number; end: number; at: number }[] = []
  const buffers = new Map<ArrayBufferLike, number>()
  let taken = 0
  const check = ({ bytes, start, end, at }: (typeof held)[number]): void => {
    expect([start >= slack, end + slack <= bytes.length]).toEqual([true, true])
    expect(input.compare(bytes, start, end, at, at + end - start)).toBe(0)
  }
  for (;;) {
    let want = sizes[random(sizes.length)]
    await window.fill(want)
    if (window.start === window.end) break
    for (;;) {
      const found = window.bytes.lastIndexOf(10, Math.min(window.start + want, window.end) - 1)
      if (found >= window.start) {
        const chunk = { bytes: window.hold(), start: window.start, end: found + 1, at: taken }
        buffers.set(chunk.bytes.buffer, chunk.bytes.length)
        held.push(chunk)
        taken += chunk.end - chunk.start
        window.start = chunk.end
        break
      }
      want *= 2
      await window.fill(want)
    }
    while (held.length > random(5)) {
      const [chunk] = held.splice(0, 1)
      check(chunk)
      window.release(chunk.bytes)
    }
  }
  for (const chunk of held) check(chunk)
  await window.close()
  // a line feed ends the last line
  expect(taken).toBe(length + (window.appendedNewline ? 1 : 0))
  return [...buffers.values()]
}

test.each([
  ['lines of 100 bytes, chunks of one size', 100, 10, [200_000]],
  ['chunks that become larger', 77, 10, [1000, 70_000, 500_000]],
  ['lines longer than the bytes before the first piece of a buffer', 150_001, 20, [200_000]],
  ['lines longer than a chunk', 90_000, 20, [30_000]],
  ['pieces with arrays of their own', 1000, 100, [100_000, 64]],
  ['pieces somewhere in the buffer that is given', 1000, 1, [200_000]],
])('%s: every chunk has the bytes of the input as long as it is held', async (_, lineBytes, own, sizes) => {
  const input = inputOf(3_000_011, lineBytes)
  for (let seed = 0; seed < 12; seed++) {
    const whole = Buffer.concat([input.subarray(0, 3_000_000 + seed), Buffer.of(10)])
    await drain(seed, whole, own, sizes)
  }
})

test('a source that fills the buffers it is given takes few buffers, however long it is, and little is copied', async () => {
  const input = inputOf(20_000_000, 8_999)
  const set = vi.spyOn(Uint8Array.prototype, 'set')
  try {
    const lengths = await drain(1, input, 0, [500_000])
    expect(lengths.length).toBeLessThan(12)
    expect(Math.max(...lengths)).toBeLessThan(800_000)
    const copied = set.mock.calls.reduce((sum, [from]) => sum + from.length, 0)
    expect(copied).toBeLessThan(2_000_000)
  } finally {
    set.mockRestore()
  }
})
