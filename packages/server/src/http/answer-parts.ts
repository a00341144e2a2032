import { invalid, OLError } from '@ol/spec'
import type { AnswerParts } from '../model/answer.js'

/** Reads `?probabilities&interval=0.9`: throws OL_REQUEST for other names, and for a level that is not a number in (0, 0.999]. */
export function answerParts(query: unknown): AnswerParts {
  const { probabilities, interval, ...others } = query as Readonly<Record<string, unknown>>
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw new OLError(
      'OL_REQUEST',
      `Expected probabilities or interval in the query but received ${JSON.stringify(other)}`,
      { value: other },
    )
  if (probabilities !== undefined && probabilities !== '' && probabilities !== 'true')
    throw new OLError('OL_REQUEST', 'Expected ?probabilities without a value', { value: probabilities })
  return {
    probabilities: probabilities !== undefined,
    interval: interval === undefined ? undefined : level(interval),
  }
}

/** Refuses the names in the query of a route that takes none. */
export function refuseQuery(query: unknown): void {
  const [name] = Object.keys(query as object)
  if (name === undefined) return
  throw new OLError(
    'OL_REQUEST',
    `Expected no query, which only /predict takes, but received ${JSON.stringify(name)}`,
    {
      value: name,
    },
  )
}

function level(text: unknown): number {
  const value = typeof text === 'string' && text !== '' ? Number(text) : Number.NaN
  if (!(value > 0 && value <= 0.999))
    throw invalid('OL_REQUEST', '?interval', 'a share of labels in (0, 0.999]', text)
  return value
}
