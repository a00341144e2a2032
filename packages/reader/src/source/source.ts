import { checkRange, isRegular, openRandom, type RandomAccess, readPath, readStdin } from '@ol/platform'
import { invalid, isArrayBuffer, isTypedArray, OLError, utf8 } from '@ol/spec'
import { inMemory } from './in-memory.js'

/** The parts of a Blob that are used. */
export interface BlobLike {
  stream(): ReadableStreamLike
  readonly size?: number
  slice?(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

/** The parts of a Web stream that are used. */
export interface ReadableStreamLike {
  getReader(): {
    read(): Promise<{ done: boolean; value?: unknown }>
    cancel(reason?: unknown): Promise<void>
  }
}

/**
 * A source of bytes: a path ('-' is standard input), bytes, a Blob, a Web or Node stream, or any async iterable.
 */
export type Source =
  | string
  | ArrayBuffer
  | ArrayBufferView
  | BlobLike
  | ReadableStreamLike
  | AsyncIterable<Uint8Array | string>

export interface NamedSource {
  readonly file: string | undefined
  readonly pieces: () => AsyncIterable<Uint8Array>
  /** whether its bytes arrive steadily, so that a pause has no meaning; absent: no */
  readonly steady?: () => Promise<boolean>
  /** whether `pieces` gives all bytes more than once, as a pipe cannot; absent: it does not */
  readonly repeats?: () => Promise<boolean>
  /** reads it with random access; undefined: that is not possible after all */
  readonly random?: () => Promise<RandomAccess | undefined>
}

/** Returns the name of a source, and its bytes in pieces. */
export function openSource(source: Source, file: string | undefined): NamedSource {
  if (typeof source === 'string') {
    if (source === '-')
      return { file: file ?? 'stdin', pieces: () => checked(readStdin()), steady: () => isRegular(undefined) }
    return {
      file: file ?? source,
      pieces: () => readPath(source),
      steady: () => isRegular(source),
      repeats: () => isRegular(source),
      random: () => openRandom(source),
    }
  }
  if (isArrayBuffer(source)) return inBytes(file, bytesOf(source, 0, undefined))
  if (ArrayBuffer.isView(source))
    return inBytes(file, bytesOf(source.buffer, source.byteOffset, source.byteLength))
  if (typeof source === 'object' && source !== null) {
    if (Symbol.asyncIterator in source) return { file, pieces: () => checked(source) }
    if ('getReader' in source) return { file, pieces: () => checked(fromWeb(source)) }
    if ('stream' in source)
      return {
        file,
        pieces: () => checked(fromWeb(source.stream())),
        steady: async () => true,
        repeats: async () => true,
        random: async () => inBlob(source),
      }
  }
  throw invalid(
    'OL_PARAMETER',
    'source',
    'a path, bytes, a Blob, a stream or an async iterable of bytes',
    source,
  )
}

/** Returns the bytes of a buffer. Throws OL_PARAMETER if it was transferred, because it would look empty. */
function bytesOf(buffer: ArrayBufferLike, from: number, length: number | undefined): Uint8Array {
  try {
    return new Uint8Array(buffer, from, length)
  } catch {
    throw invalid('OL_PARAMETER', 'source', 'bytes that were not transferred to another thread', buffer)
  }
}

function inBytes(file: string | undefined, bytes: Uint8Array): NamedSource {
  const always = async () => true
  return {
    file,
    pieces: () => once(bytes),
    steady: always,
    repeats: always,
    random: async () => inMemory(bytes),
  }
}

function inBlob(blob: BlobLike): RandomAccess | undefined {
  const { size } = blob
  if (size === undefined || blob.slice === undefined) return undefined
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      checkRange(start, end, size)
      return (blob as Required<BlobLike>).slice(start, end).arrayBuffer()
    },
    close: async () => undefined,
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function* fromWeb(stream: ReadableStreamLike): AsyncGenerator<unknown> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

const pieceName = 'a piece of the source'

async function* checked(pieces: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  // the first half of a surrogate pair that ended a string: the next one has the other
  let half = ''
  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      const text = half + piece
      half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
      yield utf8(text.slice(0, text.length - half.length), pieceName)
    } else if (isTypedArray(piece, 'Uint8Array')) {
      if (half !== '') utf8(half, pieceName)
      // the slice of a Buffer is not a copy: the kept or changed bytes would be the caller's
      yield bytesOf(piece.buffer, piece.byteOffset, piece.byteLength)
    } else throw invalid('OL_PARAMETER', pieceName, 'a Uint8Array or a string', piece)
  }
  utf8(half, pieceName)
}

/**
 * Joins pieces until there are at least this many bytes, a line ends with a piece, or the input ends, then continues piece
 * by piece.
 */
export async function* joinPieces(
  pieces: AsyncIterable<Uint8Array>,
  least: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const rest = pieces[Symbol.asyncIterator]()
  let head = new Uint8Array(0)
  let ended = false
  try {
    while (head.length < least && head[head.length - 1] !== 10) {
      const { done, value } = await rest.next()
      ended = done === true
      if (ended) break
      const longer = new Uint8Array(head.length + value.length)
      longer.set(head)
      longer.set(value, head.length)
      head = longer
    }
    if (head.length > 0) yield head
    // passes buffers for pieces on to the source
    if (!ended) yield* { [Symbol.asyncIterator]: () => rest }
    ended = true
  } finally {
    if (!ended) await rest.return?.()
  }
}

/** Returns the error for a list without sources. */
export function noSources(): OLError {
  return new OLError('OL_PARAMETER', 'Expected at least one source but received an empty list')
}
