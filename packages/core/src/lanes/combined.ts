import { log, lossTwins } from '@ol/numerics'
import type { Results } from '@ol/spec'
import { ensembleOf, outputOf, realLabels } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
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

function mixtureOf(shape: Shape, state: readonly Float64Array[] | undefined): EnsembleMixture {
  return shape.classes === 1 ? new ErrorMixture(shape, state) : new ProbabilityMixture(shape, state)
}

/** Makes the answer of a learner of the scores of an ensemble: a number, the log odds of +1, or ln p of each class. */
export class Combined implements Inspected {
  #settings: Settings
  #mixture: EnsembleMixture
  readonly #out: Float64Array
  /** absent where all lanes are kept */
  readonly #inspections: Inspections | undefined

  /** `memory`: as stored in a model file */
  constructor(settings: Settings, memory: readonly Float64Array[]) {
    const shape = shapeOf(settings)
    this.#settings = settings
    this.#mixture = mixtureOf(shape, memory.length === 0 ? undefined : memory)
    this.#out = new Float64Array(shape.classes)
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

  /** Counts an example that was learned from, or could have been. */
  count(): void {
    if (this.#inspections !== undefined) this.#inspections.rounds++
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
    this.#mixture = mixtureOf(shapeOf(settings), this.#mixture.selected(lanes))
    this.#settings = settings
  }

  /** Returns the same mixture for more classes, none of which has occurred. */
  grown(settings: Settings): Combined {
    const known = this.#out.length
    const [lanes, sums, ...others] = this.memory
    const wider = new Float64Array(sums.length + (settings.classes?.count ?? known) - known)
    // the last of them is of all classes
    wider.set(sums.subarray(0, -1))
    wider.set(sums.subarray(-1), wider.length - 1)
    return new Combined(settings, [lanes, wider, ...others])
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
   * Answers example e of the results at `to` of the outcome; where it `moves`, the mixture learns from it. `before`: see
   * `settleClasses`.
   */
  answer(
    results: Results,
    e: number,
    label: number,
    weight: number,
    outcome: Outcome,
    to: number,
    moves: boolean,
    before: number | undefined,
  ): void {
    const { lanes, classes, loss, lossParams } = this.#settings
    const p = this.#out
    this.#mixture.predict(results.predictions, e * lanes, p, 0)
    const known = label === label
    if (classes !== undefined && outcome.scores !== undefined && outcome.logLosses !== undefined) {
      const { count } = classes
      for (let k = 0; k < count; k++) outcome.scores[to * count + k] = log(p[k])
      const { scores, predictions, logLosses } = outcome
      settleClasses({ scores, predictions, logLosses }, to, label, loss, count, before)
      outcome.losses[to] = logLosses[to]
      if (moves) this.#learn(label, weight)
      return
    }
    const score = p.length === 1 ? p[0] : log(p[1]) - log(p[0])
    outcome.predictions[to] = score
    outcome.losses[to] = known ? lossTwins[loss].value(score, label, lossParams[0] ?? 0) : Number.NaN
    if (moves) this.#learn(p.length === 1 ? label : label > 0 ? 1 : 0, weight)
  }

  #learn(label: number, weight: number): void {
    const skipped = this.#inspections?.skipped
    if (skipped !== undefined) {
      const without = this.#mixture.lostWithout(skipped, label)
      this.#inspections?.add(weight * this.#mixture.lost(label), weight * without)
    }
    this.#mixture.learn(label, weight)
  }
}
