import { classProbabilities, largestScore } from '@ol/fallback'
import { links } from '@ol/numerics'
import { type Link, type LossId, lossOf, type Task } from '@ol/spec'
import { areIndependent } from '../lanes/classes.js'
import type { ClassLabel, Settings } from '../options/settings.js'
import { taskOf } from '../options/task.js'

/** How scores become predictions in the terms of the task: a class and its probability, or a number. */
export interface TaskTerms {
  readonly task: Task
  readonly loss: LossId
  /** the labels of the classes, in order; with two classes the negative one first; regression: none */
  readonly labels: readonly ClassLabel[]
  /** whether a class has a probability */
  readonly probable: boolean
  /** from a score to the probability of the positive class, or to the number; `identity` if there is neither */
  readonly link: Link
}

/** Returns the terms of a learner with these settings. `labels`: of its classes, in their order. */
export function taskTerms(
  settings: Pick<Settings, 'classes' | 'loss' | 'link'>,
  labels: readonly ClassLabel[] | undefined,
): TaskTerms {
  const task = taskOf(settings)
  const { loss } = settings
  if (task === 'multiclass') return { task, loss, labels: labels ?? [], probable: true, link: 'identity' }
  if (task === 'regression') {
    const link = settings.link === 'identity' ? lossOf(loss).link : settings.link
    return { task, loss, labels: [], probable: false, link }
  }
  const probable = lossOf(loss).link === 'logistic' || settings.link === 'logistic'
  return { task, loss, labels: labels ?? [-1, 1], probable, link: probable ? 'logistic' : 'identity' }
}

/** Returns the position of the predicted one of the labels; -1 if no score is a number, and in regression. */
export function positionAt({ task, labels }: TaskTerms, scores: Float64Array, e: number): number {
  if (task === 'regression') return -1
  if (task === 'binary') return Number.isNaN(scores[e]) ? -1 : scores[e] > 0 ? 1 : 0
  return largestScore(scores, e * labels.length, labels.length)
}

/**
 * Returns the reported probability: with two classes of the positive one, with several of the predicted one; undefined
 * if there is none.
 */
export function probabilityAt(terms: TaskTerms, scores: Float64Array, e: number): number | undefined {
  if (!terms.probable) return undefined
  if (terms.task === 'binary') return links.logistic(scores[e])
  const best = positionAt(terms, scores, e)
  return best < 0 ? undefined : probabilitiesAt(terms, scores, e)[best]
}

/** Returns the probability of each class, in the order of the labels. */
export function probabilitiesAt(
  { task, loss, labels: { length } }: TaskTerms,
  scores: Float64Array,
  e: number,
): Float64Array {
  if (task === 'binary') {
    const positive = links.logistic(scores[e])
    return Float64Array.of(1 - positive, positive)
  }
  const probabilities = new Float64Array(length)
  classProbabilities(scores, e * length, length, areIndependent(loss), probabilities, 0)
  return probabilities
}
