import type { Schema } from '@ol/reader'
import { type Batch, OLError } from '@ol/spec'
import { closedSoon, unlessAborted } from '../abort.js'
import { badLineText } from '../reports.js'
import type { Data, Reading, ReadRequest } from './data.js'

/** A reading that has an example: its first batch is there. */
export interface Started {
  readonly reading: Reading
  readonly schema: Schema | undefined
  /** every batch, the first included; to be iterated once */
  readonly batches: AsyncIterable<Batch>
}

/**
 * Opens data and reads up to the first good example. `prepare` is called when the schema is known, and before the first
 * batch is read: what it makes, a batch may need.
 *
 * @throws OLError OL_INPUT_EMPTY where there is no example, with what was wrong with the lines, if there were lines
 */
export async function startReading(
  data: Data,
  request: ReadRequest,
  signal: AbortSignal | undefined,
  prepare: (schema: Schema | undefined, reading: Reading) => void = () => undefined,
): Promise<Started> {
  const reading = await data.open(request)
  try {
    const schema = await unlessAborted(reading.open(), signal)
    if (schema === undefined && data.schematic) throw emptyError(data, reading)
    prepare(schema, reading)
    const iterator = reading[Symbol.asyncIterator]()
    const first = await unlessAborted(iterator.next(), signal)
    if (first.done === true) throw emptyError(data, reading)
    return { reading, schema, batches: resumed(first.value, iterator) }
  } catch (error) {
    await closedSoon(reading.close())
    throw error
  }
}

async function* resumed(first: Batch, rest: AsyncIterator<Batch>): AsyncGenerator<Batch, void, void> {
  try {
    yield first
    for (;;) {
      const next = await rest.next()
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await rest.return?.()
  }
}

function emptyError({ name }: Data, { report: { skipped, badLines } }: Reading): OLError {
  if (skipped === 0) return new OLError('OL_INPUT_EMPTY', `${name}: there are no examples in it`)
  const [first] = badLines
  const text = `${name}: all ${skipped} examples are bad lines; the first: ${badLineText(first)}`
  return new OLError('OL_INPUT_EMPTY', text)
}
