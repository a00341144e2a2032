import type { ReadReport, Schema } from '@ol/reader'
import { OLError } from '@ol/spec'
import { closedSoon } from '../abort.js'
import type { Data, ReadRequest } from '../input/data.js'
import type { Started } from '../input/started.js'
import { badLineText } from '../reports.js'
import type { Session } from '../session.js'

/**
 * Makes the first pass of a model that needs one: it finds the scales of the features and learns nothing. Returns the
 * report of the reading.
 */
export async function makeFirstPass(
  data: Data,
  session: Session,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadReport> {
  const { learner, labels } = session
  const { schema } = request.options
  const { expand: _products, ...base } = schema ?? {}
  // features are divided before products are made
  const first = learner.options.prenormalize === 'none' ? schema : (base as Schema)
  // there are no scales to divide by yet
  const options = {
    ...request.options,
    schema: schema === undefined ? undefined : first,
    divisors: undefined,
  }
  const reading = await data.open({ ...request, options })
  try {
    await learner.fitScales(reading, { trusted: reading.trusted(labels), signal })
  } finally {
    await closedSoon(reading.close())
  }
  return reading.report
}

/**
 * Throws if lines were good in the first pass and are bad after their features were divided: they have already changed
 * the scales for the other lines.
 *
 * @throws OLError OL_VALUE
 */
export function refuseBadAfterDivision({ skippedBefore, reading }: Started): void {
  const { skipped, badLines } = reading.report
  if (skippedBefore === undefined || skipped <= skippedBefore) return
  const count = skipped - skippedBefore
  const one = badLines.find(({ code }) => code === 'OL_LINE_VALUE' || code === 'OL_LINE_FEATURES')
  const shown = one === undefined ? '' : `, such as ${badLineText(one)}`
  throw new OLError(
    'OL_VALUE',
    `${count} lines are bad only after the division of their features (prenormalize), and have already changed the divisors of all lines${shown}: leave them out, or make no products (interactions)`,
    { value: count },
  )
}
