import { stackScalars } from './refinement-sizes.js'
import type { RefinedTurns, Refiner } from './refiner.js'

/** Examples before the first that is refined. */
const first = 20
/** The matrix starts as the identity over this. */
const prior = 10
/** By how much evidence fades with each example. */
const kept = 0.9998
/** An error is cut at this many deviations; for the deviation, its square counts at most this many times the mean square. */
const farthest = 5
const widest = 64

/**
 * Combines the predictions of lanes, of which a mixture mostly chooses one: recursive least squares with forgetting
 * (Haykin: Adaptive Filter Theory, chapter 10) on the differences between the predictions of each lane and the mixture,
 * in deviations of the mixture's errors.
 */
export class LaneStack implements Refiner {
  readonly #lanes: number
  readonly #scalars: Float64Array
  readonly #weights: Float64Array
  /** the inverse of the correlations, lanes * lanes, symmetric */
  readonly #matrix: Float64Array
  /** the lanes' predictions minus the mixture's for the current example, and the matrix times these */
  readonly #apart: Float64Array
  /** 1: the lane predicts; a lane that diverged, was pruned, or exists only in other models, learns nothing */
  readonly #present: Uint8Array
  readonly #gain: Float64Array

  constructor(lanes: number, state?: readonly Float64Array[]) {
    this.#lanes = lanes
    this.#scalars = state?.[0].slice() ?? new Float64Array(stackScalars)
    this.#weights = state?.[1].slice() ?? new Float64Array(lanes)
    this.#matrix = state?.[2].slice() ?? new Float64Array(lanes * lanes)
    this.#apart = new Float64Array(lanes)
    this.#present = new Uint8Array(lanes)
    this.#gain = new Float64Array(lanes)
    if (state === undefined) this.#restart()
  }

  get state(): readonly Float64Array[] {
    return [this.#scalars.slice(), this.#weights.slice(), this.#matrix.slice()]
  }

  grown(): Refiner {
    return this
  }

  refine({ size, outcome, labels, weights, moves }: RefinedTurns, out: Float64Array): number {
    const s = this.#scalars
    const lanes = outcome.lanes as Float64Array
    let from = size
    for (let e = 0; e < size; e++) {
      const prediction = outcome.predictions[e]
      const begun = s[2] >= first && prediction === prediction
      out[e] = prediction
      let more = 0
      let unit = 0
      if (begun) {
        if (from === size) from = e
        unit = Math.max(Math.sqrt(s[4] / s[3]), 1e-150)
        more = this.#more(lanes, e * this.#lanes, prediction, unit)
        const refined = prediction + unit * more
        out[e] = refined < s[0] ? s[0] : refined > s[1] ? s[1] : refined
      }
      if (moves[e] !== 1 || prediction !== prediction) continue
      const h = weights === undefined ? 1 : weights[e]
      if (begun) this.#learn((labels[e] - prediction) / unit - more, h)
      this.#see(labels[e], prediction, h)
    }
    return from
  }

  /** Returns what the stack adds to a prediction, in units. */
  #more(lanes: Float64Array, at: number, prediction: number, unit: number): number {
    let sum = 0
    for (let l = 0; l < this.#lanes; l++) {
      const apart = (lanes[at + l] - prediction) / unit
      this.#present[l] = Number.isFinite(apart) ? 1 : 0
      this.#apart[l] = this.#present[l] === 1 ? apart : 0
      sum += this.#weights[l] * this.#apart[l]
    }
    return sum
  }

  #learn(error: number, h: number): void {
    const L = this.#lanes
    const [x, gain, P, w, present] = [this.#apart, this.#gain, this.#matrix, this.#weights, this.#present]
    const cut = error < -farthest ? -farthest : error > farthest ? farthest : error
    let below = kept / h
    for (let i = 0; i < L; i++) {
      let sum = 0
      for (let j = 0; j < L; j++) sum += P[i * L + j] * x[j]
      gain[i] = sum
      below += x[i] * sum
    }
    if (!(below > 0 && below < Number.POSITIVE_INFINITY)) {
      this.#restart()
      return
    }
    let trace = 0
    for (let i = 0; i < L; i++) {
      if (present[i] === 1) {
        w[i] += gain[i] * (cut / below)
        for (let j = 0; j <= i; j++) {
          if (present[j] === 0) continue
          const next = (P[i * L + j] - (gain[i] * gain[j]) / below) / kept
          P[i * L + j] = next
          P[j * L + i] = next
        }
      }
      trace += P[i * L + i]
    }
    // without evidence the matrix would grow without bound
    const most = (10 * L) / prior
    if (trace > most) for (let i = 0; i < P.length; i++) P[i] *= most / trace
  }

  #see(label: number, prediction: number, h: number): void {
    const s = this.#scalars
    if (s[2] === 0) s[0] = s[1] = label
    else {
      if (label < s[0]) s[0] = label
      if (label > s[1]) s[1] = label
      const off = label - prediction
      const square = off * off
      const most = (widest * s[4]) / s[3]
      s[4] += h * (s[2] > first && square > most ? most : square)
      s[3] += h
    }
    s[2]++
  }

  #restart(): void {
    this.#weights.fill(0)
    this.#matrix.fill(0)
    for (let l = 0; l < this.#lanes; l++) this.#matrix[l * this.#lanes + l] = 1 / prior
  }
}
