import type { FileHandle } from 'node:fs/promises'
import { access, constants, open, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ExitError, outputError, usageError } from '../exit.js'

/** Where lines of text go: standard output, or a file. */
export interface LineOutput {
  write(text: string): Promise<void>
  close(): Promise<void>
}

/** Opens an output before any work is done, so that a wrong path costs nothing. `-` is standard output. */
export async function openLines(path: string | undefined): Promise<LineOutput> {
  if (path === undefined || path === '-') return standardOutput
  try {
    return fileOutput(path, await open(path, 'w'))
  } catch (error) {
    throw outputError(path, error)
  }
}

const standardOutput: LineOutput = {
  write: (text) =>
    new Promise((resolve) => {
      // an error (EPIPE) ends the process in its own handler
      if (process.stdout.write(text)) resolve()
      else process.stdout.once('drain', resolve)
    }),
  close: () => Promise.resolve(),
}

function fileOutput(path: string, file: FileHandle): LineOutput {
  const guarded = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action()
    } catch (error) {
      throw outputError(path, error)
    }
  }
  return {
    write: (text) => guarded(() => file.writeFile(text)),
    close: () => guarded(() => file.close()),
  }
}

/** Refuses an output that is one of the inputs: opening it would empty the data. */
export async function refuseOverwriting(
  output: string | undefined,
  inputs: readonly string[],
): Promise<void> {
  if (output === undefined || output === '-') return
  const target = await identity(output)
  if (target === undefined) return
  for (const input of inputs) {
    if (input !== '-' && (await identity(input)) === target)
      throw usageError(`${output} is an input; it would be overwritten`)
  }
}

async function identity(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path, { bigint: true })
    return found.isFile() ? await realpath(path) : undefined
  } catch {
    return undefined
  }
}

/** Refuses a path that no file can be written to, before hours of training. */
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
