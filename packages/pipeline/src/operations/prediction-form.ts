import { checkLink, type TaskTerms } from '@ol/core/internal'
import { invalid, type Link, OLError } from '@ol/spec'
import type { Session } from '../session.js'

/** The form of predictions: in the terms of the task, or as numbers. */
export interface PredictionForm {
  readonly raw?: boolean | undefined
  readonly link?: Link | undefined
  readonly probabilities?: boolean | undefined
  readonly interval?: number | undefined
}

/** Returns the link of the numbers that are predicted in this form. */
export function numberLink(terms: TaskTerms, { raw, link }: PredictionForm): Link {
  return raw === true ? 'identity' : (link ?? terms.link)
}

/** Throws OL_PARAMETER for forms that exclude each other, and for those that the model does not have. */
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
  if (learner.options.bootstrap === undefined)
    throw new OLError(
      'OL_PARAMETER',
      'Expected a model with replicates for an interval but it has none: train it with bootstrap',
      { value: interval },
    )
  if (!(interval > 0 && interval < 1))
    throw invalid('OL_PARAMETER', 'interval', 'a number > 0 and < 1', interval)
}
