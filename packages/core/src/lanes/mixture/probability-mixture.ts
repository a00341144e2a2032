import { exp, log } from '@ol/numerics'
import { bayesWeights } from './bayes.js'
import type { EnsembleMixture, LinearMixture, Shape } from './ensemble-mixture.js'
import { binaryProbabilities, normalizedProbabilities, softmaxProbabilities } from './lane-probabilities.js'
import { Calibration } from './newton-calibration.js'

/** The share of weight that all lanes get back at each example: for mixtures that follow a change of the best lane. */
const shares = [0.001, 0.02] as const

/** The distributions that are mixed: exponential weights, both fixed shares. */
const given = 3
/** Among the logarithms of likelihoods, after those: that of their mixture, and of the calibrated distribution. */
const mixed = 3
const calibrated = 4

/**
 * Mixes the probabilities of lanes: EW by exponential weights on their log losses; FS and F2 by fixed shares (Herbster and
 * Warmuth: Tracking the Best Expert, 1998); SW, the Bayes mixture of these three; `cal`, that of SW and its calibration.
 */
export class ProbabilityMixture implements EnsembleMixture {
  readonly #shape: Shape
  /** by lane: the sum of its log losses; then its weight in FS, and in F2 */
  readonly #lanes: Float64Array
  /** sums of ln p(y) of EW, FS, F2, SW, and the calibrated distribution; then the examples of each class, and of all */
  readonly #sums: Float64Array
  readonly #calibration: Calibration
  /** by lane, then class */
  readonly #own: Float64Array
  /** logarithms of weights that differ before the first example */
  readonly #given: Float64Array | undefined
  /** by distribution, then class */
  readonly #mixed: Float64Array
  readonly #weights: Float64Array
  readonly #shareOf: Float64Array = new Float64Array(given)
  readonly #last: Float64Array = new Float64Array(2)
  readonly #lost: Float64Array
  /** of the mixture without some lanes */
  #trial: { readonly mixed: Float64Array; readonly calibration: Calibration } | undefined

  constructor(shape: Shape, state?: readonly Float64Array[]) {
    const { lanes, classes } = shape
    this.#shape = shape
    this.#lanes = state?.[0].slice() ?? new Float64Array(3 * lanes)
    const prior = shape.prior ?? new Float64Array(lanes).fill(1 / lanes)
    if (state === undefined) for (let j = 1; j < given; j++) this.#lanes.set(prior, j * lanes)
    this.#given = shape.prior?.map((part) => log(part))
    this.#sums = state?.[1].slice() ?? new Float64Array(calibrated + 2 + classes)
    this.#calibration = new Calibration(classes, state?.[2])
    this.#own = new Float64Array(lanes * classes)
    this.#mixed = new Float64Array(5 * classes)
    this.#weights = new Float64Array(lanes)
    this.#lost = new Float64Array(lanes)
    this.#weigh()
  }

  get state(): readonly Float64Array[] {
    return [this.#lanes.slice(), this.#sums.slice(), this.#calibration.state.slice()]
  }

  predict(scores: Float64Array, at: number, out: Float64Array, to: number): void {
    const { classes: K } = this.#shape
    this.#distributions(scores, at)
    this.#mix(this.#mixed, this.#calibration, undefined)
    const row = this.#row
    for (let k = 0; k < K; k++) out[to + k] = this.#mixed[row * K + k]
  }

  /** Which of the mixed distributions is put out. */
  get #row(): number {
    const { output } = this.#shape
    return output === 'ew' ? 0 : output === 'fs' ? 1 : output === 'sw' ? mixed : calibrated
  }

  /** Fills the mixed distributions of all lanes, or of those that are not skipped. */
  #mix(m: Float64Array, calibration: Calibration, skipped: Float64Array | undefined): void {
    const { lanes, classes: K } = this.#shape
    m.fill(0)
    for (let j = 0; j < given; j++) {
      let sum = 0
      for (let l = 0; l < lanes; l++) {
        // a lane that diverged has no probability
        const p = this.#own[l * K]
        if (p !== p || skipped?.[l] === 1) continue
        const w = this.#weightIn(j, l)
        sum += w
        for (let k = 0; k < K; k++) m[j * K + k] += w * this.#own[l * K + k]
      }
      for (let k = 0; k < K; k++) m[j * K + k] /= sum
    }
    bayesWeights(this.#sums, 0, given, this.#shareOf)
    for (let k = 0; k < K; k++)
      for (let j = 0; j < given; j++) m[mixed * K + k] += this.#shareOf[j] * m[j * K + k]
    calibration.predict(m, this.#sums.subarray(calibrated + 1), this.#sums[calibrated + 1 + K])
    bayesWeights(this.#sums, mixed, 2, this.#last)
    const q = calibration.probabilities
    for (let k = 0; k < K; k++)
      m[calibrated * K + k] = this.#last[0] * m[mixed * K + k] + this.#last[1] * q[k]
  }

  linear(): LinearMixture {
    const { lanes, classes: K, binary, exclusive, output } = this.#shape
    const factors = this.weights()
    const priors = new Float64Array(K)
    if (output === 'cal') {
      bayesWeights(this.#sums, mixed, 2, this.#last)
      const [bayes, calibration] = this.#last
      const alpha = this.#calibration.state
      const [seen, n] = [this.#sums.subarray(calibrated + 1), this.#sums[calibrated + 1 + K]]
      for (let l = 0; l < lanes; l++) {
        let sum = 0
        for (let j = 0; j < given; j++) sum += alpha[j] * this.#weightIn(j, l)
        factors[l] = bayes * factors[l] + calibration * sum
      }
      for (let k = 0; k < K; k++) priors[k] = calibration * alpha[given] * log((seen[k] + 1) / (n + K))
    }
    if (binary) return { factors, offsets: Float64Array.of(priors[1] - priors[0]) }
    return { factors: ofDistributions(factors, exclusive), offsets: priors }
  }

  lost(label: number): number {
    return -log(this.#mixed[this.#row * this.#shape.classes + label])
  }

  lostWithout(skipped: Float64Array, label: number): number {
    const { classes: K } = this.#shape
    this.#trial ??= { mixed: new Float64Array(5 * K), calibration: new Calibration(K) }
    const { mixed: m, calibration } = this.#trial
    calibration.state.set(this.#calibration.state)
    this.#mix(m, calibration, skipped)
    return -log(m[this.#row * K + label])
  }

  learn(label: number, h: number): void {
    const { lanes, classes: K } = this.#shape
    const s = this.#sums
    const q = this.#calibration.probabilities
    for (let l = 0; l < lanes; l++) {
      const p = this.#own[l * K + label]
      this.#lost[l] = p !== p ? Number.POSITIVE_INFINITY : -log(p)
      this.#lanes[l] += h * this.#lost[l]
    }
    this.#share(label, h)
    for (let j = 0; j < calibrated; j++) s[j] += h * log(this.#mixed[j * K + label])
    s[calibrated] += h * log(q[label])
    this.#calibration.learn(label, h)
    s[calibrated + 1 + label] += h
    s[calibrated + 1 + K] += h
    this.#weigh()
  }

  /** The weights of the lanes in what is put out, but for the calibration; they sum to 1. */
  weights(): Float64Array {
    const { lanes, output } = this.#shape
    bayesWeights(this.#sums, 0, given, this.#shareOf)
    const only = output === 'ew' ? 0 : output === 'fs' ? 1 : -1
    return Float64Array.from({ length: lanes }, (_, l) => {
      if (only >= 0) return this.#weightIn(only, l)
      let sum = 0
      for (let j = 0; j < given; j++) sum += this.#shareOf[j] * this.#weightIn(j, l)
      return sum
    })
  }

  /** Returns the weight of a lane in F2, which follows the best lane soonest. */
  weightOfLate(lane: number): number {
    return this.#weightIn(given - 1, lane)
  }

  /** Returns the sum of the log losses of a lane. */
  lostBy(lane: number): number {
    return this.#lanes[lane]
  }

  deficits(): Float64Array {
    const losses = this.#lanes.subarray(0, this.#shape.lanes)
    const least = losses.reduce((a, b) => (b < a ? b : a))
    return losses.map((loss) => loss - least)
  }

  selected(lanes: readonly number[]): readonly Float64Array[] {
    const own = new Float64Array(given * lanes.length)
    for (let j = 0; j < given; j++) {
      let sum = 0
      for (const [to, l] of lanes.entries()) {
        own[j * lanes.length + to] = this.#lanes[j * this.#shape.lanes + l]
        sum += own[j * lanes.length + to]
      }
      // losses first, then shares of the weight
      if (j > 0) for (let l = 0; l < lanes.length; l++) own[j * lanes.length + l] /= sum
    }
    return [own, this.#sums.slice(), this.#calibration.state.slice()]
  }

  #weightIn(j: number, l: number): number {
    return j === 0 ? this.#weights[l] : this.#lanes[j * this.#shape.lanes + l]
  }

  #distributions(scores: Float64Array, at: number): void {
    const { lanes, classes: K, binary, exclusive } = this.#shape
    for (let l = 0; l < lanes; l++) {
      if (binary) binaryProbabilities(scores[at + l], this.#own, l * K)
      else {
        const fill = exclusive[l] ? softmaxProbabilities : normalizedProbabilities
        fill(scores, at + l, lanes, K, this.#own, l * K)
      }
    }
  }

  /** Moves the weights of both fixed shares. */
  #share(label: number, h: number): void {
    const { lanes, classes: K, prior } = this.#shape
    for (let j = 1; j < given; j++) {
      const alpha = shares[j - 1]
      const all = this.#mixed[j * K + label]
      for (let l = 0; l < lanes; l++) {
        const p = this.#own[l * K + label]
        const at = j * lanes + l
        const ratio = p !== p ? 0 : h === 1 ? p / all : powerOf(p / all, h)
        this.#lanes[at] =
          (1 - alpha) * this.#lanes[at] * ratio + (prior === undefined ? alpha / lanes : alpha * prior[l])
      }
      if (h !== 1) this.#normalize(j)
    }
  }

  #normalize(j: number): void {
    const { lanes } = this.#shape
    let sum = 0
    for (let l = 0; l < lanes; l++) sum += this.#lanes[j * lanes + l]
    for (let l = 0; l < lanes; l++) this.#lanes[j * lanes + l] /= sum
  }

  /** The weights of EW. */
  #weigh(): void {
    const { lanes } = this.#shape
    for (let l = 0; l < lanes; l++) this.#lost[l] = (this.#given?.[l] ?? 0) - this.#lanes[l]
    bayesWeights(this.#lost, 0, lanes, this.#weights)
  }
}

/** Likelihoods of an example of weight h: within the largest doubles, whatever h. */
function powerOf(ratio: number, h: number): number {
  const exponent = h * log(ratio)
  return exp(exponent > 300 ? 300 : exponent)
}

/**
 * Gives the factors of lanes that learn one against all, whose normalized probabilities are no sum of scores, to those whose classes
 * are one distribution; where these have next to none, they keep their own.
 */
function ofDistributions(factors: Float64Array, exclusive: readonly boolean[]): Float64Array {
  const total = factors.reduce((sum, factor) => sum + factor, 0)
  const own = factors.reduce((sum, factor, l) => sum + (exclusive[l] ? factor : 0), 0)
  if (own < 0.001 * total) return factors
  return factors.map((factor, l) => (exclusive[l] ? (factor * total) / own : 0))
}
