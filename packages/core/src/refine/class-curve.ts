import { exp, log } from '@ol/numerics'
import { CurvePoints } from './curve-points.js'
import { cuts } from './refinement-sizes.js'
import type { RefinedTurns, Refiner } from './refiner.js'

/** The learning rates of the curves, and what their sums of squared gradients start from. */
const rate = { binary: 0.5, several: 0.3 } as const
const start = 0.25
/** The least probability that a class is given. */
const least: number = log(1e-7)
/** The least score of a class that a curve distinguishes. */
const lowest: number = log(1e-9)

/**
 * Learns a curve over the score of each class by AdaGrad on the log loss (Duchi, Hazan and Singer, 2011): if the
 * probabilities of a model are too bold, too timid or skewed, the curve bends them. For two classes there is one curve
 * over the log odds.
 */
export class ClassCurve implements Refiner {
  readonly #binary: boolean
  readonly #points: CurvePoints
  /** the current example's scores by class, and their places on the curves */
  readonly #scores: Float64Array
  readonly #low: Int32Array
  readonly #share: Float64Array

  /** `classes`: 1 for the log odds of two */
  constructor(classes: number, binary: boolean, state?: readonly Float64Array[]) {
    this.#binary = binary
    this.#points = new CurvePoints(classes, binary ? cuts.binary : cuts.several, start, state)
    this.#scores = new Float64Array(classes)
    this.#low = new Int32Array(classes)
    this.#share = new Float64Array(classes)
  }

  get state(): readonly Float64Array[] {
    return this.#points.state
  }

  grown(classes: number): Refiner {
    return new ClassCurve(classes, false, this.#points.grown(classes).state)
  }

  refine({ size, outcome, labels, weights, moves }: RefinedTurns, out: Float64Array): number {
    const points = this.#points
    const { columns } = points
    const given = this.#binary ? outcome.predictions : (outcome.scores as Float64Array)
    let from = size
    for (let e = 0; e < size; e++) {
      const begun = this.#find(given, e * columns)
      if (begun && from === size) from = e
      if (this.#binary) out[e] = Math.min(Math.max(this.#scores[0], least), -least)
      else {
        const all = this.#logSum()
        for (let k = 0; k < columns; k++) out[e * columns + k] = Math.max(this.#scores[k] - all, least)
      }
      if (moves[e] !== 1) continue
      if (begun) this.#learn(labels[e], weights === undefined ? 1 : weights[e])
      for (let k = 0; k < columns; k++) points.note(k, this.#clipped(given[e * columns + k]))
      points.next()
    }
    return from
  }

  /** A score that is no number, of a model that diverged, counts as the middle. */
  #clipped(score: number): number {
    if (score !== score) return this.#binary ? 0 : lowest
    return score < lowest ? lowest : this.#binary && score > -lowest ? -lowest : score
  }

  /** Finds the scores of an example on their curves; returns whether there is any curve. */
  #find(given: Float64Array, at: number): boolean {
    const points = this.#points
    let any = false
    for (let k = 0; k < points.columns; k++) {
      const score = this.#clipped(given[at + k])
      this.#low[k] = -1
      this.#scores[k] = score
      if (!points.has(k)) continue
      any = true
      this.#scores[k] += points.at(k, score)
      this.#low[k] = points.low
      this.#share[k] = points.share
    }
    return any
  }

  /** Returns the logarithm of the sum of the classes' exponentials. */
  #logSum(): number {
    const scores = this.#scores
    let largest = scores[0]
    for (let k = 1; k < scores.length; k++) if (scores[k] > largest) largest = scores[k]
    let sum = 0
    for (let k = 0; k < scores.length; k++) sum += exp(scores[k] - largest)
    return largest + log(sum)
  }

  #learn(label: number, h: number): void {
    if (this.#binary) {
      const p = 1 / (1 + exp(-this.#scores[0]))
      this.#move(0, h * (p - (label > 0 ? 1 : 0)), rate.binary)
      return
    }
    const all = this.#logSum()
    for (let k = 0; k < this.#scores.length; k++)
      if (this.#low[k] >= 0)
        this.#move(k, h * (exp(this.#scores[k] - all) - (k === label ? 1 : 0)), rate.several)
  }

  /** Moves the points of a curve next to the score of the example. */
  #move(k: number, gradient: number, eta: number): void {
    const share = this.#share[k]
    this.#movePoint(this.#low[k], gradient * (1 - share), eta)
    if (share > 0) this.#movePoint(this.#low[k] + 1, gradient * share, eta)
  }

  #movePoint(i: number, gradient: number, eta: number): void {
    const { weights, evidence } = this.#points
    evidence[i] += gradient * gradient
    weights[i] -= (eta * gradient) / Math.sqrt(evidence[i])
  }
}
