import type { Backend, Batch, Results } from '@ol/spec'
import { withLanes, withModels } from '../options/lane-options.js'
import type { Settings } from '../options/settings.js'
import { withMoreClasses, writeAnswers } from './answered.js'
import { boundedCount } from './bounded-count.js'
import { Mixer, type PrunedLanes } from './mixer.js'
import type { EnsembleMixture, LinearMixture, Shape } from './mixture/ensemble-mixture.js'
import { ErrorMixture } from './mixture/error-mixture.js'
import { Inspections } from './mixture/inspections.js'
import { ProbabilityMixture } from './mixture/probability-mixture.js'
import type { Outcome } from './outcome.js'
import { shapeOf } from './shape.js'
import { lanesToPrune, modelsLeft } from './survival.js'

type Mixes = Pick<Backend, 'mix' | 'mixErrors' | 'answer'>

/** Returns the mixture of a shape: of real labels by their errors, otherwise of probabilities. `state`: as stored in a model file */
export function mixtureOf(shape: Shape, backend: Mixes, state?: readonly Float64Array[]): EnsembleMixture {
  const kind = shape.classes === 1 ? ErrorMixture : ProbabilityMixture
  return new kind(shape, backend, state)
}

/** Makes the answer of a learner of the scores of an ensemble: a number, the log odds of +1, or ln p of each class. */
export class Combined extends Mixer {
  #settings: Settings
  #mixture: EnsembleMixture
  readonly #backend: Mixes
  #shape: Shape
  /** what the mixture puts out for a single example, used within a call: the addon takes an array sooner that it has seen before */
  #single: Float64Array
  /** absent where all lanes are kept */
  readonly #inspections: Inspections | undefined

  /** `memory`: as stored in a model file */
  constructor(settings: Settings, backend: Mixes, memory: readonly Float64Array[]) {
    super()
    const shape = shapeOf(settings)
    this.#settings = settings
    this.#shape = shape
    this.#single = new Float64Array(shape.classes)
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
  #toPrune(): readonly number[] {
    const behind = this.deficits()
    const farthestFirst = (a: number, b: number): number => behind[b] - behind[a] || a - b
    return this.#inspections?.judged(lanesToPrune(this).sort(farthestFirst)) ?? []
  }

  /** Whole models are pruned, each with the lanes of all of its classes. */
  prune(before: Settings): PrunedLanes {
    const { models, lanes } = modelsLeft(this.#toPrune(), before)
    const settings = withModels(withLanes(before, lanes), models)
    return { settings, lanes, keep: () => this.#select(models, settings) }
  }

  /** Keeps these lanes of each class, those of the settings. */
  #select(lanes: readonly number[], settings: Settings): void {
    this.#inspections?.select(lanes)
    this.#shape = shapeOf(settings)
    this.#mixture = mixtureOf(this.#shape, this.#backend, this.#mixture.selected(lanes))
    this.#settings = settings
  }

  grown(settings: Settings): Combined {
    const known = this.#shape.classes
    const added = (settings.classes?.count ?? known) - known
    return new Combined(settings, this.#backend, withMoreClasses(this.memory, added))
  }

  linear(): LinearMixture {
    return this.#mixture.linear()
  }

  weights(): Float64Array {
    const weights = this.#mixture.weights()
    const largest = Math.max(...weights)
    return weights.map((weight) => weight / largest)
  }

  answer(
    { size, labels, weights }: Batch,
    { predictions: scores }: Results,
    moves: Uint8Array,
    outcome: Outcome,
    from: number,
    before: number | undefined,
  ): void {
    const p = size === 1 ? this.#single : new Float64Array(size * this.#shape.classes)
    this.#mixture.answer({ size, scores, labels, weights, moves }, p, this.#inspections?.trial)
    writeAnswers(this.#backend, this.#settings, this.#shape, p, labels, outcome, from, before)
  }
}
