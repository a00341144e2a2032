import type { AnyLearnerOptions } from '@ol/core'
import { type NameFilter, resolveOptions } from '@ol/core/internal'
import type { Batch, FeatureNames } from '@ol/spec'
import type { AnyLearner, Session } from '../session.js'

/** Returns how many names a reader is to find for a model, or for one with these options. */
export function namesToFind(session: Session | undefined, options: AnyLearnerOptions): number {
  if (session === undefined) return resolveOptions(options).names
  return isFull(session.learner) ? 0 : session.learner.names.limit
}

/** Wants the name of each feature of each example. */
export const everyName: NameFilter = { wants: () => true }

/** Wants the name of each feature where it first appears, up to a number of features. */
export class FirstAppearances implements NameFilter {
  readonly #limit: number
  readonly #seen = new Set<number | string>()

  constructor(limit: number) {
    this.#limit = limit
  }

  wants(index: number, upper: number): boolean {
    if (this.#seen.size >= this.#limit) return false
    const key = upper === 0 ? index : `${index} ${upper}`
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }
}

/** Returns whether a model keeps no further names. */
export function isFull({ names }: AnyLearner): boolean {
  return names.known >= names.limit
}

const nothingNamed: FeatureNames = { at: new Uint32Array(0), texts: [] }

/** Returns a batch of features that have appeared in an earlier pass over the same data. */
export function withKnownNames(batch: Batch): Batch {
  return batch.names === undefined ? { ...batch, names: nothingNamed } : batch
}
