import type { Backend, Link, Results, Table } from '@ol/spec'
import { mixes } from '../options/ensemble-options.js'
import { withClasses } from '../options/lane-options.js'
import type { ClassSetting, Settings } from '../options/settings.js'
import { widenedTable } from '../table/allocate.js'
import type { Store, Stored } from '../table/store.js'
import { ClassWeights } from '../targets/class-weights.js'
import { selectErrors } from '../targets/label-outliers.js'
import type { PreparedBatch } from '../targets/targets.js'
import { resampled, takeReplicates } from './bootstrap.js'
import { answerByClasses } from './lane-answers.js'
import { linearGroups, type Serving } from './linear.js'
import { groupsOf, type LaneGroup } from './mixture/lane-groups.js'
import { Mixture } from './mixture/mixture.js'
import { type How, movesOf, type Outcome, outcomeFor, resultsFor } from './outcome.js'
import { makesSmaller, selectLanes } from './select.js'
import type { BatchPart } from './slice.js'
import { withSpread } from './spread.js'
import { StandardizedModel } from './standardized-model.js'
import { untilInspections } from './survival.js'

/**
 * Combines the lanes of a table into one learner. The backend learns the lanes, each as if it were alone; everything
 * else (classes, mixtures, replicates) is done here, example by example, so that the result depends on neither batches
 * nor backends.
 */
export class Ensemble extends StandardizedModel {
  #groups: LaneGroup[]
  readonly #mixture: Mixture | undefined
  /** how many classes there were before the next example, which brings another; undefined: it brings none */
  #known: number | undefined

  /** `memory`: as stored in a model file, see `laneMemory` */
  constructor(
    settings: Settings,
    backend: Backend,
    stored?: Stored,
    memory: readonly Float64Array[] = [],
    Rows?: typeof Store,
  ) {
    super(settings, backend, stored, memory, Rows, ClassWeights)
    this.#groups = groupsOf(settings)
    if (mixes(settings)) this.#mixture = Mixture.of(settings, backend, memory)
  }

  override get memory(): readonly Float64Array[] {
    return [...(this.#mixture?.memory ?? []), ...super.memory]
  }

  override get mixtureWeights(): readonly Float64Array[] | undefined {
    const mixture = this.#mixture
    return mixture && this.#groups.map((_, g) => mixture.weights(g))
  }

  override get serving(): Serving {
    const groups = linearGroups(this.#groups, this.settings, this.mixtureWeights, this.#mixture?.linear())
    return { ...super.serving, groups }
  }

  override learnsAhead(examples: number): boolean {
    return this.#inspected?.isInspectedWithin(examples) !== true
  }

  override outcomeFor(size: number): Outcome | undefined {
    return outcomeFor(this.settings, size)
  }

  protected override resampled(batch: PreparedBatch, round: number): PreparedBatch {
    return resampled(this.settings, batch, round)
  }

  protected override withSpread({ predictions }: Results, outcome: Outcome, link: Link): Outcome {
    if (this.#mixture === undefined) return outcome
    return withSpread(this.settings, this.#mixture.weights(0), predictions, outcome, link)
  }

  get #inspected(): Mixture | undefined {
    return this.settings.keepLanes ? undefined : this.#mixture
  }

  override parts(batch: PreparedBatch): Iterable<BatchPart> {
    const inspected = this.#inspected
    if (inspected === undefined) return super.parts(batch)
    return untilInspections(batch, inspected, () => this.#inspect(inspected))
  }

  override take(part: BatchPart, results: Results, outcome: Outcome | undefined, how: How): void {
    super.take(part, results, outcome, how)
    if (outcome === undefined) return
    const { batch, from } = part
    const { lanes } = this.table
    outcome.status.set(results.status, from)
    if (outcome.replicates !== undefined) {
      takeReplicates(batch, results, lanes, outcome, outcome.replicates, from)
      return
    }
    const known = how === 'learned' ? this.#known : undefined
    if (how === 'learned') this.#known = undefined
    if (this.#mixture === undefined) {
      answerByClasses(this.settings, batch, results, outcome, from, known)
      return
    }
    const moves = movesOf(batch, results, how)
    const { size, labels, weights } = batch
    const { predictions: scores, losses } = results
    this.#mixture.combine({ size, scores, losses, labels, weights, moves }, { outcome, from, before: known })
    if (how === 'learned') this.#mixture.count(batch.size)
  }

  /** Prunes the lanes that fell behind, and shrinks the table where that frees memory. */
  #inspect(mixture: Mixture): void {
    if (this.keepsLanes) return
    const { settings, lanes, keep } = mixture.prune(this.settings, this.table)
    if (!makesSmaller(this.table, settings)) return
    const { outliers } = this.targets
    if (outliers !== undefined) outliers.errors = selectErrors(outliers.errors, lanes)
    this.#arrange(settings, selectLanes(settings, this.table, lanes, this.backend))
    keep()
  }

  /** Adds untrained lanes for new classes, the first of which the next example has: it is predicted without them. OL_MEMORY: see `widenedTable`. */
  override grow(classes: ClassSetting): void {
    const before = this.settings
    const settings = withClasses(before, classes)
    this.#arrange(settings, widenedTable(settings, this.table, settings.lanes, this.backend))
    this.#mixture?.grow(settings)
    this.targets.grow(settings)
    this.#known = before.classes?.count
  }

  #arrange(settings: Settings, table: Table): void {
    this.store = this.store.with(settings, table)
    this.arrange(settings)
    this.#groups = groupsOf(settings)
    this.single = resultsFor(1, settings.lanes)
    this.buffers = undefined
  }
}
