/*
 * A sequence lock: an even number, odd while the memory after it is written. A reader that sees the same even number
 * before and after has read nothing that was written meanwhile.
 */

/** Words of the control of a shared model. */
export const controlWords = { sequence: 0, fence: 1, headBytes: 2, count: 16 } as const

/** The time of a reader's single wait for a writer, in milliseconds: writing takes less. */
const waitMs = 5

/** Writes what readers see whole or not at all. */
export function write(control: Int32Array, action: () => void): void {
  Atomics.add(control, controlWords.sequence, 1)
  fence(control)
  try {
    action()
  } finally {
    fence(control)
    Atomics.add(control, controlWords.sequence, 1)
  }
}

/** Returns the number before reading; undefined while it is written. */
export function before(control: Int32Array): number | undefined {
  const sequence = Atomics.load(control, controlWords.sequence)
  return sequence % 2 === 0 ? sequence : undefined
}

/** Returns whether nothing was written since `before` returned this number. */
export function isUnchanged(control: Int32Array, sequence: number): boolean {
  fence(control)
  return Atomics.load(control, controlWords.sequence) === sequence
}

/** Waits for a writer if the thread may wait: the main thread of a page may not, and continues at once. */
export function pause(control: Int32Array): void {
  const sequence = Atomics.load(control, controlWords.sequence)
  try {
    if (sequence % 2 !== 0) Atomics.wait(control, controlWords.sequence, sequence, waitMs)
  } catch {
    // the next attempt is the pause
  }
}

/** Prevents earlier reads and writes from happening after it: on arm64, an atomic load alone lets earlier reads pass it. */
function fence(control: Int32Array): void {
  Atomics.add(control, controlWords.fence, 1)
}
