import { fstatSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Output, openOutput } from '@ol/platform'
import { ExitError, outputError, usageError } from '../exit.js'
import { plain } from './plain.js'

const encoder = new TextEncoder()

/** Where lines of text go: standard output, or a file. */
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

/** Runs some work that writes to an output, then closes it; where the work fails, an existing file stays. */
export async function closing<T>(output: LineOutput | undefined, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    await output?.close()
    return result
  } finally {
    await output?.abandon()
  }
}

/** Throws for an output that is one of the inputs: opening it would empty the data. */
export async function refuseOverwriting(
  output: string | undefined,
  inputs: readonly string[],
): Promise<void> {
  if (output === undefined || output === '-') return
  const target = await identity(output)
  if (target === undefined) return
  for (const input of inputs) {
    if ((await identity(input)) === target)
      throw usageError(`${output} is an input and would be overwritten: name another file`)
  }
}

/** Device and inode of a regular file; `-` is standard input. A link and a hard link are the file that they lead to. */
async function identity(path: string): Promise<string | undefined> {
  try {
    const found = path === '-' ? fstatSync(0, { bigint: true }) : await stat(path, { bigint: true })
    return found.isFile() ? `${found.dev}:${found.ino}` : undefined
  } catch {
    return undefined
  }
}

/** Throws for outputs of one command to the same file: the later would replace the earlier. */
export function refuseSameOutput(outputs: readonly (string | undefined)[]): void {
  const paths = outputs
    .filter((path) => path !== undefined && path !== '-')
    .map((path) => resolve(path as string))
  const twice = paths.find((path, k) => paths.indexOf(path) < k)
  if (twice !== undefined) throw usageError(`${twice} would be written twice: name a file for each output`)
}

/** Throws for a path that cannot be written, before hours of training. */
export async function checkWritable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) throw new ExitError(73, `${path}: is a directory`)
  try {
    const folder = await stat(dirname(path))
    if (!folder.isDirectory()) throw new ExitError(73, `${path}: ${dirname(path)} is not a folder`)
    await access(dirname(path), constants.W_OK).catch((error: unknown) => {
      throw new ExitError(73, `${path}: cannot write to the folder ${dirname(path)}`, error)
    })
  } catch (error) {
    throw error instanceof ExitError
      ? error
      : new ExitError(73, `${path}: there is no folder ${dirname(path)}`, error)
  }
}
