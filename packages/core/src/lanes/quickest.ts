import { engine } from '@ol/fallback'
import type { Backend, Batch } from '@ol/spec'

/**
 * Below this product of features and lanes a call of the addon costs more than it saves (about 0.6 microseconds). The
 * bytes are the same either way.
 */
const fewFeatures = 48

/** The same for adding examples to progressive validation. */
const fewExamples = 16

/** Returns the faster backend for a batch. */
export function quickest(backend: Backend, batch: Batch, lanes: number): Backend {
  return batch.size === 1 && (batch.offsets[1] - batch.offsets[0]) * lanes < fewFeatures ? engine : backend
}

/** Returns the faster backend to add so many examples to progressive validation. */
export function quickestToAdd(
  backend: Pick<Backend, 'addProgress'>,
  examples: number,
): Pick<Backend, 'addProgress'> {
  return examples < fewExamples ? engine : backend
}
