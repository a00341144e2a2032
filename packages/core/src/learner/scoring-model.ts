import type { Batch } from '@ol/spec'
import type { Features, FeaturesOf } from '../examples/features.js'
import { checkStreamOptions } from '../stream/check-arguments.js'
import type { BatchOptions } from '../stream/streams.js'
import type { LearnerState } from './learner-state.js'
import { ModelView } from './model-view.js'
import type { PredictionInterval } from './predicted-batch.js'
import { predictionInterval, probabilities, scoresOf } from './predicting.js'

/** The scores, probabilities and intervals of a model, which change nothing. */
export class ScoringModel extends ModelView {
  readonly #state: LearnerState

  /** @internal */
  constructor(state: LearnerState) {
    super(state)
    this.#state = state
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
    checkStreamOptions(options)
    this.#state.busy.refuseInFlight()
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
    checkStreamOptions(options)
    this.#state.busy.refuseInFlight()
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
    this.#state.busy.refuseInFlight()
    return predictionInterval(this.#state, features as Features, level)
  }
}
