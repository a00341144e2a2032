import { inspections, type Mixture } from './mixture/mixture.js'
import { farthest } from './mixture/weights.js'

/** Examples after which a mixture is first inspected; then whenever they have doubled. */
const firstInspection = 4096

/** How far a lane must fall behind between two inspections to be pruned, in units of the logarithm of its weight. */
const pruneBehind = 8

/** Returns the next number of examples after which the mixture is inspected. */
export function nextInspection(rounds: number): number {
  let next = firstInspection
  while (next <= rounds) next *= 2
  return next
}

export function isInspection(rounds: number): boolean {
  return rounds >= firstInspection && nextInspection(rounds - 1) === rounds
}

/**
 * Returns the lanes to prune at an inspection: those that fell behind in the second half of the examples, in the
 * quarter before it and in the eighth before that. A lane that only had a bad start, or that recovers now and then, is
 * kept; so is one without recent evidence against it.
 */
export function lanesToPrune(mixture: Mixture): number[] {
  const deficits = mixture.deficits()
  const all = [deficits, ...mixture.inspect(deficits)]
  if (mixture.rounds < firstInspection * 2 ** inspections) return []
  const fell = (l: number, i: number): boolean =>
    all[i][l] - all[i + 1][l] > pruneBehind || all[i][l] > farthest
  return [...deficits.keys()].filter((l) => Array.from({ length: inspections }).every((_, i) => fell(l, i)))
}
