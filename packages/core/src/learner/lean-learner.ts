import { type BackendName, type Batch, invalid, type LossId, type Precision, type RuleId } from '@ol/spec'
import type { BackendInfo } from '../backend/choose.js'
import { isBatch } from '../examples/check-batch.js'
import {
  checkExample,
  type Example,
  type ExampleLabel,
  exampleMembers,
  type Features,
  type FeaturesOf,
  type Fitting,
} from '../examples/features.js'
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
 * A linear model over hashed features that learns one example at a time. `learn` predicts, then learns, and returns
 * the prediction; `predict` changes nothing. Both take one example or a batch. `Learner` adds all other methods; for
 * small pages, `leanLearner` creates a class with only these.
 *
 * P: the type of a prediction for one example, a number or the label of a class. K: the type of class labels;
 * undefined: no classes. L: the type of the labels that it takes.
 */
export class LeanLearner<
  P extends ClassLabel = number,
  K extends LabelOrNone = LabelOrNone,
  L extends ExampleLabel = ExampleLabel,
> {
  readonly #state: LearnerState

  /** @internal `Learner` and the classes of `leanLearner` create the state from their options */
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

  /** The table has 2^bits slots; 'grow': one slot for each feature. */
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

  /** the backend, the requested backend, and the reason if it is not native */
  get backendInfo(): BackendInfo {
    return this.#state.info
  }

  /** the number of outlier labels that were not learned: see the option `outliers` */
  get labelOutliers(): number {
    return this.#state.base.targets.outliers?.count ?? 0
  }

  /** the number of examples, since the model was created or loaded, whose error a lane clipped: see the option `outliers` */
  get clippedErrors(): number {
    return this.#state.base.targets.outliers?.errorCount ?? 0
  }

  /** the labels of the classes, by number; an empty string: the class has never occurred; undefined: no classes */
  get classes(): readonly (number | string)[] | undefined {
    return this.#state.classes?.labels()
  }

  /**
   * the classes in the form of the `classes` option, which readers also take: the names that are known so far; with
   * task binary the labels of -1 and +1
   */
  get classNames(): readonly string[] | undefined {
    return this.#state.settings.signNames ?? this.#state.classes?.setting.names
  }

  /** the memory of the model, in bytes */
  get memory(): MemoryUse {
    const { table, rows } = this.#state.base
    return { table: table.layout.bytes, index: rows?.bytes ?? 0 }
  }

  /** the number of examples that the model has learned */
  get examples(): number {
    return this.#state.progress.examples
  }

  /**
   * Learns from the examples of a batch in order.
   *
   * @param batch examples in compressed sparse rows
   * @param options whether the batch was checked before
   * @returns the prediction for each example before learning it, an array that the caller owns
   * @throws OLError: OL_BATCH, OL_VALUE, OL_LABEL, OL_WEIGHT, OL_KEYS, OL_GROUPS, before the model learns anything; OL_BUSY,
   *   OL_FIRST_PASS, OL_HORIZON, OL_MEMORY
   */
  learn(batch: Batch, options?: BatchOptions): Float64Array
  /**
   * Learns from one example.
   *
   * @param example features and label
   * @returns the prediction before learning
   * @throws OLError: OL_FEATURES, OL_VALUE, OL_LABEL, OL_WEIGHT; OL_DIVERGED if the step would make a weight
   *   non-finite; OL_BUSY, OL_PREDICT_ONLY, OL_FIRST_PASS, OL_HORIZON, OL_MEMORY
   */
  learn<F extends object & FeaturesOf<F>, Y extends ExampleLabel>(
    example: Example<F, L> | (Example<F, Y> & Fitting<Y, L>),
  ): P
  learn(input: Example | Batch, options?: BatchOptions): P | Float64Array {
    this.#state.busy?.refuseChange()
    this.#state.refuseToLearn()
    if (options !== undefined) {
      // features and a label as two arguments are no example
      if (!isBatch(input)) checkExample(input, exampleMembers)
      checkBatchOptions(options)
    }
    if (isBatch(input)) return learnBatch(this.#state, input, options ?? {})
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
   * @throws OLError: OL_BATCH, OL_VALUE, OL_KEYS; OL_BUSY while a batch is being learned
   */
  predict(batch: Batch, options?: BatchOptions): Float64Array
  /**
   * Returns the prediction that learning from these features would return.
   *
   * @param features of one example
   * @returns the score with link; with classes the label of the class with the largest score
   * @throws OLError: OL_FEATURES, OL_VALUE; OL_BUSY while a batch is being learned
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
   * @throws OLError: as for `predict`
   */
  predictOne<F extends object & FeaturesOf<F>>(features: F): OnePrediction<K> {
    this.#state.busy?.refuseInFlight()
    return predictTerms(this.#state, features as Features) as OnePrediction<K>
  }

  /**
   * Creates a batch of examples, with features hashed as in this model. With classes, new names get their numbers
   * here.
   *
   * @param examples any iterable
   * @returns the batch, with arrays that the caller owns
   * @throws OLError: OL_FEATURES, OL_VALUE, OL_LABEL or OL_WEIGHT
   */
  batch<F extends object & FeaturesOf<F>, Y extends ExampleLabel>(
    examples: Iterable<Example<F, L>> | (Iterable<Example<F, Y>> & Fitting<Y, L>),
  ): Batch {
    const iterable = examples as Partial<Iterable<unknown>> | null | undefined
    // numbers are not examples, and an array whose memory was transferred cannot be iterated
    if (typeof iterable?.[Symbol.iterator] !== 'function' || ArrayBuffer.isView(examples))
      throw invalid('OL_PARAMETER', 'the examples', 'an iterable', examples)
    const builder = this.#state.builder()
    for (const example of examples) builder.add(example as Example)
    return builder.take()
  }

  /**
   * Returns scores, without link.
   *
   * @param input features of one example, or a batch
   * @param options whether the batch was checked before
   * @returns for each example the score of each class; without classes one score
   * @throws OLError: as for `predict`
   */
  scores<F extends object & FeaturesOf<F>>(input: F | Batch, options: BatchOptions = {}): Float64Array {
    checkBatchOptions(options)
    this.#state.busy?.refuseInFlight()
    return scoresOf(this.#state, input as Features | Batch, options)
  }

  /**
   * Returns probabilities. With classes under logistic loss: the normalized probabilities of each class against the
   * others. With classes under other losses: the softmax of the scores. Without classes: the probability of the label
   * 1.
   *
   * @param input features of one example, or a batch
   * @param options whether the batch was checked before
   * @returns for each example the probability of each class, with sum 1; without classes one probability
   * @throws OLError: OL_LOSS without classes if the loss is not logistic; as for `predict`
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
  /** bytes of the feature index, with bits 'grow' or a rule with a matrix; otherwise 0 */
  readonly index: number
}
