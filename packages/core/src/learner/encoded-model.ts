import type { Pieces } from '@ol/platform'
import { modelPieces } from '../model/model-io.js'
import type { ModelView } from './model-view.js'

/**
 * Returns the bytes that `save` writes, in pieces.
 *
 * @param model a learner
 * @returns the pieces of a model file, in order
 */
export function encodedModel(model: ModelView): Pieces {
  return modelPieces(model.stored({}))
}
