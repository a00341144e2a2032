import { constants, fstatSync } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { FileStat, RandomAccess } from '../contract.js'
import { checkRange } from '../range.js'
import { countBytes } from './bytes-read.js'
import { readFifo } from './fifo.js'
import { fileError, isDirectory } from './file-errors.js'

/** The size of the first pieces in bytes; later pieces are larger, because each waits for a turn of the event loop. */
const pieceBytes = 1 << 18
const largePieceBytes = 1 << 21

/** The smallest length of a buffer that is worth a call. */
const leastBuffer = 1 << 16

/** Returns the size and the times of change of a file; undefined if it does not exist. */
export async function statPath(path: string): Promise<FileStat | undefined> {
  try {
    const { size, mtimeMs, ctimeMs } = await stat(path)
    return { bytes: size, modified: mtimeMs, changed: ctimeMs }
  } catch {
    return undefined
  }
}

/** Returns whether two paths lead to the same existing file. */
export async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [a, b].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  )
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev
}

/**
 * Reads the bytes of a file, in pieces that belong to the caller. If `next` is given a buffer that is long enough, the
 * piece is at its start.
 */
export async function* readPath(path: string): AsyncGenerator<Uint8Array, void, Uint8Array | undefined> {
  if ((await stat(path).catch(() => undefined))?.isFIFO() === true) return yield* readFifo(path)
  const handle = await openToRead(path, 'r')
  try {
    if ((await handle.stat()).isDirectory()) throw isDirectory(path)
    let buffer: Uint8Array | undefined
    let total = 0
    for (;;) {
      const size = total < 2 * largePieceBytes ? pieceBytes : largePieceBytes
      const piece: Uint8Array =
        buffer !== undefined && buffer.length >= leastBuffer
          ? buffer.subarray(0, size)
          : Buffer.allocUnsafeSlow(size)
      const bytesRead = await readInto(handle, path, piece, null)
      if (bytesRead === 0) return
      countBytes(bytesRead)
      total += bytesRead
      buffer = yield piece.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

/** Returns whether a path, or standard input, is a file, and not a pipe, a socket or a device such as a terminal. */
export async function isRegular(path: string | undefined): Promise<boolean> {
  try {
    const found = path === undefined ? fstatSync(0) : await stat(path)
    // reading a directory will report the error
    return found.isFile() || found.isDirectory()
  } catch {
    // reading it will report the error
    return true
  }
}

/** Opens a file for reading at any offset; undefined if the path is a pipe or a device. */
export async function openRandom(path: string): Promise<RandomAccess | undefined> {
  // must not wait for the writer of a pipe
  const handle = await openToRead(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  const found = await handle.stat()
  if (!found.isFile()) {
    await handle.close()
    if (found.isDirectory()) throw isDirectory(path)
    return undefined
  }
  return {
    byteLength: found.size,
    async slice(start, end = found.size) {
      checkRange(start, end, found.size)
      const bytes = new Uint8Array(end - start)
      for (let at = 0; at < bytes.length; ) {
        const bytesRead = await readInto(handle, path, bytes.subarray(at), start + at)
        if (bytesRead === 0) throw new RangeError(`the file has become shorter than ${end} bytes`)
        at += bytesRead
      }
      return bytes.buffer
    },
    passed: countBytes,
    close: () => handle.close(),
  }
}

/** Returns the bytes of standard input. */
export function readStdin(): AsyncIterable<Uint8Array> {
  return process.stdin
}

async function openToRead(path: string, flags: string | number): Promise<FileHandle> {
  try {
    return await open(path, flags)
  } catch (cause) {
    throw fileError(path, cause, 'read')
  }
}

async function readInto(
  handle: FileHandle,
  path: string,
  bytes: Uint8Array,
  position: number | null,
): Promise<number> {
  try {
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, position)
    return bytesRead
  } catch (cause) {
    throw fileError(path, cause, 'read')
  }
}
