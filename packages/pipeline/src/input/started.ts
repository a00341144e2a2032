import { unlessAborted } from '@ol/core/internal'
import type { Schema } from '@ol/reader'
import { type Batch, OLError } from '@ol/spec'
import { closedSoon } from '../abort.js'
import { badLineText } from '../reports.js'
import type { Data, Reading, ReadRequest } from './data.js'

/** A reading whose first batch has arrived. */
export interface Started {
  readonly reading: Reading
  readonly schema: Schema | undefined
  /** every batch, including the first; iterate it once */
  readonly batches: AsyncIterable<Batch>
  /** the bad lines of the first pass over the same data, if there was one for the scales of the features */
  readonly skippedBefore?: number
}

/**
 * Opens data and reads up to the first good example, or with `skippedLines` up to the first line. `prepare` is called after the schema is known and before the first
 * batch, which may need its result.
 *
 * @throws OLError OL_INPUT_EMPTY if there is no example (with `skippedLines` at the end of the batches), with the first bad line, if there were lines
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
    const batches = resumed(first.value, iterator, () => emptyError(data, reading))
    return { reading, schema, batches }
  } catch (error) {
    await closedSoon(reading.close())
    throw error
  }
}

/** Returns all batches, including the first, which was already requested. `empty` makes the error if none has an example. */
function resumed(
  given: Batch,
  rest: AsyncIterator<Batch>,
  empty: () => OLError,
): AsyncIterableIterator<Batch> {
  let first: Batch | undefined = given
  let any = false
  const untilExample = async (): Promise<IteratorResult<Batch>> => {
    const next = first === undefined ? await rest.next() : { done: false as const, value: first }
    first = undefined
    if (next.done === true) throw empty()
    any = next.value.size > 0
    return next
  }
  return {
    next: () => (any ? rest.next() : untilExample()),
    return: async () => {
      await rest.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

function emptyError({ name }: Data, { report: { skipped, badLines } }: Reading): OLError {
  if (skipped === 0) return new OLError('OL_INPUT_EMPTY', `${name}: expected examples but found none`)
  const [first] = badLines
  const all = skipped === 1 ? 'the only line is bad' : `all ${skipped} lines are bad; the first`
  const text = `${name}: expected examples but ${all}: ${badLineText(first)}`
  return new OLError('OL_INPUT_EMPTY', text)
}
