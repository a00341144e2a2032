import * as fs from 'node:fs'
import * as path from 'node:path'

/** Returns the final path of a path that does not exist, with links resolved, so that a broken link remains a link. */
export function behindLinks(target: string): string {
  let real = path.resolve(target)
  // stat has refused circular links
  while (fs.lstatSync(real, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    real = path.resolve(path.dirname(real), fs.readlinkSync(real))
  return real
}

/**
 * Returns a string that is equal for two paths exactly if they lead to the same regular file, by links or in other
 * case, even before the file exists; undefined if the path exists and is not a regular file, or its folder does not
 * exist.
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

/** Returns whether a folder is also found under its name in other case. */
function ignoresCase(folder: string, inode: bigint): boolean {
  const upper = folder.toUpperCase()
  const other = upper === folder ? folder.toLowerCase() : upper
  return other !== folder && fs.statSync(other, { bigint: true, throwIfNoEntry: false })?.ino === inode
}
