import { lstat } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { checkKind, OLError } from '@ol/spec'

/**
 * Returns the paths for a path or glob pattern: the path itself or, if it is a pattern (`*`, `?`, `[ab]`, `{a,b}`,
 * `**`) and no file has exactly this name, the matching files, sorted by the characters of their names. Names that
 * start with a dot match only if the pattern contains the dot.
 *
 * @throws OLError OL_FILE_MISSING if no file matches
 */
export async function matchingPaths(path: string): Promise<readonly string[]> {
  checkKind('path', path, 'string')
  if (path === '-' || !/[*?[{(]/.test(path) || (await exists(path))) return [path]
  const { glob, isDynamicPattern } = await import('tinyglobby')
  const pattern = process.platform === 'win32' ? path.replaceAll('\\', '/') : path
  if (!isDynamicPattern(pattern)) return [path]
  const found = await glob(pattern, { expandDirectories: false, absolute: true })
  if (found.length === 0)
    throw new OLError('OL_FILE_MISSING', 'no file matches this glob pattern', {
      file: path,
      value: path,
    })
  const named = isAbsolute(path) ? found : found.map((one) => relative('', one))
  return named.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
