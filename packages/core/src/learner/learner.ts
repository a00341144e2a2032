import { type Batch, checkPlain, type Divisors, invalid, type JsonValue, type RuleName } from '@ol/spec'
import { chooseBackend } from '../backend/backends.js'
import type { Example, ExampleLabel, Features, FeaturesOf, Fitting } from '../examples/features.js'
import { addTableCells } from '../examples/table-cells.js'
import { usualLevel } from '../intervals/interval-levels.js'
import { checkModels, checkShares } from '../merge/check.js'
import { mergedModel } from '../merge/merge.js'
import { modelSize } from '../model/encode-model.js'
import type { ModelState } from '../model/model-file.js'
import { modelFromBytes, modelFromFile, modelToBytes } from '../model/model-io.js'
import { checkLink } from '../options/apply-link.js'
import type { AnyLearnerOptions, LearnerOptions } from '../options/learner-options.js'
import type { ClassLabel, StoredPrecision } from '../options/settings.js'
import type { ExampleStream } from '../stream/batched.js'
import { checkCallOptions, ofPredictedStreams, ofStreams } from '../stream/check-arguments.js'
import {
  type BatchOptions,
  type BatchStream,
  type FirstPassOptions,
  isStream,
  type PredictStreamOptions,
  type StreamOptions,
} from '../stream/streams.js'
import { allSteps, type Steps } from '../table/steps.js'
import type { ProgressiveValidation } from '../validation/progressive-validation.js'
import { type ValidationReport, validationReportOf } from '../validation/validation-report.js'
import { coverageOf } from './coverage.js'
import { fitScales } from './fit-scales.js'
import { InspectedLearner } from './inspected-learner.js'
import type { LearnerState } from './learner-state.js'
import { type IntervalOptions, predictInterval } from './predict-interval.js'
import type { LabelOrNone, PredictedBatch, PredictionInterval } from './predicted-batch.js'
import { type SaveOptions, saveModel, storedModel } from './save-options.js'
import { modelOf, shareOf } from './stored-state.js'
import { evaluateStream, learnStream, predictStream } from './streaming.js'
import { wholeState } from './whole-state.js'

addTableCells()

/**
 * A linear model over hashed features that learns one example at a time. It supports all rules, losses and options:
 * files, streams, mixtures, classes, derived features.
 *
 * P: the type of a prediction for one example, a number or the label of a class. K: the type of class labels;
 * undefined: no classes. L: the type of the labels that it takes.
 */
export class Learner<
  P extends ClassLabel = number,
  K extends LabelOrNone = LabelOrNone,
  L extends ExampleLabel = ExampleLabel,
> extends InspectedLearner<P, K, L> {
  /**
   * Creates an untrained learner.
   *
   * @param options all are optional
   * @throws OLError: OL_PARAMETER, OL_RULE, OL_LOSS for options out of their range; OL_MEMORY if the table does not
   * fit;
   *   OL_BACKEND, OL_ADDON_BROKEN if the requested backend cannot be used
   */
  constructor(options?: LearnerOptions)
  /** @internal with the contents of a model file: OL_MODEL_MISMATCH if the options contradict them */
  constructor(options: AnyLearnerOptions, model: ModelState | undefined)
  constructor(options: AnyLearnerOptions = {}, model?: ModelState) {
    super(wholeState(options, model))
  }

  /**
   * Reads a model file; the learner continues exactly where the saved one stopped.
   *
   * @param path the model file
   * @param options may change rates, clip, link, update, input and backend
   * @returns the learner
   * @throws OLError: OL_MODEL_MISMATCH if another option differs from the model's; OL_MODEL_FORMAT,
   * OL_MODEL_CHECKSUM, OL_MODEL_VERSION if the file is not a valid model; OL_FILE_MISSING and the like
   */
  static async load<P extends number | string = number>(
    path: string,
    options: AnyLearnerOptions = {},
  ): Promise<Learner<P>> {
    checkPlain(options)
    const { backend } = chooseBackend(options.backend)
    return new this<P>(options, await modelFromFile(path, backend))
  }

  /**
   * Reads a model from memory, like `load` from a file.
   *
   * @param bytes a model file; a Buffer or any other view
   * @param options may change rates, clip, link, update, input and backend
   * @returns the learner
   * @throws OLError: as for `load`
   */
  static fromBytes<P extends number | string = number>(
    bytes: Uint8Array,
    options: AnyLearnerOptions = {},
  ): Learner<P> {
    checkPlain(options)
    const { backend } = chooseBackend(options.backend)
    return new this<P>(options, modelFromBytes(bytes, backend))
  }

  /**
   * Merges models that were trained separately on different examples. Their order matters: see docs/merging.md.
   *
   * @param models at least one, all with the same settings
   * @returns a new learner
   * @throws OLError: OL_MERGE_RULE, OL_MERGE_SETTINGS if they cannot be merged
   */
  static merge<P extends number | string = number>(models: readonly Learner<P>[]): Learner<P> {
    const [first] = checkModels(models, Learner)
    if (models.length === 1) return this.fromBytes(first.toBytes(), { backend: first.backend })
    return new this<P>(
      { backend: first.backend },
      mergedModel(
        first.learnerState().backend,
        models.map((m) => modelOf(m.learnerState())),
      ),
    )
  }

  /**
   * Splits the model into shares that can be trained separately; `merge` joins them again.
   *
   * @param shares the number of shares
   * @returns the shards, which predict like the model
   * @throws OLError: OL_MERGE_RULE, OL_MERGE_SETTINGS if it cannot be split
   */
  split(shares: number): Learner<P>[] {
    checkShares(shares)
    // a class that extends this one creates its own learners
    const Kind = this.constructor as typeof Learner
    if (shares === 1) return [Kind.merge<P>([this])]
    const options = { backend: this.backend }
    return Array.from({ length: shares }, (_, k) => new Kind<P>(options, shareOf(this.#state, shares, k)))
  }

  get #state(): LearnerState {
    return this.learnerState()
  }

  /**
   * Learns from the examples of a batch in order.
   *
   * @param batch examples in compressed sparse rows
   * @param options whether the batch was checked before
   * @returns the prediction for each example before learning it, an array that the caller owns
   */
  override learn(batch: Batch, options?: BatchOptions): Float64Array
  /**
   * Learns from a stream of examples or batches, off the main thread, while the next batch is read. If the promise
   * is rejected, the batches before the error have been learned, and the model is consistent.
   *
   * @param stream an iterable or async iterable; examples are collected into batches of 256
   * @param options progress, signal, and whether batches were checked before
   * @returns the report of this stream
   * @throws OLError: as for a batch, as a rejection
   */
  override learn<F extends object & FeaturesOf<F>, Y extends ExampleLabel>(
    stream: ExampleStream<F, L> | (ExampleStream<F, Y> & Fitting<Y, L>),
    options?: StreamOptions,
  ): Promise<ValidationReport>
  /**
   * Learns from one example.
   *
   * @param example features and label
   * @returns the prediction before learning
   */
  override learn<F extends object & FeaturesOf<F>, Y extends ExampleLabel>(
    example: Example<F, L> | (Example<F, Y> & Fitting<Y, L>),
  ): P
  override learn(
    input: Example | Batch | ExampleStream,
    options?: StreamOptions,
  ): P | Float64Array | Promise<ValidationReport> {
    // the overloads of one example and of a batch
    if (!isStream(input)) return super.learn(input as Batch, options)
    this.#state.busy?.refuseChange()
    this.#state.refuseToLearn()
    const ofStream = options ?? {}
    checkCallOptions(ofStream, ofStreams)
    return learnStream(this.#state, input, ofStream)
  }

  /**
   * Predicts the examples of a batch; the model does not change.
   *
   * @param batch examples in compressed sparse rows; labels are not needed
   * @param options whether the batch was checked before
   * @returns a prediction for each, an array that the caller owns
   */
  override predict(batch: Batch, options?: BatchOptions): Float64Array
  /**
   * Predicts the batches of a stream as they arrive.
   *
   * @param stream an iterable or async iterable of batches
   * @param options whether batches were checked before, and a link to use instead of the model's
   * @returns an iterable of batches with their predictions; leaving it early closes the stream
   * @throws OLError: as for a batch, from the iterable; OL_PARAMETER for a link
   */
  override predict(stream: BatchStream, options?: PredictStreamOptions): AsyncIterable<PredictedBatch>
  /**
   * Returns the prediction that learning from these features would return.
   *
   * @param features of one example
   * @returns the score with link; with classes the label of the class with the largest score
   */
  override predict<F extends object & FeaturesOf<F>>(features: F): P
  override predict(
    input: Features | Batch | BatchStream,
    options: PredictStreamOptions = {},
  ): P | Float64Array | AsyncIterable<PredictedBatch> {
    // the overloads of one example and of a batch
    if (!isStream(input)) return super.predict(input as Batch, options)
    checkCallOptions(options, ofPredictedStreams)
    if (options.link !== undefined) checkLink(this.#state.settings, options.link)
    return predictStream(this.#state, input as BatchStream, options)
  }

  /** the rule with which a distilled model was trained; undefined: this model can learn */
  get predictOnly(): RuleName | undefined {
    return this.#state.settings.predictOnly
  }

  /** the precision of the stored weights of a distilled model; undefined: the same as its table's */
  get storedPrecision(): StoredPrecision | undefined {
    return this.#state.settings.storedPrecision
  }

  /** the JSON value that the model carries: how its input was read */
  get input(): JsonValue | undefined {
    return this.#state.input
  }

  /** the number of values in learned examples that were ignored because their features exceeded the limit `maxFeatures` */
  get ignoredValues(): number {
    return Math.round(this.#state.base.rows?.ignored ?? 0)
  }

  /** the number of features with their own slot; undefined if features share slots by hash */
  get slots(): number | undefined {
    return this.#state.base.rows?.size
  }

  /** whether the model needs `fitScales` before it can learn */
  get needsFirstPass(): boolean {
    return this.#state.firstPass?.missing === true
  }

  /**
   * With `prenormalize`: the divisor of the feature of each slot (with bits 'grow': of a key), which a reader
   * applies before it builds products of features; 0 if the first pass did not see the feature. Batches with
   * `normalized` are not divided again. Returns a copy each time.
   */
  get scales(): Divisors | undefined {
    const divisors = this.#state.firstPass?.divisors
    return typeof divisors === 'function' ? divisors : divisors?.slice()
  }

  /**
   * Returns progressive validation over all examples that this model has ever learned.
   *
   * @returns counts, average loss, and figures that depend on the kind of model
   */
  report(): ValidationReport {
    const { backend, settings, progress } = this.#state
    // `wholeState` makes no other
    const whole = progress as ProgressiveValidation
    return validationReportOf(backend.name, settings.rule, whole, this.classes, coverageOf(this.#state))
  }

  /**
   * Writes the model as it is at the time of the call: completely or, on any error, not at all. The file is written
   * in slices, between which other work can continue, including learning; changed data is copied first.
   *
   * @param path the file to write or to replace
   * @param options for example predictOnly, which omits everything that only learning needs: see `SaveOptions`
   * @throws OLError: OL_FILE_UNREADABLE, OL_FILE_DIRECTORY if it cannot be written; OL_BUSY while a batch is being learned
   */
  async save(path: string, options: SaveOptions = {}): Promise<void> {
    await saveModel(path, this.#state, options)
  }

  /** @internal what `save` stores */
  stored(options: SaveOptions): Steps<ModelState> {
    return storedModel(this.#state, options)
  }

  /**
   * Returns how many bytes `save` would write. A file grows with the number of used slots, up to the size of the
   * table; with bits 'grow' it grows with the number of features, without limit.
   *
   * @param slots `touched`: with the slots that are in use now; `all`: with every slot of the table
   * @returns the size of the model file
   * @throws OLError: OL_PARAMETER for other slots; OL_BUSY while a batch is being learned
   */
  fileSize(slots: 'touched' | 'all' = 'touched'): number {
    if (slots !== 'touched' && slots !== 'all')
      throw invalid('OL_PARAMETER', 'slots', "'touched' or 'all'", slots)
    return allSteps(modelSize(modelOf(this.#state), this.#state.backend, slots === 'all'))
  }

  /**
   * Returns the bytes that `save` writes.
   *
   * @param options as for `save`
   * @returns a model file, which `Learner.fromBytes` can read
   * @throws OLError: OL_BUSY while a batch is being learned
   */
  toBytes(options: SaveOptions = {}): Uint8Array {
    return modelToBytes(allSteps(storedModel(this.#state, options)), this.#state.backend)
  }

  /**
   * Returns a prediction and an interval that should contain a given share of the labels; with classes, a set of
   * classes. The interval is based on the errors on recent examples before the model learned them: docs/intervals.md.
   *
   * @param features the features of one example
   * @param level the share, in (0, 0.999]; default 0.9
   * @param options whether the label of this example will be learned next
   * @returns the prediction and its interval, in the unit of the labels
   * @throws OLError: OL_PARAMETER for another level, or a model with `intervals` off or of an earlier version; as for `predict`
   */
  predictInterval<F extends object & FeaturesOf<F>>(
    features: F,
    level: number = usualLevel,
    options: IntervalOptions = {},
  ): PredictionInterval<K> {
    this.#state.busy?.refuseInFlight()
    const found: PredictionInterval = predictInterval(this.#state, features as Features, level, options)
    return found as PredictionInterval<LabelOrNone> as PredictionInterval<K>
  }

  /**
   * Measures the loss over a stream without learning; the model does not change. Class names that occur only in this
   * stream are only in its report.
   *
   * @param stream an iterable or async iterable of examples or of batches
   * @param options progress, signal, and whether batches were checked before
   * @returns the report of this stream
   * @throws OLError: as for `learn`, as a rejection
   */
  async evaluate<F extends object & FeaturesOf<F>, Y extends ExampleLabel>(
    stream: ExampleStream<F, L> | (ExampleStream<F, Y> & Fitting<Y, L>),
    options: StreamOptions = {},
  ): Promise<ValidationReport> {
    this.#state.busy?.refuseInFlight()
    return evaluateStream(this.#state, stream as ExampleStream, options)
  }

  /**
   * Finds the scales of the features in a first pass over a batch, for `prenormalize` and for rules that need it
   * (`needsFirstPass`). The model learns nothing (Ross, Mineiro, Langford: Normalized Online Learning, 2013, section
   * 6).
   *
   * @param batch all of the data; labels are not needed
   * @param options whether the batch was checked before
   * @returns the number of examples
   * @throws OLError: OL_FIRST_PASS if the model needs no first pass, or has had one; OL_INPUT_EMPTY without examples
   */
  fitScales(batch: Batch, options?: FirstPassOptions): number
  /**
   * Finds the scales of the features in a first pass over a stream.
   *
   * @param stream an iterable or async iterable of examples or of batches: all of the data
   * @param options signal, and whether batches were checked before
   * @returns the number of examples
   * @throws OLError: as for a batch, as a rejection; OL_FIRST_PASS is thrown synchronously
   */
  fitScales<F extends object & FeaturesOf<F>>(
    stream: ExampleStream<F>,
    options?: FirstPassOptions,
  ): Promise<number>
  fitScales(input: Batch | ExampleStream, options: FirstPassOptions = {}): number | Promise<number> {
    this.#state.busy?.refuseChange()
    return fitScales(this.#state, input, options)
  }
}
