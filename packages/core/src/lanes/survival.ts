import { type Batch, stateRanges } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { farthest } from './mixture/direct-weigher.js'
import { type Inspected, inspections } from './mixture/inspections.js'
import { type BatchPart, slice } from './slice.js'

/** Examples after which a mixture is first inspected; then whenever they have doubled. */
const firstInspection = 4096

/** How far a lane must fall behind between two inspections to be pruned, in units of the logarithm of its weight. */
const pruneBehind = 8

/** Returns the next number of examples after which the mixture is inspected. */
function nextInspection(rounds: number): number {
  let next = firstInspection
  while (next <= rounds) next *= 2
  return next
}

/**
 * Returns whether the mixture is inspected after this many examples; not once their number stops growing, or each batch
 * would be an inspection.
 */
export function isInspection(rounds: number): boolean {
  return (
    rounds >= firstInspection && rounds < stateRanges.counted.max && nextInspection(rounds - 1) === rounds
  )
}

/** Returns whether the mixture is inspected within this many further examples. */
export function inspectedWithin(rounds: number, examples: number): boolean {
  return rounds < stateRanges.counted.max && rounds + examples >= nextInspection(rounds)
}

/** Yields a batch in parts that end at the inspections of its mixture; a part must be learned before the next is requested. */
export function* untilInspections(
  batch: Batch,
  mixture: Inspected,
  inspect: () => void,
): Generator<BatchPart, void, void> {
  let from = 0
  do {
    const to = Math.min(batch.size, from + nextInspection(mixture.rounds) - mixture.rounds)
    yield { batch: from === 0 && to === batch.size ? batch : slice(batch, from, to), from }
    if (to > from && isInspection(mixture.rounds)) inspect()
    from = to
  } while (from < batch.size)
}

/**
 * Returns the lanes to prune at an inspection: those that fell behind in the second half of the examples, in the
 * quarter before it and in the eighth before that. A lane that only had a bad start, or that sometimes recovers, is
 * kept; so is a lane without recent evidence against it.
 */
export function lanesToPrune(mixture: Inspected): number[] {
  const deficits = mixture.deficits()
  const all = [deficits, ...mixture.inspect(deficits)]
  if (mixture.rounds < firstInspection * 2 ** inspections) return []
  const fell = (l: number, i: number): boolean =>
    all[i][l] - all[i + 1][l] > pruneBehind || all[i][l] > farthest
  return [...deficits.keys()].filter((l) => Array.from({ length: inspections }).every((_, i) => fell(l, i)))
}

/** Returns the remaining models without some, and their lanes. */
export function modelsLeft(
  pruned: readonly number[],
  { lanes, classes }: Settings,
): { readonly models: readonly number[]; readonly lanes: readonly number[] } {
  const each = lanes / (classes?.count ?? 1)
  const left = (l: number): boolean => !pruned.includes(l % each)
  const all = Array.from({ length: lanes }, (_, l) => l)
  return { models: all.slice(0, each).filter(left), lanes: all.filter(left) }
}
