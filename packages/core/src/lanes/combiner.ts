import type { Link } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import type { PreparedBatch } from '../targets/targets.js'
import type { LinearGroup } from './linear.js'
import type { Combining, LaneTurns } from './mixture/weigher.js'
import type { How, Outcome } from './outcome.js'

/**
 * Combines the lanes of a table into one learner: replicates, one lane for each class, or a mixture. The backend trains
 * each lane as if it were alone; combining them happens here, example by example, so that the result depends on neither
 * batches nor backends.
 */
export interface Combiner {
  /** the arrays of a model file, before its arrays of targets: see `laneMemory` */
  readonly memory: readonly Float64Array[]

  /** Returns the weights of the lanes of each class (or of all), each group's largest 1; undefined: they have none. */
  weights(): readonly Float64Array[] | undefined

  /** Returns the smallest sum of log losses among the lanes of a mixture; absent or undefined: not known. */
  leastLoss?(): number | undefined

  /** Returns the score of each class (or of the model) as a sum over its lanes. */
  linearGroups(): readonly LinearGroup[]

  /** Returns a batch with weights of its examples by lane; absent: all lanes learn with the same weights. */
  weighted?(batch: PreparedBatch, round: number): PreparedBatch

  /** Combines the results of lanes. `how`: the treatment of the examples */
  combine(turns: LaneTurns, combining: Combining, how: How): void

  /** Continues with the lanes of more classes. */
  grow(settings: Settings): void

  /** Returns an outcome with the spread of the lanes, whose scores these are; absent: predictions have none. */
  withSpread?(scores: Float64Array, outcome: Outcome, link: Link): Outcome
}
