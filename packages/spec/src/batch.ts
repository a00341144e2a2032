import type { ErrorCode } from './errors.js'
import type { HashMode } from './hashing.js'

/** A line of the input without an example; for a record over several lines, its first line. */
export interface SkippedLine {
  /** 1-based */
  readonly line: number
  /** the code of its error; absent: it is blank, or a comment */
  readonly code?: ErrorCode
  readonly message?: string
}

/** How names in an input became numbers of a batch. A member is absent if the numbers are your own. */
export interface BatchNaming {
  /** how names of features were hashed, see the options `hash` and `hashSeed` */
  readonly hash?: HashMode | undefined
  /** absent: 0 */
  readonly hashSeed?: number | undefined
  /** if labels are numbers of classes that have names: the names, from class 1 on */
  readonly classNames?: readonly string[] | undefined
  /** if labels are -1 and 1 and have names: the name of -1 (undefined: all others), then the name of 1 */
  readonly signNames?: readonly [string | undefined, string] | undefined
}

/**
 * A batch of examples in compressed sparse rows. Example e has the features offsets[e] .. offsets[e + 1]. A batch is
 * plain data: it can be posted to a worker, and backends do not keep it.
 */
export interface Batch extends BatchNaming {
  /** number of examples */
  readonly size: number
  /** size + 1 positions, ascending from 0 */
  readonly offsets: Uint32Array
  /** the hash of each feature (or its row number); a table masks it to its rows */
  readonly indices: Uint32Array
  /**
   * the upper half of each feature's key, whose lower half is its index: a model with bits 'grow' distinguishes
   * features by both halves and refuses a batch without upper halves (OL_KEYS); any other model uses only the index
   */
  readonly upper?: Uint32Array | undefined
  /**
   * the namespace of each feature, by the first byte of its name: 32 if it has none, 0 for the constant and
   * interactions. Rules that treat features by namespace refuse a batch without it (OL_GROUPS); other rules do not use
   * it
   */
  readonly groups?: Uint8Array | undefined
  /**
   * the value of each feature, in its own unit: finite, or NaN if it is missing; 0 counts as absent. A missing feature
   * adds nothing and changes no statistic; rules that centre (std, auto) treat it as its mean
   */
  readonly values: Float64Array
  /**
   * the label of each example, with classes the number of its class, from 1; NaN: the example has no label, so it is
   * predicted and not learned from
   */
  readonly labels: Float64Array
  /** the weight of each example, >= 0; absent: all 1 */
  readonly weights?: Float64Array | undefined
  /** added to the score of each example; absent: all 0 */
  readonly initial?: Float64Array | undefined
  /** whether the values were already divided by the scales of a first pass (see `prenormalize`) */
  readonly normalized?: boolean | undefined
  /** line of the input that each example came from, 1-based */
  readonly lines?: Float64Array | undefined
  /** the name of each example in outputs ("tag" in VW text); absent: none has one */
  readonly tags?: readonly (string | undefined)[] | undefined
  /**
   * if the read requests them: the lines without an example that follow the lines of earlier batches, ascending, up to
   * the next batch
   */
  readonly skipped?: readonly SkippedLine[] | undefined
  /** names of features; absent: the names are not known */
  readonly names?: FeatureNames | undefined
}

/** A batch whose indices locate its features in a table; an expansion with derived features is one, too. */
export interface LocatedBatch
  extends Pick<
    Batch,
    'size' | 'offsets' | 'indices' | 'upper' | 'groups' | 'values' | 'labels' | 'weights' | 'initial'
  > {
  /**
   * Per example, the place of its first derived feature. Rules that survey use the features from there on unscaled, in
   * their order, after all others, and keep no statistics of them. Absent: there are no derived features.
   */
  readonly derived?: Uint32Array | undefined
  /**
   * Per example, the place after its last feature. The next example need not follow it, so that batches of different
   * features can share their arrays. Absent: each example starts where the previous one ends.
   */
  readonly ends?: Uint32Array | undefined
}

/** A batch as a backend learns it: with the labels and weights for the lanes of the table. */
export interface TargetBatch extends LocatedBatch {
  /**
   * Factors of the example's weight, example by example, then lane by lane, >= 0: they scale the step of a lane and its
   * gradient in the accumulators, but not shared state (scales, counts of examples). 0: the lane does not learn the
   * example. Absent: all 1; ignored with a single lane.
   */
  readonly laneWeights?: Float64Array | undefined
  /**
   * The unit of each label in the unit of the loss's parameters, > 0: a parameter in units of the label is divided by
   * it before the loss uses the parameter. Absent: all 1.
   */
  readonly labelUnits?: Float64Array | undefined
}

/**
 * Names of some features of a batch: at least of those that the producer has not named in an earlier batch. They remain
 * valid if a batch is cut into parts that share its arrays of features.
 */
export interface FeatureNames {
  /** the features, by their positions in `indices`, ascending */
  readonly at: Uint32Array
  /** the name of each */
  readonly texts: readonly string[]
}

/**
 * The divisors of the values of features before learning; 0 for a feature that a first pass did not see. An array has a
 * number for each of 2^b rows, and the row of a feature is its index modulo 2^b; a function receives both halves of the
 * key.
 */
export type Divisors = Float64Array | ((index: number, upper: number) => number)

/**
 * The number of batches of a stream in flight: one whose results are consumed, the next being learned, and one more
 * being read. There are as many sets of reused arrays.
 */
export const batchesInUse = 3
