import { normalizedProbabilities, softmaxProbabilities } from '@ol/fallback'
import { links } from '@ol/numerics'
import { type Link, OLError } from '@ol/spec'
import { isCombined } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import { deviation } from './deviation.js'
import { shapeOf } from './mixture/weigher.js'
import type { Outcome } from './outcome.js'

/** Throws OL_PARAMETER if predictions have no spread: no mixture, or one for each class. */
export function checkSpread(settings: Settings, weights: readonly Float64Array[] | undefined): void {
  if (settings.bootstrap !== undefined) return
  if (weights !== undefined && (settings.classes === undefined || isCombined(settings))) return
  const found = weights === undefined ? 'it is none' : 'each of its classes has a mixture of its own'
  throw new OLError(
    'OL_PARAMETER',
    `Expected a model that is one mixture, or has replicates, for a spread but ${found}`,
    {
      value: settings.rule,
    },
  )
}

/**
 * Returns the outcome with the standard deviation of the lanes' predictions for each example, by their weights in the
 * mixture: of numbers under a link, or with classes of the probability of the predicted class. `scores`: of the lanes,
 * NaN if one diverged.
 */
export function withSpread(
  settings: Settings,
  weights: Float64Array,
  scores: Float64Array,
  outcome: Outcome,
  link: Link,
): Outcome {
  const { classes, lanes } = settings
  const each = weights.length
  const values = new Float64Array(each)
  const ofClass = classes === undefined ? undefined : classProbability(settings, each)
  const spread = outcome.predictions.map((prediction, e) => {
    for (let l = 0; l < each; l++)
      values[l] =
        ofClass === undefined
          ? links[link](scores[e * lanes + l])
          : ofClass(scores, e * lanes + l, l, prediction)
    return deviation(values, weights)
  })
  return { ...outcome, spread }
}

/** Returns the function for the probability that a lane gives a class, numbered from 0. */
function classProbability(
  settings: Settings,
  each: number,
): (scores: Float64Array, at: number, l: number, k: number) => number {
  const { exclusive, classes } = shapeOf(settings)
  const all = new Float64Array(classes)
  return (scores, at, l, k) => {
    const fill = exclusive[l] ? softmaxProbabilities : normalizedProbabilities
    fill(scores, at, each, classes, all, 0)
    return all[k]
  }
}
