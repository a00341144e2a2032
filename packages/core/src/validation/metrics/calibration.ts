import { calibrationBins as bins, curvePlaces, decileWidth, type ScoreCurves } from '@ol/spec'

/** The examples whose probability is in (from, to]; the first bin also has `from`. */
export interface CalibrationBin {
  readonly from: number
  readonly to: number
  readonly weight: number
  /** weighted mean of the probabilities of the positive class; NaN if there is no example */
  readonly meanProbability: number
  /** weighted share of the positive class; NaN if there is no example */
  readonly positiveRate: number
}

/** Returns the reliability diagram of bins of equal width; of each `sums` has three numbers: see `classSumPlaces`. */
export function calibrationOf(sums: Float64Array): readonly CalibrationBin[] {
  return Array.from({ length: bins }, (_, bin) => {
    const [weight, probabilities, positive] = sums.subarray(3 * bin)
    return {
      from: bin / bins,
      to: (bin + 1) / bins,
      weight,
      meanProbability: probabilities / weight,
      positiveRate: positive / weight,
    }
  })
}

/** Returns a reliability diagram of bins of equal weight, in ascending order of the probability: see `Backend.scoreCurves`. */
export function decilesOf({ figures, deciles }: ScoreCurves): readonly CalibrationBin[] {
  return Array.from({ length: figures[curvePlaces.deciles] }, (_, k) => {
    const [from, to, weight, probabilities, positive] = deciles.subarray(k * decileWidth)
    return {
      from,
      to,
      weight,
      meanProbability: probabilities / weight,
      positiveRate: positive / weight,
    }
  })
}
