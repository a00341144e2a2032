import { ScoreBins, type ScoreVisitor } from './score-bins.js'

/** The labelled examples up to which every score is kept, so that what depends on their order is exact. */
export const exactScores = 100_000

/**
 * The scores of two classes in their order, for AUC and ROC: every score up to a number of examples, from there on
 * bins. Bins lose the order within a bin, and with it at most half of the share of the pairs that lie in one.
 */
export class ScoreRanking {
  readonly #most: number
  readonly #negative = new ScoreList()
  readonly #positive = new ScoreList()
  #bins: ScoreBins | undefined

  /** `most`: the scores that are kept one by one */
  constructor(most: number = exactScores) {
    this.#most = most
  }

  /** Whether every score is kept. */
  get exact(): boolean {
    return this.#bins === undefined
  }

  /** Adds a finite score; the weight is larger than 0. */
  add(score: number, positive: boolean, weight: number): void {
    if (this.#bins !== undefined) this.#bins.add(score, positive, weight)
    else if (this.#negative.size + this.#positive.size === this.#most)
      this.#binned().add(score, positive, weight)
    else if (positive) this.#positive.add(score, weight)
    else this.#negative.add(score, weight)
  }

  merge(other: ScoreRanking): void {
    const { size } = this.#negative
    const kept = size + this.#positive.size + other.#negative.size + other.#positive.size
    if (this.#bins === undefined && other.#bins === undefined && kept <= this.#most) {
      this.#negative.append(other.#negative)
      this.#positive.append(other.#positive)
      return
    }
    const bins = this.#binned()
    if (other.#bins === undefined) other.#into(bins)
    else bins.merge(other.#bins)
  }

  /** Visits the weights of both classes by score, or by bin, in descending order. */
  visit(visitor: ScoreVisitor): void {
    if (this.#bins === undefined) visitMerged(this.#negative, this.#positive, visitor)
    else this.#bins.visit(visitor)
  }

  /** Returns the lists of both classes, and the bins; before there are any, an empty array in their place. */
  state(): readonly Float64Array[] {
    return [...this.#negative.state(), ...this.#positive.state(), this.#bins?.state() ?? new Float64Array(0)]
  }

  restore([n, negative, p, positive, bins]: readonly Float64Array[]): void {
    this.#negative.restore(n, negative)
    this.#positive.restore(p, positive)
    if (bins.length > 0) this.#binned().restore(bins)
  }

  #binned(): ScoreBins {
    if (this.#bins === undefined) {
      this.#bins = new ScoreBins()
      this.#into(this.#bins)
      this.#negative.clear()
      this.#positive.clear()
    }
    return this.#bins
  }

  #into(bins: ScoreBins): void {
    for (const positive of [false, true]) {
      const { size, scores, weights } = positive ? this.#positive : this.#negative
      for (let i = 0; i < size; i++) bins.add(scores[i], positive, weights === undefined ? 1 : weights[i])
    }
  }
}

/** Scores with their weights, in the order in which they came. */
class ScoreList {
  size = 0
  scores: Float64Array = new Float64Array(64)
  /** undefined while all are 1 */
  weights: Float64Array | undefined

  add(score: number, weight: number): void {
    if (this.size === this.scores.length) this.#grow(2 * this.size)
    if (weight !== 1) this.weights ??= new Float64Array(this.scores.length).fill(1, 0, this.size)
    if (this.weights !== undefined) this.weights[this.size] = weight
    this.scores[this.size++] = score
  }

  append(other: ScoreList): void {
    const size = this.size + other.size
    if (size > this.scores.length) this.#grow(size)
    if (other.weights !== undefined)
      this.weights ??= new Float64Array(this.scores.length).fill(1, 0, this.size)
    this.scores.set(other.scores.subarray(0, other.size), this.size)
    if (other.weights !== undefined) this.weights?.set(other.weights.subarray(0, other.size), this.size)
    else this.weights?.fill(1, this.size, size)
    this.size = size
  }

  state(): readonly [scores: Float64Array, weights: Float64Array] {
    return [this.scores.slice(0, this.size), this.weights?.slice(0, this.size) ?? new Float64Array(0)]
  }

  restore(scores: Float64Array, weights: Float64Array): void {
    this.size = scores.length
    this.scores = new Float64Array(Math.max(this.scores.length, scores.length))
    this.scores.set(scores)
    if (weights.length === 0) return
    this.weights = new Float64Array(this.scores.length)
    this.weights.set(weights)
  }

  clear(): void {
    this.size = 0
    this.scores = new Float64Array(0)
    this.weights = undefined
  }

  /** Returns a copy with the scores in ascending order. */
  sorted(): Pick<ScoreList, 'scores' | 'weights'> {
    const scores = this.scores.slice(0, this.size)
    const { weights } = this
    if (weights === undefined) return { scores: scores.sort(), weights }
    const order = Uint32Array.from(scores, (_, i) => i).sort((a, b) => scores[a] - scores[b])
    return {
      scores: Float64Array.from(order, (i) => scores[i]),
      weights: Float64Array.from(order, (i) => weights[i]),
    }
  }

  #grow(length: number): void {
    const { scores, weights } = this
    this.scores = new Float64Array(length)
    this.scores.set(scores)
    if (weights === undefined) return
    this.weights = new Float64Array(length)
    this.weights.set(weights)
  }
}

/** Visits the scores of two lists; those of equal scores together. */
function visitMerged(negatives: ScoreList, positives: ScoreList, visitor: ScoreVisitor): void {
  const n = negatives.sorted()
  const p = positives.sorted()
  let i = n.scores.length - 1
  let j = p.scores.length - 1
  while (i >= 0 || j >= 0) {
    const score = j < 0 || n.scores[i] > p.scores[j] ? n.scores[i] : p.scores[j]
    let negative = 0
    let positive = 0
    for (; n.scores[i] === score; i--) negative += n.weights === undefined ? 1 : n.weights[i]
    for (; p.scores[j] === score; j--) positive += p.weights === undefined ? 1 : p.weights[j]
    visitor.add(score, negative, positive)
  }
}
