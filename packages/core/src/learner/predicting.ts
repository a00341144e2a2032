import { classProbabilities } from '@ol/fallback'
import { links } from '@ol/numerics'
import { type Batch, lossOf, OLError } from '@ol/spec'
import { isBatch } from '../examples/check-batch.js'
import type { Features } from '../examples/features.js'
import { areIndependent, classNumbers } from '../lanes/classes.js'
import type { Outcome } from '../lanes/outcome.js'
import { applyLink } from '../options/apply-link.js'
import type { ClassLabel } from '../options/settings.js'
import { signLabels } from '../options/sign-names.js'
import type { BatchOptions } from '../stream/streams.js'
import type { LearnerState } from './learner-state.js'
import { type OnePrediction, termsOfBatch } from './predicted-batch.js'
import { taskTerms } from './task-terms.js'

/** Returns the outcome of the lanes for features or a batch. */
export function outcomeOf(state: LearnerState, input: Features | Batch, options: BatchOptions): Outcome {
  if (!isBatch(input)) return predictFeatures(state, input)
  state.checkUnlabelled(input, options)
  return state.model.predict(state.divided(input))
}

export function predictFeatures(state: LearnerState, features: Features): Outcome {
  const batch = state.collect((builder) => builder.addUnlabelled(features))
  return state.model.predict(state.divided(batch))
}

/** Returns the prediction for one example in the form for users. */
export function predictionOf({ settings, classes }: LearnerState, { predictions }: Outcome): number | string {
  const [prediction] = predictions
  return classes === undefined ? links[settings.link](prediction) : classes.labelOf(prediction + 1)
}

/** Returns the labels of the classes; with two classes, only if they have names. */
export function labelsOf({ settings, classes }: LearnerState): readonly ClassLabel[] | undefined {
  return settings.signNames === undefined ? classes?.labels() : signLabels(settings.signNames)
}

export function predictBatch(state: LearnerState, batch: Batch, options: BatchOptions): Float64Array {
  return applyLink(
    state.settings.link,
    classNumbers(outcomeOf(state, batch, options).predictions, state.classes),
  )
}

/** Returns the prediction for one example in the terms of the task. */
export function predictTerms(state: LearnerState, features: Features): OnePrediction {
  const { settings } = state
  const outcome = predictFeatures(state, features)
  const scores = outcome.scores ?? outcome.predictions
  const terms = taskTerms(settings, labelsOf(state))
  const { class: classOf, probability } = termsOfBatch(terms, scores)
  const label = classOf(0)
  return {
    prediction: terms.task === 'regression' ? links[terms.link](scores[0]) : label,
    class: label,
    probability: probability(0),
    score: outcome.scores === undefined ? scores[0] : Math.max(...scores),
  }
}

export function scoresOf(state: LearnerState, input: Features | Batch, options: BatchOptions): Float64Array {
  const outcome = outcomeOf(state, input, options)
  return (outcome.scores ?? outcome.predictions).slice()
}

/** Returns the probabilities of classes, or of the label 1: OL_LOSS if the loss has none. */
export function probabilities(
  state: LearnerState,
  input: Features | Batch,
  options: BatchOptions,
): Float64Array {
  const scores = scoresOf(state, input, options)
  const { loss } = state.settings
  if (state.classes === undefined) {
    if (lossOf(loss).link !== 'logistic')
      throw new OLError(
        'OL_LOSS',
        `Expected classes or logistic loss for probabilities but the loss is ${loss}`,
        { value: loss },
      )
    return applyLink('logistic', scores)
  }
  const { count } = state.classes
  const independent = areIndependent(loss)
  for (let at = 0; at < scores.length; at += count)
    classProbabilities(scores, at, count, independent, scores, at)
  return scores
}
