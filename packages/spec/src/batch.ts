import type { ErrorCode } from './errors.js'

/** A line of the input that no example came from; a record over several lines is its first. */
export interface SkippedLine {
  /** 1-based */
  readonly line: number
  /** what is wrong with it; absent: it is blank, or a comment */
  readonly code?: ErrorCode
  readonly message?: string
}

/**
 * A batch of examples in compressed sparse rows. Example e has the features offsets[e] .. offsets[e + 1].
 * A batch is plain data: it can be posted to a worker, and no backend keeps it.
 */
export interface Batch {
  /** number of examples */
  readonly size: number
  /** size + 1 positions, ascending from 0 */
  readonly offsets: Uint32Array
  /** the hash of each feature (or its row number); a table masks it to its rows */
  readonly indices: Uint32Array
  /**
   * the upper half of each feature's key, whose lower half is its index: a model with bits 'grow' tells features apart by
   * both and refuses a batch without (OL_KEYS), any other looks at the index alone
   */
  readonly upper?: Uint32Array | undefined
  /**
   * the namespace of each feature, by the first byte of its name: 32 where it has none, 0 for the constant and interactions. Rules that
   * treat features by namespace learn from no batch without (OL_GROUPS); no other looks at it
   */
  readonly groups?: Uint8Array | undefined
  /**
   * the value of each feature, in its own unit: finite, or NaN where it is missing; 0 counts as absent. A missing feature adds nothing
   * and moves no statistic; rules that centre (std, auto) take it as its mean
   */
  readonly values: Float64Array
  /**
   * the label of each example, with classes the number of its class, from 1; NaN: has none, is predicted and not learned
   * from
   */
  readonly labels: Float64Array
  /** the weight of each example, >= 0; absent: all 1 */
  readonly weights?: Float64Array | undefined
  /** added to the score of each example; absent: all 0 */
  readonly initial?: Float64Array | undefined
  /** if labels are numbers of classes that have names: the names, from class 1 on */
  readonly classNames?: readonly string[] | undefined
  /** whether the values were already divided by what a first pass found (see `prenormalize`) */
  readonly normalized?: boolean | undefined
  /** line of the input that each example came from, 1-based */
  readonly lines?: Float64Array | undefined
  /** the name of each example in outputs ("tag" in VW text); absent: none has one */
  readonly tags?: readonly (string | undefined)[] | undefined
  /**
   * if the reading asks for them: the lines without an example that are in no earlier batch, ascending, up to the next
   * batch
   */
  readonly skipped?: readonly SkippedLine[] | undefined
  /** names of features; absent: the names are not known */
  readonly names?: FeatureNames | undefined
}

/** A batch whose features are found in a table by their indices; what derives features makes one, too. */
export interface LocatedBatch
  extends Pick<
    Batch,
    'size' | 'offsets' | 'indices' | 'upper' | 'groups' | 'values' | 'labels' | 'weights' | 'initial'
  > {
  /**
   * Per example, the place of its first derived feature. Rules that survey take the features from there on as they are,
   * in their order, after all others, and keep no statistics of them. Absent: none is derived.
   */
  readonly derived?: Uint32Array | undefined
  /**
   * Per example, the place after its last feature. The next example need not follow it, so that batches of different
   * features can share their arrays. Absent: examples lie one after another.
   */
  readonly ends?: Uint32Array | undefined
}

/** A batch as a backend learns it: its labels and weights are what the lanes of the table take. */
export interface TargetBatch extends LocatedBatch {
  /**
   * Factors of the example's weight, example by example, then lane by lane, >= 0: they scale the step of a lane and its
   * gradient in the accumulators, not what is shared (scales, counts of examples). 0: the lane leaves the example out.
   * Absent: all 1; not looked at where there is one lane.
   */
  readonly laneWeights?: Float64Array | undefined
  /**
   * The unit of each label in the unit of the loss's parameters, > 0: what a parameter in units of the label is divided
   * by before the loss takes it. Absent: all 1.
   */
  readonly labelUnits?: Float64Array | undefined
}

/**
 * Names of some features of a batch: at least of those that its maker has not named in an earlier batch. They stay right
 * where a batch is cut into parts that keep its arrays of features.
 */
export interface FeatureNames {
  /** the features, by their positions in `indices`, ascending */
  readonly at: Uint32Array
  /** the name of each */
  readonly texts: readonly string[]
}

/**
 * The divisors of features before they are learned from; 0 where a first pass did not see the feature. An array has a
 * number for each of 2^b rows, the row of a feature being its index modulo 2^b; a function gets both halves of its key.
 */
export type Divisors = Float64Array | ((index: number, upper: number) => number)

/**
 * The batches of a stream that are in use at a time: the outcome of one is taken while the next is learned and one more
 * is made. Arrays that are used again are as many.
 */
export const batchesInUse = 3
