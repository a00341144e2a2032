import { exp } from '@ol/numerics'
import {
  curvePlaces,
  decileWidth,
  type EvaluationSums,
  mostDeciles,
  classSumPlaces as places,
  pointDistance,
  pointWidth,
  type ScoreCurves,
  scoreBins,
} from '@ol/spec'

const { fineness, octaves } = scoreBins

/** Weights of both classes by score, or by bin at its lower end, in descending order. */
interface Ranks {
  readonly size: number
  readonly scores: Float64Array
  readonly negatives: Float64Array
  readonly positives: Float64Array
}

/** See Backend.scoreCurves. Twin: native/core/validation/score-curves.cc. */
export function scoreCurves(odds: boolean, sums: EvaluationSums, out: ScoreCurves): void {
  const ranks = sums.bins.length === 0 ? ranksOfScores(sums) : ranksOfBins(sums)
  roc(ranks, sums.sums, out)
  out.figures[curvePlaces.deciles] = odds && ranks.size > 0 ? deciles(ranks, out.deciles) : 0
}

function ranksFor(size: number): Ranks {
  return {
    size,
    scores: new Float64Array(size),
    negatives: new Float64Array(size),
    positives: new Float64Array(size),
  }
}

/** Weights of equal scores are added in the reverse order of their examples. */
function ranksOfScores({ sums, kept }: EvaluationSums): Ranks {
  const n = sums[places.kept]
  const scores = Float64Array.from({ length: n }, (_, i) => kept[2 * i])
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => scores[a] - scores[b])
  const ranks = ranksFor(n)
  let size = 0
  for (let k = n - 1; k >= 0; size++) {
    const score = scores[order[k]]
    ranks.scores[size] = score
    for (; k >= 0 && scores[order[k]] === score; k--) {
      const weight = kept[2 * order[k] + 1]
      if (weight > 0) ranks.positives[size] += weight
      else ranks.negatives[size] -= weight
    }
  }
  return { ...ranks, size }
}

function ranksOfBins({ bins, blocks }: EvaluationSums): Ranks {
  const ranks = ranksFor(bins.length / 2)
  let size = 0
  for (let b = 2 * octaves - 1; b >= 0; b--) {
    if (blocks[b] === 0) continue
    const from = (blocks[b] - 1) * 2 * fineness
    const above = b >= octaves
    const power = 2 ** ((above ? b - octaves : octaves - 1 - b) - octaves / 2)
    for (let bin = fineness - 1; bin >= 0; bin--) {
      const negative = bins[from + 2 * bin]
      const positive = bins[from + 2 * bin + 1]
      if (negative === 0 && positive === 0) continue
      ranks.scores[size] = above ? power * (1 + bin / fineness) : -power * (1 + (fineness - bin) / fineness)
      ranks.negatives[size] = negative
      ranks.positives[size++] = positive
    }
  }
  return { ...ranks, size }
}

function roc(
  { size, scores, negatives, positives }: Ranks,
  sums: Float64Array,
  { figures, points }: ScoreCurves,
): void {
  const farNegative = pointDistance * (sums[places.confusion] + sums[places.confusion + 1])
  const farPositive = pointDistance * (sums[places.confusion + 2] + sums[places.confusion + 3])
  let [area, tied, fp, tp, lastFp, lastTp, n, precision, error] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  const put = (score: number): void => {
    points[n] = score
    points[n + 1] = fp
    points[n + 2] = tp
    n += pointWidth
  }
  for (let k = 0; k < size; k++) {
    const nextFp = fp + negatives[k]
    const nextTp = tp + positives[k]
    const far = nextFp - lastFp > farNegative || nextTp - lastTp > farPositive
    if (far && (fp > lastFp || tp > lastTp)) {
      put(scores[k - 1])
      lastFp = fp
      lastTp = tp
    }
    area += negatives[k] * tp
    tied += negatives[k] * positives[k]
    if (positives[k] > 0) {
      const now = nextTp / (nextTp + nextFp)
      // all positives of the rank first, then all negatives first
      const most = nextTp / (nextTp + fp)
      const least = tp === 0 ? 0 : tp / (tp + nextFp)
      precision += positives[k] * now
      error += negatives[k] > 0 ? positives[k] * Math.max(most - now, now - least) : 0
    }
    fp = nextFp
    tp = nextTp
  }
  if (size > 0) put(scores[size - 1])
  figures[curvePlaces.area] = area
  figures[curvePlaces.tied] = tied
  figures[curvePlaces.precision] = precision
  figures[curvePlaces.precisionError] = error
  figures[curvePlaces.points] = n / pointWidth
}

/** Returns how many there are. */
function deciles({ size, scores, negatives, positives }: Ranks, out: Float64Array): number {
  const probabilities = scores.subarray(0, size).map((score) => 1 / (1 + exp(-score)))
  const weights = negatives.subarray(0, size).map((weight, k) => weight + positives[k])
  const edges = edgesOf(probabilities, weights)
  let made = 0
  let k = size - 1
  for (let bin = 0; bin < mostDeciles; bin++) {
    let weight = 0
    let sum = 0
    let positive = 0
    for (; k >= 0 && (bin === mostDeciles - 1 || probabilities[k] <= edges[bin + 1]); k--) {
      weight += weights[k]
      sum += weights[k] * probabilities[k]
      positive += positives[k]
    }
    if (weight === 0) continue
    out.set([edges[bin], edges[bin + 1], weight, sum, positive], made * decileWidth)
    made++
  }
  return made
}

/** Returns the smallest probability, the quantiles 0.1, ..., 0.9, and the largest; both arrays are in descending order. */
function edgesOf(probabilities: Float64Array, weights: Float64Array): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let k = probabilities.length - 1
  let before = 0
  /** Returns the probability of this rank, from 0; ranks are requested in ascending order. */
  const at = (rank: number): number => {
    while (k > 0 && before + weights[k] <= rank) before += weights[k--]
    return probabilities[k]
  }
  return Array.from({ length: mostDeciles + 1 }, (_, i) => {
    const rank = Math.max(0, (i / mostDeciles) * (total - 1))
    const low = at(Math.floor(rank))
    const [heldK, heldBefore] = [k, before]
    const high = at(Math.floor(rank) + 1)
    k = heldK
    before = heldBefore
    const part = rank - Math.floor(rank)
    return part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part)
  })
}
