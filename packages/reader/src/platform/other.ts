import { OLError } from '@ol/spec'
import type { Compression } from '../source/unpack.js'

export { crc32 } from '../cache/crc32.js'

/** Without Node there are no paths. */
export function readPath(path: string): AsyncGenerator<Uint8Array> {
  throw new OLError('OL_FILE_UNREADABLE', 'paths can be read under Node, Deno and Bun only', { file: path })
}

/** Without Node there are no folders to look a pattern up in. */
export async function matchingPaths(path: string): Promise<readonly string[]> {
  return [path]
}

export function readStdin(): AsyncIterable<Uint8Array> {
  throw new OLError('OL_FILE_UNREADABLE', 'standard input can be read under Node, Deno and Bun only')
}

/** Unpacks gzip with what browsers have: one member. */
export async function* decompress(
  pieces: AsyncIterable<Uint8Array>,
  compression: Compression,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  if (compression !== 'gzip')
    throw new OLError(
      'OL_INPUT_BINARY',
      `the input is ${compression} data, which is unpacked under Node only`,
      {
        ...(file === undefined ? {} : { file }),
        value: compression,
      },
    )
  let taken = 0
  const iterator = pieces[Symbol.asyncIterator]()
  let sourceError: unknown
  const source = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (done === true) return controller.close()
        taken += value.length
        controller.enqueue(value)
      } catch (error) {
        sourceError = error
        controller.error(error)
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  const unzip = new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>
  const reader = source.pipeThrough(unzip).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (cause) {
    if (sourceError !== undefined) throw sourceError
    throw new OLError('OL_INPUT_TRUNCATED', `the gzip data ends too early or is damaged, by byte ${taken}`, {
      ...(file === undefined ? {} : { file }),
      value: taken,
      cause,
    })
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

interface ReadableWritablePair<R, W> {
  readable: ReadableStream<R>
  writable: WritableStream<W>
}

export async function statPath(_path: string): Promise<{ bytes: number; modified: number } | undefined> {
  return undefined
}

export interface NewFile {
  write(bytes: Uint8Array): Promise<void>
  finish(): Promise<void>
  abandon(): Promise<void>
}

export async function createFile(path: string): Promise<NewFile> {
  throw new OLError('OL_FILE_UNREADABLE', 'files can be written under Node, Deno and Bun only', {
    file: path,
  })
}
