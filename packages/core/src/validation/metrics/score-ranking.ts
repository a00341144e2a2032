import { classSumPlaces, classSums, type EvaluationSums } from '@ol/spec'
import { ScoreBins } from './score-bins.js'

/** Up to this number of labelled examples every score is kept, so that metrics of their order are exact. */
const exactScores = 100_000

const none = { bins: new Float64Array(0), blocks: new Uint32Array(0) }

/**
 * The scores of two classes in their order, for AUC and ROC: every score up to a number of examples, after that bins.
 * Bins lose the order within a bin, which costs at most half of the share of pairs within one.
 */
export class ScoreRanking implements EvaluationSums {
  /** the sums of `classSumPlaces`; they include the number of kept scores */
  readonly sums: Float64Array = new Float64Array(classSums)
  kept: Float64Array
  readonly #most: number
  #bins: ScoreBins | undefined

  /** `most`: the scores that are kept one by one */
  constructor(most: number = exactScores) {
    this.#most = most
    this.kept = new Float64Array(2 * Math.min(most, 64))
  }

  get bins(): Float64Array {
    return (this.#bins ?? none).bins
  }

  get blocks(): Uint32Array {
    return (this.#bins ?? none).blocks
  }

  /** Whether every score is kept. */
  get exact(): boolean {
    return this.#bins === undefined
  }

  /** Allocates memory for a finite score, or beyond the limit of kept scores for its bin. */
  reserve(score: number): void {
    if (this.#bins === undefined && this.#size < this.#most) this.#reserve(2 * this.#size)
    else this.#binned().reserve(score)
  }

  merge(other: ScoreRanking): void {
    const size = this.#size + other.#size
    if (this.#bins === undefined && other.#bins === undefined && size <= this.#most) {
      this.#reserve(size)
      this.kept.set(other.kept.subarray(0, 2 * other.#size), 2 * this.#size)
      this.#size = size
      return
    }
    const bins = this.#binned()
    if (other.#bins === undefined) other.#into(bins)
    else bins.merge(other.#bins)
  }

  /**
   * Returns scores and weights of the negative class, then of the positive (no weights if all are 1), and the bins; an
   * empty array for each that does not exist.
   */
  state(): readonly Float64Array[] {
    const lists = [this.#list(false), this.#list(true)].flatMap(({ scores, weights }) => [
      scores,
      weights ?? none.bins,
    ])
    return [...lists, this.#bins?.state() ?? none.bins]
  }

  restore([n, negative, p, positive, bins]: readonly Float64Array[]): void {
    this.#reserve(n.length + p.length)
    this.#append(n, negative, -1)
    this.#append(p, positive, 1)
    if (bins.length > 0) this.#binned().restore(bins)
  }

  get #size(): number {
    return this.sums[classSumPlaces.kept]
  }

  set #size(size: number) {
    this.sums[classSumPlaces.kept] = size
  }

  #append(scores: Float64Array, weights: Float64Array, sign: number): void {
    scores.forEach((score, i) => {
      this.kept[2 * this.#size] = score
      this.kept[2 * this.#size + 1] = sign * (weights.length === 0 ? 1 : weights[i])
      this.#size++
    })
  }

  #binned(): ScoreBins {
    if (this.#bins === undefined) {
      const bins = new ScoreBins()
      this.#into(bins)
      this.#bins = bins
      this.#size = 0
      this.kept = none.bins
    }
    return this.#bins
  }

  #into(bins: ScoreBins): void {
    for (let i = 0; i < 2 * this.#size; i += 2) {
      const weight = this.kept[i + 1]
      bins.add(this.kept[i], weight > 0, Math.abs(weight))
    }
  }

  #list(positive: boolean): ScoreList {
    const { kept } = this
    const end = 2 * this.#size
    let size = 0
    for (let i = 1; i < end; i += 2) if (kept[i] > 0 === positive) size++
    const scores = new Float64Array(size)
    const weights = new Float64Array(size)
    let n = 0
    let others = 0
    for (let i = 0; i < end; i += 2) {
      const weight = positive ? kept[i + 1] : -kept[i + 1]
      if (weight < 0) continue
      if (weight !== 1) others++
      scores[n] = kept[i]
      weights[n++] = weight
    }
    return { scores, weights: others === 0 ? undefined : weights }
  }

  /** Makes room for `size` scores. */
  #reserve(size: number): void {
    const { kept } = this
    if (2 * size <= kept.length) return
    this.kept = new Float64Array(2 * Math.min(this.#most, Math.max(size, 64)))
    this.kept.set(kept)
  }
}

/** Scores with their weights, in order of arrival. */
interface ScoreList {
  readonly scores: Float64Array
  /** undefined if all are 1 */
  readonly weights: Float64Array | undefined
}
