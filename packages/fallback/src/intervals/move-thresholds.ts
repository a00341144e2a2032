import {
  thresholdScalars as places,
  type ThresholdPlan,
  type ThresholdState,
  type ThresholdTurns,
} from '@ol/spec'

/** The time constant of settled thresholds, in examples, and the largest distance of one threshold from their mean. */
const horizon = 500
const farthest = 3

/** See `ThresholdCalls.moveThresholds`. Twin: native/core/intervals/move-thresholds.cc. */
export function moveThresholds(
  { levels, first: largest, least, lowest, highest, usual: place }: ThresholdPlan,
  { scalars, thresholds: all }: ThresholdState,
  { size, number, scores, shares, weights, units }: ThresholdTurns,
  usual: Float64Array,
): void {
  const count = levels.length
  for (let i = 0; i < size; i++) {
    const score = scores[i]
    const share = shares[i]
    const h = weights[i]
    const unit = units[i]
    usual[i] = all[place]
    const early = largest / Math.sqrt(number + i)
    const wide = (early > least ? early : least) * share
    // an example of a large weight moves a threshold at most as far as the first example did
    const step = wide > largest ? largest : wide
    // without an error so far, there is no unit
    const settles = unit > Number.NEGATIVE_INFINITY
    if (settles) scalars[places.settled]++
    const settled = scalars[places.settled]
    const isFirst = settled === 1
    const part = share * Math.max(1 / horizon, 1 / settled)
    const rate = part > 1 || isFirst ? 1 : part
    scalars[places.learned] += h
    for (let l = 0; l < count; l++) {
      const level = levels[l]
      const threshold = all[l]
      const above = !(score <= threshold)
      if (!above) all[2 * count + l] += h
      if (settles) {
        const off = threshold + unit - all[count + l]
        // errors that are 0 or far too large for a while say little about later ones
        all[count + l] +=
          rate * (isFirst ? off : off < -farthest ? -farthest : off > farthest ? farthest : off)
      }
      const next = threshold + step * (above ? level : level - 1)
      all[l] = next < lowest ? lowest : next > highest ? highest : next
    }
  }
}
