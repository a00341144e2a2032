import type { Model, Session } from '@ol/pipeline'
import { checkSpace, freeSpace } from '@ol/platform'
import { outputError, usageError } from '../exit.js'
import { completing, Interrupted, type Signal } from '../signals.js'
import { refuseOverwriting } from './line-output.js'
import { plain } from './plain.js'

/** Throws for an output that cannot be a model: one of the inputs, or `-`, which would be a file of that name. */
export function refuseModelOutput(output: string | undefined, inputs: readonly string[]): void {
  if (output === '-') throw usageError('a model needs a file, and - is standard output: -o FILE')
  refuseOverwriting(output, inputs)
}

/** Saves a model, although a signal comes: a complete model is worth the wait. Returns the signal. */
export function saveModel(model: Pick<Model, 'save'>, path: string): Promise<Signal | undefined> {
  return completing(() =>
    model.save(path).catch((error: unknown) => {
      throw outputError(path, error)
    }),
  )
}

/** The flags of `checkDiskSpace`. */
interface DiskSpaceFlags {
  readonly output?: string | undefined
  readonly checkSpace?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/**
 * Throws where the model would not fit on the disk as it is now, before hours of training; and warns where it might not in the end: a
 * file has the slots that were touched, and how many there will be is not known.
 */
export function checkDiskSpace(
  { learner }: Session,
  { output: path, checkSpace: checks, quiet }: DiskSpaceFlags,
): void {
  if (path === undefined || checks === false) return
  const free = freeSpace(path)
  if (free === undefined) return
  // finding which slots were touched takes longer than what a short run does: only a full disk needs it
  const most = learner.fileSize('all')
  if (most <= free) return
  try {
    checkSpace(path, learner.fileSize())
  } catch (error) {
    throw outputError(path, error)
  }
  if (quiet === true) return
  process.stderr.write(
    `ol-cli: warning: ${plain(path)}: the model takes up to ${most} bytes, if each slot of its table is used, and ${free} are free: --bits makes the table smaller\n`,
  )
}

/** Throws for a signal that came while a model was saved. */
export function refuseLate(signal: Signal | undefined, path: string | undefined): void {
  if (signal !== undefined) throw new Interrupted(signal, `${signal} while ${path} was saved; it is complete`)
}
