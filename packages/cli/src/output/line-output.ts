import { fstatSync } from 'node:fs'
import { checkWritable, identityOf, isRegular, type Output, openOutput } from '@ol/platform'
import { outputError, usageError } from '../exit.js'
import { plain } from './plain.js'

const encoder = new TextEncoder()

/** The destination of lines of text: standard output, or a file. */
export interface LineOutput {
  write(text: string): Promise<void>
  /** Closes the output; a file appears under its name only then. */
  close(): Promise<void>
  /** Discards the output and leaves the file at its path unchanged; after `close` does nothing. */
  abandon(): Promise<void>
}

/**
 * Opens an output before any work is done, so that a wrong path costs nothing; an existing file stays until `close`.
 * `-` is standard output.
 */
export async function openLines(path: string | undefined): Promise<LineOutput> {
  if (path === undefined || path === '-') return standardOutput
  try {
    return fileOutput(path, await openOutput(path))
  } catch (error) {
    throw outputError(path, error)
  }
}

const standardOutput: LineOutput = {
  write: (text) =>
    new Promise((resolve) => {
      // an error (EPIPE) ends the process in its own handler
      // a file or a pipe gets the names as they are
      if (process.stdout.write(process.stdout.isTTY ? plain(text) : text)) resolve()
      else process.stdout.once('drain', resolve)
    }),
  close: () => Promise.resolve(),
  abandon: () => Promise.resolve(),
}

function fileOutput(path: string, file: Output): LineOutput {
  const guarded = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action()
    } catch (error) {
      throw outputError(path, error)
    }
  }
  return {
    write: (text) => guarded(() => file.write(encoder.encode(text))),
    close: () => guarded(() => file.finish()),
    abandon: () => file.abandon(),
  }
}

/** Runs work that writes to an output, then closes the output; if the work fails, an existing file stays. */
export async function closing<T>(
  output: Pick<LineOutput, 'close' | 'abandon'> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work()
    await output?.close()
    return result
  } finally {
    await output?.abandon()
  }
}

/** Throws for an output that is one of the inputs: opening it would empty the data. */
export function refuseOverwriting(output: string | undefined, inputs: readonly string[]): void {
  if (output === undefined || output === '-') return
  const target = identity(output)
  if (target === undefined) return
  if (inputs.some((input) => identity(input) === target))
    throw usageError(`${output} is an input and would be overwritten: name another file`)
}

/** Standard input is the file that it was redirected from. */
function identity(path: string): string | undefined {
  if (path !== '-') return identityOf(path)
  try {
    const found = fstatSync(0, { bigint: true })
    return found.isFile() ? `${found.dev}:${found.ino}` : undefined
  } catch {
    // it is closed: reading it will report that
    return undefined
  }
}

/** Throws for outputs of one command to the same file: the later would replace the earlier. */
export function refuseSameOutput(outputs: readonly (string | undefined)[]): void {
  const paths = outputs.filter((path): path is string => path !== undefined && path !== '-')
  const seen = new Set<string>()
  const twice = paths.find((path) => {
    const file = identityOf(path)
    return file !== undefined && seen.size === seen.add(file).size
  })
  if (twice !== undefined) throw usageError(`${twice} would be written twice: name a file for each output`)
}

/** Throws for a path that cannot be written, before hours of training. */
export function checkOutput(path: string): void {
  try {
    checkWritable(path)
  } catch (error) {
    throw outputError(path, error)
  }
}

/** The same for a cache; whoever writes it says what is wrong with a pipe or a device. */
export async function checkCache(path: string): Promise<void> {
  if (await isRegular(path)) checkOutput(path)
}
