import { type Mistakes, progressPlaces as places, status, type Validated } from '@ol/spec'

/** See Backend.addProgress. Twin: native/core/validation/add-progress.cc. */
export function addProgress(
  mistakes: Mistakes,
  sums: Float64Array,
  { labels, weights, predictions, losses }: Validated,
  statuses: Uint8Array,
  from: number,
  to: number,
): void {
  const sign = mistakes === 'sign'
  const byClass = mistakes === 'class'
  let weightSum = sums[places.weightSum]
  let labelledWeight = sums[places.labelledWeight]
  let lossSum = sums[places.lossSum]
  let wrong = sums[places.mistakes]
  let mean = sums[places.labelMean]
  let squares = sums[places.labelSquares]
  for (let e = from; e < to; e++) {
    const w = weights === undefined ? 1 : weights[e]
    const y = labels[e]
    weightSum += w
    if (statuses[e] === status.diverged) sums[places.diverged]++
    if (y !== y) continue
    sums[places.labelled]++
    if (w === 0) continue
    labelledWeight += w
    const off = y - mean
    mean += (off * w) / labelledWeight
    squares += w * off * (y - mean)
    const loss = losses[e]
    if (loss - loss === 0) lossSum += w * loss
    if (sign && !(predictions[e] * y > 0)) wrong += w
    if (byClass && predictions[e] !== y) wrong += w
  }
  sums[places.weightSum] = weightSum
  sums[places.labelledWeight] = labelledWeight
  sums[places.lossSum] = lossSum
  sums[places.mistakes] = wrong
  sums[places.labelMean] = mean
  sums[places.labelSquares] = squares
}
