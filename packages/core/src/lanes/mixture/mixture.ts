import type { Link, Table } from '@ol/spec'
import { isCombined } from '../../options/ensemble-options.js'
import type { Settings } from '../../options/settings.js'
import type { Combiner } from '../combiner.js'
import { type LinearGroup, linearGroups } from '../linear.js'
import type { How, Outcome } from '../outcome.js'
import { withSpread } from '../spread.js'
import { inspectedWithin, lanesToPrune } from '../survival.js'
import { boundedCount, type Inspected, Inspections } from './inspections.js'
import { groupsOf } from './lane-groups.js'
import type { MixingBackend } from './model-weigher.js'
import { type Combining, type LaneTurns, shapeOf, type Weigher } from './weigher.js'
import { modelWeigher, rateWeigher } from './weighers.js'

/** The state with which a model continues after an inspection. */
export interface PrunedLanes {
  /** the settings of the lanes that are left */
  readonly settings: Settings
  readonly lanes: readonly number[]
  /** arranges the mixture for them, if the table keeps no others */
  readonly keep: () => void
}

/** Makes one prediction from the scores of several lanes, and prunes lanes that lag behind for long. */
export class Mixture implements Inspected, Combiner {
  #settings: Settings
  #weigher: Weigher
  /** undefined if all lanes are kept, and nothing is stored of inspections */
  readonly #inspections: Inspections | undefined

  /** See `of`. */
  constructor(settings: Settings, weigher: Weigher, inspections: Inspections | undefined) {
    this.#settings = settings
    this.#weigher = weigher
    this.#inspections = inspections
  }

  /** Returns the mixture of settings that have one. `memory`: as stored in a model file, empty for a new model */
  static of(settings: Settings, backend: MixingBackend, memory: readonly Float64Array[]): Mixture {
    if (!isCombined(settings)) return new Mixture(settings, ...rateWeigher(settings, memory))
    const shape = shapeOf(settings)
    const weigher = modelWeigher(settings, shape, backend, memory.length === 0 ? undefined : memory)
    if (settings.keepLanes) return new Mixture(settings, weigher, undefined)
    const inspected = memory.slice(weigher.state.length)
    const inspections = new Inspections(shape.lanes, inspected.length === 0 ? undefined : inspected)
    return new Mixture(settings, weigher, inspections)
  }

  /** examples so far */
  get rounds(): number {
    return this.#inspections?.rounds ?? 0
  }

  /** The arrays of a model file. */
  get memory(): readonly Float64Array[] {
    return this.#weigher.stored(this.#inspections)
  }

  deficits(): Float64Array {
    return this.#weigher.deficits()
  }

  inspect(deficits: Float64Array): readonly Float64Array[] {
    return this.#inspections?.note(deficits) ?? []
  }

  /** Counts examples that were learned from, or could have been. */
  #count(examples: number): void {
    const own = this.#inspections
    if (own !== undefined) own.rounds = boundedCount(own.rounds + examples)
  }

  weights(): readonly Float64Array[] {
    return groupsOf(this.#settings).map((_, g) => this.#weigher.weights(g))
  }

  leastLoss(): number | undefined {
    return this.#weigher.leastLoss?.()
  }

  linearGroups(): readonly LinearGroup[] {
    return linearGroups(this.#settings, this.weights(), this.#weigher.linear())
  }

  /** Predicts examples and learns from those that move it: see `Weigher`. */
  combine(turns: LaneTurns, { outcome, from, before }: Combining, how: How): void {
    this.#weigher.combine(turns, { outcome, from, before, trial: this.#inspections?.trial })
    if (how === 'learned') this.#count(turns.size)
  }

  withSpread(scores: Float64Array, outcome: Outcome, link: Link): Outcome {
    return withSpread(this.#settings, this.#weigher.weights(0), scores, outcome, link)
  }

  /** Prunes the lanes that fell behind, and returns the remaining state. */
  prune(settings: Settings, table: Pick<Table, 'scalars'>): PrunedLanes {
    const inspections = this.#inspections as Inspections
    const candidates = lanesToPrune(this)
    const left = this.#weigher.prune(candidates, inspections, settings, table)
    const keep = (): void => {
      inspections.select(left.kept)
      this.#weigher = this.#weigher.selected(left.kept, left.settings)
      this.#settings = left.settings
    }
    return { settings: left.settings, lanes: left.lanes, keep }
  }

  /** Continues with more classes, none of which has occurred. */
  grow(settings: Settings): void {
    this.#settings = settings
    this.#weigher = this.#weigher.grown(settings)
    this.#inspections?.resize(this.#weigher.deficits().length)
  }

  /** Returns whether lanes may be pruned within this many further examples. */
  isInspectedWithin(examples: number): boolean {
    return inspectedWithin(this.rounds, examples)
  }
}
