import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow further before it is garbage-collected. Batches are bytes outside of it that count towards its limit,
 * so that V8 would mark a heap of a few megabytes anew after every dozen of them: a third of the time of a training.
 * The limit stays in proportion to what is alive, and below the one of the process.
 */
export function tuneGarbageCollection(): void {
  setFlagsFromString('--heap-growing-percent=1000')
}
