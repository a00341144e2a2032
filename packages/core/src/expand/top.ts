import { fallback } from '@ol/fallback'
import { log, lossTwins } from '@ol/numerics'
import { type Residuals, status } from '@ol/spec'
import { settleClasses } from '../lanes/classes.js'
import { mixtureOf } from '../lanes/combined.js'
import type { EnsembleMixture, LinearMixture, Shape } from '../lanes/mixture/ensemble-mixture.js'
import { ProbabilityMixture } from '../lanes/mixture/probability-mixture.js'
import type { Outcome } from '../lanes/outcome.js'
import { realLabels } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'

/** The weight of the expert without derived features before the first example. */
const plain = 0.9
/** By how much the errors of experts fade with each example. */
const fading = 0.002
/** Examples over which the weights of experts are averaged. */
const memory = 1024
/** By how much the log loss of an expert may exceed that of the first, and its average weight from which it is kept nevertheless. */
const patience = 100
const useful = 0.02
/** Examples over which the mean square of residuals is taken at most, and after which it starts. */
const span = 1000
const after = 10

function shapeOf({ classes, loss }: Settings, experts: number): Shape {
  const others = (1 - plain) / (experts - 1)
  return {
    lanes: experts,
    classes: classes?.count ?? (realLabels(loss, classes) ? 1 : 2),
    binary: classes === undefined,
    exclusive: new Array<boolean>(experts).fill(true),
    output: realLabels(loss, classes) ? 'ew' : 'cal',
    prior: Float64Array.from({ length: experts }, (_, l) => (l === 0 ? plain : others)),
    fading,
  }
}

/** Mixes the predictions of experts, the first of which has no derived features, and finds what is left unexplained. */
export class Top {
  #settings: Settings
  #shape: Shape
  #mixture: EnsembleMixture
  #scores: Float64Array
  #out: Float64Array
  /** of real labels: how many, their mean and sum of squared distances from it; the mean square of residuals */
  readonly #labels: Float64Array
  /** by expert: its average weight of late */
  readonly #use: Float64Array

  /** `state`: as stored in a model file */
  constructor(settings: Settings, experts: number, state?: readonly Float64Array[]) {
    this.#settings = settings
    this.#shape = shapeOf(settings, experts)
    this.#mixture = mixtureOf(this.#shape, fallback, state?.slice(0, -2))
    this.#labels = state?.at(-2)?.slice() ?? new Float64Array(4)
    this.#use = state?.at(-1)?.slice() ?? this.#shape.prior?.slice() ?? new Float64Array(experts)
    this.#scores = new Float64Array(experts * this.#shape.classes)
    this.#out = new Float64Array(this.#shape.classes)
  }

  get state(): readonly Float64Array[] {
    return [...this.#mixture.state, this.#labels.slice(), this.#use.slice()]
  }

  /** Returns the same for more classes. */
  grown(settings: Settings): Top {
    const known = this.#shape.classes
    const [lanes, sums, ...others] = this.state
    const wider = new Float64Array(sums.length + (settings.classes?.count ?? known) - known)
    wider.set(sums.subarray(0, -1))
    wider.set(sums.subarray(-1), wider.length - 1)
    return new Top(settings, this.#shape.lanes, [lanes, wider, ...others])
  }

  /** Returns whether a stored state is one of such a mixture that predicts; `there`: the experts that were not given up. */
  static accepts(settings: Settings, state: readonly Float64Array[], there: readonly boolean[]): boolean {
    const { lanes, classes } = shapeOf(settings, there.length)
    const right = new Top(settings, lanes).state
    const fits = right.length === state.length && state.every((list, i) => list.length === right[i].length)
    if (!fits || state.some((list) => list.some(Number.isNaN))) return false
    const within = (list: Float64Array | undefined, most: number): boolean =>
      list?.every((x) => x >= 0 && x <= most) ?? true
    const [labels, use] = state.slice(-2)
    // of probabilities: the weights of fixed shares, and how often each class came
    const shares = classes === 1 ? undefined : state[0].subarray(lanes)
    const counts = classes === 1 ? state[0] : state[1].subarray(-1 - classes)
    const most = classes === 1 ? Number.POSITIVE_INFINITY : 1e300
    if (!within(use, 1) || !labels.every(Number.isFinite) || !within(shares, 1) || !within(counts, most))
      return false
    const top = new Top(settings, lanes, state)
    const { exclusive } = top.#shape
    const score = classes === 1 ? 0 : classes === 2 && top.#shape.binary ? 0 : -log(classes)
    top.#scores.forEach((_, i) => {
      top.#scores[i] = there[i % exclusive.length] ? score : Number.NaN
    })
    top.#mix(0, 1, false)
    return top.#out.every(Number.isFinite) && top.weights().every((w) => w >= 0 && w <= 1)
  }

  weights(): Float64Array {
    return this.#mixture.weights()
  }

  /** Returns the factors of the experts in the score as a sum, and what is added to it by class; `there`: those that are left. */
  linear(there: readonly boolean[]): LinearMixture {
    const { factors, offsets } = this.#mixture.linear()
    const left = factors.map((factor, l) => (there[l] ? factor : 0))
    const sum = (all: Float64Array): number => all.reduce((total, factor) => total + factor, 0)
    const [whole, rest] = [sum(factors), sum(left)]
    return { factors: rest === 0 ? left : left.map((factor) => (factor * whole) / rest), offsets }
  }

  /** Returns whether an expert is far behind the first, and has had next to no weight of late; of real labels none is. */
  isHopeless(expert: number): boolean {
    const mixture = this.#mixture
    if (!(mixture instanceof ProbabilityMixture)) return false
    return mixture.lostBy(expert) - mixture.lostBy(0) > patience && this.#use[expert] < useful
  }

  /** Columns of residuals: two classes have one. */
  get columns(): number {
    return this.#shape.binary ? 1 : this.#shape.classes
  }

  /**
   * Answers example e by the outcomes of the experts, at `to` of the outcome; an expert that was given up is undefined. With
   * residuals it learns from the example, if the experts did. `before`: see `settleClasses`.
   */
  answer(
    experts: readonly (Outcome | undefined)[],
    e: number,
    label: number,
    weight: number,
    outcome: Outcome,
    to: number,
    residuals: Residuals | undefined,
    before: number | undefined,
  ): void {
    this.#collect(experts, e)
    const { classes: K } = this.#shape
    const p = this.#out
    const { loss, lossParams } = this.#settings
    const { scores, predictions, logLosses } = outcome
    outcome.status[to] = (experts[0] as Outcome).status[e]
    const moves = residuals !== undefined && outcome.status[to] === status.learned && before === undefined
    this.#mix(label, weight, moves)
    if (scores !== undefined && logLosses !== undefined) {
      for (let k = 0; k < K; k++) scores[to * K + k] = log(p[k])
      settleClasses({ scores, predictions, logLosses }, to, label, loss, K, before)
      outcome.losses[to] = logLosses[to]
    } else {
      predictions[to] = K === 1 ? p[0] : log(p[1]) - log(p[0])
      outcome.losses[to] =
        label === label ? lossTwins[loss].value(predictions[to], label, lossParams[0] ?? 0) : Number.NaN
    }
    if (residuals === undefined) return
    residuals.learned[e] = moves ? 1 : 0
    if (!moves) return
    const y = K === 1 ? label : this.#shape.binary ? (label > 0 ? 1 : 0) : label
    this.#leave(residuals, e, y, weight)
    this.#noteUse()
    if (K === 1) this.#seeLabel(label)
  }

  /** Predicts from the collected scores, and learns. */
  #mix(label: number, weight: number, moves: boolean): void {
    const labels = Float64Array.of(label)
    const turns = { size: 1, scores: this.#scores, labels, weights: Float64Array.of(weight) }
    this.#mixture.answer({ ...turns, moves: Uint8Array.of(moves ? 1 : 0) }, this.#out)
  }

  #collect(experts: readonly (Outcome | undefined)[], e: number): void {
    const { lanes, classes: K, binary } = this.#shape
    experts.forEach((outcome, l) => {
      if (binary || K === 1) this.#scores[l] = outcome === undefined ? Number.NaN : outcome.predictions[e]
      else
        for (let k = 0; k < K; k++)
          this.#scores[k * lanes + l] = outcome?.scores === undefined ? Number.NaN : outcome.scores[e * K + k]
    })
  }

  /** Writes the residuals of example e. */
  #leave({ gradients, curvatures }: Residuals, e: number, y: number, h: number): void {
    const { classes: K, binary } = this.#shape
    const p = this.#out
    if (K === 1) {
      const s = this.#labels
      const sd = s[0] > 0 ? Math.sqrt(s[2] / s[0]) : 0
      const g = sd > 0 ? (y - p[0]) / sd : 0
      if (s[0] >= after) s[3] += (g * g - s[3]) / Math.min(s[0] + 1, span)
      gradients[e] = h * g
      curvatures[e] = h * Math.max(s[3], 1e-6)
      return
    }
    if (binary) {
      gradients[e] = h * (y - p[1])
      curvatures[e] = h * (p[0] * p[1])
      return
    }
    for (let k = 0; k < K; k++) {
      gradients[e * K + k] = h * ((k === y ? 1 : 0) - p[k])
      curvatures[e * K + k] = h * (p[k] * (1 - p[k]) + 1e-9)
    }
  }

  #noteUse(): void {
    const mixture = this.#mixture
    if (!(mixture instanceof ProbabilityMixture)) return
    for (let l = 0; l < this.#shape.lanes; l++)
      this.#use[l] += (mixture.weightOfLate(l) - this.#use[l]) / memory
  }

  #seeLabel(y: number): void {
    const s = this.#labels
    s[0]++
    const off = y - s[1]
    s[1] += off / s[0]
    s[2] += off * (y - s[1])
  }
}
