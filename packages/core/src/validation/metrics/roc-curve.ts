/** A point of the ROC curve: examples of this score and above are predicted positive. */
export interface RocPoint {
  readonly score: number
  readonly falsePositiveRate: number
  readonly truePositiveRate: number
}

/** The least growth of a rate between two points that are kept. */
const resolution = 0.01

/**
 * The ROC curve and the area under it, from the weights of both classes at each score, in descending order. The area is
 * the probability that a positive example has the higher score, ties by half.
 */
export class RocCurve {
  readonly #negatives: number
  readonly #positives: number
  readonly #points: RocPoint[] = []
  #fp = 0
  #tp = 0
  #lastFp = 0
  #lastTp = 0
  #lastScore = Number.POSITIVE_INFINITY
  #area = 0
  #tied = 0

  /** @param negatives the weight of the class, of all scores; `positives` likewise */
  constructor(negatives: number, positives: number) {
    this.#negatives = negatives
    this.#positives = positives
  }

  /** Adds the weights at the next lower score. */
  add(score: number, negative: number, positive: number): void {
    const fp = this.#fp + negative
    const tp = this.#tp + positive
    const far =
      fp - this.#lastFp > resolution * this.#negatives || tp - this.#lastTp > resolution * this.#positives
    if (far && (this.#fp > this.#lastFp || this.#tp > this.#lastTp)) {
      this.#points.push(this.#pointAt(this.#lastScore, this.#fp, this.#tp))
      this.#lastFp = this.#fp
      this.#lastTp = this.#tp
    }
    this.#area += negative * this.#tp
    this.#tied += negative * positive
    this.#fp = fp
    this.#tp = tp
    this.#lastScore = score
  }

  /** The area; NaN where a class has no weight. */
  get area(): number {
    return (this.#area + this.#tied / 2) / (this.#negatives * this.#positives)
  }

  /** Half of the share of the pairs that have one score: by so much their order can move the area. */
  get spread(): number {
    return this.#tied / 2 / (this.#negatives * this.#positives)
  }

  /**
   * The points from (0, 0) to (1, 1): so many that neither rate grows by more than 0.01 between two of them, unless at a
   * single score; none where a class has no weight.
   */
  get points(): readonly RocPoint[] {
    if (!(this.#negatives > 0 && this.#positives > 0)) return []
    return [
      this.#pointAt(Number.POSITIVE_INFINITY, 0, 0),
      ...this.#points,
      this.#pointAt(this.#lastScore, this.#fp, this.#tp),
    ]
  }

  #pointAt(score: number, fp: number, tp: number): RocPoint {
    return { score, falsePositiveRate: fp / this.#negatives, truePositiveRate: tp / this.#positives }
  }
}
