import { turn } from '../run/turn.js'

/**
 * Work in steps: between two of them an event loop may continue. A step is an empty piece, so that a file written in
 * slices treats the work for its pieces like the pieces.
 */
export type Steps<T> = Generator<Uint8Array, T, void>

/** The value that a step yields. */
export const step: Uint8Array = new Uint8Array(0)

/** The number of rows, names or similar items in a step: less than 1 ms. */
export const stepSize = 1024

/** Does all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Does all steps, with a turn of the event loop after each 2 ms. */
export async function inSlices(steps: Steps<void>): Promise<void> {
  for (let until = performance.now() + 2; steps.next().done !== true; ) {
    if (performance.now() < until) continue
    await turn()
    until = performance.now() + 2
  }
}
