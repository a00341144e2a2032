import { rmSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { OLError } from '@ol/spec'

/** Size and time of change of a file; undefined where there is none. */
export async function statPath(path: string): Promise<{ bytes: number; modified: number } | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return { bytes: size, modified: mtimeMs }
  } catch {
    return undefined
  }
}

/** A file that appears under its name whole or not at all. */
export interface NewFile {
  write(bytes: Uint8Array): Promise<void>
  /** puts it into place */
  finish(): Promise<void>
  /** takes it back; after `finish` nothing */
  abandon(): Promise<void>
}

/** The temporary files of this process: an exit in the middle takes them along. */
const unfinished = new Set<string>()

function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true })
}

let made = 0

/**
 * Starts a file under a temporary name beside its own, `NAME.HOST.PROCESS.NUMBER.tmp`. What a process of this machine
 * that has ended, killed in the middle, left there under such a name is removed.
 */
export async function createFile(path: string): Promise<NewFile> {
  await removeStale(path)
  const temporary = `${path}.${hostname()}.${process.pid}.${made++}.tmp`
  const handle = await open(temporary, 'wx').catch((cause: NodeJS.ErrnoException) => {
    throw writeError(path, cause)
  })
  if (unfinished.size === 0) process.on('exit', removeUnfinished)
  unfinished.add(temporary)
  const end = (): void => {
    unfinished.delete(temporary)
    if (unfinished.size === 0) process.off('exit', removeUnfinished)
  }
  let done = false
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, at, bytes.length - at).catch((cause) => {
          throw writeError(path, cause)
        })
        at += bytesWritten
      }
    },
    async finish() {
      try {
        await handle.sync()
        await handle.close()
        await rename(temporary, path)
      } catch (cause) {
        throw writeError(path, cause as NodeJS.ErrnoException)
      }
      done = true
      end()
    },
    async abandon() {
      if (done) return
      done = true
      await handle.close().catch(() => undefined)
      await rm(temporary, { force: true })
      end()
    },
  }
}

async function removeStale(path: string): Promise<void> {
  const folder = dirname(path)
  const start = `${basename(path)}.${hostname()}.`
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(start)) continue
    const match = /^(\d+)\.\d+\.tmp$/.exec(name.slice(start.length))
    if (match !== null && hasEnded(Number(match[1]))) await rm(join(folder, name), { force: true })
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function writeError(path: string, cause: NodeJS.ErrnoException): OLError {
  return new OLError('OL_FILE_UNREADABLE', `the file cannot be written: ${cause.message}`, {
    file: path,
    cause,
  })
}
