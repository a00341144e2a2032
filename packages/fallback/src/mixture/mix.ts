import { exp, log } from '@ol/numerics'
import {
  lateMemory,
  type MixingPlan,
  type MixingState,
  type MixingTurns,
  mixedDistributions,
  mixtureOutputCodes,
} from '@ol/spec'
import { bayesWeights, leastTotal } from './bayes.js'
import { calibrate, correct } from './newton-calibration.js'
import { binaryProbabilities, normalizedProbabilities, softmaxProbabilities } from './probabilities.js'

/** The share of the weight that is divided among all lanes after each example, so that a mixture follows a change of the best lane. */
const shares = [0.001, 0.02] as const

/** The distributions that are mixed: exponential weights, both fixed shares. */
const given = 3
/** The logarithms of likelihoods of the mixture and of the calibrated distribution follow the lanes'. */
const mixed = 3
const calibrated = 4
/** The place of the classes' counts among the sums. */
const counted = mixedDistributions
/** Which of the distributions each output is. */
const rows = [0, 1, mixed, calibrated]

/** The state for the current example. */
class Scratch {
  /** by lane, then class: its probabilities */
  own = new Float64Array(0)
  /** by lane: its weight in EW, its loss, and the logarithm of its weight before the first example */
  weights = new Float64Array(0)
  lost = new Float64Array(0)
  prior = new Float64Array(0)
  /** by distribution, then class */
  mixed = new Float64Array(0)
  logs = new Float64Array(0)
  q = new Float64Array(0)
  readonly shareOf: Float64Array = new Float64Array(given)
  readonly last: Float64Array = new Float64Array(2)

  grow(lanes: number, classes: number): void {
    if (this.own.length < lanes * classes) this.own = new Float64Array(lanes * classes)
    if (this.weights.length < lanes) {
      this.weights = new Float64Array(lanes)
      this.lost = new Float64Array(lanes)
      this.prior = new Float64Array(lanes)
    }
    if (this.mixed.length < 5 * classes) {
      this.mixed = new Float64Array(5 * classes)
      this.logs = new Float64Array(4 * classes)
      this.q = new Float64Array(classes)
    }
  }
}

const scratch = new Scratch()
/** the state for the mixture without some lanes */
const tried = new Scratch()

/** See Backend.mix. Twin: native/core/mixture/mix.cc. */
export function mix(plan: MixingPlan, state: MixingState, turns: MixingTurns, out: Float64Array): void {
  const { lanes: L, classes: K, binary, output, prior } = plan
  const { size, scores, labels, weights, moves } = turns
  const c = scratch
  c.grow(L, K)
  for (let l = 0; l < L; l++) c.prior[l] = prior === undefined ? 0 : log(prior[l])
  weigh(c, state, L)
  const width = binary ? L : L * K
  const row = rows[mixtureOutputCodes[output]]
  for (let e = 0; e < size; e++) {
    laneProbabilities(c, plan, scores, e * width)
    distributions(c, c, plan, state, undefined)
    for (let k = 0; k < K; k++) out[e * K + k] = c.mixed[row * K + k]
    if (moves[e] !== 1) continue
    const label = binary ? (labels[e] > 0 ? 1 : 0) : labels[e]
    const h = weights === undefined ? 1 : weights[e]
    if (state.skipped !== undefined && state.trial !== undefined) {
      tried.grow(L, K)
      distributions(c, tried, plan, state, state.skipped)
      state.trial[0] += lossOf(c.mixed[row * K + label], h)
      state.trial[1] += lossOf(tried.mixed[row * K + label], h)
    }
    learn(c, plan, state, label, h)
  }
}

function laneProbabilities(c: Scratch, plan: MixingPlan, scores: Float64Array, at: number): void {
  const { lanes: L, classes: K, binary, exclusive } = plan
  for (let l = 0; l < L; l++) {
    if (binary) binaryProbabilities(scores[at + l], c.own, l * K)
    else if (exclusive[l] === 1) softmaxProbabilities(scores, at + l, L, K, c.own, l * K)
    else normalizedProbabilities(scores, at + l, L, K, c.own, l * K)
  }
}

/** Fills the mixed distributions of all lanes, or of those that are not skipped, and the calibrated one, in `to`. */
function distributions(
  { own, weights, lost, shareOf, last }: Scratch,
  to: Scratch,
  { lanes: L, classes: K }: MixingPlan,
  { losses, sums, calibration }: MixingState,
  skipped: Float64Array | undefined,
): void {
  const m = to.mixed
  m.fill(0, 0, 5 * K)
  for (let j = 0; j < given; j++) {
    let sum = 0
    let best = -1
    for (let l = 0; l < L; l++) {
      // a lane that diverged has no probability
      const p = own[l * K]
      if (p !== p || (skipped !== undefined && skipped[l] === 1)) continue
      const w = j === 0 ? weights[l] : losses[j * L + l]
      sum += w
      for (let k = 0; k < K; k++) m[j * K + k] += w * own[l * K + k]
      if (best < 0 || lost[l] > lost[best]) best = l
    }
    // if all these weights underflow, the mean tends to the best lane
    const few = !(sum > leastTotal) && best >= 0
    for (let k = 0; k < K; k++) m[j * K + k] = few ? own[best * K + k] : m[j * K + k] / sum
  }
  bayesWeights(sums, 0, given, shareOf)
  for (let k = 0; k < K; k++) for (let j = 0; j < given; j++) m[mixed * K + k] += shareOf[j] * m[j * K + k]
  calibrate(calibration, m, sums, counted, K, to.logs, to.q)
  bayesWeights(sums, mixed, 2, last)
  for (let k = 0; k < K; k++) m[calibrated * K + k] = last[0] * m[mixed * K + k] + last[1] * to.q[k]
}

function learn(c: Scratch, plan: MixingPlan, state: MixingState, label: number, h: number): void {
  const { lanes: L, classes: K } = plan
  const { losses, sums, late } = state
  for (let l = 0; l < L; l++) {
    const p = c.own[l * K + label]
    losses[l] += lossOf(p, h)
  }
  for (let j = 1; j < given; j++) share(c, plan, losses, j, label, h)
  if (late !== undefined)
    for (let l = 0; l < L; l++) late[l] += (losses[(given - 1) * L + l] - late[l]) / lateMemory
  for (let j = 0; j < calibrated; j++) sums[j] += h * log(c.mixed[j * K + label])
  sums[calibrated] += h * log(c.q[label])
  correct(state.calibration, c.logs, c.q, K, label, h)
  sums[counted + label] += h
  sums[counted + K] += h
  weigh(c, state, L)
}

/** The log loss of an example of weight h; Infinity without a probability. */
function lossOf(p: number, h: number): number {
  return p !== p ? Number.POSITIVE_INFINITY : h * -log(p)
}

/** Moves the weights of a fixed share. */
function share(
  c: Scratch,
  { lanes: L, classes: K, prior }: MixingPlan,
  losses: Float64Array,
  j: number,
  label: number,
  h: number,
): void {
  const alpha = shares[j - 1]
  const all = c.mixed[j * K + label]
  let sum = 0
  for (let l = 0; l < L; l++) {
    const p = c.own[l * K + label]
    const at = j * L + l
    const ratio = p !== p ? 0 : h === 1 ? p / all : powerOf(p / all, h)
    losses[at] = (1 - alpha) * losses[at] * ratio + (prior === undefined ? alpha / L : alpha * prior[l])
    sum += losses[at]
  }
  if (h !== 1) for (let l = 0; l < L; l++) losses[j * L + l] /= sum
}

/** The weights of EW. */
function weigh({ prior, lost, weights }: Scratch, { losses }: MixingState, L: number): void {
  for (let l = 0; l < L; l++) lost[l] = prior[l] - losses[l]
  bayesWeights(lost, 0, L, weights)
}

/** Likelihoods of an example of weight h: finite, whatever h. */
function powerOf(ratio: number, h: number): number {
  const exponent = h * log(ratio)
  return exp(exponent > 300 ? 300 : exponent)
}
