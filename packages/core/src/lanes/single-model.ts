import type { Backend, Batch, Link, Plan, PredictsAsync, Results, Table } from '@ol/spec'
import type { ClassSetting, Settings } from '../options/settings.js'
import type { FeatureIndex } from '../table/feature-index.js'
import { Store, type Stored } from '../table/store.js'
import { type FarLabels, farLabelsOf } from './far-labels.js'
import { LabelScale, type Scaled, scalesOutside } from './label-scale.js'
import type { Serving } from './linear.js'
import { type How, type Outcome, type ResultBuffers, resultsFor } from './outcome.js'
import { singlePlan } from './single-plan.js'
import type { BatchPart, Turns } from './slice.js'

/** A batch that is learned. */
export interface Lesson {
  /** with the labels that are withheld */
  readonly given: Batch
  readonly batch: Batch
  /** to be filled; undefined: that of the only lane is taken */
  readonly outcome: Outcome | undefined
}

/** Learns and predicts by the only lane of a table. See `StandardizedModel`; `Ensemble` combines several lanes. */
export class SingleModel {
  /** whether no lane is pruned: models to merge have the same lanes */
  keepsLanes = false
  /** The current settings: a mixture leaves out the lanes that it pruned. */
  settings: Settings
  plan: Plan
  store: Store
  readonly backend: Backend
  readonly labels: LabelScale | undefined
  /** What withholds far labels, and counts them and far errors. */
  readonly far: FarLabels | undefined
  /** results of a single example, used within a call */
  single: Results
  /** of lanes that are combined off the main thread: see `learnAsync` */
  buffers: ResultBuffers | undefined
  /** of batches that are learned off the main thread: see `learnAsync` */
  turns: Turns | undefined

  /** `memory`: as stored in a model file, see `laneMemory`; `labelsAt`: where that of the labels begins; `Rows`: makes the table, with an index of features where settings need one */
  constructor(
    settings: Settings,
    backend: Backend,
    stored?: Stored,
    memory: readonly Float64Array[] = [],
    labelsAt = 0,
    Rows: typeof Store = Store,
  ) {
    this.settings = settings
    this.backend = backend
    this.far = farLabelsOf(settings, memory)
    this.store = new Rows(settings, backend, stored)
    this.plan = this.planOf(settings)
    this.noteConstant()
    this.single = resultsFor(1, settings.lanes)
    this.labels = scalesOutside(settings) ? new LabelScale([settings], memory[labelsAt]) : undefined
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
    return [...(this.labels === undefined ? [] : [this.labels.numbers]), ...(this.far?.memory ?? [])]
  }

  /** The unit of a lane's weight, in units of the label: see `LabelScale`. */
  get unit(): number {
    return this.labels === undefined ? 1 : this.labels.deviation
  }

  /** What is added to each score, in units of the label: see `LabelScale`. */
  get offset(): number {
    return this.labelMean
  }

  /** The mean of the labels, where they are learned in units of their spread, or 0. */
  get labelMean(): number {
    return this.labels?.mean ?? 0
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
      labels: this.labels?.numbers,
    }
  }

  learn(indexed: Batch, round: number): Outcome {
    const lesson = this.lessonOf(this.store.adopt(indexed))
    let last: Outcome | undefined
    for (const part of this.parts(lesson.batch, round)) {
      const results = this.resultsFor(part.batch)
      const scaled = this.labels?.scale(part.batch, true)
      const input = scaled?.batch ?? part.batch
      this.backend.learn(this.plan, this.table, input, results)
      scaled?.restore(results, this.table.lanes)
      this.take(part, results, lesson.outcome, 'learned')
      last = results
    }
    return this.measured(lesson, last)
  }

  /**
   * Returns whether a batch may be begun before what came of those before it is there, with so many examples under way then: its
   * lanes do not depend on that.
   */
  learnsAhead(_examples: number): boolean {
    return true
  }

  /** Returns the outcome of a batch with the losses of labels that were withheld; `last`: that of its last part. */
  measured({ given, batch, outcome }: Lesson, last: Outcome | undefined): Outcome {
    const own = (outcome ?? last) as Outcome
    this.far?.measure(given, batch, own, 1)
    return own
  }

  /** `judging`: the weights of the lanes move, the lanes do not; `spread`: its link. */
  predict(indexed: Batch, round = 0, judging = false, spread?: Link): Outcome {
    const batch = this.resampled(this.store.lookUp(indexed), round)
    const [results, scaled] = [this.resultsFor(batch), this.labels?.scale(batch, false)]
    this.backend.predict(this.plan, this.table, scaled?.batch ?? batch, results)
    return this.#answer(batch, scaled, results, judging ? 'judged' : 'predicted', spread)
  }

  /**
   * `predict` off the main thread, of several batches at a time; not where features have rows of their own, which are looked up in
   * arrays that are used again.
   */
  async predictAsync(given: Batch, round: number, work: PredictsAsync): Promise<Outcome> {
    const batch = this.resampled(given, round)
    const [results, scaled] = [resultsFor(batch.size, this.table.lanes), this.labels?.scale(batch, false)]
    await work.predictAsync(this.plan, this.table, scaled?.batch ?? batch, results)
    return this.#answer(batch, scaled, results, 'predicted')
  }

  #answer(batch: Batch, scaled: Scaled | undefined, results: Results, how: How, spread?: Link): Outcome {
    scaled?.restore(results, this.table.lanes)
    const outcome = this.outcomeFor(batch.size)
    if (outcome === undefined) return results
    this.take({ batch, from: 0 }, results, outcome, how)
    return spread === undefined ? outcome : this.withSpread(results, outcome, spread)
  }

  /** Returns what is learned of a batch, whose features have rows: examples weighted by class, and far labels withheld. */
  lessonOf(located: Batch): Lesson {
    const given = this.weighted(located)
    const batch = this.far?.withhold(given) ?? given
    this.noteConstant()
    return { given, batch, outcome: this.outcomeFor(batch.size) }
  }

  resultsFor(batch: Batch): Results {
    return batch.size === 1 ? this.single : resultsFor(batch.size, this.table.lanes)
  }

  /** Returns the batch in parts that end at the inspections of a mixture. */
  parts(batch: Batch, round: number): Iterable<BatchPart> {
    return [{ batch: this.resampled(batch, round), from: 0 }]
  }

  /** Takes what came of the lanes into an outcome; of one lane there is nothing to take. */
  take(_part: BatchPart, _results: Results, _outcome: Outcome | undefined, _how: How): void {}

  /** Adds untrained lanes for new classes. */
  grow(_classes: ClassSetting): void {}

  /** Goes on with these settings: their plan knows the row of the constant at once, and not from the next batch on. */
  protected arrange(settings: Settings): void {
    this.settings = settings
    this.plan = this.planOf(settings)
    this.noteConstant()
  }

  protected planOf(settings: Settings): Plan {
    return singlePlan(settings, this.far?.errors)
  }

  /** Notes the row of the constant, for rules that have to know it. */
  protected noteConstant(): void {}

  outcomeFor(_size: number): Outcome | undefined {
    return undefined
  }

  resampled(batch: Batch, _round: number): Batch {
    return batch
  }

  protected weighted(batch: Batch): Batch {
    return batch
  }

  protected withSpread(_results: Results, outcome: Outcome, _link: Link): Outcome {
    return outcome
  }
}
