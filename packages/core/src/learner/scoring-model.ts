import type { Batch } from '@ol/spec'
import type { Features, FeaturesOf } from '../examples/features.js'
import type { Term } from '../expand/terms.js'
import { neededPart } from '../options/needed-part.js'
import type { ExampleStream } from '../stream/batched.js'
import { checkObject } from '../stream/check-arguments.js'
import type { BatchOptions, StreamOptions } from '../stream/streams.js'
import type { ValidationReport } from '../validation/validation-report.js'
import { checkCall, type LearnerParts } from './learner-parts.js'
import type { LearnerState } from './learner-state.js'
import type { TermsOptions } from './model-terms.js'
import { ModelView } from './model-view.js'
import type { PredictionInterval } from './predicted-batch.js'
import { probabilities, scoresOf } from './predicting.js'

/** The scores, probabilities, intervals, loss and terms of a model, which change nothing. */
export class ScoringModel extends ModelView {
  readonly #state: LearnerState
  readonly #parts: LearnerParts

  /** @internal */
  constructor(state: LearnerState, parts: LearnerParts) {
    super(state, parts)
    this.#state = state
    this.#parts = parts
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
    checkCall(this.#parts, options)
    this.#state.busy?.refuseInFlight()
    return scoresOf(this.#state, input as Features | Batch, options)
  }

  /**
   * Returns probabilities: of the classes under logistic loss the normalized probabilities of each against the others,
   * under other losses the softmax of the scores; without classes that of the label 1.
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
    checkCall(this.#parts, options)
    this.#state.busy?.refuseInFlight()
    return probabilities(this.#state, input as Features | Batch, options)
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
    this.#state.busy?.refuseInFlight()
    return neededPart(this.#parts, 'bootstrapping').predictionInterval(
      this.#state,
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
    this.#state.busy?.refuseInFlight()
    return neededPart(this.#parts, 'streaming').evaluateStream(this.#state, stream as ExampleStream, options)
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
    this.#state.busy?.refuseInFlight()
    return neededPart(this.#parts, 'deriving').termsOf(this.#state, options)
  }

  /** @internal for functions beside it */
  learnerState(): LearnerState {
    return this.#state
  }
}
