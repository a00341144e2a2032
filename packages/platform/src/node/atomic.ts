import * as fs from 'node:fs'
import * as path from 'node:path'
import type { NewFile, Patch, Pieces } from '../contract.js'
import { fileError, isDirectory, mountPoint, notRegular } from './file-errors.js'
import { behindLinks } from './identity.js'
import { isMountPoint } from './mounts.js'
import { Placing } from './placing.js'
import { addUnfinished, removeFromUnfinished, removeStale, temporaryName } from './stale.js'

/**
 * The system calls of an atomic write, so that a test can make each of them fail. The types do not mention `node:fs`,
 * because declarations that do cannot be compiled in a browser project.
 */
export interface FileCalls {
  readonly openSync: (path: string, flags: string) => number
  readonly writeSync: (
    fd: number,
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) => number
  readonly closeSync: (fd: number) => void
  readonly unlinkSync: (path: string) => void
  readonly fchmodSync: (fd: number, mode: number) => void
  readonly fsync: (fd: number) => Promise<void>
  /** takes long if it frees a large earlier file */
  readonly rename: (from: string, to: string) => Promise<void>
}

/** Node's functions, listed one by one, because copying all of `node:fs` would load its streams. */
export const nodeCalls: FileCalls = {
  openSync: fs.openSync,
  writeSync: fs.writeSync,
  closeSync: fs.closeSync,
  unlinkSync: fs.unlinkSync,
  fchmodSync: fs.fchmodSync,
  fsync: (fd) => new Promise((done, fail) => fs.fsync(fd, settling(done, fail))),
  rename: (from, to) => new Promise((done, fail) => fs.rename(from, to, settling(done, fail))),
}

function settling(done: () => void, fail: (error: Error) => void): (error: Error | null) => void {
  return (error) => (error === null ? done() : fail(error))
}

/**
 * Writes a file completely or not at all (see `createFile`). It takes the pieces before it returns, so their source may
 * change after that.
 */
export async function writeAtomic(
  target: string,
  pieces: Pieces,
  call: FileCalls = nodeCalls,
): Promise<void> {
  const file = createFile(target, call)
  try {
    let next = pieces.next()
    for (; next.done !== true; next = pieces.next()) file.write(next.value)
    for (const patch of next.value) file.patch(patch)
    await file.finish()
  } catch (cause) {
    file.abandon()
    throw fileError(target, cause, 'write')
  }
}

/** Writes bytes to a file completely or not at all. */
export function writeWhole(target: string, bytes: Uint8Array): Promise<void> {
  const pieces = function* (): Pieces {
    yield bytes
    return []
  }
  return writeAtomic(target, pieces())
}

/**
 * Starts a file that appears under its name complete or not at all: a temporary file next to it, write, fsync, rename,
 * fsync of the folder. If anything fails, the temporary file is removed and the target is unchanged. If a process
 * writes several files to one path at once, the one that it started last remains.
 *
 * @throws OLError OL_FILE_DIRECTORY or OL_FILE_UNREADABLE if the path exists and is not a regular file (renaming over a
 * device or a pipe would remove it), or if something is mounted on it
 */
export function createFile(target: string, call: FileCalls = nodeCalls): NewFile {
  const { real, mode } = settle(target)
  removeStale(real)
  return new AtomicFile(target, real, mode, call)
}

class AtomicFile implements NewFile {
  readonly #target: string
  readonly #real: string
  readonly #temporary: string
  readonly #placing: Placing
  readonly #call: FileCalls
  #fd: number | undefined
  #length = 0
  #state: 'open' | 'finishing' | 'done' = 'open'

  constructor(target: string, real: string, mode: number | undefined, call: FileCalls) {
    this.#target = target
    this.#real = real
    this.#temporary = temporaryName(real)
    this.#call = call
    try {
      this.#fd = call.openSync(this.#temporary, 'wx')
    } catch (cause) {
      throw fileError(target, cause, 'write')
    }
    addUnfinished(this.#temporary)
    this.#placing = new Placing(real)
    if (mode === undefined) return
    try {
      call.fchmodSync(this.#fd, mode)
    } catch (cause) {
      this.#remove()
      throw fileError(target, cause, 'write')
    }
  }

  write(bytes: Uint8Array): void {
    this.#writeAll(bytes, this.#length)
    this.#length += bytes.length
  }

  patch({ offset, bytes }: Patch): void {
    this.#writeAll(bytes, offset)
  }

  async finish(): Promise<void> {
    this.#state = 'finishing'
    const call = this.#call
    const fd = this.#fd as number
    try {
      await call.fsync(fd)
      this.#fd = undefined
      call.closeSync(fd)
      if (!(await this.#placing.put(() => call.rename(this.#temporary, this.#real)))) {
        this.#remove()
        return
      }
    } catch (cause) {
      this.#remove()
      throw fileError(this.#target, cause, 'write')
    }
    this.#state = 'done'
    removeFromUnfinished(this.#temporary)
    this.#placing.end()
    await syncFolder(path.dirname(this.#real), this.#target, call)
  }

  abandon(): void {
    // `finish` removes the file itself if it fails
    if (this.#state === 'open') this.#remove()
  }

  #remove(): void {
    this.#state = 'done'
    const fd = this.#fd
    this.#fd = undefined
    if (fd !== undefined) attempt(() => this.#call.closeSync(fd))
    attempt(() => this.#call.unlinkSync(this.#temporary))
    removeFromUnfinished(this.#temporary)
    this.#placing.end()
  }

  #writeAll(bytes: Uint8Array, position: number): void {
    try {
      for (let done = 0; done < bytes.length; )
        done += this.#call.writeSync(this.#fd as number, bytes, done, bytes.length - done, position + done)
    } catch (cause) {
      throw fileError(this.#target, cause, 'write')
    }
  }
}

/** Returns the final path, with symbolic links resolved, so that a link remains a link. */
function settle(target: string): { real: string; mode: number | undefined } {
  try {
    const stat = fs.statSync(target)
    if (stat.isDirectory()) throw isDirectory(target)
    if (!stat.isFile()) throw notRegular(target)
    const real = fs.realpathSync(target)
    if (isMountPoint(real)) throw mountPoint(target)
    return { real, mode: stat.mode & 0o7777 }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { real: behindLinks(target), mode: undefined }
    throw fileError(target, error, 'write')
  }
}

/**
 * After the rename the file is complete in any case; an error here means that a power cut might still undo the rename.
 */
async function syncFolder(folder: string, target: string, call: FileCalls): Promise<void> {
  if (process.platform === 'win32') return
  let fd: number | undefined
  try {
    fd = call.openSync(folder, 'r')
    await call.fsync(fd)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    // file systems that cannot sync a folder, and folders that may be written but not read
    if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EACCES') throw fileError(target, cause, 'sync')
  } finally {
    if (fd !== undefined) attempt(() => call.closeSync(fd as number))
  }
}

function attempt(action: () => void): void {
  try {
    action()
  } catch {
    // the caller already receives another error; this only cleans up
  }
}
