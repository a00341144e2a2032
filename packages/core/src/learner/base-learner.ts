import type { Batch, Divisors, JsonValue, RuleName } from '@ol/spec'
import { chooseOver } from '../backend/choose.js'
import { isBatch } from '../examples/check-batch.js'
import type { Features, FeaturesOf } from '../examples/features.js'
import type { Term } from '../expand/terms.js'
import type { ModelState } from '../model/model-file.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { neededPart } from '../options/needed-part.js'
import type { ClassLabel, StoredPrecision } from '../options/settings.js'
import type { ExampleStream } from '../stream/batched.js'
import { checkObject } from '../stream/check-arguments.js'
import type { BatchOptions, BatchStream, FirstPassOptions, StreamOptions } from '../stream/streams.js'
import { allSteps, type Steps } from '../table/steps.js'
import type { ProgressiveValidation } from '../validation/progressive-validation.js'
import type { ValidationReport } from '../validation/validation-report.js'
import type { ExplainOptions, Explanation } from './explain.js'
import { InspectedLearner } from './inspected-learner.js'
import { checkCall, type LearnerParts } from './learner-parts.js'
import { busyOf } from './learner-state.js'
import type { TermsOptions } from './model-terms.js'
import type { StoringPart } from './parts/storing-part.js'
import type { LabelOrNone, PredictionInterval } from './predicted-batch.js'
import type { SaveOptions } from './save-options.js'

/**
 * A learner with the methods of all parts: what its class was made without throws OL_PART.
 *
 * P: what a prediction for one example is, a number or the label of a class; K: the labels of its classes; undefined: none.
 */
export class BaseLearner<
  P extends ClassLabel = number,
  K extends LabelOrNone = LabelOrNone,
> extends InspectedLearner<P, K> {
  /**
   * Reads a model file; the learner continues exactly where the saved one stopped.
   *
   * @param path the model file
   * @param options may change rates, clip, link, update, input and backend
   * @returns the learner
   * @throws OLError: OL_MODEL_MISMATCH where another option differs from the model's; OL_MODEL_FORMAT,
   * OL_MODEL_CHECKSUM,
   *   OL_MODEL_VERSION where the file is not exactly a model; OL_FILE_MISSING and the like
   */
  static async load<P extends number | string = number>(
    path: string,
    options: AnyLearnerOptions = {},
  ): Promise<BaseLearner<P>> {
    checkObject(options)
    const { modelFromFile } = neededPart(this.parts, 'storing')
    const { backend } = chooseOver(this.parts.backend, options.backend)
    return new this<P>(options, await modelFromFile(path, backend))
  }

  /**
   * Reads a model from memory, as `load` does from a file.
   *
   * @param bytes a model file; a Buffer or any other view
   * @param options may change rates, clip, link, update, input and backend
   * @returns the learner
   * @throws OLError: as of `load`
   */
  static fromBytes<P extends number | string = number>(
    bytes: Uint8Array,
    options: AnyLearnerOptions = {},
  ): BaseLearner<P> {
    checkObject(options)
    const { modelFromBytes } = neededPart(this.parts, 'storing')
    const { backend } = chooseOver(this.parts.backend, options.backend)
    return new this<P>(options, modelFromBytes(bytes, backend))
  }

  /**
   * Merges models that learned apart from different examples, in this order: see docs/merging.md.
   *
   * @param models at least one, of equal settings
   * @returns a new learner
   * @throws OLError: OL_MERGE_RULE, OL_MERGE_SETTINGS where they cannot be merged
   */
  static merge<P extends number | string = number>(models: readonly BaseLearner<P>[]): BaseLearner<P> {
    const merging = neededPart(this.parts, 'merging')
    const [first] = merging.checkModels(models, BaseLearner)
    if (models.length === 1) return this.fromBytes(first.toBytes(), { backend: first.backend })
    return new this<P>(
      { backend: first.backend },
      merging.mergedModel(
        first.learnerState().backend,
        models.map((m) => merging.modelOf(m.learnerState())),
      ),
    )
  }

  /**
   * Splits the model into shares to learn on apart, of which `merge` makes it again.
   *
   * @param shares how many
   * @returns the shares; predictions are those of the model
   * @throws OLError: OL_MERGE_RULE, OL_MERGE_SETTINGS where it cannot be split
   */
  split(shares: number): BaseLearner<P>[] {
    const { checkShares, shareOf } = neededPart(this.#parts, 'merging')
    checkShares(shares)
    if (shares === 1) return [this.#kind.merge<P>([this])]
    const options = { backend: this.backend }
    return Array.from(
      { length: shares },
      (_, k) => new this.#kind<P>(options, shareOf(this.learnerState(), shares, k)),
    )
  }

  /** The class of this learner, which makes learners of the same parts. */
  get #kind(): typeof BaseLearner {
    return this.constructor as typeof BaseLearner
  }

  get #parts(): LearnerParts {
    return this.#kind.parts
  }

  get #storing(): StoringPart {
    return neededPart(this.#parts, 'storing')
  }

  /** the rule that a distilled model was learned by; undefined: this one learns */
  get predictOnly(): RuleName | undefined {
    return this.learnerState().settings.predictOnly
  }

  /** the precision of the weights of a distilled model where it is not that of its table; undefined: it is */
  get storedPrecision(): StoredPrecision | undefined {
    return this.learnerState().settings.storedPrecision
  }

  /** the JSON value that the model carries: how its input was read */
  get input(): JsonValue | undefined {
    return this.learnerState().settings.input
  }

  /** values, of examples learned from, that were not: of features past the most that the option `maxFeatures` allows */
  get ignoredValues(): number {
    return Math.round(this.learnerState().ensemble.rows?.ignored ?? 0)
  }

  /** features that have a slot of their own; undefined where slots are shared by hash */
  get slots(): number | undefined {
    return this.learnerState().ensemble.rows?.size
  }

  /** @deprecated Use `slots`. */
  get rows(): number | undefined {
    return this.slots
  }

  /** whether the model learns only after `fitScales` */
  get needsFirstPass(): boolean {
    return this.learnerState().firstPass?.missing === true
  }

  /**
   * With `prenormalize`: what the feature of each slot (with bits 'grow': of a key) is divided by, for a reader to do
   * before it makes products of features; 0 where the first pass did not see it. Batches with `normalized` are not
   * divided again. Each time a copy.
   */
  get scales(): Divisors | undefined {
    const divisors = this.learnerState().firstPass?.divisors
    return typeof divisors === 'function' ? divisors : divisors?.slice()
  }

  /** @deprecated Use `scales`. */
  get divisors(): Divisors | undefined {
    return this.scales
  }

  /**
   * Returns progressive validation over all that this model has ever learned from.
   *
   * @returns counts, average loss, and what depends on the kind of the model
   */
  report(): ValidationReport {
    const { backend, settings, progress } = this.learnerState()
    // with this part it is that
    const whole = progress as ProgressiveValidation
    const { validationReportOf } = neededPart(this.#parts, 'streaming')
    return validationReportOf(backend.name, settings.rule, whole, this.classes)
  }

  /**
   * Writes the model as it is when this is called: wholly or, on any error, not at all. The file is written in slices, between which
   * other work goes on, learning included: what it changes is copied before.
   *
   * @param path the file to write or to replace
   * @param options with predictOnly without what learning needs: see `SaveOptions`
   * @throws OLError: OL_FILE_UNREADABLE, OL_FILE_DIRECTORY where it cannot be written; OL_BUSY while a batch is learned from
   */
  async save(path: string, options: SaveOptions = {}): Promise<void> {
    const { saveModel } = neededPart(this.#parts, 'saving')
    await saveModel(path, busyOf(this.learnerState()), (kept) =>
      this.#storing.storedModel(this.learnerState(), this.#parts, options, kept),
    )
  }

  /** @internal what `save` stores */
  stored(options: SaveOptions): Steps<ModelState> {
    return this.#storing.storedModel(this.learnerState(), this.#parts, options)
  }

  /**
   * Returns how many bytes `save` would write. A file grows with the slots that were touched, up to that of a table whose slots all
   * are; that of bits 'grow' with its features, without end.
   *
   * @param slots `touched`: now; `all`: with every slot of the table
   * @returns the size of the model file
   * @throws OLError: OL_BUSY while a batch is learned from
   */
  fileSize(slots: 'touched' | 'all' = 'touched'): number {
    return allSteps(this.#storing.modelSize(this.#storing.modelOf(this.learnerState()), slots === 'all'))
  }

  /**
   * Returns the bytes that `save` writes.
   *
   * @param options as of `save`
   * @returns a model file, as `Learner.fromBytes` reads it
   * @throws OLError: OL_BUSY while a batch is learned from
   */
  toBytes(options: SaveOptions = {}): Uint8Array {
    const { modelToBytes } = this.#storing
    const state = this.learnerState()
    return modelToBytes(allSteps(this.#storing.storedModel(state, this.#parts, options)), state.backend)
  }

  /**
   * Returns a prediction and the percentile interval of those of the replicates.
   *
   * @param features of one example
   * @param level share of the replicates inside, in (0, 1); default 0.9
   * @returns prediction and ends of the interval, with link
   * @throws OLError: OL_PARAMETER without `bootstrap` or for another level; as of `predict`
   */
  interval<F extends object & FeaturesOf<F>>(features: F, level = 0.9): PredictionInterval {
    this.learnerState().busy?.refuseInFlight()
    return neededPart(this.#parts, 'bootstrapping').predictionInterval(
      this.learnerState(),
      features as Features,
      level,
    )
  }

  /**
   * Measures the loss over a stream without learning; the model does not change. Class names that occur in this stream
   * alone are in its report only.
   *
   * @param stream an iterable or async iterable of examples or of batches
   * @param options progress, signal, and whether batches were checked before
   * @returns the report of this stream
   * @throws OLError: as of `learn`, as a rejection
   */
  async evaluate<F extends object & FeaturesOf<F>>(
    stream: ExampleStream<F>,
    options: StreamOptions = {},
  ): Promise<ValidationReport> {
    this.learnerState().busy?.refuseInFlight()
    return neededPart(this.#parts, 'streaming').evaluateStream(
      this.learnerState(),
      stream as ExampleStream,
      options,
    )
  }

  /**
   * Returns the terms of the sum that a model with derived features is, the largest contribution first: of each column a curve or its
   * categories, and of each chosen pair and triple a table. Of two classes and of several the scores are those of the mean of the
   * experts' log odds, which the mixture comes near to; of real labels they are exact.
   *
   * @param options how many (default: all), and names beside those that the model keeps
   * @returns at most `top` terms of each class; columns whose features have no names are left out
   * @throws OLError: OL_PARAMETER for a model without derived features; OL_BUSY while a batch is learned from
   */
  terms(options: TermsOptions = {}): Term[] {
    checkObject(options)
    this.learnerState().busy?.refuseInFlight()
    return neededPart(this.#parts, 'deriving').termsOf(this.learnerState(), options)
  }

  /**
   * Returns the score of an example as a sum of what each of its features adds; the model does not change.
   *
   * @param input features of one example, or a batch of one
   * @param options of which class, in a model with classes
   * @returns the contributions, which add up to the score bit for bit
   * @throws OLError: OL_PARAMETER for a class that the model does not have; as of `predict`
   */
  explain<F extends object & FeaturesOf<F>>(
    input: F | Batch,
    options: ExplainOptions & BatchOptions = {},
  ): Explanation<P> {
    checkCall(this.#parts, options)
    this.learnerState().busy?.refuseInFlight()
    return neededPart(this.#parts, 'inspecting').explain(
      this.learnerState(),
      input as Features | Batch,
      options,
    ) as Explanation<P>
  }

  /**
   * Finds the scales of the features in a first pass over a batch, for `prenormalize` and for rules that need one
   * (`needsFirstPass`): nothing is learned (Ross, Mineiro, Langford: Normalized Online Learning, 2013, section 6).
   *
   * @param batch all of the data; labels are not needed
   * @param options whether the batch was checked before
   * @returns the number of examples
   * @throws OLError: OL_FIRST_PASS where the model needs none, or has had one; OL_INPUT_EMPTY without examples
   */
  fitScales(batch: Batch, options?: FirstPassOptions): number
  /**
   * Finds the scales of the features in a first pass over a stream.
   *
   * @param stream an iterable or async iterable of examples or of batches: all of the data
   * @param options signal, and whether batches were checked before
   * @returns the number of examples
   * @throws OLError: as of a batch, as a rejection; OL_FIRST_PASS at once
   */
  fitScales<F extends object & FeaturesOf<F>>(
    stream: ExampleStream<F>,
    options?: FirstPassOptions,
  ): Promise<number>
  fitScales(input: Batch | ExampleStream, options: FirstPassOptions = {}): number | Promise<number> {
    this.learnerState().busy?.refuseChange()
    return neededPart(this.#parts, 'scaling').fitScales(this.learnerState(), input, options)
  }

  /** @deprecated Use `fitScales`; this name goes with the next version. */
  survey(batch: Batch, options?: FirstPassOptions): number
  /** @deprecated Use `fitScales`; this name goes with the next version. */
  survey(stream: BatchStream, options?: FirstPassOptions): Promise<number>
  survey(input: Batch | BatchStream, options?: FirstPassOptions): number | Promise<number> {
    return isBatch(input) ? this.fitScales(input, options) : this.fitScales(input, options)
  }
}
