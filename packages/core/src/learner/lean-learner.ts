import { type BackendName, type Batch, invalid, type LossId, type Precision, type RuleId } from '@ol/spec'
import type { BackendInfo } from '../backend/choose.js'
import { isBatch } from '../examples/check-batch.js'
import type { Example, Features, FeaturesOf } from '../examples/features.js'
import { refusedLean } from '../options/refusals.js'
import type { ClassLabel } from '../options/settings.js'
import { checkBatchOptions } from '../stream/check-arguments.js'
import { type BatchOptions, isStream } from '../stream/streams.js'
import type { LearnerState } from './learner-state.js'
import { learnBatch, learnExample } from './learning.js'
import type { LabelOrNone, OnePrediction } from './predicted-batch.js'
import {
  predictBatch,
  predictFeatures,
  predictionOf,
  predictTerms,
  probabilities,
  scoresOf,
} from './predicting.js'

/**
 * A linear model over hashed features, learned one example at a time. `learn` predicts, then learns, and returns the prediction;
 * `predict` changes nothing. They take one example or a batch. `Learner` has all further methods; for small pages `leanLearner`
 * makes a class with these alone.
 *
 * P: what a prediction for one example is, a number or the label of a class; K: the labels of its classes; undefined: none.
 */
export class LeanLearner<P extends ClassLabel = number, K extends LabelOrNone = LabelOrNone> {
  readonly #state: LearnerState

  /** @internal `Learner` and the classes of `leanLearner` make the state of their options */
  constructor(state: LearnerState) {
    this.#state = state
  }

  /** the update rule */
  get rule(): RuleId {
    return this.#state.settings.rule
  }

  /** the loss that is minimized */
  get loss(): LossId {
    return this.#state.settings.loss
  }

  /** The table has 2^bits slots; 'grow': a slot for each feature. */
  get bits(): number | 'grow' {
    return this.#state.settings.bits
  }

  /** precision of the table */
  get precision(): Precision {
    return this.#state.settings.precision
  }

  /** the backend that this learner runs on */
  get backend(): BackendName {
    return this.#state.backend.name
  }

  /** the backend, what was requested, and why not native */
  get backendInfo(): BackendInfo {
    return this.#state.info
  }

  /** labels that were outliers, and not learned from: see the option `outliers` */
  get labelOutliers(): number {
    return this.#state.base.targets.outliers?.count ?? 0
  }

  /** examples since the model was made or loaded of which a lane learned a clipped error: see the option `outliers` */
  get clippedErrors(): number {
    return this.#state.base.targets.outliers?.errorCount ?? 0
  }

  /** the labels of the classes, by number; the empty string: one that never occurred; undefined without classes */
  get classes(): readonly (number | string)[] | undefined {
    return this.#state.classes?.labels()
  }

  /**
   * the classes as the `classes` option takes them, and as a reader does: names as far as they are known; of task binary the
   * labels of -1 and +1
   */
  get classNames(): readonly string[] | undefined {
    return this.#state.settings.signNames ?? this.#state.classes?.setting.names
  }

  /** bytes that the model takes in memory */
  get memory(): MemoryUse {
    const { table, rows } = this.#state.base
    return { table: table.layout.bytes, index: rows?.bytes ?? 0 }
  }

  /** examples that it has learned from */
  get examples(): number {
    return this.#state.progress.examples
  }

  /**
   * Learns from the examples of a batch in order.
   *
   * @param batch examples in compressed sparse rows
   * @param options whether the batch was checked before
   * @returns the predictions made before each, an array that the caller owns
   * @throws OLError: OL_BATCH, OL_VALUE, OL_LABEL, OL_WEIGHT, OL_KEYS, OL_GROUPS before anything is learned; OL_BUSY,
   *   OL_FIRST_PASS, OL_HORIZON, OL_MEMORY
   */
  learn(batch: Batch, options?: BatchOptions): Float64Array
  /**
   * Learns from one example.
   *
   * @param example features and label
   * @returns the prediction made before
   * @throws OLError: OL_FEATURES, OL_VALUE, OL_LABEL, OL_WEIGHT; OL_DIVERGED where the step would make a weight
   *   non-finite; OL_BUSY, OL_PREDICT_ONLY, OL_FIRST_PASS, OL_HORIZON, OL_MEMORY
   */
  learn<F extends object & FeaturesOf<F>>(example: Example<F>): P
  learn(input: Example | Batch, options: BatchOptions = {}): P | Float64Array {
    this.#state.busy?.refuseChange()
    this.#state.refuseToLearn()
    checkBatchOptions(options)
    if (isBatch(input)) return learnBatch(this.#state, input, options)
    if (isStream(input)) throw refusedLean('streams')
    // the type that the caller named for this learner
    return predictionOf(this.#state, learnExample(this.#state, input)) as P
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
   * Returns the prediction that learning from these features would return.
   *
   * @param features of one example
   * @returns the score with link; with classes the label of the class of the largest score
   * @throws OLError: OL_FEATURES, OL_VALUE; OL_BUSY while a batch is learned from
   */
  predict<F extends object & FeaturesOf<F>>(features: F): P
  predict(input: Features | Batch, options: BatchOptions = {}): P | Float64Array {
    checkBatchOptions(options)
    this.#state.busy?.refuseInFlight()
    if (isBatch(input)) return predictBatch(this.#state, input, options)
    if (isStream(input)) throw refusedLean('streams')
    // the type that the caller named for this learner
    return predictionOf(this.#state, predictFeatures(this.#state, input)) as P
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
   * Makes a batch of examples, hashed as this model hashes. With classes, strings that are new get their numbers here.
   *
   * @param examples any iterable
   * @returns the batch, with arrays that the caller owns
   * @throws OLError: OL_FEATURES, OL_VALUE, OL_LABEL or OL_WEIGHT
   */
  batch<F extends object & FeaturesOf<F>>(examples: Iterable<Example<F>>): Batch {
    const iterable = examples as Partial<Iterable<unknown>> | null | undefined
    // numbers are no examples, and an array whose memory was transferred cannot be iterated
    if (typeof iterable?.[Symbol.iterator] !== 'function' || ArrayBuffer.isView(examples))
      throw invalid('OL_PARAMETER', 'the examples', 'an iterable', examples)
    const builder = this.#state.builder()
    for (const example of examples) builder.add(example as Example)
    return builder.take()
  }

  /**
   * Returns scores, which have no link.
   *
   * @param input features of one example, or a batch
   * @param options whether the batch was checked before
   * @returns example by example the score of each class, without classes one score each
   * @throws OLError: as of `predict`
   */
  scores<F extends object & FeaturesOf<F>>(input: F | Batch, options: BatchOptions = {}): Float64Array {
    checkBatchOptions(options)
    this.#state.busy?.refuseInFlight()
    return scoresOf(this.#state, input as Features | Batch, options)
  }

  /**
   * Returns probabilities: of the classes under logistic loss the normalized probabilities of each against the others,
   * under other losses the softmax of the scores; without classes the probability of the label 1.
   *
   * @param input features of one example, or a batch
   * @param options whether the batch was checked before
   * @returns example by example the probability of each class, of sum 1; without classes one each
   * @throws OLError: OL_LOSS without classes where the loss is not logistic; as of `predict`
   */
  probabilities<F extends object & FeaturesOf<F>>(
    input: F | Batch,
    options: BatchOptions = {},
  ): Float64Array {
    checkBatchOptions(options)
    this.#state.busy?.refuseInFlight()
    return probabilities(this.#state, input as Features | Batch, options)
  }

  /** @internal for functions next to it */
  learnerState(): LearnerState {
    return this.#state
  }
}

/** Bytes that a model takes in memory. */
export interface MemoryUse {
  /** bytes of the table of weights */
  readonly table: number
  /** bytes of the index of its features, with bits 'grow' or a rule with a matrix; otherwise 0 */
  readonly index: number
}
