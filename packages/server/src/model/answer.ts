import { type IntervalOfBatch, links } from '@ol/core'
import { probabilitiesAt, type TaskTerms, termsOfBatch } from '@ol/core/internal'
import type { OLError } from '@ol/spec'

/** The answers to an example, as text. */
export interface Answers {
  /** Returns JSON: `{"prediction":...}` */
  json(example: number): string
  /** Returns the answer of the line protocol: a number, or the label of a class */
  line(example: number): string
}

/** The parts of an answer that a request wants next to the prediction. */
export interface AnswerParts {
  /** the probability of each class */
  readonly probabilities: boolean
  /** the share of the labels that an interval holds; undefined: no interval is requested */
  readonly interval: number | undefined
}

export const predictionAlone: AnswerParts = { probabilities: false, interval: undefined }

/**
 * Returns the answers for the scores of examples: one score for each example, with classes one for each class.
 *
 * @param intervalOf if an interval is requested
 */
export function answersOf(
  terms: TaskTerms,
  scores: Float64Array,
  { probabilities, interval: level }: AnswerParts = predictionAlone,
  intervalOf?: IntervalOfBatch,
): Answers {
  const of = termsOfBatch(terms, scores)
  const link = links[terms.link]
  const intervalText = (e: number): string => {
    if (level === undefined || intervalOf === undefined) return ''
    const { low, high, set } = intervalOf(e, level)
    return set === undefined
      ? `,"interval":${listText(Float64Array.of(low ?? Number.NaN, high ?? Number.NaN))}`
      : `,"set":${JSON.stringify(set)}`
  }
  if (terms.task === 'regression')
    return {
      json: (e) => `{"prediction":${numberText(link(scores[e]))}${intervalText(e)}}`,
      line: (e) => String(link(scores[e])),
    }
  const { labels } = terms
  return {
    json: (e) => {
      const probability = of.probability(e)
      const label = JSON.stringify(of.class(e) ?? null)
      const score = labels.length > 2 || scores.length === 0 ? '' : `,"score":${numberText(scores[e])}`
      const all =
        probabilities && terms.probable
          ? `,"probabilities":${listText(probabilitiesAt(terms, scores, e))}`
          : ''
      return `{"prediction":${label}${probability === undefined ? '' : `,"probability":${numberText(probability)}`}${terms.task === 'binary' ? score : ''}${all}${intervalText(e)}}`
    },
    line: (e) => (terms.task === 'binary' ? String(scores[e]) : String(of.class(e) ?? 'NaN')),
  }
}

/** Returns the answer to an invalid example. */
export function errorJson({ code, message }: Pick<OLError, 'code' | 'message'>): string {
  return `{"error":{"code":"${code}","message":${JSON.stringify(message)}}}`
}

/** Returns a number as JSON, which has only finite numbers. */
export function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null'
}

function listText(values: Float64Array): string {
  return `[${Array.from(values, numberText).join()}]`
}
