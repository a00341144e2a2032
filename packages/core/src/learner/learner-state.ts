import { type Backend, type Batch, type LabelKind, lossOf, nameOf } from '@ol/spec'
import { type BackendInfo, chooseOver } from '../backend/choose.js'
import { BatchBuilder } from '../examples/batch-builder.js'
import type { BatchCheck } from '../examples/check-batch.js'
import type { FirstPass } from '../examples/first-pass.js'
import { type NameFilter, noNames } from '../examples/name-filter.js'
import type { DerivedModel } from '../expand/derived-model.js'
import { type Classes, laneLabels } from '../lanes/classes.js'
import type { Ensemble } from '../lanes/ensemble.js'
import type { Outcome } from '../lanes/outcome.js'
import { SingleModel } from '../lanes/single-model.js'
import type { ModelState } from '../model/model-file.js'
import type { FeatureDictionary } from '../names/feature-dictionary.js'
import { mixes } from '../options/ensemble-options.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { neededPart } from '../options/needed-part.js'
import { namedRuleOf, resolveWith } from '../options/resolve-with.js'
import type { Settings } from '../options/settings.js'
import { checkObject } from '../stream/check-arguments.js'
import type { BatchOptions } from '../stream/streams.js'
import { ProgressCounts } from '../validation/progress-counts.js'
import type { Busy } from './busy.js'
import { checkHorizon } from './horizon.js'
import type { StateParts } from './state-parts.js'

/** The state of a learner: its model, its counts, and what it is busy with. */
export class LearnerState {
  readonly settings: Settings
  /** what its class was made of */
  readonly attached: StateParts
  readonly ensemble: SingleModel
  /** absent: no features are derived */
  readonly expansion: DerivedModel | undefined
  /** absent: the learner was made without first passes */
  readonly firstPass: FirstPass | undefined
  readonly classes: Classes | undefined
  readonly backend: Backend
  readonly info: BackendInfo
  readonly progress: ProgressCounts
  /** absent: the learner was made without what works off the main thread */
  readonly busy: Busy | undefined
  /** batches that were made for this learner, where it was made without what checks others */
  readonly #made = new WeakSet<Batch>()
  /** absent: the learner was made without names */
  readonly names: FeatureDictionary | undefined
  readonly #labels: LabelKind
  #builder: BatchBuilder | undefined

  /** `model`: the contents of a model file; OL_MODEL_MISMATCH where the options contradict them. */
  constructor(options: AnyLearnerOptions, model: ModelState | undefined, parts: StateParts) {
    checkObject(options)
    this.attached = parts
    const { backend: choice, ...rest } = options
    if (model !== undefined) {
      namedRuleOf(nameOf(model.settings), parts)
      parts.namedLoss(model.settings.loss)
    }
    this.settings =
      model === undefined
        ? resolveWith(rest, parts)
        : neededPart(parts, 'storing').settingsUnder(model.settings, rest, parts)
    const { backend, info } = chooseOver(parts.backend, choice)
    const { loss, classes } = this.settings
    this.backend = backend
    const { Busy } = parts.streaming ?? parts.saving ?? parts.scaling ?? {}
    this.busy = Busy && new Busy()
    this.info = info
    this.#labels = classes === undefined ? lossOf(loss).labels : 'class'
    this.classes =
      classes === undefined
        ? undefined
        : new (neededPart(parts, 'classifying').Classes)(classes, (model?.counts.labelled ?? 0) > 0)
    const shape = { classes: classes?.count ?? 0, replicates: this.settings.bootstrap?.replicates ?? 0 }
    const sums = model?.sums ?? []
    const several = this.settings.lanes > 1 || mixes(this.settings) || this.settings.classWeight !== undefined
    const lanes = several ? neededPart(parts, 'lanes') : undefined
    const laneSums = lanes && new lanes.LaneSums(shape, model === undefined ? undefined : sums)
    const ofFirstPass = parts.scaling?.firstPassArrays(this.settings, 0).length ?? 0
    const ofGrowing = parts.growing?.ignoredArrays(this.settings).length ?? 0
    const ofLanes = sums.length - ofFirstPass - ofGrowing
    const memory = sums.slice(laneSums?.length ?? 0, Math.max(0, ofLanes))
    const stored =
      model === undefined ? undefined : { ...model, ignored: ofGrowing === 0 ? 0 : sums[ofLanes][0] }
    const mixerOf = mixes(this.settings) ? neededPart(parts, 'mixing').mixerOf : undefined
    const { GrowingStore } = parts.growing ?? {}
    const { StandardizedModel: Single = SingleModel } = parts.standardizing ?? {}
    this.ensemble =
      lanes === undefined
        ? new Single(this.settings, backend, stored, memory, GrowingStore)
        : new lanes.Ensemble(this.settings, backend, mixerOf, stored, memory, GrowingStore)
    this.expansion =
      this.settings.expand === 'off'
        ? undefined
        : neededPart(parts, 'deriving').expertsOf(this.settings, backend, this.ensemble as Ensemble, model)
    const { rows } = this.ensemble
    const { FirstPass } = parts.scaling ?? {}
    this.firstPass = FirstPass && new FirstPass(this.settings, sums.slice(sums.length - ofFirstPass), rows)
    const { ProgressiveValidation: Counts = ProgressCounts } = parts.streaming ?? {}
    this.progress = new Counts(loss, model?.counts, laneSums, undefined, backend)
    const { naming } = parts
    this.names =
      naming &&
      new naming.FeatureDictionary(
        backend,
        { limit: this.settings.names, wide: this.wide, scaled: naming.tracksScales(this.settings) },
        model?.names,
        model?.unnamed,
      )
  }

  /** What learns and predicts. */
  get predictor(): SingleModel | DerivedModel {
    return this.expansion ?? this.ensemble
  }

  /** Whether both halves of their keys distinguish features. */
  get wide(): boolean {
    return this.settings.bits === 'grow'
  }

  /** The current settings: with the lanes that a mixture has kept, and the class names that were learned. */
  get current(): Settings {
    return { ...this.ensemble.settings, classes: this.classes?.kept }
  }

  /**
   * Returns the builder of batches of examples that are objects; its labels are those of `classes`, where there are
   * any. `names`: of which features its batches have names.
   */
  builder(
    classes: Classes | undefined = this.classes,
    names: NameFilter = this.names ?? noNames,
  ): BatchBuilder {
    return new BatchBuilder(this.settings, classes ?? this.#labels, names, this.settings.signNames)
  }

  /**
   * Returns a batch of one example. A getter of its features may call this learner: it then uses another builder.
   */
  collect(add: (builder: BatchBuilder) => void): Batch {
    const builder = this.#builder ?? this.builder()
    this.#builder = undefined
    add(builder)
    this.#builder = builder
    return builder.lend()
  }

  /** Validates a batch; `classes` receives its class names. */
  checkLabelled(batch: Batch, trusted: boolean, classes: Classes | undefined): void {
    this.#check(batch, {
      labels: this.#labels,
      classes: classes?.largest(batch.classNames),
      wide: this.wide,
      trusted,
    })
    classes?.adopt(batch.classNames)
  }

  checkUnlabelled(batch: Batch, { trusted = false }: BatchOptions): void {
    this.#check(batch, { labels: undefined, wide: this.wide, trusted })
  }

  /** Notes that a batch was made for this learner, so that it needs no check. */
  own(batch: Batch): Batch {
    this.#made.add(batch)
    return batch
  }

  #check(batch: Batch, check: BatchCheck): void {
    const { checking } = this.attached
    if (checking === undefined && this.#made.has(batch)) return
    neededPart(this.attached, 'checking').checkBatch(batch, check)
  }

  /**
   * Returns the batch for the backend to learn: OL_HORIZON past the most examples that the rule can learn from. `pending`: examples
   * that are being learned.
   */
  admitted(batch: Batch, pending = 0): Batch {
    checkHorizon(this.settings, this.progress.examples + pending, batch.size)
    this.#grow(batch)
    return this.coded(batch)
  }

  /** Adds the classes of the labels of a batch that are new: see `untilNewClass`. */
  #grow(batch: Batch): void {
    const { classes } = this
    if (classes?.grows !== true) return
    const count = neededPart(this.attached, 'classifying').classesWith(batch, classes.count)
    if (count === classes.count) return
    const names = classes.names?.slice(0, count)
    this.predictor.grow({ ...classes.kept, count, names })
    classes.grow(count)
    this.progress.grow(count)
  }

  /** Returns a batch in parts, each with as many classes as the model has when it is learned from. */
  parts(batch: Batch): readonly Batch[] {
    const { classes, attached } = this
    if (classes?.grows !== true) return [batch]
    return neededPart(attached, 'classifying').partsByClasses(batch, classes.count)
  }

  /** Returns the batch for the backend: features divided, classes numbered from 0. */
  coded(batch: Batch): Batch {
    return laneLabels(this.divided(batch), this.classes)
  }

  /** Returns a batch with its features divided by the scales of a first pass, where there was one. */
  divided(batch: Batch): Batch {
    return this.firstPass?.apply(batch) ?? batch
  }

  /** Counts a batch that was learned from; its class names belong to the model from now on. */
  learned(batch: Batch, results: Outcome): void {
    this.progress.add(batch, results)
    this.names?.learn(batch, results.status)
    this.classes?.keep(batch.classNames)
  }

  /** Throws OL_PREDICT_ONLY for a model that cannot learn, OL_FIRST_PASS for one that cannot learn yet. */
  refuseToLearn(): void {
    this.attached.storing?.refusePredictOnly(this.settings)
    this.firstPass?.refuseMissing()
  }
}

/** Returns what a model is busy with, to parts that bring it. */
export function busyOf({ busy }: LearnerState): Busy {
  return busy as Busy
}
