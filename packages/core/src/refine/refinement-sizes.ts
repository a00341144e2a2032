import { curveEach, curveFixed, curveWindow } from '@ol/spec'

/** Cut points of a curve: over the log odds of two classes, of each of several classes, and over a number. */
export const cuts = { binary: 16, several: 12, number: 16 } as const
/** Scalars of a curve over numbers: the range of the labels, the weight of the examples, and their squared errors. */
export const numberScalars = 4
/** Scalars of a stack: the range of the labels, the examples, the weight of the errors, and their squares. */
export const stackScalars = 5

/** Returns how many numbers each array of a curve has: scalars, scores, and points. */
export function curveLengths(columns: number, most: number): readonly [number, number, number] {
  return [curveFixed + curveEach * columns, curveWindow * columns, 3 * most * columns]
}
