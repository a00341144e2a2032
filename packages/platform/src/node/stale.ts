import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The temporary files of this process: an exit in the middle removes them. */
const unfinished = new Set<string>()

function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true })
}

/** Adds a file to the files that are removed on exit. */
export function addUnfinished(path: string): void {
  if (unfinished.size === 0) process.on('exit', removeUnfinished)
  unfinished.add(path)
}

export function removeFromUnfinished(path: string): void {
  unfinished.delete(path)
  if (unfinished.size === 0) process.off('exit', removeUnfinished)
}

/** Returns the common start of a file's temporary names on this machine. */
function startOf(path: string): string {
  const name = basename(path)
  // names have at most 255 bytes
  const short = Buffer.byteLength(name) > 140 ? name.slice(0, 40) : name
  return `${short}.${hostname()}.`
}

/** Returns a new name next to a file: `NAME.HOST.PROCESS.RANDOM.tmp`. */
export function temporaryName(path: string): string {
  // the name need not be hard to guess, so loading `node:crypto` is not worth the milliseconds
  const random = Math.floor(Math.random() * 2 ** 48).toString(16)
  return join(dirname(path), `${startOf(path)}${process.pid}.${random.padStart(12, '0')}.tmp`)
}

/** Removes temporary files next to a file that killed processes of this machine left. */
export function removeStale(path: string): void {
  const folder = dirname(path)
  const start = startOf(path)
  for (const name of filesIn(folder)) {
    if (!name.startsWith(start)) continue
    const match = /^(\d+)\.[0-9a-f]+\.tmp$/.exec(name.slice(start.length))
    if (match !== null && hasEnded(Number(match[1]))) rmSync(join(folder, name), { force: true })
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // a folder may be writable and not readable
    return []
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
