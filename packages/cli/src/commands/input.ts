import type { BackendChoice } from '@ol/core'
import { chooseBackend } from '@ol/core/internal'
import { type Reader, type ReadOptions, read, readCached, type Schema } from '@ol/reader'
import { type Batch, OLError } from '@ol/spec'
import { collectSeldom } from '../heap.js'
import { badLineText } from '../output/skipped.js'

/** An input that has a good example: its first batch has been read. */
export interface Input {
  readonly reader: Reader
  readonly schema: Schema
  /** every batch, the first included; to be iterated once */
  readonly batches: AsyncIterable<Batch>
}

/**
 * Opens files as one input and reads up to the first good example. OL_INPUT_EMPTY where there is none, with what was
 * wrong with the lines, if there were lines.
 */
export async function openInput(
  files: readonly string[],
  options: ReadOptions,
  choice: BackendChoice | undefined,
  cache?: string | undefined,
): Promise<Input> {
  collectSeldom()
  const reader = await openReader(files, { ...options, backend: chooseBackend(choice).backend }, cache)
  const schema = await reader.open()
  if (schema === undefined) throw emptyError(files, reader)
  const iterator = reader[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done === true) throw emptyError(files, reader)
  return { reader, schema, batches: resumed(first.value, iterator) }
}

/** Reads files, or their cache where it is that of the files as they are; without one it is made on the way. */
export async function openReader(
  files: readonly string[],
  options: ReadOptions,
  cache: string | undefined,
): Promise<Reader> {
  if (cache === undefined) return read(files, options)
  const reader = await readCached(files, cache, options)
  if (reader.stale !== undefined) process.stderr.write(`ol-cli: ${cache} is regenerated: ${reader.stale}\n`)
  return reader
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

function emptyError(files: readonly string[], reader: Reader): OLError {
  const name = files.length === 1 ? (files[0] === '-' ? 'standard input' : files[0]) : `${files.length} files`
  const { skipped, badLines } = reader.report
  if (skipped === 0) return new OLError('OL_INPUT_EMPTY', `${name}: there are no examples in it`)
  const [first] = badLines
  const text = `${name}: all ${skipped} examples are bad lines; the first: ${badLineText(first)}`
  return new OLError('OL_INPUT_EMPTY', text)
}
