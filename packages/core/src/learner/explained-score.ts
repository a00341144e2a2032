import { invalid, losses as lossTable } from '@ol/spec'
import type { Outcome } from '../lanes/outcome.js'
import type { TableModel } from '../lanes/table-model.js'
import type { LanesOf } from './explain-expanded.js'
import type { ExplainOptions, Explanation } from './explanation.js'
import { scoredLanes } from './importance.js'
import type { LearnerState } from './learner-state.js'
import { termsOfBatch } from './predicted-batch.js'
import { labelsOf } from './predicting.js'
import { taskTerms } from './task-terms.js'

/** What is explained. */
interface Told
  extends Pick<Explanation, 'class' | 'against' | 'score' | 'prediction' | 'predicted' | 'probability'> {
  /** Returns the lanes of a model with the factors by which they add up to it. */
  readonly lanesOf: LanesOf
}

/** Returns the score that is explained: of a class, or the log odds of one against another. */
export function toldOf(
  state: LearnerState,
  { predictions, scores }: Outcome,
  prediction: number | string,
  options: ExplainOptions,
): Told {
  const terms = taskTerms(state.settings, labelsOf(state))
  const own = termsOfBatch(terms, scores ?? predictions)
  const [predicted, given] = [own.class(0), own.probability(0)]
  // of two classes it is that of the positive one
  const ofOther = given !== undefined && state.classes === undefined && !(predictions[0] > 0)
  const probability = ofOther ? 1 - given : given
  const told = {
    prediction,
    ...(predicted === undefined ? {} : { predicted }),
    ...(probability === undefined ? {} : { probability }),
  }
  const lanesOf = (group: number) => (model: TableModel) =>
    model.serving.groups[group].lanes.filter(({ factor }) => factor !== 0)
  if (state.classes === undefined || scores === undefined) {
    if (options.against !== undefined)
      throw invalid('OL_PARAMETER', 'against', 'no class, as the model has none', options.against)
    return { ...told, score: scores?.[0] ?? predictions[0], lanesOf: lanesOf(0) }
  }
  const labels = scoredLanes(state).map(({ label }) => label as number | string)
  const group = groupOf(labels, 'class', options.class ?? prediction)
  const one = { ...told, class: labels[group] }
  if (lossTable[state.settings.loss].across === undefined) {
    if (options.against !== undefined)
      throw invalid('OL_PARAMETER', 'against', 'a loss across classes (softmax) for it', options.against)
    return { ...one, score: scores[group], lanesOf: lanesOf(group) }
  }
  const other =
    options.against === undefined ? nextOf(scores, group) : groupOf(labels, 'against', options.against)
  return {
    ...one,
    against: labels[other],
    score: scores[group] - scores[other],
    lanesOf: (model) => [
      ...lanesOf(group)(model),
      ...lanesOf(other)(model).map(({ lane, factor }) => ({ lane, factor: -factor })),
    ],
  }
}

/** Returns what an explanation says of its score. */
export function headOf({ lanesOf: _, ...head }: Told): Omit<Told, 'lanesOf'> {
  return head
}

/** Returns the class of the largest score but one that is given. */
function nextOf(scores: Float64Array, group: number): number {
  let next = group === 0 ? 1 : 0
  scores.forEach((score, k) => {
    if (k !== group && score > scores[next]) next = k
  })
  return next
}

/** Returns the number of the class of a label. */
function groupOf(labels: readonly (number | string)[], name: string, label: number | string): number {
  const group = labels.findIndex((own) => String(own) === String(label))
  if (group < 0) throw invalid('OL_PARAMETER', name, `one of ${labels.join(', ')}`, label)
  return group
}
