import type { Batch, TargetBatch } from './batch.js'
import type { BendingCalls } from './bending.js'
import type { BlockNumbers } from './block-numbers.js'
import type { CrossedFeatures, CrossPlan, CrossTokens } from './crossing.js'
import type { DerivationPlan, DerivationState, DerivedBatch, DerivesAsync, Residuals } from './derivation.js'
import type { LossId } from './losses.js'
import type { MergePlan, MergeRows } from './merging.js'
import type { MixedExamples, MixingCalls, ScoreOutcome } from './mixing.js'
import type { ModifiedRule } from './modifiers/index.js'
import type { NameBytes, NamedLines } from './named-lines.js'
import type { RowSlots } from './rows.js'
import { engineLaneScalars, engineScalars, type RuleEntry, type Update } from './rules/index.js'
import type { SeenKeys } from './seen.js'
import type { TableCalls } from './table-calls.js'
import type { ThresholdCalls } from './thresholds.js'
import type { Chunk, TokenPlan, Tokens } from './tokenizer.js'
import type { ValidationCalls } from './validating.js'

/** The precision of a table of weights. */
export type Precision = 'float32' | 'float64'
/** The name of a backend: C++ or TypeScript. */
export type BackendName = 'native' | 'fallback'

/**
 * The place of a feature's state. State j of lane l of row i is `lane[i * laneStride + j * laneStep + l]`, shared state
 * j is `shared[sharedStart + i * sharedStride + j]`. With one lane both are in one slot of the same buffer, so that a
 * feature takes one cache line.
 */
export interface Layout {
  /** elements of the table's precision from row to row */
  readonly laneStride: number
  /** elements from one lane state to the next: the lanes, padded */
  readonly laneStep: number
  /** float64 elements before the first shared state */
  readonly sharedStart: number
  /** float64 elements from row to row */
  readonly sharedStride: number
  readonly bytes: number
}

/** The state of a model, owned by JavaScript. `lane` and `shared` are views on one buffer. */
export interface Table {
  /** a power of two */
  readonly rows: number
  readonly lanes: number
  readonly precision: Precision
  readonly layout: Layout
  readonly lane: Float32Array | Float64Array
  readonly shared: Float64Array
  /**
   * `engineScalars` and the rule's scalars, then scalar j of lane l at j * lanes + l: `engineLaneScalars` and the
   * rule's
   */
  readonly scalars: Float64Array
}

/**
 * The range in which a prediction is kept before it is reported and before its gradient is computed. `labels`: the
 * range of the labels learned from so far; `vw`: as in Vowpal Wabbit, extended to 0 and, if the example is learned
 * from, to its own label.
 */
export type Clip = 'none' | 'range' | 'labels' | 'vw'
export const clipCodes: Record<Clip, number> = { none: 0, range: 1, labels: 2, vw: 3 }

/** The loss that measures a lane and that the lane learns from. */
export interface Measure {
  readonly loss: LossId
  /** parameters of the loss, in the order of the table of losses */
  readonly lossParams: Float64Array
  readonly clip: Clip
  /** the range of `clip: 'range'` */
  readonly clipMin: number
  readonly clipMax: number
}

/** A measure of the lanes from `from` on, up to the next measure. */
export interface LaterMeasure extends Measure {
  /** > 0 */
  readonly from: number
}

/**
 * The settings for a batch. The measure of the plan itself applies to lane 0 and the lanes after it, up to the first of
 * `measures`.
 */
export interface Plan extends Measure, ModifiedRule {
  readonly update: Update
  /** the measures of lanes with another loss or clip, ascending; absent: every lane has the plan's measure */
  readonly measures?: readonly LaterMeasure[] | undefined
  /**
   * The class of each lane: the label of an example is the number of its class, and the label for a lane is +1 for the
   * lane's class and -1 for any other. Absent: every lane takes the label of the example.
   */
  readonly classes?: Float64Array | undefined
  /**
   * For rules that standardize: the index of the constant (-1: none), and 1 if labels are learned in units of their
   * spread, otherwise 0.
   */
  readonly standardize?: Float64Array | undefined
  /**
   * How far one value may move the scale of its feature; Infinity: without limit. For the largest |x|: a value that
   * exceeds the scale by more than this factor counts as the scale, until the next value of the feature exceeds it too.
   * For sums of squares: its square counts as at most this multiple of the sum. For rules that standardize: from the
   * 16th value on, the distance from the mean counts as at most this many standard deviations, or the square root of a
   * sixteenth of the number of values so far, whichever is more
   */
  readonly reach: number
  /**
   * Per lane the sum of the squared derivatives of the loss so far; then per lane the number of examples since an error
   * was an outlier, which is learned as a smaller one; last the number of examples for which some lane learned a
   * smaller error. For squared losses; absent: errors are learned as they are. `learn` writes this array
   */
  readonly errors?: Float64Array | undefined
  /** parameters of the rule in the order of its entry: number j of lane l is `params[j * lanes + l]` */
  readonly params: Float64Array
  /**
   * for each of the 256 values of `Batch.groups`, a factor >= 0 of the term that a rule with `grouped` adds to the
   * loss; absent: 1 each
   */
  readonly groupFactors?: Float64Array | undefined
}

/**
 * The result of an example. `diverged`: its step would have been non-finite; it was not learned from. If only some of
 * the lanes with the same label can continue, the others are dropped instead: from then on they predict NaN and learn
 * nothing.
 */
export const status = { learned: 0, predicted: 1, diverged: 2 } as const

/** Results of a batch, by example, then by lane; the caller allocates the arrays. */
export interface Results {
  /** size * lanes: the (clipped) score before learning */
  readonly predictions: Float64Array
  /** size * lanes: the loss of that score, not weighted; NaN without a label */
  readonly losses: Float64Array
  /** size: see `status` */
  readonly status: Uint8Array
}

/**
 * Pure functions over typed arrays. Arguments have been validated: no function throws because of a value, and every
 * index is masked to the table.
 */
export interface Backend extends MixingCalls, TableCalls, ThresholdCalls, BendingCalls, ValidationCalls {
  readonly name: BackendName
  /** Learns the examples in order; each prediction is made before its example is learned. */
  learn(plan: Plan, table: Table, batch: TargetBatch, results: Results): void
  /** Predicts each example as `learn` would if it were the next one; the table does not change. */
  predict(plan: Plan, table: Table, batch: TargetBatch, results: Results): void
  /**
   * Finds the row of each feature of the examples from `from` on, by its key, and writes it to `rows`. A value of 0 has
   * no row: its entry is 0, like the entry of a missing value unless `rowCounts.missing` is set. With `keep`, the
   * features of an example that will be learned from (with a label and a weight) keep their rows; other features are
   * only looked up, and unseen ones use rows that stay free. A feature past the maximum number of rows has `noRow`.
   * Returns the first example whose features do not fit in the slots, after locating all before it; the size of the
   * batch if all fit.
   */
  locate(slots: RowSlots, batch: Batch, from: number, keep: boolean, rows: Uint32Array): number
  /**
   * Gives slots to the rows after those in use, up to `until`; their keys must be filled. These rows are then in use.
   * Returns the first row whose key another row has, after placing all before it; `until` if there is none. `distinct`:
   * all keys differ, so they need not be compared.
   */
  placeRows(slots: RowSlots, until: number, distinct: boolean): number
  /**
   * Appends the positions of the features of a batch, from position `from` on, that have not appeared before to
   * `found`, in their order, and adds them to `seen` until its limit is reached. A feature with the value 0 does not
   * count as appearing. Returns the position of the first feature that does not fit in the slots, after adding all
   * before it; the end if all fit.
   */
  unseen(seen: SeenKeys, batch: Batch, from: number, found: Uint32Array): number
  /** Writes the output of a mixture for `size` examples as their outcome, from `from` on. */
  finalize(
    measure: Pick<Measure, 'loss' | 'lossParams'>,
    mixed: MixedExamples,
    size: number,
    outcome: ScoreOutcome,
    from: number,
  ): void
  /** Merges rows of several models, each row separately, in the order of the models. */
  merge(plan: MergePlan, rows: MergeRows): void
  /** Splits rows of a model into identical shards, from which `merge` makes the model again. */
  split(plan: MergePlan, rows: MergeRows): void
  /** `learn` off the main thread if there is another; the caller must not touch the arrays until it resolves. */
  learnAsync(plan: Plan, table: Table, batch: TargetBatch, results: Results): Promise<void>
  /**
   * Adds derived features to the examples from `from` on, each from the statistics of the examples before it; with
   * `keep`, examples that will be learned from become part of the state. Returns the first example that does not fit in
   * the state or in `out`, after expanding all before it; the size of the batch if all fit.
   */
  expand(plan: DerivationPlan, state: DerivationState, batch: Batch, out: DerivedBatch, from: number): number
  /** Collects evidence for pairs and triples of columns from the residuals of the predictions of a batch. */
  screen(depth: number, state: DerivationState, out: DerivedBatch, residuals: Residuals): void
}

/** A backend that also reads text. Learners do not need this, and a page that only learns does not load it. */
export interface TextBackend extends Backend {
  /** Turns a chunk of text into examples: see `Tokenizer`. */
  tokenize(plan: TokenPlan, chunk: Chunk, out: Tokens): void
  /**
   * `tokenize` off the main thread if there is another; the caller must not touch bytes and arrays until it resolves.
   */
  tokenizeAsync(plan: TokenPlan, chunk: Chunk, out: Tokens): Promise<void>
  /**
   * Makes n-grams and interactions of the features of the examples [first, until), and stops after `crossPiece`
   * features. Features are ordered by namespace (in the order of first appearance), with n-grams after the features of
   * their namespace; then follow the constant and the interactions. Indices of n-grams and interactions are VW's,
   * modulo 2^32; the upper halves of their keys combine all halves. Returns the example after the last one done; if
   * that is before `until` and fewer than `crossPiece` features were made, `out` has no room for it.
   */
  cross(plan: CrossPlan, tokens: CrossTokens, out: CrossedFeatures, first: number, until: number): number
  /** `cross` off the main thread if there is another; the caller must not touch the arrays until it resolves. */
  crossAsync(
    plan: CrossPlan,
    tokens: CrossTokens,
    out: CrossedFeatures,
    first: number,
    until: number,
  ): Promise<number>
  /**
   * Appends the readable names of the features at `at[from]` and after, for examples with exactly one feature for each
   * piece between the blanks of their lines: almost all of VW text and svmlight. `at` ascends. Returns the number of
   * the first feature whose example is not of this kind, or whose name does not fit; the length of `at` if all are
   * done.
   */
  plainNames(
    plan: Pick<TokenPlan, 'format' | 'constant'>,
    chunk: NamedLines,
    at: Uint32Array,
    from: number,
    out: NameBytes,
  ): number
  /**
   * Returns 1 if the bytes of a block have its checksum and its numbers are valid, otherwise 0. `classes`: the number
   * of classes; 0: labels are numbers. Fills the values of a block that stores them as float32.
   */
  checkBlock(classes: number, block: BlockNumbers): number
  /** `checkBlock` off the main thread if there is another; the caller must not touch the arrays until it resolves. */
  checkBlockAsync(classes: number, block: BlockNumbers): Promise<number>
  /** Opens a stream with at most this many threads besides the caller's; with none if the backend has no others. */
  stream(threads: number): BackendStream
}

/**
 * The work of one read that learns or predicts: the threads of the stream tokenize and cross chunks of text, check
 * blocks of a cache, and learn or predict batches, with the same results as in sequence. A free thread learns the
 * waiting batch (for each table one batch at a time) or predicts one; otherwise it crosses the waiting chunk; otherwise
 * it tokenizes or checks one. Waits block. Without threads, each call does its work itself.
 */
export interface BackendStream
  extends Pick<
      TextBackend,
      | 'name'
      | 'locate'
      | 'unseen'
      | 'plainNames'
      | 'checkBlock'
      | 'checkBlockAsync'
      | 'cross'
      | 'crossAsync'
      | 'learnAsync'
      | 'tokenize'
      | 'tokenizeAsync'
    >,
    DerivesAsync {
  /** the number of chunks that are worth tokenizing ahead: 0 without threads */
  readonly ahead: number
  /**
   * `predict` off the main thread if there is another. Several batches may be predicted, and the table read, at the
   * same time, because a prediction never writes to the table, not even temporarily. The table must not change, and the
   * caller must not touch the arrays, until it resolves.
   */
  predictAsync(plan: Plan, table: Table, batch: TargetBatch, results: Results): Promise<void>
  /** Ends the threads when all pending work is done. */
  close(): void
}

/** Learns off the main thread if there is another. */
export type LearnsAsync = Pick<Backend, 'learnAsync'> & DerivesAsync

/** Predicts off the main thread if there is another. */
export type PredictsAsync = Pick<BackendStream, 'predictAsync' | 'expandAsync'>

/** Returns how many numbers a table of `rows` rows keeps for each feature of a lane. */
export function laneStates(rule: RuleEntry, rows: number): number {
  return rule.lane.reduce((sum, state) => sum + (state.matrix === true ? rows : 1), 0)
}

/** Returns the layout of a table. Slots are padded to a power of two up to a cache line, so that none straddles two. */
export function layoutOf(rule: RuleEntry, rows: number, lanes: number, precision: Precision): Layout {
  const width = precision === 'float32' ? 4 : 8
  const states = laneStates(rule, rows)
  if (lanes === 1) {
    const laneBytes = Math.ceil((states * width) / 8) * 8
    const own = rule.shared.length === 0 ? states * width : laneBytes + rule.shared.length * 8
    const bytes = slotBytes(own)
    return {
      laneStride: bytes / width,
      laneStep: 1,
      sharedStart: rule.shared.length === 0 ? 0 : laneBytes / 8,
      sharedStride: rule.shared.length === 0 ? 0 : bytes / 8,
      bytes: rows * bytes,
    }
  }
  const laneStep = Math.ceil((lanes * width) / 32) * (32 / width)
  const laneStride = laneStep * states
  const laneBytes = rows * laneStride * width
  return {
    laneStride,
    laneStep,
    sharedStart: laneBytes / 8,
    sharedStride: rule.shared.length,
    bytes: laneBytes + rows * rule.shared.length * 8,
  }
}

function slotBytes(own: number): number {
  if (own > 64) return Math.ceil(own / 64) * 64
  let bytes = 4
  while (bytes < own) bytes *= 2
  return bytes
}

/** Returns the number of scalars of a model of this rule. */
export function scalarCount(rule: RuleEntry, lanes: number): number {
  return (
    engineScalars.length + rule.scalars.length + (engineLaneScalars.length + rule.laneScalars.length) * lanes
  )
}
