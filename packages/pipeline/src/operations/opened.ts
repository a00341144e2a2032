import { textBackend } from '@ol/core/internal'
import type { ReadOptions } from '@ol/reader'
import type { BackendStream, Batch } from '@ol/spec'
import { dataOf, type Reading } from '../input/data.js'
import type { Input } from '../input/input.js'
import { startReading } from '../input/started.js'
import type { Session } from '../session.js'
import { batcherFor } from './batching.js'

/** An input that is open for a model, with at least one example. */
export interface Opened {
  readonly session: Session
  /** its name in messages */
  readonly name: string
  readonly reading: Reading
  readonly batches: AsyncIterable<Batch>
  readonly trusted: boolean
}

/**
 * Opens an input for a model that does not learn from it. It is read like the training input, unless options differ.
 * `reuseBuffers`: see `ReadOptions.reuseBuffers`; `stream`: whose threads read.
 */
export async function openFor(
  session: Session,
  input: Input,
  given: ReadOptions,
  signal: AbortSignal | undefined,
  reuseBuffers = false,
  stream?: BackendStream,
): Promise<Opened> {
  const { learner, labels } = session
  const backend = stream ?? textBackend(learner.backend)
  const request = {
    options: { ...session.readOptions(given), backend, reuseBuffers, signal },
    batcher: () => batcherFor(session, given, false),
  }
  const data = await dataOf(input, given)
  const { reading, batches } = await startReading(data, request, signal, (schema) =>
    session.checkSchema(schema),
  )
  return { session, name: data.name, reading, batches, trusted: reading.trusted(labels) }
}
