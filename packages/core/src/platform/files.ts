import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { OLError } from '@ol/spec'
import type { FileSource, Pieces } from './platform.js'

/** The system calls of an atomic write, so that a test can make each of them fail. */
export type FileCalls = Pick<
  typeof fs,
  'openSync' | 'writeSync' | 'fsyncSync' | 'closeSync' | 'renameSync' | 'unlinkSync' | 'fchmodSync'
> & { readonly fsync: (fd: number) => Promise<void> }

const calls: FileCalls = {
  ...fs,
  fsync: (fd) =>
    new Promise((done, fail) => fs.fsync(fd, (error) => (error === null ? done() : fail(error)))),
}

/**
 * Writes a file wholly or not at all: a temporary file in the same folder, write, fsync, rename, fsync of the folder.
 * Whatever fails, the temporary file is removed and the target is what it was. The pieces are taken before this
 * returns, so what they are made of may change as soon as it has.
 */
export async function writeAtomic(target: string, pieces: Pieces, call: FileCalls = calls): Promise<void> {
  const { real, mode } = settle(target)
  const folder = path.dirname(real)
  const temporary = path.join(folder, `.ol-${process.pid}-${randomBytes(6).toString('hex')}.tmp`)
  let fd: number | undefined
  let ours = false
  try {
    fd = call.openSync(temporary, 'wx')
    ours = true
    if (mode !== undefined) call.fchmodSync(fd, mode)
    writePieces(fd, pieces, call)
    await call.fsync(fd)
    const written = fd
    fd = undefined
    call.closeSync(written)
    call.renameSync(temporary, real)
  } catch (cause) {
    if (fd !== undefined) attempt(() => call.closeSync(fd as number))
    if (ours) attempt(() => call.unlinkSync(temporary))
    throw fileError(cause, target, 'cannot be written')
  }
  await syncFolder(folder, target, call)
}

/** Where the bytes will lie: behind symbolic links, so that a link stays one. */
function settle(target: string): { real: string; mode: number | undefined } {
  try {
    const real = fs.realpathSync(target)
    const stat = fs.statSync(real)
    if (stat.isDirectory())
      throw new OLError('OL_FILE_DIRECTORY', `${target}: is a directory`, { value: target })
    if (!stat.isFile()) {
      // renaming over a device or a pipe would remove it
      throw new OLError('OL_FILE_UNREADABLE', `${target}: is not a regular file`, { value: target })
    }
    return { real, mode: stat.mode & 0o7777 }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { real: path.resolve(target), mode: undefined }
    throw fileError(error, target, 'cannot be written')
  }
}

function writePieces(fd: number, pieces: Pieces, call: FileCalls): void {
  let position = 0
  for (;;) {
    const next = pieces.next()
    if (next.done === true) {
      writeAll(fd, next.value.bytes, next.value.offset, call)
      return
    }
    writeAll(fd, next.value, position, call)
    position += next.value.length
  }
}

function writeAll(fd: number, bytes: Uint8Array, position: number, call: FileCalls): void {
  for (let done = 0; done < bytes.length; ) {
    done += call.writeSync(fd, bytes, done, bytes.length - done, position + done)
  }
}

/** After the rename the file is whole either way; an error here says that a power cut might still undo it. */
async function syncFolder(folder: string, target: string, call: FileCalls): Promise<void> {
  if (process.platform === 'win32') return
  let fd: number | undefined
  try {
    fd = call.openSync(folder, 'r')
    await call.fsync(fd)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    // file systems that cannot sync a folder, and folders that may be written but not read
    if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EACCES')
      throw fileError(cause, target, 'is written, but its folder cannot be synced')
  } finally {
    if (fd !== undefined) attempt(() => call.closeSync(fd as number))
  }
}

/** See Platform.openFile. */
export async function openFile(file: string): Promise<FileSource> {
  let handle: fs.promises.FileHandle | undefined
  try {
    handle = await fs.promises.open(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0))
    const stat = await handle.stat()
    if (stat.isDirectory())
      throw new OLError('OL_FILE_DIRECTORY', `${file}: is a directory`, { value: file, file })
    if (!stat.isFile())
      throw new OLError('OL_FILE_UNREADABLE', `${file}: is not a regular file`, { value: file, file })
    return sourceOf(handle, stat.size, file)
  } catch (error) {
    await handle?.close()
    throw fileError(error, file, 'cannot be read')
  }
}

function sourceOf(handle: fs.promises.FileHandle, size: number, file: string): FileSource {
  let buffer = new Uint8Array(0)
  return {
    size,
    async read(length) {
      if (buffer.length < length) buffer = new Uint8Array(length)
      let got = 0
      try {
        while (got < length) {
          const { bytesRead } = await handle.read(buffer, got, length - got, null)
          if (bytesRead === 0) break
          got += bytesRead
        }
      } catch (error) {
        throw fileError(error, file, 'cannot be read')
      }
      return buffer.subarray(0, got)
    },
    close: () => handle.close(),
  }
}

function attempt(action: () => void): void {
  try {
    action()
  } catch {
    // an error is already on its way to the caller; this is the cleaning up behind it
  }
}

function fileError(cause: unknown, file: string, what: string): OLError {
  if (cause instanceof OLError) return cause
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT') {
    const part = what === 'cannot be read' ? 'no such file' : `no such folder`
    return new OLError('OL_FILE_MISSING', `${file}: ${part}`, { value: file, cause })
  }
  if (code === 'EISDIR')
    return new OLError('OL_FILE_DIRECTORY', `${file}: is a directory`, { value: file, cause })
  return new OLError('OL_FILE_UNREADABLE', `${file}: ${what}: ${message}`, { value: file, cause })
}
