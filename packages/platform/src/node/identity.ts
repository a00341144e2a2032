import * as fs from 'node:fs'
import * as path from 'node:path'

/** Returns where a path leads that is not there: a link to nothing stays a link. */
export function behindLinks(target: string): string {
  let real = path.resolve(target)
  // a circle of links was refused by stat
  while (fs.lstatSync(real, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    real = path.resolve(path.dirname(real), fs.readlinkSync(real))
  return real
}

/**
 * Returns a string that two paths share exactly where they lead to one regular file, by links or in other letters, even
 * before it is there; undefined for what is no regular file, and where there is no folder.
 */
export function identityOf(target: string): string | undefined {
  try {
    const found = fs.statSync(target, { bigint: true, throwIfNoEntry: false })
    if (found !== undefined) return found.isFile() ? `${found.dev}:${found.ino}` : undefined
    const real = behindLinks(target)
    const folder = path.dirname(real)
    const { dev, ino } = fs.statSync(folder, { bigint: true })
    const name = path.basename(real)
    return `${dev}:${ino}/${ignoresCase(folder, ino) ? name.normalize().toLowerCase() : name}`
  } catch {
    return undefined
  }
}

/** Returns whether a folder is found under its name in other letters, too. */
function ignoresCase(folder: string, inode: bigint): boolean {
  const upper = folder.toUpperCase()
  const other = upper === folder ? folder.toLowerCase() : upper
  return other !== folder && fs.statSync(other, { bigint: true, throwIfNoEntry: false })?.ino === inode
}
