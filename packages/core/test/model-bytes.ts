import { fallback } from '@ol/fallback'
import type { Pieces } from '@ol/platform'
import type { ModelState } from '../src/model/model-file.js'
import * as io from '../src/model/model-io.js'
import type { Steps } from '../src/table/steps.js'

/* Model files as the TypeScript backend writes and reads them: both have the same bytes. */

export function modelToBytes(model: ModelState): Uint8Array {
  return io.modelToBytes(model, fallback)
}

export function modelFromBytes(bytes: Uint8Array): ModelState {
  return io.modelFromBytes(bytes, fallback)
}

export function modelPieces(model: Steps<ModelState>): Pieces {
  return io.modelPieces(model, fallback)
}
