import {
  type Backend,
  type Batch,
  type LabelKind,
  lossOf,
  type ModifiedRule,
  OLError,
  ruleOf,
} from '@ol/spec'
import type { BackendInfo } from '../backend/choose.js'
import { BatchBuilder } from '../examples/batch-builder.js'
import { checkBatch } from '../examples/check-batch.js'
import { checkNaming } from '../examples/check-naming.js'
import type { FirstPass } from '../examples/first-pass.js'
import { type NameFilter, noNames } from '../examples/name-hasher.js'
import { refuseExpanding } from '../examples/refuse-expanding.js'
import type { DerivedModel } from '../expand/derived-model.js'
import type { ClassSets } from '../intervals/class-sets.js'
import type { NumberIntervals } from '../intervals/number-intervals.js'
import { classesWith, partsByClasses } from '../lanes/class-parts.js'
import { type Classes, laneLabels } from '../lanes/classes.js'
import type { Model } from '../lanes/model.js'
import type { Outcome } from '../lanes/outcome.js'
import type { TableModel } from '../lanes/table-model.js'
import type { FeatureDictionary } from '../names/feature-dictionary.js'
import { groupsByNamespace } from '../options/group-factors.js'
import { refusePredictOnly } from '../options/refusals.js'
import type { Settings } from '../options/settings.js'
import type { RefinedModel } from '../refine/refined-model.js'
import type { WorkInFlight } from '../run/in-flight.js'
import type { BatchOptions } from '../stream/streams.js'
import type { ProgressCounts } from '../validation/progress-counts.js'

/** The members that a learner is built from: see `wholeState` and `leanState`, which make it. */
export interface LearnerMembers {
  readonly settings: Settings
  readonly backend: Backend
  readonly info: BackendInfo
  readonly model: Model<TableModel>
  /** the model, where it derives features */
  readonly expansion?: DerivedModel | undefined
  /** each refines the one before it, and the last is the model; absent: there are none */
  readonly refinements?: readonly RefinedModel[] | undefined
  /** absent: no intervals of labels are learned */
  readonly intervals?: ClassSets | NumberIntervals | undefined
  readonly progress: ProgressCounts
  readonly classes?: Classes | undefined
  /** absent: a lean learner, which makes no first pass */
  readonly firstPass?: FirstPass | undefined
  /** absent: the names of features are not kept */
  readonly names?: FeatureDictionary | undefined
  /** absent: a lean learner, which never works off the main thread */
  readonly busy?: WorkInFlight | undefined
}

/** The state of a learner: its model, its counts, and its work in flight. */
export class LearnerState implements LearnerMembers {
  readonly settings: Settings
  readonly backend: Backend
  readonly info: BackendInfo
  readonly model: Model<TableModel>
  readonly expansion: DerivedModel | undefined
  readonly refinements: readonly RefinedModel[]
  readonly intervals: ClassSets | NumberIntervals | undefined
  /** whether intervals stay unchanged, because the examples were already learned */
  keepsIntervals = false
  /** the JSON value that the model carries */
  input: Settings['input']
  readonly progress: ProgressCounts
  readonly classes: Classes | undefined
  readonly firstPass: FirstPass | undefined
  readonly names: FeatureDictionary | undefined
  readonly busy: WorkInFlight | undefined
  readonly #labels: LabelKind
  #builder: BatchBuilder | undefined

  constructor(members: LearnerMembers) {
    this.settings = members.settings
    this.input = members.settings.input
    this.backend = members.backend
    this.info = members.info
    this.model = members.model
    this.expansion = members.expansion
    this.refinements = members.refinements ?? []
    this.intervals = members.intervals
    this.progress = members.progress
    this.classes = members.classes
    this.firstPass = members.firstPass
    this.names = members.names
    this.busy = members.busy
    this.#labels = members.classes === undefined ? lossOf(members.settings.loss).labels : 'class'
  }

  /** The table that learns features without derived ones. */
  get base(): TableModel {
    return this.model.base
  }

  /** Whether the model learns derived features. */
  get derives(): boolean {
    return this.expansion?.derives === true
  }

  /** Whether both halves of their keys distinguish features. */
  get wide(): boolean {
    return this.settings.bits === 'grow'
  }

  /** Whether the rule treats features by namespace. */
  get grouped(): boolean {
    return groupsByNamespace(this.settings)
  }

  /** The current settings: with the lanes that a mixture has kept, and the class names that were learned. */
  get current(): Settings {
    return { ...this.base.settings, classes: this.classes?.kept, input: this.input }
  }

  /**
   * Returns the builder of batches of examples that are objects; its labels are the labels of `classes`, if there are
   * any. `names`: the features whose names its batches have.
   */
  builder(
    classes: Classes | undefined = this.classes,
    names: NameFilter = this.names ?? noNames,
  ): BatchBuilder {
    const hashing = { ...this.settings, groups: this.grouped }
    refuseExpanding(this.settings.input)
    return new BatchBuilder(hashing, classes ?? this.#labels, names, this.settings.signNames)
  }

  /**
   * Returns a batch of one example. A getter of its features may call this learner: it then uses another builder.
   */
  collect(add: (builder: BatchBuilder) => void): Batch {
    const builder = this.#builder ?? this.builder()
    this.#builder = undefined
    add(builder)
    this.#builder = builder
    return builder.borrow()
  }

  /** Validates a batch; `classes` receives its class names. */
  checkLabelled(batch: Batch, trusted: boolean, classes: Classes | undefined): void {
    checkBatch(batch, {
      labels: this.#labels,
      classes: classes?.largest(batch.classNames),
      wide: this.wide,
      grouped: this.grouped,
      trusted,
    })
    checkNaming(batch, this.settings)
    classes?.adopt(batch.classNames)
  }

  checkUnlabelled(batch: Batch, { trusted = false }: BatchOptions): void {
    checkBatch(batch, { labels: undefined, wide: this.wide, trusted })
    checkNaming(batch, this.settings)
  }

  /**
   * Returns the batch for the backend to learn. Throws OL_HORIZON beyond the largest number of examples that the rule
   * can learn. `pending`: examples that are being learned. It has only the names that the model will keep.
   */
  admitted(batch: Batch, pending = 0): Batch {
    checkHorizon(this.settings, this.progress.examples + pending, batch.size)
    this.#grow(batch)
    const coded = this.coded(batch)
    if (this.names === undefined) return coded
    const names = this.names.fresh(batch, pending > 0)
    return names === batch.names ? coded : { ...coded, names }
  }

  /** Adds the classes of the labels of a batch that are new: see `untilNewClass`. */
  #grow(batch: Batch): void {
    const { classes } = this
    if (classes?.grows !== true) return
    const count = classesWith(batch, classes.count)
    if (count === classes.count) return
    const names = classes.names?.slice(0, count)
    this.model.grow({ ...classes.kept, count, names })
    classes.grow(count)
    this.progress.grow(count)
  }

  /** Returns a batch in parts, each with as many classes as the model has when it learns the part. */
  parts(batch: Batch): readonly Batch[] {
    const { classes } = this
    if (classes?.grows !== true) return [batch]
    return partsByClasses(batch, classes.count)
  }

  /** Returns the batch for the backend: features divided, classes numbered from 0. */
  coded(batch: Batch): Batch {
    return laneLabels(this.divided(batch), this.classes)
  }

  /** Returns a batch with its features divided by the scales of a first pass, if there was one. */
  divided(batch: Batch): Batch {
    return this.firstPass?.apply(batch) ?? batch
  }

  /** Counts a batch that was learned from; its class names belong to the model from now on. */
  learned(batch: Batch, results: Outcome): void {
    this.progress.add(batch, results)
    if (!this.keepsIntervals) this.intervals?.learn(batch, results)
    this.names?.learn(batch, results.status)
    this.classes?.keep(batch.classNames)
  }

  /** Throws OL_PREDICT_ONLY for a model that cannot learn, OL_FIRST_PASS for one that cannot learn yet. */
  refuseToLearn(): void {
    refusePredictOnly(this.settings)
    this.firstPass?.refuseMissing()
  }
}

/** Returns what a whole learner is busy with. */
export function busyOf({ busy }: LearnerState): WorkInFlight {
  return busy as WorkInFlight
}

/** Throws OL_HORIZON if a rule cannot learn from this many more examples. */
export function checkHorizon(rule: ModifiedRule, had: number, more: number): void {
  const { id, maxExamples } = ruleOf(rule)
  if (maxExamples === undefined || had + more <= maxExamples) return
  const text = `Expected at most ${maxExamples} examples for rule ${id} but received ${more} after ${had}`
  throw new OLError('OL_HORIZON', text, { value: had + more, expected: `<= ${maxExamples}` })
}
