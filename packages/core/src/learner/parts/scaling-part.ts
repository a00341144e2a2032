import { FirstPass, firstPassArrays } from '../../examples/first-pass.js'
import { scalingOptions } from '../../options/option-groups.js'
import { WorkInFlight as Busy } from '../../run/in-flight.js'
import { fitScales } from '../fit-scales.js'
import type { FirstPassPart } from '../state-parts.js'

/** First passes that find the scales of features. */
export interface ScalingPart extends FirstPassPart {
  readonly fitScales: typeof fitScales
}

export const scaling: ScalingPart = { ...scalingOptions, Busy, FirstPass, firstPassArrays, fitScales }
