import { exp, links } from '@ol/numerics'
import {
  calibrationBins,
  classSumPlaces as classes,
  type EvaluationPlan,
  type EvaluationSums,
  type EvaluationTotals,
  numberSumPlaces as numbers,
  recordWidth,
  scoreBins,
  totalPlaces,
  type Validated,
} from '@ol/spec'
import { scoreBin } from './score-bin.js'

const { fineness } = scoreBins

/** See Backend.addMetrics. Twin: native/core/validation/addMetrics.cc. */
export function addMetrics(
  plan: EvaluationPlan,
  { labels, weights, predictions, losses }: Validated,
  { totals, recent }: EvaluationTotals,
  into: EvaluationSums,
  from: number,
  to: number,
  until: number,
): number {
  const ofNumbers = plan.evaluating === 'numbers'
  const odds = plan.evaluating === 'odds'
  const link = links[plan.link]
  let e = from
  while (e < to && totals[totalPlaces.labelled] < until) {
    const label = labels[e]
    const weight = weights === undefined ? 1 : weights[e]
    if (label !== label || weight === 0) {
      e++
      continue
    }
    const prediction = link(predictions[e])
    // without Number.isFinite: only NaN and the infinities are unequal to 0 here
    if (prediction - prediction === 0) {
      const loss = losses[e]
      if (ofNumbers) addNumber(into.sums, prediction, label, weight, loss)
      else if (!addClass(odds, into, prediction, label > 0, weight, loss)) return e
      const term = termOf(plan, prediction - label, loss)
      const place = totals[totalPlaces.place]
      recent[place] = weight
      recent[place + 1] = label
      recent[place + 2] = term
      recent[place + 3] = prediction
      totals[totalPlaces.place] = place + recordWidth === recent.length ? 0 : place + recordWidth
      totals[totalPlaces.scored]++
      totals[totalPlaces.weight] += weight
      // an example that diverged
      if (term - term === 0) totals[totalPlaces.sum] += weight * term
    }
    totals[totalPlaces.labelled]++
    e++
  }
  return e
}

function termOf({ term }: EvaluationPlan, off: number, loss: number): number {
  if (term === 'loss') return loss
  return term === 'square' ? off * off : Math.abs(off)
}

function addNumber(
  sums: Float64Array,
  prediction: number,
  label: number,
  weight: number,
  loss: number,
): void {
  const off = prediction - label
  sums[numbers.examples]++
  sums[numbers.weight] += weight
  sums[numbers.squareError] += weight * off * off
  sums[numbers.absoluteError] += weight * Math.abs(off)
  const fromMean = label - sums[numbers.mean]
  // the quotient first: the mean of one label is that label, whatever its weight
  sums[numbers.mean] += fromMean * (weight / sums[numbers.weight])
  sums[numbers.squares] += weight * fromMean * (label - sums[numbers.mean])
  // a label of 0 has no relative error, not even if the prediction is 0
  sums[numbers.relativeError] += weight * (label === 0 ? Infinity : Math.abs(off) / Math.abs(label))
  // an example that diverged
  if (loss - loss === 0) sums[numbers.loss] += weight * loss
}

/** Returns false, with nothing changed, if the score does not fit. */
function addClass(
  odds: boolean,
  into: EvaluationSums,
  score: number,
  positive: boolean,
  weight: number,
  loss: number,
): boolean {
  const { sums } = into
  if (!addScore(into, score, positive, weight)) return false
  sums[classes.examples]++
  sums[classes.weight] += weight
  sums[classes.confusion + (positive ? 2 : 0) + (score > 0 ? 1 : 0)] += weight
  if (!odds) return true
  const probability = 1 / (1 + exp(-score))
  const off = positive ? 1 - probability : probability
  sums[classes.loss] += weight * loss
  sums[classes.squares] += weight * off * off
  const at = classes.calibration + 3 * calibrationBin(probability)
  sums[at] += weight
  sums[at + 1] += weight * probability
  if (positive) sums[at + 2] += weight
  return true
}

function addScore(
  { sums, kept, bins, blocks }: EvaluationSums,
  score: number,
  positive: boolean,
  weight: number,
): boolean {
  if (bins.length === 0) {
    const at = 2 * sums[classes.kept]
    if (at >= kept.length) return false
    kept[at] = score
    kept[at + 1] = positive ? weight : -weight
    sums[classes.kept]++
    return true
  }
  const bin = scoreBin(score)
  const block = blocks[Math.floor(bin / fineness)]
  if (block === 0) return false
  bins[2 * ((block - 1) * fineness + (bin % fineness)) + (positive ? 1 : 0)] += weight
  return true
}

/** Returns the bin (from, to] of a probability; the first also has `from`. */
function calibrationBin(probability: number): number {
  // the product can round to the other side of an edge; the division defines the edges
  let bin = Math.min(calibrationBins - 1, Math.floor(probability * calibrationBins))
  while (bin > 0 && probability <= bin / calibrationBins) bin--
  while (bin < calibrationBins - 1 && probability > (bin + 1) / calibrationBins) bin++
  return bin
}
