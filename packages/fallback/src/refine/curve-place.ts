/** The place of a score on a curve: the point before it, and the weight of the next point. */
export interface CurvePlace {
  low: number
  share: number
}

/**
 * Finds the place of a score on a curve whose `count` > 0 cut points begin at `base`, and returns the value of the
 * curve there. It is linear between its points, and constant beyond the first and the last. Twin:
 * native/core/refine/curve-place.h.
 */
export function placeOn(
  place: CurvePlace,
  cuts: Float64Array,
  values: Float64Array,
  base: number,
  count: number,
  score: number,
): number {
  let low = 0
  let high = count
  // the first point that is not below the score
  while (low < high) {
    const middle = (low + high) >> 1
    if (cuts[base + middle] < score) low = middle + 1
    else high = middle
  }
  if (low === 0 || low === count) {
    place.low = base + (low === 0 ? 0 : count - 1)
    place.share = 0
    return values[place.low]
  }
  const at = base + low - 1
  const share = (score - cuts[at]) / (cuts[at + 1] - cuts[at])
  place.low = at
  place.share = share
  return (1 - share) * values[at] + share * values[at + 1]
}
