import type { Backend, Link, LocatedBatch, Plan, Results, Table } from '@ol/spec'
import type { ClassSetting, Settings } from '../options/settings.js'
import { runNow, type StagesNow } from '../run/executor.js'
import type { FeatureIndex } from '../table/feature-index.js'
import { Store, type Stored } from '../table/store.js'
import type { ClassWeights } from '../targets/class-weights.js'
import { forBackend, type PreparedBatch, Targets } from '../targets/targets.js'
import type { Serving } from './linear.js'
import { type How, type Outcome, type ResultBuffers, resultsFor } from './outcome.js'
import { singlePlan } from './single-plan.js'
import type { BatchPart } from './slice.js'

/** Learns and predicts by the only lane of a table. See `StandardizedModel`; `Ensemble` combines several lanes. */
export class SingleModel {
  /** whether no lane is pruned: models to merge have the same lanes */
  keepsLanes = false
  /** The current settings: a mixture leaves out the lanes that it pruned. */
  settings: Settings
  plan: Plan
  store: Store
  readonly backend: Backend
  /** What is learned of labels and weights. */
  readonly targets: Targets
  /** results of a single example, used within a call */
  single: Results
  /** of lanes that are combined off the main thread: see `learnAsync` */
  buffers: ResultBuffers | undefined

  /** `memory`: as stored in a model file, see `laneMemory`; `Rows`: makes the table, with an index of features where settings need one; `Weights`: see `Targets` */
  constructor(
    settings: Settings,
    backend: Backend,
    stored?: Stored,
    memory: readonly Float64Array[] = [],
    Rows: typeof Store = Store,
    Weights?: typeof ClassWeights,
  ) {
    this.settings = settings
    this.backend = backend
    this.targets = new Targets(settings, [settings], memory, Weights)
    this.store = new Rows(settings, backend, stored)
    this.plan = this.planOf(settings)
    this.noteConstant()
    this.single = resultsFor(1, settings.lanes)
  }

  get table(): Table {
    return this.store.table
  }

  /** Whose the rows are, where each feature has one of its own. */
  get rows(): FeatureIndex | undefined {
    return this.store.rows
  }

  /** What a model file stores: see `laneMemory`. */
  get memory(): readonly Float64Array[] {
    return this.targets.memory
  }

  /** The unit of a lane's weight, in units of the label: see `LabelScale`. */
  get unit(): number {
    return this.targets.scale === undefined ? 1 : this.targets.scale.deviation
  }

  /** What is added to each score, in units of the label: see `LabelScale`. */
  get offset(): number {
    return this.labelMean
  }

  /** The mean of the labels, where they are learned in units of their spread, or 0. */
  get labelMean(): number {
    return this.targets.scale?.mean ?? 0
  }

  /** The weights of the lanes of each class (or of all), each group's largest 1; undefined without a mixture. */
  get mixtureWeights(): readonly Float64Array[] | undefined {
    return undefined
  }

  /** What the model is for predictions alone. */
  get serving(): Serving {
    const [, , low, high] = this.table.scalars
    return {
      groups: [{ offset: 0, lanes: [{ lane: 0, factor: 1 }] }],
      range: [low, high],
      labels: this.targets.scale?.numbers,
    }
  }

  learn(given: LocatedBatch, round: number): Outcome {
    const lesson = new Lesson(this, this.store.adopt(given), round)
    runNow(this.parts(lesson.batch), lesson)
    return lesson.outcome()
  }

  /**
   * Returns whether a batch may be begun before what came of those before it is there, with so many examples under way then: its
   * lanes do not depend on that.
   */
  learnsAhead(_examples: number): boolean {
    return true
  }

  /** `judging`: the weights of the lanes move, the lanes do not; `spread`: its link. */
  predict(given: LocatedBatch, round = 0, judging = false, spread?: Link): Outcome {
    const batch = this.predicted(this.store.lookUp(given), round)
    const results = this.resultsFor(batch.size)
    this.backend.predict(this.plan, this.table, forBackend(batch), results)
    return this.answer(batch, results, judging ? 'judged' : 'predicted', spread)
  }

  /** Returns the outcome of a batch with these results. */
  answer(batch: PreparedBatch, results: Results, how: How, spread?: Link): Outcome {
    const outcome = this.outcomeFor(batch.size)
    this.take({ batch, from: 0 }, results, outcome, how)
    if (outcome === undefined) return results
    return spread === undefined ? outcome : this.withSpread(results, outcome, spread)
  }

  /** Returns a batch, whose features have rows, as it is learned. `round`: the number of its first example */
  prepared(located: LocatedBatch, round: number): PreparedBatch {
    this.noteConstant()
    return this.resampled(this.targets.learned(located), round)
  }

  /** Returns a batch, whose features have rows, as it is predicted. */
  predicted(located: LocatedBatch, round: number): PreparedBatch {
    return this.resampled(this.targets.predicted(located), round)
  }

  resultsFor(size: number): Results {
    return size === 1 ? this.single : resultsFor(size, this.table.lanes)
  }

  /** Returns the batch in parts that end at the inspections of a mixture. */
  parts(batch: PreparedBatch): Iterable<BatchPart> {
    return [{ batch, from: 0 }]
  }

  /** Converts results to the unit of the labels; a model of several lanes combines them into the outcome, too. */
  take({ batch }: BatchPart, results: Results, _outcome: Outcome | undefined, _how: How): void {
    this.targets.restore(batch, results, this.table.lanes)
  }

  /** Adds untrained lanes for new classes. */
  grow(_classes: ClassSetting): void {}

  /** Goes on with these settings: their plan knows the row of the constant at once, and not from the next batch on. */
  protected arrange(settings: Settings): void {
    this.settings = settings
    this.plan = this.planOf(settings)
    this.noteConstant()
  }

  protected planOf(settings: Settings): Plan {
    return singlePlan(settings, this.targets.outliers?.errors)
  }

  /** Notes the row of the constant, for rules that have to know it. */
  protected noteConstant(): void {}

  /** Returns the outcome of a batch, to be filled; undefined where the results of its only part are the outcome. */
  outcomeFor(_size: number): Outcome | undefined {
    return undefined
  }

  /** Returns a batch with the weights of the replicates, where there are any. */
  protected resampled(batch: PreparedBatch, _round: number): PreparedBatch {
    return batch
  }

  protected withSpread(_results: Results, outcome: Outcome, _link: Link): Outcome {
    return outcome
  }
}

/** A batch that a model learns, and the stages of its parts. */
export class Lesson implements StagesNow<BatchPart, Results> {
  readonly model: SingleModel
  readonly batch: PreparedBatch
  /** filled part by part; undefined: see `SingleModel.outcomeFor` */
  readonly filled: Outcome | undefined
  /** the results of the last part */
  last: Outcome | undefined

  constructor(model: SingleModel, located: LocatedBatch, round: number) {
    this.model = model
    this.batch = model.prepared(located, round)
    this.filled = model.outcomeFor(this.batch.size)
  }

  begin({ batch }: BatchPart): Results {
    const { model } = this
    const results = model.resultsFor(batch.size)
    model.backend.learn(model.plan, model.table, forBackend(batch), results)
    return results
  }

  finish(part: BatchPart, results: Results): void {
    this.model.take(part, results, this.filled, 'learned')
    this.last = results
  }

  /** Returns the outcome after all parts, with the losses of labels that were withheld. */
  outcome(): Outcome {
    const own = (this.filled ?? this.last) as Outcome
    this.model.targets.measure(this.batch, own, 1)
    return own
  }
}
