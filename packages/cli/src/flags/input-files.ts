import { isRegular } from '@ol/platform'
import { matchingPaths } from '@ol/reader'
import { usageError } from '../exit.js'

/**
 * Returns the paths to read: the given ones, with glob patterns expanded, or standard input (`-`) if it is not a TTY.
 */
export async function inputsOf(files: readonly string[]): Promise<readonly string[]> {
  if (files.length === 0 && process.stdin.isTTY === true)
    throw usageError(
      'Expected a FILE, or data on standard input: name a file, or - to read from the terminal',
    )
  if (files.filter((file) => file === '-').length > 1)
    throw usageError('Standard input (-) can be read only once: name it once')
  return files.length === 0 ? ['-'] : (await Promise.all(files.map(matchingPaths))).flat()
}

/** Returns the name in messages of the first input that can be read only once; undefined: there is none. */
export async function firstReadOnce(inputs: readonly string[]): Promise<string | undefined> {
  for (const input of inputs) {
    if (input === '-') return 'Standard input'
    if (!(await isRegular(input))) return `${input} is no regular file and`
  }
  return undefined
}
