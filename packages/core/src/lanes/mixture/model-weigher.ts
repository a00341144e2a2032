import type { Backend, MixingTurns } from '@ol/spec'
import { withLanes, withModels } from '../../options/lane-options.js'
import type { Settings } from '../../options/settings.js'
import { type FinalizingBackend, finalizeMixed, withMoreClasses } from '../finalize.js'
import { modelsLeft } from '../survival.js'
import type { Inspections, Trial } from './inspections.js'
import {
  type Combining,
  type LanesLeft,
  type LaneTurns,
  type LinearMixture,
  type Shape,
  shapeOf,
  type Weigher,
} from './weigher.js'

/** The calls of a backend that mix models. */
export type MixingBackend = FinalizingBackend & Pick<Backend, 'mix' | 'mixErrors'>

/** A class of weighers of models. */
export type ModelWeigherKind = new (
  settings: Settings,
  shape: Shape,
  backend: MixingBackend,
  state?: readonly Float64Array[],
) => ModelWeigher

/**
 * Weighs complete models, each of which has a lane for every class: the prediction is a number, the log odds of +1, or
 * ln p of each class.
 */
export abstract class ModelWeigher implements Weigher {
  readonly shape: Shape
  protected readonly backend: MixingBackend
  readonly #settings: Settings
  /** the outcome of a single example, used within a call: the addon accepts an array faster if it has seen it before */
  readonly #single: Float64Array

  /** `shape`: of the models; a table's models have the shape of its settings */
  constructor(settings: Settings, shape: Shape, backend: MixingBackend) {
    this.shape = shape
    this.backend = backend
    this.#settings = settings
    this.#single = new Float64Array(shape.classes)
  }

  /** stored in a model file */
  abstract readonly state: readonly Float64Array[]
  /**
   * Fills the prediction of each example, a number or the probability of each class, before it moves the weights.
   * Labels are numbers, numbers of classes from 0, or > 0 for the second of two. `late`: see `MixingState`; with real
   * labels it does not change
   */
  abstract mix(turns: MixingTurns, out: Float64Array, trial?: Trial, late?: Float64Array): void
  /** Returns the weights of the models; they sum to 1. */
  abstract shares(): Float64Array
  /** Returns the sum of scores that is closest to the output: exact for numbers, the geometric mean for probabilities. */
  abstract linear(): LinearMixture
  /** Returns how far each model is behind, in units of the logarithm of its weight in EW; Infinity: it diverged. */
  abstract deficits(): Float64Array
  /** Returns the state of the weigher for only these models, which receive the weight of the others. */
  abstract stateOf(models: readonly number[]): readonly Float64Array[]

  stored(inspections: Inspections | undefined): readonly Float64Array[] {
    return [...this.state, ...(inspections?.state ?? [])]
  }

  /** Returns the output for the examples; for a single example it is valid until the next call. */
  combine(turns: LaneTurns, { outcome, from, before, trial }: Combining, late?: Float64Array): Float64Array {
    const { size, labels } = turns
    const p = size === 1 ? this.#single : new Float64Array(size * this.shape.classes)
    this.mix(turns, p, trial, late)
    finalizeMixed(this.backend, this.#settings, this.shape, p, labels, outcome, from, before)
    return p
  }

  weights(): Float64Array {
    const shares = this.shares()
    const largest = Math.max(...shares)
    return shares.map((share) => share / largest)
  }

  /** Prunes models that a trial could do without, the farthest first, each with the lanes of all of its classes. */
  prune(candidates: readonly number[], inspections: Inspections, before: Settings): LanesLeft {
    const deficits = this.deficits()
    const farthestFirst = (a: number, b: number): number => deficits[b] - deficits[a] || a - b
    const { models, lanes } = modelsLeft(inspections.dispensable([...candidates].sort(farthestFirst)), before)
    return { lanes, kept: models, settings: withModels(withLanes(before, lanes), models) }
  }

  selected(models: readonly number[], settings: Settings): ModelWeigher {
    return this.#with(settings, shapeOf(settings), this.stateOf(models))
  }

  grown(settings: Settings): ModelWeigher {
    const known = this.shape.classes
    const classes = settings.classes?.count ?? known
    return this.#with(settings, { ...this.shape, classes }, withMoreClasses(this.state, classes - known))
  }

  #with(settings: Settings, shape: Shape, state: readonly Float64Array[]): ModelWeigher {
    return new (this.constructor as ModelWeigherKind)(settings, shape, this.backend, state)
  }
}
