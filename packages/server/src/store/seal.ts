import { OLError } from '@ol/spec'
import type { ServedModel } from '../model/served-model.js'
import type { Companion, Snapshot } from './snapshot.js'

/** The model that a snapshot has, in a file next to it: a snapshot under the name of another is noticed. */
interface Seal {
  readonly format: 1
  readonly number: number
  readonly generation: number
  /** the examples that the model has learned, and their features */
  readonly examples: number
  readonly features: number
}

export const sealFile = 'seal'

/** Returns the seal of a model, as it is now, in a snapshot. */
function sealOf(
  { number, generation }: Pick<Snapshot, 'number' | 'generation'>,
  { learner }: ServedModel,
): string {
  const { examples, features } = learner.report()
  return JSON.stringify({ format: 1, number, generation, examples, features } satisfies Seal)
}

/** Returns what saves the seal of a model, as it is now. */
export function sealed(
  snapshot: Pick<Snapshot, 'number' | 'generation'>,
  model: ServedModel,
  write: (path: string, bytes: Uint8Array) => Promise<void>,
): Companion {
  const bytes = Buffer.from(sealOf(snapshot, model))
  return { name: sealFile, save: (path) => write(path, bytes) }
}

/**
 * Checks that a snapshot has the model that was saved as it.
 *
 * @param seal the file; undefined: there is none, as in a store of an earlier version
 * @throws OLError OL_STORE if it has another
 */
export function checkSeal(snapshot: Snapshot, model: ServedModel, seal: Uint8Array | undefined): void {
  if (seal === undefined || Buffer.from(seal).toString() === sealOf(snapshot, model)) return
  const text = 'it has another model than was saved under its name'
  throw new OLError('OL_STORE', text, { value: snapshot.path })
}
