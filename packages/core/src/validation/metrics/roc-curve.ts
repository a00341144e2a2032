import { curvePlaces, pointWidth, type ScoreCurves } from '@ol/spec'

/** A point of the ROC curve: examples of this score and above are predicted positive. */
export interface RocPoint {
  readonly score: number
  readonly falsePositiveRate: number
  readonly truePositiveRate: number
}

/**
 * Returns the points from (0, 0) to (1, 1): so many that neither rate grows by more than 0.01 between two of them, unless at a
 * single score; none where a class has no weight.
 */
export function rocOf(
  { figures, points }: ScoreCurves,
  negatives: number,
  positives: number,
): readonly RocPoint[] {
  if (!(negatives > 0 && positives > 0)) return []
  const start = { score: Number.POSITIVE_INFINITY, falsePositiveRate: 0, truePositiveRate: 0 }
  const others = Array.from({ length: figures[curvePlaces.points] }, (_, k) => {
    const [score, fp, tp] = points.subarray(k * pointWidth)
    return { score, falsePositiveRate: fp / negatives, truePositiveRate: tp / positives }
  })
  return [start, ...others]
}
