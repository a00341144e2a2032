import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The temporary files of this process: an exit in the middle removes them. */
const unfinished = new Set<string>()

function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true })
}

/** Counts a file among those that an exit removes. */
export function addUnfinished(path: string): void {
  if (unfinished.size === 0) process.on('exit', removeUnfinished)
  unfinished.add(path)
}

export function removeFromUnfinished(path: string): void {
  unfinished.delete(path)
  if (unfinished.size === 0) process.off('exit', removeUnfinished)
}

/** Returns what the temporary names of a file on this machine start with. */
function startOf(path: string): string {
  const name = basename(path)
  // file systems take 255 bytes
  const short = Buffer.byteLength(name) > 140 ? name.slice(0, 40) : name
  return `${short}.${hostname()}.`
}

/** Returns a new name next to a file: `NAME.HOST.PROCESS.RANDOM.tmp`. */
export function temporaryName(path: string): string {
  // nobody is kept from guessing it, so that it is not worth the milliseconds of loading `node:crypto`
  const random = Math.floor(Math.random() * 2 ** 48).toString(16)
  return join(dirname(path), `${startOf(path)}${process.pid}.${random.padStart(12, '0')}.tmp`)
}

/** Removes what processes of this machine that were killed left next to a file. */
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
