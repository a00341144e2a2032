import { type Batch, invalid, losses as lossTable } from '@ol/spec'
import type { Outcome } from '../lanes/outcome.js'
import type { TableModel } from '../lanes/table-model.js'
import type { LanesOf } from './explain-expanded.js'
import type { ExplainOptions, Explanation, FurtherContribution } from './explanation.js'
import { scoredLanes } from './importance.js'
import type { LearnerState } from './learner-state.js'
import { termsOfBatch } from './predicted-batch.js'
import { labelsOf, predictionOf } from './predicting.js'
import { taskTerms } from './task-terms.js'

/** The score that is explained. */
interface Told
  extends Pick<Explanation, 'class' | 'against' | 'score' | 'prediction' | 'predicted' | 'probability'> {
  /** Returns the lanes of a model with the factors by which they add up to it. */
  readonly lanesOf: LanesOf
  /** Returns the same score of another outcome. */
  readonly scoreOf: (outcome: Outcome) => number
}

/** The score that is explained, with refinements and without. */
interface RefinedScore {
  readonly told: Told
  /** without refinements */
  readonly plain: number
  /** the addition of each of them */
  readonly refined: readonly FurtherContribution[]
}

/** Returns the score that is explained, and what refinements add to it. `plain`: the outcome of the model without them */
export function refinedScore(
  state: LearnerState,
  plain: Outcome,
  coded: Batch,
  options: ExplainOptions,
): RefinedScore {
  const outcomes = [plain, ...state.refinements.map((model) => model.predict(coded))]
  const last = outcomes[outcomes.length - 1]
  const told = toldOf(state, last, predictionOf(state, last), options)
  const scores = outcomes.map(told.scoreOf)
  const refined = state.refinements.map(({ part }, k) => ({ part, contribution: scores[k + 1] - scores[k] }))
  return { told, plain: scores[0], refined: refined.filter(({ contribution }) => contribution !== 0) }
}

/** Returns the score that is explained: of a class, or the log odds of one against another. */
function toldOf(
  state: LearnerState,
  outcome: Outcome,
  prediction: number | string,
  options: ExplainOptions,
): Told {
  const { predictions, scores } = outcome
  const scored = (scoreOf: Told['scoreOf']) => ({ score: scoreOf(outcome), scoreOf })
  const terms = taskTerms(state.settings, labelsOf(state))
  const own = termsOfBatch(terms, scores ?? predictions)
  const [predicted, given] = [own.class(0), own.probability(0)]
  // with two classes it is the positive one's
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
    for (const name of ['class', 'against'] as const)
      if (options[name] !== undefined)
        throw invalid('OL_PARAMETER', name, 'none, as the model has one score for all labels,', options[name])
    return { ...told, ...scored((own) => own.scores?.[0] ?? own.predictions[0]), lanesOf: lanesOf(0) }
  }
  const labels = scoredLanes(state).map(({ label }) => label as number | string)
  const group = groupOf(labels, 'class', options.class ?? prediction)
  const one = { ...told, class: labels[group] }
  if (lossTable[state.settings.loss].across === undefined) {
    if (options.against !== undefined)
      throw invalid('OL_PARAMETER', 'against', 'a loss across classes (softmax) for it', options.against)
    return { ...one, ...scored((own) => own.scores?.[group] ?? Number.NaN), lanesOf: lanesOf(group) }
  }
  const other =
    options.against === undefined ? nextOf(scores, group) : groupOf(labels, 'against', options.against)
  return {
    ...one,
    against: labels[other],
    ...scored(({ scores: own = scores }) => own[group] - own[other]),
    lanesOf: (model) => [
      ...lanesOf(group)(model),
      ...lanesOf(other)(model).map(({ lane, factor }) => ({ lane, factor: -factor })),
    ],
  }
}

/** Returns the members of an explanation about its score. */
export function headOf({ lanesOf: _, scoreOf: __, ...head }: Told): Omit<Told, 'lanesOf' | 'scoreOf'> {
  return head
}

/** Returns the class of the largest score, except a given one. */
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
