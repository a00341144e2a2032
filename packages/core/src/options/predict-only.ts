import { OLError } from '@ol/spec'
import type { Settings } from './settings.js'

/** Throws OL_PREDICT_ONLY for a model that cannot learn. */
export function refusePredictOnly({ predictOnly }: Settings): void {
  if (predictOnly === undefined) return
  const text = `Expected a model that learns but this one, of rule ${predictOnly}, was saved for predictions alone: load the model that it was made of`
  throw new OLError('OL_PREDICT_ONLY', text, { value: predictOnly })
}
