import { links } from '@ol/numerics'
import { OLError } from '@ol/spec'
import type { Features } from '../examples/features.js'
import { percentileInterval } from '../lanes/bootstrap.js'
import { applyLink } from '../options/apply-link.js'
import type { LearnerState } from './learner-state.js'
import type { PredictionInterval } from './predicted-batch.js'
import { predictFeatures } from './predicting.js'

/** Returns a prediction with the percentile interval of those of the replicates. */
export function predictionInterval(
  state: LearnerState,
  features: Features,
  level: number,
): PredictionInterval {
  const { bootstrap, link } = state.settings
  if (bootstrap === undefined)
    throw new OLError(
      'OL_PARAMETER',
      'Expected a learner with bootstrap replicates for an interval but it has none',
      {
        expected: 'bootstrap: 2 or more',
      },
    )
  const { predictions, replicates } = predictFeatures(state, features)
  const all = replicates === undefined ? new Float64Array(0) : replicates.predictions.slice(1)
  return { prediction: links[link](predictions[0]), ...percentileInterval(applyLink(link, all), level) }
}
