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
import type {
  EvaluationPlan,
  EvaluationSums,
  EvaluationTotals,
  Mistakes,
  ScoreCurves,
  Validated,
} from './validating.js'

/** The precision of a table of weights. */
export type Precision = 'float32' | 'float64'
/** The name of a backend: C++ or TypeScript. */
export type BackendName = 'native' | 'fallback'

/**
 * The place of a feature's state. State j of lane l of row i is `lane[i * laneStride + j * laneStep + l]`,
 * shared state j is `shared[sharedStart + i * sharedStride + j]`. With one lane both lie in one slot of the same
 * buffer, so that a feature costs one cache line.
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
  /** `engineScalars`, the rule's, then scalar j of lane l at j * lanes + l: `engineLaneScalars`, the rule's */
  readonly scalars: Float64Array
}

/**
 * How a prediction is kept in range before it is reported and before its gradient is taken: `labels`, the labels learned
 * from so far; `vw`, as Vowpal Wabbit does: 0, those labels, and the label of the example itself where it is learned from.
 */
export type Clip = 'none' | 'range' | 'labels' | 'vw'
export const clipCodes: Record<Clip, number> = { none: 0, range: 1, labels: 2, vw: 3 }

/** The loss that a lane is measured by and learns from. */
export interface Measure {
  readonly loss: LossId
  /** parameters of the loss, in the order of the table of losses */
  readonly lossParams: Float64Array
  readonly clip: Clip
  /** the range of `clip: 'range'` */
  readonly clipMin: number
  readonly clipMax: number
}

/** A measure from one lane on, up to the next. */
export interface LaterMeasure extends Measure {
  /** > 0 */
  readonly from: number
}

/** The treatment of a batch: everything but the data. Its own measure holds for lane 0 and the lanes after it. */
export interface Plan extends Measure, ModifiedRule {
  readonly update: Update
  /** the measures of lanes with another loss or clip, ascending; absent: every lane has the measure of the plan */
  readonly measures?: readonly LaterMeasure[] | undefined
  /**
   * The class of each lane: the label of an example is the number of its class, and a lane takes +1 for its own class
   * and -1 for any other. Absent: every lane takes the label of the example.
   */
  readonly classes?: Float64Array | undefined
  /**
   * For rules that standardize: the index of the constant (-1: none), and 1 where labels are learned in units of their
   * spread, otherwise 0.
   */
  readonly standardize?: Float64Array | undefined
  /**
   * How far one value may move the scale of its feature; Infinity: any. For the largest |x|: a value that exceeds the scale by more than this factor
   * counts as the scale, until the next value of the feature exceeds it too. For sums of squares: its square counts as at most this multiple of the
   * sum. For rules that standardize: from the 16th value on, the distance from the mean counts as at most this many standard deviations, or the root
   * of a sixteenth of the values so far, whichever is more
   */
  readonly reach: number
  /**
   * Per lane the sum of the squared derivatives of the loss so far; then per lane the examples since an error was an outlier, which is learned as a
   * smaller one; last the number of examples that some lane learned so. For losses that are squares; absent: errors are learned as they are. `learn`
   * writes it
   */
  readonly errors?: Float64Array | undefined
  /** parameters of the rule in the order of its entry: number j of lane l is `params[j * lanes + l]` */
  readonly params: Float64Array
  /** of each of the 256 values of `Batch.groups` the factor, >= 0, of what a rule with `grouped` adds to the loss; absent: 1 each */
  readonly groupFactors?: Float64Array | undefined
}

/**
 * The result of an example. `diverged`: its step would have been non-finite; it was not learned from. If only some of the lanes that take the same
 * label can continue, the others are dropped instead: from then on they predict NaN and learn nothing.
 */
export const status = { learned: 0, predicted: 1, diverged: 2 } as const

/** Results of a batch, example by example, then lane by lane; allocated by the caller. */
export interface Results {
  /** size * lanes: the (clipped) score before learning */
  readonly predictions: Float64Array
  /** size * lanes: the loss of that score, not weighted; NaN without a label */
  readonly losses: Float64Array
  /** size: see `status` */
  readonly status: Uint8Array
}

/**
 * A handful of pure functions over typed arrays. Arguments have been validated: nothing below throws for a value,
 * and every index is masked to the table.
 */
export interface Backend extends MixingCalls, TableCalls, ThresholdCalls, BendingCalls {
  readonly name: BackendName
  /** Learns the examples in order; each prediction is made before its example is learned. */
  learn(plan: Plan, table: Table, batch: TargetBatch, results: Results): void
  /** Predictions as `learn` would make them for each example if it came next; the table does not change. */
  predict(plan: Plan, table: Table, batch: TargetBatch, results: Results): void
  /**
   * Finds the row of each feature of the examples from `from` on, by its key, and writes it to `rows`; of a value of 0,
   * which has none, 0, and so of a missing one but for `rowCounts.missing`. With `keep` the features of an example that will be learned from (with a label and a weight) keep
   * the rows they get; all others are only looked up: what they have not seen uses rows that stay free. A feature past the most
   * rows has `noRow`. Returns the example for which there was no room in the slots, having done those before it; the size of the batch where all are
   * done.
   */
  locate(slots: RowSlots, batch: Batch, from: number, keep: boolean, rows: Uint32Array): number
  /**
   * Gives slots to the rows after those in use, up to `until`, whose keys there are: they are in use then. Returns the first row whose
   * key another has, having done those before it; `until` where there is none. `distinct`: no two keys are the same, so that none is
   * compared.
   */
  placeRows(slots: RowSlots, until: number, distinct: boolean): number
  /**
   * Appends the positions of the features of a batch, from position `from` on, that have not appeared before to `found`, in their
   * order, and adds them to `seen` until its limit is reached. A value of 0 is no appearance. Returns the position of the feature
   * for which there was no room in the slots, having done those before it; the end where all are done.
   */
  unseen(seen: SeenKeys, batch: Batch, from: number, found: Uint32Array): number
  /** Writes what a mixture put out for `size` examples as their outcome, from `from` on. */
  finalize(
    measure: Pick<Measure, 'loss' | 'lossParams'>,
    mixed: MixedExamples,
    size: number,
    outcome: ScoreOutcome,
    from: number,
  ): void
  /** Merges rows of several models, each row on its own, models in their order. */
  merge(plan: MergePlan, rows: MergeRows): void
  /** Splits rows of a model into equal shares, of which `merge` makes the model again; all shares are the same. */
  split(plan: MergePlan, rows: MergeRows): void
  /** `learn` off the main thread where there is another; the arrays must be left alone until it resolves. */
  learnAsync(plan: Plan, table: Table, batch: TargetBatch, results: Results): Promise<void>
  /**
   * Adds derived features to the examples from `from` on, each by what is known of those before it; with `keep` those that will
   * be learned from become part of the state. Returns the example for which there was no room in the state or in `out`,
   * having done those before it; the size of the batch where all are done.
   */
  expand(plan: DerivationPlan, state: DerivationState, batch: Batch, out: DerivedBatch, from: number): number
  /** Collects evidence for pairs and triples of columns in what predictions of a batch left unexplained. */
  screen(depth: number, state: DerivationState, out: DerivedBatch, residuals: Residuals): void
  /**
   * Adds the examples from `from` to `to` to the sums of progressive validation (`progressPlaces`), but for `examples` and `features`.
   * A loss that is not finite is left out: its example is counted as diverged.
   */
  addProgress(
    mistakes: Mistakes,
    sums: Float64Array,
    validated: Validated,
    status: Uint8Array,
    from: number,
    to: number,
  ): void
  /**
   * Adds the examples from `from` to `to` that have a label and a weight to the sums of an evaluation, and stops after that with
   * which there are `until`. Returns the example after the last that was added; where that is not `to` and there are fewer, there was
   * no room for its score.
   */
  addMetrics(
    plan: EvaluationPlan,
    validated: Validated,
    totals: EvaluationTotals,
    into: EvaluationSums,
    from: number,
    to: number,
    until: number,
  ): number
  /**
   * Fills the ROC curve of the scores of two classes and, with `odds`, their deciles: bins of equal weight. Their edges are the quantiles of the
   * probabilities that `numpy.percentile` interpolates between their ranks; an example of weight w is w examples. Equal probabilities are in one bin,
   * so that there may be fewer than ten.
   */
  scoreCurves(odds: boolean, sums: EvaluationSums, out: ScoreCurves): void
}

/** A backend that reads text, too: what a learner does not need, a page that only learns does not load. */
export interface TextBackend extends Backend {
  /** Turns a chunk of text into examples: what and how, see `Tokenizer`. */
  tokenize(plan: TokenPlan, chunk: Chunk, out: Tokens): void
  /** `tokenize` off the main thread where there is another; bytes and arrays must be left alone until it resolves. */
  tokenizeAsync(plan: TokenPlan, chunk: Chunk, out: Tokens): Promise<void>
  /**
   * Makes n-grams and interactions of the features of the examples [first, until), and stops after `crossPiece` features.
   * Features are ordered by namespace (as these first appear), n-grams after the features of their namespace, then the
   * constant, then the interactions. Indices of n-grams and interactions are VW's, modulo 2^32; the upper halves of their keys
   * combine all halves. Returns the example after those that are done; where that is not the last and they have fewer features,
   * there was no room for it in `out`.
   */
  cross(plan: CrossPlan, tokens: CrossTokens, out: CrossedFeatures, first: number, until: number): number
  /** `cross` off the main thread where there is another; the arrays must be left alone until it resolves. */
  crossAsync(
    plan: CrossPlan,
    tokens: CrossTokens,
    out: CrossedFeatures,
    first: number,
    until: number,
  ): Promise<number>
  /**
   * Appends the names of the features at `at[from]` and after, for people, of examples whose features are what lies between the
   * blanks of their lines, one for one: almost all of VW text and svmlight. `at` ascends. Returns the number of the first feature
   * whose example is none of these, or for whose name there is no room; the length of `at` where all are done.
   */
  plainNames(
    plan: Pick<TokenPlan, 'format' | 'constant'>,
    chunk: NamedLines,
    at: Uint32Array,
    from: number,
    out: NameBytes,
  ): number
  /**
   * Returns 1 where the bytes of a block have its sum and its numbers are such as a reader makes, otherwise 0; `classes`: how many there
   * are, 0: labels are numbers. Fills the values of a block that has them in float32.
   */
  checkBlock(classes: number, block: BlockNumbers): number
  /** `checkBlock` off the main thread where there is another; the arrays must be left alone until it resolves. */
  checkBlockAsync(classes: number, block: BlockNumbers): Promise<number>
  /** Opens a stream with at most this many threads next to the caller's; with none where the backend has no others. */
  stream(threads: number): BackendStream
}

/**
 * The work of one reading that learns or predicts: chunks of text are tokenized and crossed, blocks of a cache checked, and batches
 * learned or predicted by the threads of the stream, as if one after another. Whoever is free learns the batch that is there, of each
 * table one at a time, or predicts one, otherwise crosses the chunk that is there, and else tokenizes or checks one; waits block. Without
 * threads it is done within the calls.
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
  /** chunks that are worth tokenizing ahead: 0 without threads */
  readonly ahead: number
  /**
   * `predict` off the main thread where there is another; several batches may be predicted, and the table read, at the same time: a
   * prediction writes nothing to it, be it for a moment. It must not change, and the arrays must be left alone, until it resolves.
   */
  predictAsync(plan: Plan, table: Table, batch: TargetBatch, results: Results): Promise<void>
  /** Ends the threads when all that was begun is done. */
  close(): void
}

/** Learns off the main thread, where there is another. */
export type LearnsAsync = Pick<Backend, 'learnAsync'> & DerivesAsync

/** Predicts off the main thread, where there is another. */
export type PredictsAsync = Pick<BackendStream, 'predictAsync' | 'expandAsync'>

/** The numbers that a table of `rows` rows keeps for each feature of a lane. */
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
