import type { Backend, Batch, Link, Results, Table } from '@ol/spec'
import { mixes } from '../options/ensemble-options.js'
import { withClasses } from '../options/lane-options.js'
import type { ClassSetting, Settings } from '../options/settings.js'
import { widenedTable } from '../table/allocate.js'
import type { Store, Stored } from '../table/store.js'
import { resampled, takeReplicates } from './bootstrap.js'
import { ClassWeights, classWeightsApart } from './class-weights.js'
import { selectErrors } from './far-labels.js'
import { answerByLanes } from './lane-answers.js'
import { linearGroups, type Serving } from './linear.js'
import type { Mixer, MixerOf } from './mixer.js'
import { groupsOf, type LaneGroup } from './mixture/weights.js'
import { type How, movesOf, type Outcome, outcomeFor, resultsFor } from './outcome.js'
import { makesSmaller, selectLanes } from './select.js'
import type { BatchPart } from './slice.js'
import { StandardizedModel } from './standardized-model.js'

/**
 * Combines the lanes of a table into one learner. The backend learns the lanes, each as if it were alone; everything
 * else (classes, mixtures, replicates) is done here, example by example, so that the result depends on neither batches
 * nor backends.
 */
export class Ensemble extends StandardizedModel {
  #groups: LaneGroup[]
  #mixer: Mixer | undefined
  readonly #classWeights: ClassWeights | undefined
  /** how many classes there were before the next example, which brings another; undefined: it brings none */
  #known: number | undefined

  /** `mixerOf`: undefined for settings that have no mixer alone; `kept`: as stored in a model file, see `laneMemory` */
  constructor(
    settings: Settings,
    backend: Backend,
    mixerOf: MixerOf | undefined,
    stored?: Stored,
    kept: readonly Float64Array[] = [],
    Rows?: typeof Store,
  ) {
    const [memory, counted] = classWeightsApart(settings, kept)
    const { automatic, classWeight } = settings
    super(settings, backend, stored, memory, automatic ? 2 : 0, Rows)
    this.#groups = groupsOf(settings)
    this.#mixer = mixes(settings) ? mixerOf?.(settings, backend, memory) : undefined
    this.#classWeights =
      classWeight === undefined ? undefined : new ClassWeights(classWeight, settings, counted[0])
  }

  override get memory(): readonly Float64Array[] {
    return [...(this.#mixer?.memory ?? []), ...super.memory, ...(this.#classWeights?.state ?? [])]
  }

  override get mixtureWeights(): readonly Float64Array[] | undefined {
    const mixer = this.#mixer
    return mixer === undefined ? undefined : this.#groups.map((_, g) => mixer.weights(g))
  }

  override get serving(): Serving {
    const groups = linearGroups(this.#groups, this.settings, this.mixtureWeights, this.#mixer?.linear())
    return { ...super.serving, groups }
  }

  override learnsAhead(examples: number): boolean {
    return this.#inspected?.isInspectedWithin(examples) !== true
  }

  override outcomeFor(size: number): Outcome | undefined {
    return outcomeFor(this.settings, size)
  }

  override resampled(batch: Batch, round: number): Batch {
    return resampled(this.settings, batch, round)
  }

  protected override weighted(batch: Batch): Batch {
    return this.#classWeights?.weighted(batch) ?? batch
  }

  protected override withSpread({ predictions }: Results, outcome: Outcome, link: Link): Outcome {
    return this.#mixer?.withSpread(this.settings, predictions, outcome, link) ?? outcome
  }

  get #inspected(): Mixer | undefined {
    return this.settings.keepLanes ? undefined : this.#mixer
  }

  override parts(batch: Batch, round: number): Iterable<BatchPart> {
    const inspected = this.#inspected
    if (inspected === undefined) return super.parts(batch, round)
    return inspected.untilInspections(batch, () => this.#inspect(inspected))
  }

  override take({ batch, from }: BatchPart, results: Results, outcome: Outcome | undefined, how: How): void {
    if (outcome === undefined) return
    const { lanes } = this.table
    outcome.status.set(results.status, from)
    if (outcome.replicates !== undefined) {
      takeReplicates(batch, results, lanes, outcome, outcome.replicates, from)
      return
    }
    const known = how === 'learned' ? this.#known : undefined
    if (how === 'learned') this.#known = undefined
    const moves = movesOf(batch, results, how)
    if (this.#mixer === undefined) {
      const of = { settings: this.settings, mixture: undefined }
      answerByLanes(of, batch, results, moves, outcome, from, known)
      return
    }
    this.#mixer.answer(batch, results, moves, outcome, from, known)
    if (how === 'learned') this.#mixer.count(batch.size)
  }

  /** Prunes the lanes that fell behind, and shrinks the table where that frees memory. */
  #inspect(mixer: Mixer): void {
    if (this.keepsLanes) return
    const { settings, lanes, keep } = mixer.survivors(this.settings, this.table)
    if (!makesSmaller(this.table, settings)) return
    if (this.far !== undefined) this.far.errors = selectErrors(this.far.errors, lanes)
    this.#arrange(settings, selectLanes(settings.rule, this.table, lanes, this.backend))
    keep()
  }

  /** Adds untrained lanes for new classes, the first of which the next example has: it is predicted without them. OL_MEMORY: see `widenedTable`. */
  override grow(classes: ClassSetting): void {
    const before = this.settings
    const settings = withClasses(before, classes)
    this.#arrange(settings, widenedTable(settings.rule, this.table, settings.lanes, this.backend))
    this.#mixer = this.#mixer?.grown(settings)
    this.#classWeights?.grow(settings)
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
