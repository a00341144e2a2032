import type { Backend, Batch, Link, Results, Table } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import type { LinearMixture } from './mixture/ensemble-mixture.js'
import type { Inspected } from './mixture/inspections.js'
import type { Outcome } from './outcome.js'
import type { BatchPart } from './slice.js'
import { withSpread } from './spread.js'
import { inspectedWithin, untilInspections } from './survival.js'

/** What a mixture goes on with after an inspection. */
export interface PrunedLanes {
  /** those of the lanes that are left */
  readonly settings: Settings
  readonly lanes: readonly number[]
  /** arranges the mixture for them, where the table keeps no others */
  readonly keep: () => void
}

/** Makes the answers of a learner of the scores of several lanes of each class, or of several models. */
export abstract class Mixer implements Inspected {
  /** examples so far */
  abstract readonly rounds: number
  /** what a model file stores */
  abstract readonly memory: readonly Float64Array[]

  abstract deficits(): Float64Array
  abstract inspect(deficits: Float64Array): readonly Float64Array[]

  /** Counts examples that were learned from, or could have been. */
  abstract count(examples: number): void

  /** Returns the weights of the lanes of a group, the largest 1. */
  abstract weights(group: number): Float64Array

  /** Returns a mixture of whole models as a sum; undefined: it is none. */
  abstract linear(): LinearMixture | undefined

  /**
   * Answers the examples of a batch, from `from` on of the outcome; the mixture learns from those that move it. `before`: of the first
   * of them, see `settleClasses`.
   */
  abstract answer(
    batch: Batch,
    results: Results,
    moves: Uint8Array,
    outcome: Outcome,
    from: number,
    before: number | undefined,
  ): void

  /** Prunes the lanes that fell behind, and returns what is left. */
  abstract prune(settings: Settings, table: Pick<Table, 'scalars'>): PrunedLanes

  /** Returns the mixture for more classes, none of which has occurred. */
  abstract grown(settings: Settings): Mixer

  /** Returns whether lanes may be pruned within so many further examples. */
  isInspectedWithin(examples: number): boolean {
    return inspectedWithin(this.rounds, examples)
  }

  /** Yields a batch in parts that end where lanes may be pruned: see `untilInspections`. */
  untilInspections(batch: Batch, inspect: () => void): Generator<BatchPart, void, void> {
    return untilInspections(batch, this, inspect)
  }

  /** Returns the outcome with the spread of the lanes, whose scores these are: see `withSpread`. */
  withSpread(settings: Settings, scores: Float64Array, outcome: Outcome, link: Link): Outcome {
    return withSpread(settings, this.weights(0), scores, outcome, link)
  }
}

/** Makes the mixer of settings that have one. `memory`: as stored in a model file, empty for a new model */
export type MixerOf = (
  settings: Settings,
  backend: Pick<Backend, 'mix' | 'mixErrors' | 'answer'>,
  memory: readonly Float64Array[],
) => Mixer
