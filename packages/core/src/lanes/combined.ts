import { log, lossTwins } from '@ol/numerics'
import type { Backend, Batch, Results } from '@ol/spec'
import { ensembleOf, outputOf, realLabels } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import { boundedCount } from './bounded-count.js'
import { settleClasses } from './classes.js'
import type { EnsembleMixture, LinearMixture, Shape } from './mixture/ensemble-mixture.js'
import { ErrorMixture } from './mixture/error-mixture.js'
import { type Inspected, Inspections } from './mixture/inspections.js'
import { ProbabilityMixture } from './mixture/probability-mixture.js'
import type { Outcome } from './outcome.js'
import { lanesToPrune } from './survival.js'

/** Returns what an ensemble of these settings is mixed for. */
export function shapeOf(settings: Settings): Shape {
  const lanes = ensembleOf(settings)
  const { classes } = settings
  return {
    lanes: lanes.length,
    classes: classes?.count ?? (realLabels(settings.loss, classes) ? 1 : 2),
    binary: classes === undefined,
    exclusive: lanes.map(({ scaling }) => scaling === 0),
    output: outputOf(settings),
  }
}

type Mixes = Pick<Backend, 'mix'>

/** Returns the mixture of a shape: of real labels by their errors, otherwise of probabilities. `state`: as stored in a model file */
export function mixtureOf(shape: Shape, backend: Mixes, state?: readonly Float64Array[]): EnsembleMixture {
  return shape.classes === 1 ? new ErrorMixture(shape, state) : new ProbabilityMixture(shape, backend, state)
}

/** Makes the answer of a learner of the scores of an ensemble: a number, the log odds of +1, or ln p of each class. */
export class Combined implements Inspected {
  #settings: Settings
  #mixture: EnsembleMixture
  readonly #backend: Mixes
  #shape: Shape
  /** absent where all lanes are kept */
  readonly #inspections: Inspections | undefined

  /** `memory`: as stored in a model file */
  constructor(settings: Settings, backend: Mixes, memory: readonly Float64Array[]) {
    const shape = shapeOf(settings)
    this.#settings = settings
    this.#shape = shape
    this.#backend = backend
    this.#mixture = mixtureOf(shape, backend, memory.length === 0 ? undefined : memory)
    const last = memory.slice(this.#mixture.state.length)
    if (!settings.keepLanes)
      this.#inspections = new Inspections(shape.lanes, last.length === 0 ? undefined : last)
  }

  get memory(): readonly Float64Array[] {
    return [...this.#mixture.state, ...(this.#inspections?.state ?? [])]
  }

  get rounds(): number {
    return this.#inspections?.rounds ?? 0
  }

  /** Counts examples that were learned from, or could have been. */
  count(examples: number): void {
    const own = this.#inspections
    if (own !== undefined) own.rounds = boundedCount(own.rounds + examples)
  }

  deficits(): Float64Array {
    return this.#mixture.deficits()
  }

  inspect(deficits: Float64Array): readonly Float64Array[] {
    return this.#inspections?.note(deficits) ?? []
  }

  /** Returns the lanes to prune: those that are far behind, and that a trial could do without. */
  toPrune(): readonly number[] {
    const behind = this.deficits()
    const farthestFirst = (a: number, b: number): number => behind[b] - behind[a] || a - b
    return this.#inspections?.judged(lanesToPrune(this).sort(farthestFirst)) ?? []
  }

  /** Keeps these lanes of each class, those of the settings. */
  select(lanes: readonly number[], settings: Settings): void {
    this.#inspections?.select(lanes)
    this.#shape = shapeOf(settings)
    this.#mixture = mixtureOf(this.#shape, this.#backend, this.#mixture.selected(lanes))
    this.#settings = settings
  }

  /** Returns the same mixture for more classes, none of which has occurred. */
  grown(settings: Settings): Combined {
    const known = this.#shape.classes
    const [lanes, sums, ...others] = this.memory
    const wider = new Float64Array(sums.length + (settings.classes?.count ?? known) - known)
    // the last of them is of all classes
    wider.set(sums.subarray(0, -1))
    wider.set(sums.subarray(-1), wider.length - 1)
    return new Combined(settings, this.#backend, [lanes, wider, ...others])
  }

  linear(): LinearMixture {
    return this.#mixture.linear()
  }

  /** Returns the weights of the lanes, the largest 1. */
  weights(): Float64Array {
    const weights = this.#mixture.weights()
    const largest = Math.max(...weights)
    return weights.map((weight) => weight / largest)
  }

  /**
   * Answers the examples of a batch, from `from` on of the outcome; the mixture learns from those that move it. `before`: of the first
   * of them, see `settleClasses`.
   */
  answer(
    { size, labels, weights }: Batch,
    { predictions: scores }: Results,
    moves: Uint8Array,
    outcome: Outcome,
    from: number,
    before: number | undefined,
  ): void {
    const { classes, loss, lossParams } = this.#settings
    const { classes: K } = this.#shape
    const p = new Float64Array(size * K)
    this.#mixture.answer({ size, scores, labels, weights, moves }, p, this.#inspections?.trial)
    const { predictions, losses } = outcome
    if (classes !== undefined && outcome.scores !== undefined && outcome.logLosses !== undefined) {
      const { scores, logLosses } = outcome
      const own = { scores, predictions, logLosses }
      for (let e = 0; e < size; e++) {
        const to = from + e
        for (let k = 0; k < K; k++) scores[to * K + k] = log(p[e * K + k])
        settleClasses(own, to, labels[e], loss, K, e === 0 ? before : undefined)
        losses[to] = logLosses[to]
      }
      return
    }
    const { value } = lossTwins[loss]
    for (let e = 0; e < size; e++) {
      const label = labels[e]
      const score = K === 1 ? p[e] : log(p[e * K + 1]) - log(p[e * K])
      predictions[from + e] = score
      losses[from + e] = label === label ? value(score, label, lossParams[0] ?? 0) : Number.NaN
    }
  }
}
