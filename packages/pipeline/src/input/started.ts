import type { Schema } from '@ol/reader'
import { type Batch, OLError } from '@ol/spec'
import { closedSoon, unlessAborted } from '../abort.js'
import { badLineText } from '../reports.js'
import type { Data, Reading, ReadRequest } from './data.js'

/** A reading whose first batch has arrived. */
export interface Started {
  readonly reading: Reading
  readonly schema: Schema | undefined
  /** every batch, the first included; to be iterated once */
  readonly batches: AsyncIterable<Batch>
  /** the bad lines of the first pass over the same data, where one was made for the scales of the features */
  readonly skippedBefore?: number
}

/**
 * Opens data and reads up to the first good example, or with `skippedLines` up to the first line. `prepare` is called after the schema is known and before the first
 * batch, which may need its result.
 *
 * @throws OLError OL_INPUT_EMPTY where there is no example (with `skippedLines` at the end of the batches), with the first bad line, if there were lines
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
    const batches = new AllBatches(first.value, iterator, () => emptyError(data, reading))
    return { reading, schema, batches }
  } catch (error) {
    await closedSoon(reading.close())
    throw error
  }
}

/** All batches of a reading, the first of which was requested before. */
class AllBatches implements AsyncIterableIterator<Batch> {
  #first: Batch | undefined
  readonly #rest: AsyncIterator<Batch>
  readonly #empty: () => OLError
  /** whether there was an example */
  #any = false

  /** `empty`: makes the error where no batch has an example */
  constructor(first: Batch, rest: AsyncIterator<Batch>, empty: () => OLError) {
    this.#first = first
    this.#rest = rest
    this.#empty = empty
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Batch>> {
    return this.#any ? this.#rest.next() : this.#untilExample()
  }

  async return(): Promise<IteratorResult<Batch>> {
    await this.#rest.return?.()
    return { done: true, value: undefined }
  }

  /** Returns the next batch of those up to the first example. */
  async #untilExample(): Promise<IteratorResult<Batch>> {
    const first = this.#first
    this.#first = undefined
    const next = first === undefined ? await this.#rest.next() : { done: false as const, value: first }
    if (next.done === true) throw this.#empty()
    this.#any = next.value.size > 0
    return next
  }
}

function emptyError({ name }: Data, { report: { skipped, badLines } }: Reading): OLError {
  if (skipped === 0) return new OLError('OL_INPUT_EMPTY', `${name}: expected examples but found none`)
  const [first] = badLines
  const text = `${name}: expected examples but all ${skipped} are bad lines; the first: ${badLineText(first)}`
  return new OLError('OL_INPUT_EMPTY', text)
}
