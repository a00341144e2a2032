import { bootstrapOptions } from '../../options/option-groups.js'
import type { BootstrapOptions } from '../../options/resolve-with.js'
import { predictionInterval } from '../prediction-interval.js'

/** Replicates, and intervals of their predictions. */
export interface BootstrappingPart extends BootstrapOptions {
  readonly predictionInterval: typeof predictionInterval
}

export const bootstrapping: BootstrappingPart = { ...bootstrapOptions, predictionInterval }
