import { inspections, type Mixture } from './mixture/mixture.js'
import { farthest } from './mixture/weights.js'

/** Examples after which a mixture is first inspected; then whenever they have doubled. */
const firstInspection = 4096

/** What a lane must fall behind by from one inspection to the next, in units of the logarithm of its weight. */
const hopeless = 8

/** The next number of examples after which the mixture is inspected. */
export function nextInspection(rounds: number): number {
  let next = firstInspection
  while (next <= rounds) next *= 2
  return next
}

export function isInspection(rounds: number): boolean {
  return rounds >= firstInspection && nextInspection(rounds - 1) === rounds
}

/**
 * The lanes to be given up at an inspection: those that fell behind in the second half of the examples, in the quarter
 * before it and in the eighth before that. One that has only had a bad start, or comes back now and then, stays; so does
 * one that nothing has been heard against for a while.
 */
export function hopelessLanes(mixture: Mixture): number[] {
  const deficits = mixture.deficits()
  const all = [deficits, ...mixture.inspect(deficits)]
  if (mixture.rounds < firstInspection * 2 ** inspections) return []
  const fell = (l: number, i: number): boolean => all[i][l] - all[i + 1][l] > hopeless || all[i][l] > farthest
  return [...deficits.keys()].filter((l) => Array.from({ length: inspections }).every((_, i) => fell(l, i)))
}
