import { OLError } from '@ol/spec'
import { damaged } from '../source/damaged.js'
import type { RandomAccess } from '../source/random.js'
import type { Compression } from '../source/unpack.js'
import { fromWeb, toWeb } from '../source/web.js'

export { crc32 } from '../cache/crc32.js'

/** Without Node there are no paths. */
export function readPath(path: string): AsyncGenerator<Uint8Array> {
  throw new OLError('OL_FILE_UNREADABLE', 'paths can be read under Node, Deno and Bun only', { file: path })
}

export async function isRegular(_path: string | undefined): Promise<boolean> {
  return true
}

export async function openRandom(_path: string): Promise<RandomAccess | undefined> {
  return undefined
}

/** Without Node there are no folders to look a pattern up in. */
export async function matchingPaths(path: string): Promise<readonly string[]> {
  return [path]
}

export function readStdin(): AsyncIterable<Uint8Array> {
  throw new OLError('OL_FILE_UNREADABLE', 'standard input can be read under Node, Deno and Bun only')
}

/** Whether `decompress` takes zstd. */
export const unpacksZstd: boolean = false

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
  const watched = toWeb(pieces)
  const unzip = new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>
  yield* fromWeb(watched.stream.pipeThrough(unzip), watched, (cause) =>
    damaged('gzip', watched.taken, 'or ends too early', file, cause),
  )
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
