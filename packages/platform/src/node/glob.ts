import { readdir } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { checkKind, OLError } from '@ol/spec'
import { fileError } from './file-errors.js'

/**
 * Returns the paths for a path or glob pattern: the path itself or, if it is a pattern (`*`, `?`, `[ab]`, `{a,b}`,
 * `**`) and no file has exactly this name, the matching files, sorted by the characters of their names. Names that
 * start with a dot match only if the pattern contains the dot.
 *
 * @throws OLError OL_FILE_MISSING if no file matches; OL_FILE_UNREADABLE if a folder cannot be read that may have some
 */
export async function matchingPaths(path: string): Promise<readonly string[]> {
  checkKind('path', path, 'string')
  if (path === '-' || !/[*?[{(]/.test(path) || (await exists(path))) return [path]
  const { glob, isDynamicPattern } = await import('tinyglobby')
  const pattern = process.platform === 'win32' ? path.replaceAll('\\', '/') : path
  if (!isDynamicPattern(pattern)) return [path]
  const [folder, rest] = splitAtFirstPattern(pattern)
  let unread: { readonly folder: string; readonly cause: Error } | undefined
  const recording: typeof readdir = ((at: string, options: object, done: (...args: unknown[]) => void) =>
    readdir(at, options, (...results) => {
      const [cause] = results
      // a folder may go while its parent is read
      if (cause !== null && cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR')
        unread ??= { folder: at, cause }
      done(...results)
    })) as typeof readdir
  const found = await glob(rest, {
    expandDirectories: false,
    absolute: true,
    cwd: folder,
    fs: { readdir: recording },
  })
  if (unread !== undefined) throw fileError(unread.folder, unread.cause, 'read')
  if (found.length === 0)
    throw new OLError('OL_FILE_MISSING', 'no file matches this glob pattern', {
      file: path,
      value: path,
    })
  const named = isAbsolute(path) ? found : found.map((one) => relative('', one))
  return named.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/**
 * Splits a pattern before its first part that may be more than a name. The search begins in that folder: folders above it
 * need not be readable. From the current folder it would begin where both paths part.
 */
function splitAtFirstPattern(pattern: string): readonly [folder: string, rest: string] {
  const parts = pattern.split('/')
  const first = parts.findIndex((part) => /[*?[\]{}()!+@|\\"]/.test(part))
  const folder = parts.slice(0, first).join('/')
  // without the folder, a mark that begins a name would begin the pattern, and negate it
  const rest = parts
    .slice(first)
    .join('/')
    .replace(/^!(?!\()/, '\\!')
  return [folder === '' ? (pattern.startsWith('/') ? '/' : '.') : folder, rest]
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
