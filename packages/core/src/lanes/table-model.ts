import {
  type Backend,
  type Link,
  type LocatedBatch,
  OLError,
  type Plan,
  type PredictsAsync,
  type Results,
  type Table,
} from '@ol/spec'
import type { ClassSetting, Settings } from '../options/settings.js'
import type { FeatureIndex } from '../table/feature-index.js'
import { HugePages } from '../table/huge-pages.js'
import { Store, type Stored } from '../table/store.js'
import { forBackend, type PreparedBatch, Targets } from '../targets/targets.js'
import type { Combiner } from './combiner.js'
import type { LaneTable, Standardization, TableKit } from './lane-table.js'
import { learnNow, predictAsync, type StreamPosition } from './learn-batch.js'
import type { Serving } from './linear.js'
import type { Member, Model } from './model.js'
import { type How, movesOf, type Outcome, outcomeFor, type ResultBuffers, resultsFor } from './outcome.js'
import { singlePlan } from './single-plan.js'
import type { BatchPart } from './slice.js'

/** Learns and predicts with the lanes of a table, which a combiner combines; without a combiner, with the only lane. */
export class TableModel implements Model<TableModel>, LaneTable {
  /** whether no lane is pruned: models to merge have the same lanes */
  keepsLanes = false
  /** The current settings, without the lanes that a mixture pruned. */
  settings: Settings
  plan: Plan
  store: Store
  readonly backend: Backend
  /** The statistics of labels and weights. */
  readonly targets: Targets
  /** absent: the table has one lane */
  readonly combiner: Combiner | undefined
  /** results of a single example, used within a call */
  single: Results
  /** for lanes that are combined off the main thread: see `learnAsync` */
  buffers: ResultBuffers | undefined
  readonly #kit: TableKit
  /** the number of classes before the next example, which brings another; undefined: it brings none */
  #known: number | undefined
  readonly #pages: HugePages

  /** `kit`: empty for one lane of a rule that does not standardize; `memory`: as stored in a model file, see `laneMemory` */
  constructor(
    settings: Settings,
    backend: Backend,
    kit: TableKit = {},
    stored?: Stored,
    memory: readonly Float64Array[] = [],
  ) {
    const { Rows = Store, Weights } = kit
    this.settings = settings
    this.backend = backend
    this.#kit = kit
    this.targets = new Targets(settings, [settings], memory, Weights)
    this.store = new Rows(settings, backend, stored)
    this.combiner = kit.combinerOf?.(settings, backend, memory)
    this.plan = this.#planOf(settings)
    this.#noteConstant()
    this.#pages = new HugePages(backend)
    this.single = resultsFor(1, settings.lanes)
  }

  get #standardization(): Standardization | undefined {
    return this.#kit.standardization
  }

  get base(): this {
    return this
  }

  get members(): readonly Member<TableModel>[] {
    return [{ model: this, depth: 0, factor: 1 }]
  }

  get table(): Table {
    return this.store.table
  }

  /** The index of the rows, if each feature has its own row. */
  get rows(): FeatureIndex | undefined {
    return this.store.rows
  }

  /** The arrays of a model file: see `laneMemory`. */
  get memory(): readonly Float64Array[] {
    return [...(this.combiner?.memory ?? []), ...this.targets.memory]
  }

  /** The unit of a lane's weight, in units of the label: see `LabelScale`. */
  get unit(): number {
    return this.targets.scale?.deviation ?? this.#standardization?.labelSpread(this.plan, this.table) ?? 1
  }

  /** The addition to each score, in units of the label: see `LabelScale`. */
  get offset(): number {
    return this.targets.scale?.mean ?? this.#standardization?.offset(this.plan, this.table) ?? 0
  }

  /** The mean of the labels, if they are learned in units of their spread, or 0. */
  get labelMean(): number {
    return this.targets.scale?.mean ?? this.#standardization?.meanOfLabels(this.plan, this.table) ?? 0
  }

  /** The weights of the lanes of each class (or of all), each group's largest 1; undefined without a mixture. */
  get mixtureWeights(): readonly Float64Array[] | undefined {
    return this.combiner?.weights()
  }

  /** The smallest sum of log losses among the lanes; undefined if not known. */
  get leastLoss(): number | undefined {
    return this.combiner?.leastLoss?.()
  }

  /** The model for predictions alone. */
  get serving(): Serving {
    const { plan, table, targets } = this
    const [, , low, high] = table.scalars
    const groups = this.combiner?.linearGroups() ?? [{ offset: 0, lanes: [{ lane: 0, factor: 1 }] }]
    const standardized = this.#standardization
    const labels = standardized?.labels(plan, table)
    if (standardized === undefined || labels === undefined)
      return { groups, range: [low, high], labels: targets.scale?.numbers }
    const [unit, mean] = [standardized.labelSpread(plan, table), standardized.meanOfLabels(plan, table)]
    return { groups, range: unit > 0 ? [(low - mean) / unit, (high - mean) / unit] : [low, high], labels }
  }

  learn(given: LocatedBatch, round: number): Outcome {
    return learnNow(this, given, round)
  }

  learnAsync(given: LocatedBatch, position: StreamPosition): Promise<Outcome> {
    const { learnAsync } = this.#kit
    if (learnAsync === undefined) throw new OLError('OL_PART', 'A lean learner learns within the call')
    return learnAsync(this, given, position)
  }

  learnsAhead(examples: number): boolean {
    return this.#kit.learnsAhead?.(this, examples) ?? true
  }

  predict(given: LocatedBatch, round = 0, evaluating = false, spread?: Link): Outcome {
    const batch = this.predicted(this.store.lookUp(given), round)
    const results = this.resultsFor(batch.size)
    this.backend.predict(this.plan, this.table, forBackend(batch), results)
    return this.finalize(batch, results, evaluating ? 'evaluated' : 'predicted', spread)
  }

  predictAsync(given: LocatedBatch, round: number, work: PredictsAsync, spread?: Link): Promise<Outcome> {
    return predictAsync(this, given, round, work, spread)
  }

  /** Returns the outcome of a batch with these results. */
  finalize(batch: PreparedBatch, results: Results, how: How, spread?: Link): Outcome {
    const outcome = this.outcomeFor(batch.size)
    this.combine({ batch, from: 0 }, results, outcome, how)
    if (outcome === undefined) return results
    if (spread === undefined) return outcome
    return this.combiner?.withSpread?.(results.predictions, outcome, spread) ?? outcome
  }

  /** Returns a batch, whose features have rows, in the form for learning. `round`: the number of its first example */
  prepared(located: LocatedBatch, round: number): PreparedBatch {
    this.#noteConstant()
    this.#pages.beforeLearning(located, this.table)
    return this.#weighted(this.targets.learned(located), round)
  }

  /** Returns a batch, whose features have rows, in the form for predicting. */
  predicted(located: LocatedBatch, round: number): PreparedBatch {
    return this.#weighted(this.targets.predicted(located), round)
  }

  #weighted(batch: PreparedBatch, round: number): PreparedBatch {
    this.#pages.add(batch.offsets[batch.size] - batch.offsets[0], this.table)
    return this.combiner?.weighted?.(batch, round) ?? batch
  }

  resultsFor(size: number): Results {
    return size === 1 ? this.single : resultsFor(size, this.table.lanes)
  }

  /** Returns an outcome to be filled; undefined: the results of the only lane are the outcome. */
  outcomeFor(size: number): Outcome | undefined {
    return this.combiner && outcomeFor(this.settings, size)
  }

  /** Returns the batch in parts that end at the inspections of a mixture. */
  parts(batch: PreparedBatch): Iterable<BatchPart> {
    return this.#kit.parts?.(this, batch) ?? [{ batch, from: 0 }]
  }

  /** Converts results to the unit of the labels, and combines the lanes' results into the outcome. */
  combine({ batch, from }: BatchPart, results: Results, outcome: Outcome | undefined, how: How): void {
    this.targets.restore(batch, results, this.table.lanes)
    if (this.combiner === undefined || outcome === undefined) return
    outcome.status.set(results.status, from)
    const before = how === 'learned' ? this.#known : undefined
    if (how === 'learned') this.#known = undefined
    const { size, labels, weights, laneWeights } = batch
    const { predictions: scores, losses } = results
    const moves = movesOf(batch, results, how)
    const turns = { size, scores, losses, labels, weights, laneWeights, moves }
    this.combiner.combine(turns, { outcome, from, before }, how)
    this.#keepLanes(outcome, from, size, scores)
  }

  /** Writes the prediction of each lane to its place in the stack, if lanes are stacked. */
  #keepLanes({ lanes: to, status }: Outcome, from: number, size: number, scores: Float64Array): void {
    if (to === undefined) return
    const { lanes, models } = this.settings
    const all = to.length / status.length
    for (let e = 0; e < size; e++)
      for (let l = 0; l < lanes; l++) to[(from + e) * all + (models?.[l] ?? l)] = scores[e * lanes + l]
  }

  /** OL_MEMORY: see `widenedTable`. */
  grow(classes: ClassSetting): void {
    const known = this.settings.classes?.count
    this.#kit.grow?.(this, classes)
    this.#known = known
  }

  /** Continues with these settings and their table. */
  arrange(settings: Settings, table: Table): void {
    this.store = this.store.with(settings, table)
    this.settings = settings
    this.plan = this.#planOf(settings)
    // at once, and not from the next batch on
    this.#noteConstant()
    this.single = resultsFor(1, settings.lanes)
    this.buffers = undefined
  }

  #planOf(settings: Settings): Plan {
    return (this.#standardization?.planOf ?? singlePlan)(settings, this.targets.outliers?.errors)
  }

  /** Records the row of the constant, for rules that need it. */
  #noteConstant(): void {
    this.#standardization?.noteConstant(this.plan, this.rows)
  }
}
