import { finalize, mix, mixErrors, settleClasses } from '@ol/fallback'
import { log } from '@ol/numerics'
import { type Batch, type Residuals, status } from '@ol/spec'
import { withMoreClasses } from '../lanes/finalize.js'
import type { MixingBackend, ModelWeigher } from '../lanes/mixture/model-weigher.js'
import { ProbabilityWeigher } from '../lanes/mixture/probability-weigher.js'
import type { LinearMixture, Shape } from '../lanes/mixture/weigher.js'
import { modelWeigher } from '../lanes/mixture/weighers.js'
import type { Outcome } from '../lanes/outcome.js'
import { realLabels } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'

/** The weight of the expert without derived features before the first example. */
const plain = 0.9
/** The fraction by which the errors of experts fade with each example. */
const fading = 0.002
/**
 * The excess of an expert's log loss over the first's from which it is dropped, and the average weight that keeps it
 * nevertheless.
 */
const patience = 100
const useful = 0.02
/** The largest number of examples in the mean square of residuals, and the number after which it starts. */
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

/** Mixes the predictions of experts, the first of which has no derived features, and computes the residuals. */
export class ExpertMixture {
  readonly #backend: MixingBackend
  readonly #shape: Shape
  readonly #weigher: ModelWeigher
  /** for real labels: their number, their mean and the sum of squared distances from it; the mean square of residuals */
  readonly #labels: Float64Array
  /** by expert: its average weight of late */
  readonly #use: Float64Array

  /** `state`: as stored in a model file */
  constructor(settings: Settings, backend: MixingBackend, experts: number, state?: readonly Float64Array[]) {
    this.#backend = backend
    this.#shape = shapeOf(settings, experts)
    this.#weigher = modelWeigher(settings, this.#shape, backend, state?.slice(0, -2))
    this.#labels = state?.at(-2)?.slice() ?? new Float64Array(4)
    this.#use = state?.at(-1)?.slice() ?? this.#shape.prior?.slice() ?? new Float64Array(experts)
  }

  get state(): readonly Float64Array[] {
    return [...this.#weigher.state, this.#labels.slice(), this.#use.slice()]
  }

  /** Returns the same for more classes. */
  grown(settings: Settings): ExpertMixture {
    const known = this.#shape.classes
    const added = (settings.classes?.count ?? known) - known
    return new ExpertMixture(settings, this.#backend, this.#shape.lanes, withMoreClasses(this.state, added))
  }

  /** Returns whether a mixture with this stored state predicts; `active`: whether each expert is still used. */
  static accepts(settings: Settings, state: readonly Float64Array[], active: readonly boolean[]): boolean {
    const { lanes, classes } = shapeOf(settings, active.length)
    const right = new ExpertMixture(settings, { mix, mixErrors, finalize, settleClasses }, lanes).state
    const fits = right.length === state.length && state.every((list, i) => list.length === right[i].length)
    if (!fits || state.some((list) => list.some(Number.isNaN))) return false
    const within = (list: Float64Array | undefined, most: number): boolean =>
      list?.every((x) => x >= 0 && x <= most) ?? true
    const [labels, use] = state.slice(-2)
    // for probabilities: the weights of fixed shares, and the count of each class
    const shares = classes === 1 ? undefined : state[0].subarray(lanes)
    const counts = classes === 1 ? state[0] : state[1].subarray(-1 - classes)
    const most = classes === 1 ? Number.POSITIVE_INFINITY : 1e300
    if (!within(use, 1) || !labels.every(Number.isFinite) || !within(shares, 1) || !within(counts, most))
      return false
    const mixture = new ExpertMixture(settings, { mix, mixErrors, finalize, settleClasses }, lanes, state)
    const { binary } = mixture.#shape
    const score = classes === 1 || binary ? 0 : -log(classes)
    const scores = new Float64Array(mixture.#width).map((_, i) => (active[i % lanes] ? score : Number.NaN))
    const out = new Float64Array(classes)
    mixture.#weigher.mix({ size: 1, scores, labels: new Float64Array(1), moves: new Uint8Array(1) }, out)
    return out.every(Number.isFinite) && mixture.weights().every((w) => w >= 0 && w <= 1)
  }

  weights(): Float64Array {
    return this.#weigher.shares()
  }

  /** Returns the factors of the experts in the score as a sum, and the addition for each class; `active`: the remaining experts. */
  linear(active: readonly boolean[]): LinearMixture {
    const { factors, offsets } = this.#weigher.linear()
    const left = factors.map((factor, l) => (active[l] ? factor : 0))
    const sum = (all: Float64Array): number => all.reduce((total, factor) => total + factor, 0)
    const [whole, rest] = [sum(factors), sum(left)]
    return { factors: rest === 0 ? left : left.map((factor) => (factor * whole) / rest), offsets }
  }

  /**
   * Returns whether an expert is far behind the first, or lags behind a later one with the same features and more, and
   * has had almost no weight lately; with real labels none is. `active`: whether each expert is still used.
   */
  isHopeless(expert: number, active: readonly boolean[]): boolean {
    const weigher = this.#weigher
    if (!(weigher instanceof ProbabilityWeigher) || this.#use[expert] >= useful) return false
    const lost = weigher.lostBy(expert)
    return active.some((is, l) => is && (l === 0 || l > expert) && lost - weigher.lostBy(l) > patience)
  }

  /** Columns of residuals: two classes have one. */
  get columns(): number {
    return this.#shape.binary ? 1 : this.#shape.classes
  }

  /**
   * Predicts the examples of a batch by the outcomes of the experts, from `from` on of the outcome; an expert that was dropped is
   * undefined. With residuals it learns from the examples that the first expert learned from. `before`: for the first
   * of them, see `Finalized`.
   */
  combine(
    experts: readonly (Outcome | undefined)[],
    { size, labels, weights }: Pick<Batch, 'size' | 'labels' | 'weights'>,
    outcome: Outcome,
    from: number,
    residuals: Residuals | undefined,
    before: number | undefined,
  ): void {
    const became = (experts[0] as Outcome).status.subarray(0, size)
    outcome.status.set(became, from)
    const moves = new Uint8Array(size)
    if (residuals !== undefined)
      for (let e = 0; e < size; e++) moves[e] = became[e] === status.learned ? 1 : 0
    if (before !== undefined) moves[0] = 0
    const turns = { size, scores: this.#scoresOf(experts, size), labels, weights, moves }
    const late = residuals === undefined ? undefined : this.#use
    const p = this.#weigher.combine(turns, { outcome, from, before }, late)
    if (residuals !== undefined) this.#leave(residuals, p, moves, labels, weights)
  }

  /** Scores of an example. */
  get #width(): number {
    const { lanes, classes, binary } = this.#shape
    return binary ? lanes : lanes * classes
  }

  /** Returns the scores of the experts, by example, class and expert. */
  #scoresOf(experts: readonly (Outcome | undefined)[], size: number): Float64Array {
    const { lanes } = this.#shape
    const columns = this.#width / lanes
    const out = new Float64Array(size * this.#width)
    experts.forEach((outcome, l) => {
      const own = columns === 1 ? outcome?.predictions : outcome?.scores
      for (let i = 0; i < size * columns; i++) out[i * lanes + l] = own === undefined ? Number.NaN : own[i]
    })
    return out
  }

  /** Writes the residuals of the examples that were learned from. */
  #leave(
    residuals: Residuals,
    p: Float64Array,
    moves: Uint8Array,
    labels: Float64Array,
    weights: Float64Array | undefined,
  ): void {
    residuals.learned.set(moves)
    const { classes: K, binary } = this.#shape
    const { gradients, curvatures } = residuals
    for (let e = 0; e < moves.length; e++) {
      if (moves[e] === 0) continue
      const h = weights === undefined ? 1 : weights[e]
      const y = labels[e]
      if (K === 1) {
        this.#leaveNumber(residuals, e, y - p[e], h)
        this.#seeLabel(y)
      } else if (binary) {
        gradients[e] = h * ((y > 0 ? 1 : 0) - p[e * K + 1])
        curvatures[e] = h * (p[e * K] * p[e * K + 1])
      } else {
        for (let i = e * K; i < (e + 1) * K; i++) {
          gradients[i] = h * ((i - e * K === y ? 1 : 0) - p[i])
          curvatures[i] = h * (p[i] * (1 - p[i]) + 1e-9)
        }
      }
    }
  }

  /** Writes the residual of a real label, in units of the labels' standard deviation. */
  #leaveNumber({ gradients, curvatures }: Residuals, e: number, off: number, h: number): void {
    const s = this.#labels
    const sd = s[0] > 0 ? Math.sqrt(s[2] / s[0]) : 0
    const g = sd > 0 ? off / sd : 0
    if (s[0] >= after) s[3] += (g * g - s[3]) / Math.min(s[0] + 1, span)
    gradients[e] = h * g
    curvatures[e] = h * Math.max(s[3], 1e-6)
  }

  #seeLabel(y: number): void {
    const s = this.#labels
    s[0]++
    const off = y - s[1]
    s[1] += off / s[0]
    s[2] += off * (y - s[1])
  }
}
