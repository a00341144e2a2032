import { distilledModel } from '../distill.js'

/** What makes models for predictions alone. */
export interface PredictOnlyPart {
  readonly distilledModel: typeof distilledModel
}

export const predictOnly: PredictOnlyPart = { distilledModel }
