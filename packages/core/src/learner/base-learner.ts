import { type Batch, invalid } from '@ol/spec'
import { chooseOver } from '../backend/choose.js'
import { isBatch } from '../examples/check-batch.js'
import type { Example, Features, FeaturesOf } from '../examples/features.js'
import type { ModelState } from '../model/model-file.js'
import { checkLink } from '../options/apply-link.js'
import type { AnyLearnerOptions, LearnerOptions } from '../options/learner-options.js'
import { neededPart } from '../options/needed-part.js'
import type { ClassLabel } from '../options/settings.js'
import type { ExampleStream } from '../stream/batched.js'
import { checkObject } from '../stream/check-arguments.js'
import {
  type BatchOptions,
  type BatchStream,
  type FirstPassOptions,
  isStream,
  type PredictStreamOptions,
  type StreamOptions,
} from '../stream/streams.js'
import type { ValidationReport } from '../validation/validation-report.js'
import type { ExplainOptions, Explanation } from './explain.js'
import { checkCall, type LearnerParts } from './learner-parts.js'
import { LearnerState } from './learner-state.js'
import { learnBatch, learnExample } from './learning.js'
import type { LabelOrNone, OnePrediction, PredictedBatch } from './predicted-batch.js'
import { answerOf, predictBatch, predictFeatures, predictTerms } from './predicting.js'
import { ScoringModel } from './scoring-model.js'

/**
 * A linear model over hashed features, learned one example at a time. `learn` predicts, then learns, and returns the prediction;
 * `predict` changes nothing; `evaluate` measures the loss without learning. They take one example, a batch, or a stream.
 *
 * P: what a prediction for one example is, a number or the label of a class; K: the labels of its classes; undefined: none.
 */
export class BaseLearner<
  P extends ClassLabel = number,
  K extends LabelOrNone = LabelOrNone,
> extends ScoringModel {
  /** @internal what its learners are made of: each class of learners names its own */
  static readonly parts: LearnerParts

  readonly #state: LearnerState

  /**
   * Makes an untrained learner.
   *
   * @param options everything has a default
   * @throws OLError: OL_PARAMETER, OL_RULE, OL_LOSS for options out of their range; OL_MEMORY where the table does not
   * fit;
   *   OL_BACKEND, OL_ADDON_BROKEN where the requested backend cannot be used
   */
  constructor(options?: LearnerOptions)
  /** @internal with the contents of a model file: OL_MODEL_MISMATCH where the options contradict them */
  constructor(options: AnyLearnerOptions, model: ModelState | undefined)
  constructor(options: AnyLearnerOptions = {}, model?: ModelState) {
    const state = new LearnerState(options, model, new.target.parts)
    super(state, new.target.parts)
    this.#state = state
  }

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
        first.#state.backend,
        models.map((m) => merging.modelOf(m.#state)),
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
    const { checkShares, shareOf } = neededPart(this.#kind.parts, 'merging')
    checkShares(shares)
    if (shares === 1) return [this.#kind.merge<P>([this])]
    const options = { backend: this.backend }
    return Array.from(
      { length: shares },
      (_, k) => new this.#kind<P>(options, shareOf(this.#state, shares, k)),
    )
  }

  /** The class of this learner, which makes learners of the same parts. */
  get #kind(): typeof BaseLearner {
    return this.constructor as typeof BaseLearner
  }

  /**
   * Learns from the examples of a batch in order.
   *
   * @param batch examples in compressed sparse rows
   * @param options whether the batch was checked before
   * @returns the predictions made before each, an array that the caller owns
   * @throws OLError: OL_BATCH, OL_VALUE, OL_LABEL, OL_WEIGHT, OL_KEYS before anything is learned; OL_BUSY,
   *   OL_FIRST_PASS, OL_HORIZON, OL_MEMORY
   */
  learn(batch: Batch, options?: BatchOptions): Float64Array
  /**
   * Learns from a stream of examples or of batches off the main thread, while the next is read. After a rejection the
   * batches before it have been learned, and the model is consistent.
   *
   * @param stream an iterable or async iterable; examples are collected into batches of 256
   * @param options progress, signal, and whether batches were checked before
   * @returns the report of this stream
   * @throws OLError: as of a batch, as a rejection
   */
  learn<F extends object & FeaturesOf<F>>(
    stream: ExampleStream<F>,
    options?: StreamOptions,
  ): Promise<ValidationReport>
  /**
   * Learns from one example.
   *
   * @param example features and label
   * @returns the prediction made before
   * @throws OLError: OL_FEATURES, OL_VALUE, OL_LABEL, OL_WEIGHT; OL_DIVERGED where the step would make a weight
   *   non-finite; OL_BUSY, OL_PREDICT_ONLY, OL_FIRST_PASS, OL_HORIZON, OL_MEMORY
   */
  learn<F extends object & FeaturesOf<F>>(example: Example<F>): P
  learn(
    input: Example | Batch | ExampleStream,
    options: StreamOptions = {},
  ): P | Float64Array | Promise<ValidationReport> {
    this.#state.busy?.refuseWhileLearning()
    this.#state.refuseBeforeFirstPass()
    checkCall(this.#kind.parts, options)
    if (isStream(input))
      return neededPart(this.#kind.parts, 'streaming').learnStream(this.#state, input, options)
    if (isBatch(input)) return learnBatch(this.#state, input, options)
    // the type that the caller named for this learner
    return answerOf(this.#state, learnExample(this.#state, input)) as P
  }

  /**
   * Predicts the examples of a batch; the model does not change.
   *
   * @param batch examples in compressed sparse rows; labels are not needed
   * @param options whether the batch was checked before
   * @returns a prediction for each, an array that the caller owns
   * @throws OLError: OL_BATCH, OL_VALUE, OL_KEYS; OL_BUSY while a batch is learned from
   */
  predict(batch: Batch, options?: BatchOptions): Float64Array
  /**
   * Predicts the batches of a stream, as they come.
   *
   * @param stream an iterable or async iterable of batches
   * @param options whether batches were checked before, and another link than that of the model
   * @returns an iterable of batches with their predictions; leaving it early closes the stream
   * @throws OLError: as of a batch, from the iterable; OL_PARAMETER for a link
   */
  predict(stream: BatchStream, options?: PredictStreamOptions): AsyncIterable<PredictedBatch>
  /**
   * Returns the prediction that learning from these features would return.
   *
   * @param features of one example
   * @returns the score with link; with classes the label of the class of the largest score
   * @throws OLError: OL_FEATURES, OL_VALUE; OL_BUSY while a batch is learned from
   */
  predict<F extends object & FeaturesOf<F>>(features: F): P
  predict(
    input: Features | Batch | BatchStream,
    options: PredictStreamOptions = {},
  ): P | Float64Array | AsyncIterable<PredictedBatch> {
    checkCall(this.#kind.parts, options)
    if (options.link !== undefined) checkLink(this.#state.settings, options.link)
    if (isStream(input))
      return neededPart(this.#kind.parts, 'streaming').predictStream(
        this.#state,
        input as BatchStream,
        options,
      )
    this.#state.busy?.refuseInFlight()
    if (isBatch(input)) return predictBatch(this.#state, input, options)
    // the type that the caller named for this learner
    return answerOf(this.#state, predictFeatures(this.#state, input)) as P
  }

  /**
   * Predicts one example in the terms of the task: a class with its probability, or a number.
   *
   * @param features of one example
   * @returns class and probability, number, and score
   * @throws OLError: as of `predict`
   */
  predictOne<F extends object & FeaturesOf<F>>(features: F): OnePrediction<K> {
    this.#state.busy?.refuseInFlight()
    return predictTerms(this.#state, features as Features) as OnePrediction<K>
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
    checkCall(this.#kind.parts, options)
    this.#state.busy?.refuseInFlight()
    return neededPart(this.#kind.parts, 'inspecting').explain(
      this.#state,
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
    this.#state.busy?.refuseWhileLearning()
    return neededPart(this.#kind.parts, 'scaling').fitScales(this.#state, input, options)
  }

  /** @deprecated Use `fitScales`; this name goes with the next version. */
  survey(batch: Batch, options?: FirstPassOptions): number
  /** @deprecated Use `fitScales`; this name goes with the next version. */
  survey(stream: BatchStream, options?: FirstPassOptions): Promise<number>
  survey(input: Batch | BatchStream, options?: FirstPassOptions): number | Promise<number> {
    return isBatch(input) ? this.fitScales(input, options) : this.fitScales(input, options)
  }

  /**
   * Makes a batch of examples, hashed as this model hashes. With classes, strings that are new get their numbers here.
   *
   * @param examples any iterable
   * @returns the batch, with arrays that the caller owns
   * @throws OLError: OL_FEATURES, OL_VALUE, OL_LABEL or OL_WEIGHT
   */
  batch<F extends object & FeaturesOf<F>>(examples: Iterable<Example<F>>): Batch {
    if (typeof (examples as Partial<Iterable<unknown>> | null | undefined)?.[Symbol.iterator] !== 'function')
      throw invalid('OL_PARAMETER', 'the examples', 'an iterable', examples)
    const builder = this.#state.builder()
    for (const example of examples) builder.add(example as Example)
    return this.#state.own(builder.take())
  }
}
