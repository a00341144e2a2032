import { fstatSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Duplex } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as zlib from 'node:zlib'
import { OLError } from '@ol/spec'
import { damaged } from '../source/damaged.js'
import type { RandomAccess } from '../source/random.js'
import { checkRange } from '../source/random.js'
import type { Compression } from '../source/unpack.js'

export type { NewFile } from './new-file.js'
export { createFile, statPath } from './new-file.js'
export { matchingPaths } from './paths.js'

const pieceBytes = 1 << 18

/** The bytes of a file, in pieces that are the taker's own. */
export async function* readPath(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw fileError(path, cause)
  })
  try {
    if ((await handle.stat()).isDirectory()) throw fileError(path, { code: 'EISDIR' })
    for (;;) {
      const piece = Buffer.allocUnsafeSlow(pieceBytes)
      const { bytesRead } = await handle
        .read(piece, 0, pieceBytes, null)
        .catch((cause: NodeJS.ErrnoException) => {
          throw fileError(path, cause)
        })
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

/** Whether a path, or standard input, is a file, and not a pipe or a terminal. */
export async function isRegular(path: string | undefined): Promise<boolean> {
  try {
    return path === undefined ? fstatSync(0).isFile() : (await stat(path)).isFile()
  } catch {
    // whoever reads it will say what is wrong
    return true
  }
}

/** A file to be read anywhere; undefined where the path is none, but a pipe, say. */
export async function openRandom(path: string): Promise<RandomAccess | undefined> {
  const handle = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw fileError(path, cause)
  })
  const found = await handle.stat()
  if (!found.isFile()) {
    await handle.close()
    return undefined
  }
  return {
    byteLength: found.size,
    async slice(start, end = found.size) {
      checkRange(start, end, found.size)
      const bytes = new Uint8Array(end - start)
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await handle
          .read(bytes, at, bytes.length - at, start + at)
          .catch((cause: NodeJS.ErrnoException) => {
            throw fileError(path, cause)
          })
        if (bytesRead === 0) throw new RangeError(`the file has become shorter than ${end} bytes`)
        at += bytesRead
      }
      return bytes.buffer
    },
    close: () => handle.close(),
  }
}

function fileError(path: string, cause: { code?: string | undefined; message?: string }): OLError {
  const detail = { file: path, cause }
  if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
    return new OLError('OL_FILE_MISSING', 'there is no such file', detail)
  if (cause.code === 'EISDIR') return new OLError('OL_FILE_DIRECTORY', 'the path is a directory', detail)
  return new OLError('OL_FILE_UNREADABLE', `the file cannot be read: ${cause.message ?? cause.code}`, detail)
}

/** The bytes of standard input. */
export function readStdin(): AsyncIterable<Uint8Array> {
  return process.stdin
}

// Node 22.15 and later
const { createZstdDecompress } = zlib as { createZstdDecompress?: (options: object) => Duplex }

/** Whether `decompress` takes zstd. */
export const unpacksZstd: boolean = createZstdDecompress !== undefined

function unpacker(compression: Compression): Duplex {
  if (compression === 'brotli') return zlib.createBrotliDecompress({ chunkSize: pieceBytes })
  if (compression === 'zstd' && createZstdDecompress !== undefined)
    return createZstdDecompress({ chunkSize: pieceBytes })
  return zlib.createGunzip({ chunkSize: pieceBytes })
}

/** Unpacks gzip, brotli and zstd; gzip and zstd may have any number of members. */
export async function* decompress(
  pieces: AsyncIterable<Uint8Array>,
  compression: Compression,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  const unpack = unpacker(compression)
  let taken = 0
  let sourceError: unknown
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of pieces) {
        taken += piece.length
        yield piece
      }
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  const done = pipeline(Readable.from(counted(), { objectMode: true }), unpack)
  // it is awaited below; until then a failure must not count as unhandled
  done.catch(() => undefined)
  try {
    for await (const piece of unpack) yield piece as Buffer
    await done
  } catch (cause) {
    if (sourceError !== undefined) throw sourceError
    const { code, message } = cause as NodeJS.ErrnoException
    const early = code === 'Z_BUF_ERROR' || /unexpected end/i.test(message)
    throw damaged(compression, taken, early ? undefined : message, file, cause)
  } finally {
    unpack.destroy()
  }
}

/** CRC-32 of bytes. */
export function crc32(bytes: Uint8Array): number {
  return zlib.crc32(bytes)
}
