import { setFlagsFromString } from 'node:v8'

/** Milliseconds. */
const soon = 50

/**
 * Lets the heap grow further before V8 garbage-collects. Batches are memory outside the heap that counts towards its
 * limit, so V8 would mark a heap of a few megabytes after every dozen batches, which takes a third of the time of a
 * training. The limit stays proportional to the live memory, and below the limit of the process. A short run does
 * without it, and without loading `node:v8`.
 */
export function tuneGarbageCollection(): void {
  setTimeout(() => setFlagsFromString('--heap-growing-percent=1000'), soon).unref()
}
