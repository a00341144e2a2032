import type { CurvePoints } from './curve-points.js'

/** Below this many examples a call of the addon takes longer than the same in TypeScript. The bytes are the same either way. */
const fewExamples = 16

/**
 * Bends the examples of a batch, and cuts the curves when it is time. Returns the number of the first example for which
 * there was a curve.
 *
 * @param bend bends examples from a number on; returns the number of the first one that it left
 */
export function bent<Work>(
  points: CurvePoints,
  { size }: { readonly size: number },
  few: Work,
  many: Work,
  bend: (work: Work, from: number) => number,
): number {
  let first = size
  for (let e = 0; e < size; ) {
    if (first === size && points.begun) first = e
    const { examples } = points
    e = bend(size - e < fewExamples ? few : many, e)
    // examples that are not learned do not count
    if (points.examples > examples) points.cutIfDue()
  }
  return first
}
