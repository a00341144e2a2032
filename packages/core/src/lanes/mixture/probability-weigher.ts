import { bayesWeights } from '@ol/fallback'
import { log } from '@ol/numerics'
import {
  calibrationSize,
  type MixingPlan,
  type MixingState,
  type MixingTurns,
  mixedDistributions,
  mixingLaneStates,
} from '@ol/spec'
import type { Settings } from '../../options/settings.js'
import type { Trial } from './inspections.js'
import { type MixingBackend, ModelWeigher } from './model-weigher.js'
import type { LinearMixture, Shape } from './weigher.js'

/** The distributions that are mixed: exponential weights, both fixed shares. */
const given = 3
/** The matrix of the calibration starts as this many times the identity. */
const start = 10

/**
 * Mixes the probabilities of lanes: EW by exponential weights on their log losses; FS and F2 by fixed shares (Herbster
 * and Warmuth: Tracking the Best Expert, 1998); SW, the Bayes mixture of these three; `cal`, the Bayes mixture of SW
 * and its calibration. Its arithmetic is `Backend.mix`.
 */
export class ProbabilityWeigher extends ModelWeigher {
  readonly #plan: MixingPlan
  readonly #state: MixingState

  constructor(settings: Settings, shape: Shape, backend: MixingBackend, state?: readonly Float64Array[]) {
    super(settings, shape, backend)
    const { lanes, classes, binary, output, exclusive, prior } = shape
    this.#plan = { lanes, classes, binary, output, exclusive: Uint8Array.from(exclusive, Number), prior }
    const [losses, sums, calibration] = state ?? []
    this.#state = {
      losses: losses?.slice() ?? untrained(lanes, prior),
      sums: sums?.slice() ?? new Float64Array(mixedDistributions + classes + 1),
      calibration: calibration?.slice() ?? uncalibrated(),
    }
  }

  get state(): readonly Float64Array[] {
    const { losses, sums, calibration } = this.#state
    return [losses.slice(), sums.slice(), calibration.slice()]
  }

  mix(turns: MixingTurns, out: Float64Array, trial?: Trial, late?: Float64Array): void {
    const { losses, sums, calibration } = this.#state
    const state = { losses, sums, calibration, skipped: trial?.skipped, trial: trial?.lost, late }
    this.backend.mix(this.#plan, state, turns, out)
  }

  linear(): LinearMixture {
    const { lanes, classes: K, binary, exclusive, output } = this.shape
    const { losses, sums, calibration: alpha } = this.#state
    const factors = this.shares()
    const priors = new Float64Array(K)
    if (output === 'cal') {
      const last = new Float64Array(2)
      bayesWeights(sums, given, 2, last)
      const [bayes, calibration] = last
      const [seen, n] = [sums.subarray(mixedDistributions), sums[mixedDistributions + K]]
      const exponential = this.#exponential()
      for (let l = 0; l < lanes; l++) {
        let sum = 0
        for (let j = 0; j < given; j++) sum += alpha[j] * (j === 0 ? exponential[l] : losses[j * lanes + l])
        factors[l] = bayes * factors[l] + calibration * sum
      }
      for (let k = 0; k < K; k++) priors[k] = calibration * alpha[given] * log((seen[k] + 1) / (n + K))
    }
    if (binary) return { factors, offsets: Float64Array.of(priors[1] - priors[0]) }
    return { factors: ofDistributions(factors, exclusive), offsets: priors }
  }

  /** The weights of the lanes in the output, without the calibration; they sum to 1. */
  shares(): Float64Array {
    const { lanes, output } = this.shape
    const { losses, sums } = this.#state
    const shareOf = new Float64Array(given)
    bayesWeights(sums, 0, given, shareOf)
    const only = output === 'ew' ? 0 : output === 'fs' ? 1 : -1
    const exponential = this.#exponential()
    const weightIn = (j: number, l: number): number => (j === 0 ? exponential[l] : losses[j * lanes + l])
    return Float64Array.from({ length: lanes }, (_, l) => {
      if (only >= 0) return weightIn(only, l)
      let sum = 0
      for (let j = 0; j < given; j++) sum += shareOf[j] * weightIn(j, l)
      return sum
    })
  }

  /** Returns the sum of the log losses of a lane. */
  lostBy(lane: number): number {
    return this.#state.losses[lane]
  }

  leastLoss(): number {
    return this.#state.losses.subarray(0, this.shape.lanes).reduce((a, b) => (b < a ? b : a))
  }

  deficits(): Float64Array {
    const least = this.leastLoss()
    return this.#state.losses.subarray(0, this.shape.lanes).map((loss) => loss - least)
  }

  stateOf(lanes: readonly number[]): readonly Float64Array[] {
    const { losses, sums, calibration } = this.#state
    const own = new Float64Array(given * lanes.length)
    for (let j = 0; j < given; j++) {
      let sum = 0
      for (const [to, l] of lanes.entries()) {
        own[j * lanes.length + to] = losses[j * this.shape.lanes + l]
        sum += own[j * lanes.length + to]
      }
      // losses first, then shares of the weight
      if (j > 0) for (let l = 0; l < lanes.length; l++) own[j * lanes.length + l] /= sum
    }
    return [own, sums.slice(), calibration.slice()]
  }

  /** The weights of EW. */
  #exponential(): Float64Array {
    const { lanes, prior } = this.shape
    const { losses } = this.#state
    const weights = new Float64Array(lanes)
    const likelihoods = weights.map((_, l) => (prior === undefined ? 0 : log(prior[l])) - losses[l])
    bayesWeights(likelihoods, 0, lanes, weights)
    return weights
  }
}

/** The losses of lanes and their weights before the first example. */
function untrained(lanes: number, prior: Float64Array | undefined): Float64Array {
  const losses = new Float64Array(mixingLaneStates * lanes)
  for (let j = 1; j < given; j++) losses.set(prior ?? new Float64Array(lanes).fill(1 / lanes), j * lanes)
  return losses
}

/**
 * The state of a calibration before the first example: the mean of the given distributions, and a matrix of the order
 * of one example.
 */
function uncalibrated(): Float64Array {
  const state = new Float64Array(calibrationSize)
  state.fill(1 / 3, 0, given)
  const experts = given + 1
  for (let j = 0; j < experts; j++) state[experts + j * experts + j] = start
  return state
}

/**
 * Moves the factors of one-against-all lanes, whose normalized probabilities are not a sum of scores, to the lanes
 * whose classes are one distribution; if these have almost no weight, each keeps its own factor.
 */
function ofDistributions(factors: Float64Array, exclusive: readonly boolean[]): Float64Array {
  const total = factors.reduce((sum, factor) => sum + factor, 0)
  const own = factors.reduce((sum, factor, l) => sum + (exclusive[l] ? factor : 0), 0)
  if (own < 0.001 * total) return factors
  return factors.map((factor, l) => (exclusive[l] ? (factor * total) / own : 0))
}
