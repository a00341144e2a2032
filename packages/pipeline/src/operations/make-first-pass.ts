import type { ReadOptions, Schema } from '@ol/reader'
import { closedSoon } from '../abort.js'
import type { Data, ReadRequest } from '../input/data.js'
import type { Session } from '../session.js'

/** Makes the first pass of a model that needs one: it finds the scales of the features and learns nothing. */
export async function makeFirstPass(
  data: Data,
  session: Session,
  schema: Schema | undefined,
  request: (options: ReadOptions) => ReadRequest,
  signal: AbortSignal,
): Promise<void> {
  const { learner, labels } = session
  const { expand: _products, ...base } = schema ?? {}
  // features are divided before products are made
  const first = learner.options.prenormalize === 'none' ? schema : (base as Schema)
  const reading = await data.open(request({ schema: schema === undefined ? undefined : first, ...labels }))
  try {
    await learner.fitScales(reading, { trusted: reading.trusted(labels), signal })
  } finally {
    await closedSoon(reading.close())
  }
}
