import { curvePlaces, decileWidth, type ScoreCurves } from '@ol/spec'
import type { CalibrationBin } from './calibration.js'

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
