import { CurvePoints } from './curve-points.js'
import { cuts, numberScalars } from './refinement-sizes.js'
import type { RefinedTurns, Refiner } from './refiner.js'

/** Examples that a point counts before the first. */
const start = 30
/** The largest share of an error that a point takes. */
const largest = 0.2
/** Deviations at which an error is cut. */
const farthest = 6

/** Learns a curve over a predicted number: what it is wrong by on average where the prediction lies, within the range of the labels. */
export class NumberCurve implements Refiner {
  readonly #points: CurvePoints
  readonly #scalars: Float64Array

  constructor(state?: readonly Float64Array[]) {
    this.#points = new CurvePoints(1, cuts.number, start, state)
    this.#scalars = state?.[3].slice() ?? new Float64Array(numberScalars)
  }

  get state(): readonly Float64Array[] {
    return [...this.#points.state, this.#scalars.slice()]
  }

  grown(): Refiner {
    return this
  }

  refine({ size, outcome, labels, weights, moves }: RefinedTurns, out: Float64Array): number {
    const points = this.#points
    const s = this.#scalars
    const { predictions } = outcome
    let from = size
    for (let e = 0; e < size; e++) {
      const prediction = predictions[e]
      const begun = points.has(0)
      out[e] = prediction
      if (begun) {
        if (from === size) from = e
        const bent = prediction + points.at(0, prediction)
        out[e] = bent < s[0] ? s[0] : bent > s[1] ? s[1] : bent
      }
      if (moves[e] !== 1 || prediction !== prediction) continue
      const h = weights === undefined ? 1 : weights[e]
      if (begun) this.#learn(labels[e] - out[e], h)
      this.#see(labels[e], prediction, h)
      points.note(0, prediction)
      points.next()
    }
    return from
  }

  #learn(error: number, h: number): void {
    const [, , weight, squares] = this.#scalars
    const most = farthest * Math.sqrt(squares / weight)
    const cut = error < -most ? -most : error > most ? most : error
    const { low, share } = this.#points
    this.#movePoint(low, 1 - share, cut, h)
    if (share > 0) this.#movePoint(low + 1, share, cut, h)
  }

  #movePoint(i: number, share: number, error: number, h: number): void {
    const { weights, evidence } = this.#points
    evidence[i] += h * share
    const root = Math.sqrt(evidence[i])
    weights[i] += share * error * Math.min(largest, h / (root * Math.sqrt(root)))
  }

  #see(label: number, prediction: number, h: number): void {
    const s = this.#scalars
    if (s[2] === 0) s[0] = s[1] = label
    else if (label < s[0]) s[0] = label
    else if (label > s[1]) s[1] = label
    const off = label - prediction
    s[2] += h
    s[3] += h * (off * off)
  }
}
