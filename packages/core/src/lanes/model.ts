import type { Batch, Link, PredictsAsync } from '@ol/spec'
import type { ClassSetting } from '../options/settings.js'
import type { StreamPosition } from './learn-batch.js'
import type { Outcome } from './outcome.js'

/** A table among those whose scores add up to the model's. */
export interface Member<Table> {
  readonly model: Table
  /** the depth of derived features that it receives: see `derivationDepths` */
  readonly depth: number
  readonly factor: number
}

/**
 * Learns and predicts: a table of lanes, or several tables, each of which learns more derived features than the one before.
 */
export interface Model<Table> {
  /** the table that learns features without derived ones */
  readonly base: Table
  /** The tables whose scores, times their factors, add up to the model's score, except for the nonlinear part of a mixture. */
  readonly members: readonly Member<Table>[]

  /** Learns a batch within the call. `round`: the number of its first example */
  learn(batch: Batch, round: number): Outcome

  /** Learns a batch off the main thread. */
  learnAsync(batch: Batch, position: StreamPosition): Promise<Outcome>

  /**
   * Returns whether a batch may begin before those before it are finished, if this many examples are then in flight.
   */
  learnsAhead(examples: number): boolean

  /** `evaluating`: the weights of the lanes change, the lanes do not; `spread`: the link of the spread. */
  predict(batch: Batch, round?: number, evaluating?: boolean, spread?: Link): Outcome

  /** Predicts a batch off the main thread, where several may be predicted at a time. The model must not change until it resolves. */
  predictAsync(batch: Batch, round: number, work: PredictsAsync, spread?: Link): Promise<Outcome>

  /** Adds untrained lanes for new classes, the first of which the next example has: it is predicted without them. */
  grow(classes: ClassSetting): void
}
