import { matchingPaths } from '@ol/reader'
import { usageError } from '../exit.js'

/**
 * The paths to read: those given, with the files that match where one is a pattern, or standard input (`-`) where
 * something else than a keyboard is behind it.
 */
export async function inputsOf(files: readonly string[]): Promise<readonly string[]> {
  if (files.length === 0 && process.stdin.isTTY === true)
    throw usageError('Expected a FILE, or data on standard input; - reads what is typed')
  if (files.filter((file) => file === '-').length > 1)
    throw usageError('Standard input (-) can be read only once')
  return files.length === 0 ? ['-'] : (await Promise.all(files.map(matchingPaths))).flat()
}
