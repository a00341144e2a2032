import type { Batch } from '@ol/spec'
import type { ServedModel } from './model/served-model.js'

/** Watches a service learn. */
export interface LearningWatcher {
  /**
   * @param scores the scores of the model before it learned the batch; with classes one for each class @param time when
   * it was learned, in milliseconds since 1970
   */
  learned(model: ServedModel, batch: Batch, scores: Float64Array, time: number): void

  /**
   * Switches to a model that replaces another, and returns the function that switches back if the replacement fails.
   *
   * @throws OLError for a model that it cannot watch
   */
  turnTo?(next: ServedModel, former: ServedModel): () => void
}
