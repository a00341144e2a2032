import { statfsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Output } from '../contract.js'
import { createFile } from './atomic.js'
import { fileError } from './file-errors.js'
import { behindLinks } from './identity.js'

/** Returns whether a file of this path can be written now. */
export async function isWritable(path: string): Promise<boolean> {
  try {
    checkWritable(path)
    return true
  } catch {
    return false
  }
}

/**
 * Checks that a file can be written at this path, without changing an existing file: an error now costs nothing, but an
 * error after hours of work loses the result.
 *
 * @throws OLError OL_FILE_*
 */
export function checkWritable(path: string): void {
  const file = createFile(path)
  try {
    file.write(new Uint8Array(blockBytes))
  } finally {
    file.abandon()
  }
}

/**
 * Throws if a file of this many bytes would not fit in addition to the file that it replaces.
 *
 * @throws OLError OL_FILE_UNREADABLE
 */
export function checkSpace(path: string, bytes: number): void {
  const free = freeSpace(path)
  if (free === undefined || bytes <= free) return
  const cause = Object.assign(new Error(`ENOSPC: ${bytes} bytes are needed and ${free} are free`), {
    code: 'ENOSPC',
  })
  throw fileError(path, cause, 'write')
}

/** Returns the free bytes on the file system of a file; undefined if the system does not tell. */
export function freeSpace(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dirname(behindLinks(path)))
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** as many bytes as a full file system refuses */
const blockBytes = 4096

/**
 * Opens a path to write results to: a regular file appears complete when it is finished, or not at all; a pipe or a
 * device is written directly.
 */
export async function openOutput(path: string): Promise<Output> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined || found.isFile() || found.isDirectory() ? whole(path) : direct(path)
}

function whole(path: string): Output {
  const file = createFile(path)
  return {
    write: async (bytes) => file.write(bytes),
    finish: () => file.finish(),
    abandon: async () => file.abandon(),
  }
}

async function direct(path: string): Promise<Output> {
  const guarded = async <T>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action()
    } catch (cause) {
      throw fileError(path, cause, 'write')
    }
  }
  const handle = await guarded(() => open(path, 'w'))
  return {
    write: (bytes) => guarded(() => handle.writeFile(bytes)),
    finish: () => guarded(() => handle.close()),
    abandon: () => handle.close().catch(() => undefined),
  }
}
