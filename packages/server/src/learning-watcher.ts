import type { Batch } from '@ol/spec'
import type { ServedModel } from './model/served-model.js'

/** Watches a service learn. */
export interface LearningWatcher {
  /**
   * @param scores what the model said before it learned the batch: with classes one of each
   * @param time when it was learned, in milliseconds since 1970
   */
  learned(model: ServedModel, batch: Batch, scores: Float64Array, time: number): void

  /**
   * Turns to a model that takes the place of another, and returns what turns back, for a model that could not be put in
   * place.
   *
   * @throws OLError for a model that it cannot watch
   */
  turnTo?(next: ServedModel, former: ServedModel): () => void
}
