import { weightOf } from '@ol/fallback'
import { invalid, type Plan, type Table } from '@ol/spec'

/** A weight in the unit of its feature: what a change of the feature by 1 adds to the score. */
export interface ModelWeight {
  /** the row: the feature's hash modulo 2^bits */
  readonly index: number
  readonly weight: number
}

/** The weights that are not 0, by row. */
export function* weightsOf(plan: Plan, table: Table): Generator<ModelWeight, void, void> {
  for (let index = 0; index < table.rows; index++) {
    const weight = weightOf(plan, table, index, 0)
    if (weight !== 0) yield { index, weight }
  }
}

/** The `top` weights of largest magnitude, largest first; of equal ones the lower index first. */
export function topWeights(weights: Iterable<ModelWeight>, top: number): ModelWeight[] {
  if (!Number.isInteger(top) || top < 0) throw invalid('OL_PARAMETER', 'top', 'a whole number >= 0', top)
  let best: ModelWeight[] = []
  for (const weight of weights) {
    best.push(weight)
    // sorted and cut now and then, so that only 2 * top + 1024 are ever held
    if (best.length >= 2 * top + 1024) best = best.sort(byMagnitude).slice(0, top)
  }
  return best.sort(byMagnitude).slice(0, top)
}

function byMagnitude(a: ModelWeight, b: ModelWeight): number {
  return Math.abs(b.weight) - Math.abs(a.weight) || a.index - b.index
}
