/**
 * The fault that the walk over a line found, and its place; the walk then returns -1. One object suffices: only one
 * chunk is walked at a time.
 */
export const wrong = { fault: 0, start: 0, end: 0 }

export function fail(fault: number, start: number, end: number): -1 {
  wrong.fault = fault
  wrong.start = start
  wrong.end = end
  return -1
}
