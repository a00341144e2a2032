import type { Model, Session } from '@ol/pipeline'
import { checkSpace } from '@ol/platform'
import { outputError } from '../exit.js'
import { completing, Interrupted, type Signal } from '../signals.js'

/** Saves a model, although a signal comes: a complete model is worth the wait. Returns the signal. */
export function saveModel(model: Pick<Model, 'save'>, path: string): Promise<Signal | undefined> {
  return completing(() =>
    model.save(path).catch((error: unknown) => {
      throw outputError(path, error)
    }),
  )
}

/** Throws where the model would not fit on the disk, before hours of training. */
export function checkRoom({ learner }: Session, path: string | undefined): void {
  if (path === undefined) return
  try {
    checkSpace(path, learner.fileSize('all'))
  } catch (error) {
    throw outputError(path, error)
  }
}

/** Throws for a signal that came while a model was saved. */
export function refuseLate(signal: Signal | undefined, path: string | undefined): void {
  if (signal !== undefined) throw new Interrupted(signal, `${signal} while ${path} was saved; it is complete`)
}
