import { isBatch } from '@ol/core/internal'
import { isReader, type Reader, type Source } from '@ol/reader'
import { type Batch, invalid, isArrayBuffer, isTypedArray } from '@ol/spec'
import type { PlainExample } from './examples.js'

/**
 * The input of an operation: a path or a glob pattern (`-` is standard input), bytes, a Blob, a stream, or several of
 * them; examples as plain objects; a batch or batches; a reader.
 */
export type Input =
  | Source
  | Iterable<Source>
  | Iterable<PlainExample>
  | AsyncIterable<PlainExample>
  | Batch
  | Iterable<Batch>
  | AsyncIterable<Batch>
  | Reader

/** An input, and the kind of its items. `once`: it cannot be read a second time. */
export type KnownInput =
  | { readonly kind: 'sources'; readonly sources: readonly Source[] }
  | { readonly kind: 'reader'; readonly reader: Reader }
  | {
      readonly kind: 'batches'
      readonly batches: Iterable<Batch> | AsyncIterable<Batch>
      readonly once: boolean
    }
  | {
      readonly kind: 'examples'
      readonly examples: Iterable<PlainExample> | AsyncIterable<PlainExample>
      readonly once: boolean
    }

/**
 * Detects the kind of an input. If it can be read only once, reads the first item and puts it back.
 *
 * @throws OLError OL_PARAMETER for what is not an input
 */
export async function knownInput(input: Input): Promise<KnownInput> {
  if (isReader(input)) return { kind: 'reader', reader: input }
  if (isBatch(input)) return { kind: 'batches', batches: [input], once: false }
  if (isSource(input)) return { kind: 'sources', sources: [input] }
  if (typeof input === 'object' && input !== null) {
    if (Array.isArray(input)) return ofItems(input[0], input, false)
    if (Symbol.iterator in input) {
      const items = input as Iterable<unknown>
      const iterator = items[Symbol.iterator]()
      const once = (iterator as unknown) === items
      const first = iterator.next()
      if (!once) iterator.return?.()
      return ofItems(first.value, once ? resumed(first, iterator) : items, once)
    }
    if (Symbol.asyncIterator in input) {
      const iterator = (input as AsyncIterable<unknown>)[Symbol.asyncIterator]()
      const first = await iterator.next()
      return ofItems(first.value, resumedAsync(first, iterator), true)
    }
  }
  throw invalid(
    'OL_PARAMETER',
    'the input',
    'a path, bytes, a Blob, a stream, examples as objects, batches or a reader',
    input,
  )
}

/**
 * Returns whether an input is a source by itself; the first piece distinguishes Node streams of bytes from streams of
 * objects.
 */
function isSource(input: unknown): input is Source {
  if (typeof input === 'string' || isArrayBuffer(input) || ArrayBuffer.isView(input)) return true
  if (typeof input !== 'object' || input === null) return false
  return 'getReader' in input || ('stream' in input && typeof input.stream === 'function')
}

function ofItems(
  first: unknown,
  items: Iterable<unknown> | AsyncIterable<unknown>,
  once: boolean,
): KnownInput {
  if (isBatch(first)) return { kind: 'batches', batches: items as Iterable<Batch>, once }
  if (Symbol.asyncIterator in items) {
    // pieces of one source
    if (typeof first === 'string' || isTypedArray(first, 'Uint8Array'))
      return { kind: 'sources', sources: [items as AsyncIterable<Uint8Array>] }
  } else if (
    isSource(first) ||
    (typeof first === 'object' && first !== null && Symbol.asyncIterator in first)
  ) {
    return { kind: 'sources', sources: [...(items as Iterable<Source>)] }
  }
  return { kind: 'examples', examples: items as Iterable<PlainExample>, once }
}

function* resumed<T>(first: IteratorResult<T>, rest: Iterator<T>): Generator<T, void, void> {
  try {
    for (let next = first; next.done !== true; next = rest.next()) yield next.value
  } finally {
    rest.return?.()
  }
}

async function* resumedAsync<T>(
  first: IteratorResult<T>,
  rest: AsyncIterator<T>,
): AsyncGenerator<T, void, void> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
