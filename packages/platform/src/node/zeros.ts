import { Buffer } from 'node:buffer'

const zeros = Buffer.alloc(1 << 16)

/**
 * Returns whether the bytes [from, to) are all 0; both are multiples of 4. Four times as fast as a loop: a checkpoint
 * scans a table of gigabytes between a signal and the end of the process.
 */
export function areZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += zeros.length) {
    const length = Math.min(zeros.length, to - at)
    // Deno refuses the offset arguments of `compare` if they exceed the length of the other buffer
    if (Buffer.compare(bytes.subarray(at, at + length), zeros.subarray(0, length)) !== 0) return false
  }
  return true
}
