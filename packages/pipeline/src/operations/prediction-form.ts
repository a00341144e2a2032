import { checkIntervals, checkLevel, checkLink, type TaskTerms } from '@ol/core/internal'
import { invalid, type Link, lossOf, OLError } from '@ol/spec'
import type { Session } from '../session.js'

/** The form of predictions: in the terms of the task, or as numbers. */
export interface PredictionForm {
  readonly raw?: boolean | undefined
  readonly link?: Link | undefined
  readonly probabilities?: boolean | undefined
  readonly interval?: number | undefined
}

/** Returns the link of the predicted numbers in this form. */
export function numberLink(terms: TaskTerms, { raw, link }: PredictionForm): Link {
  return raw === true ? 'identity' : (link ?? terms.link)
}

/** Throws OL_PARAMETER for forms that exclude each other, and for forms that the model does not have. */
export function checkForm({ learner, terms, classes }: Session, form: PredictionForm): void {
  const { raw, link, probabilities, interval } = form
  const given = (['raw', 'link', 'probabilities'] as const).filter(
    (name) => form[name] !== undefined && form[name] !== false,
  )
  if (given.length > 1)
    throw new OLError(
      'OL_PARAMETER',
      `Expected one form of predictions but received ${given.join(' and ')}: use one of them`,
      { value: given.join(', ') },
    )
  for (const [name, value] of Object.entries({ raw, probabilities }))
    if (value !== undefined && typeof value !== 'boolean')
      throw invalid('OL_PARAMETER', name, 'true or false', value)
  if (link !== undefined)
    checkLink(
      { classes: classes === undefined ? undefined : { count: classes.length, names: undefined } },
      link,
    )
  if (probabilities === true && !terms.probable)
    throw new OLError(
      'OL_PARAMETER',
      terms.task === 'regression'
        ? 'Expected a model of classes for probabilities but it predicts numbers'
        : `Expected a loss with probabilities but the loss is ${terms.loss}: train with logistic loss, or take scores (raw)`,
      { value: probabilities },
    )
  if (interval === undefined) return
  checkIntervals(learner)
  checkLevel('interval', interval)
  const own = lossOf(terms.loss).link
  const printed = numberLink(terms, form)
  if (terms.task !== 'regression' || printed === own) return
  const text = `Expected numbers in the unit of the labels for an interval, link ${own}, but the link is ${printed}`
  throw new OLError('OL_PARAMETER', text, { value: printed, expected: own })
}
