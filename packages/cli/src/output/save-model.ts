import type { Model } from '@ol/pipeline'
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

/** Throws for a signal that came while a model was saved. */
export function refuseLate(signal: Signal | undefined, path: string | undefined): void {
  if (signal !== undefined) throw new Interrupted(signal, `${signal} while ${path} was saved; it is complete`)
}
