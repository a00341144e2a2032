import type { MixingTurns, MixtureOutput, Table } from '@ol/spec'
import { ensembleOf, outputOf, realLabels } from '../../options/ensemble-options.js'
import type { Settings } from '../../options/settings.js'
import type { Outcome } from '../outcome.js'
import type { Inspections, Trial } from './inspections.js'

/** The purpose of a mixture of models, and its output. */
export interface Shape {
  /** lanes per class, or of the model */
  readonly lanes: number
  /** 2 for labels -1 and +1 */
  readonly classes: number
  /** one score for both classes */
  readonly binary: boolean
  /** by lane: whether its classes are one distribution already (softmax loss) */
  readonly exclusive: readonly boolean[]
  readonly output: MixtureOutput
  /** by lane: its weight before the first example, and its part of the shared weight; they sum to 1. Absent: all equal */
  readonly prior?: Float64Array | undefined
  /** for real labels: the fraction by which errors fade with each example; absent: 0 */
  readonly fading?: number | undefined
}

/** A mixture as a sum of the scores of its lanes: see `ModelWeigher.linear`. */
export interface LinearMixture {
  /** by lane: the factor of its scores */
  readonly factors: Float64Array
  /** by class: the addition to its score; with two classes and with real labels, to the only score */
  readonly offsets: Float64Array
}

/** The scores of the lanes for examples, and the examples that the mixture learns from. */
export interface LaneTurns extends MixingTurns {
  /** by example, class and lane, as the scores; read by the weighers of rates alone */
  readonly losses?: Float64Array | undefined
  /** with replicates: by example and lane, the weight of the example */
  readonly laneWeights?: Float64Array | undefined
}

/** The destination of a mixture's predictions. */
export interface Combining {
  readonly outcome: Outcome
  /** the example of the outcome that is the first of these */
  readonly from: number
  /** for the first example: how many classes there were before it, see `Finalized` */
  readonly before: number | undefined
  readonly trial?: Trial | undefined
}

/** The lanes that are left after an inspection. */
export interface LanesLeft {
  /** places in the table, in order */
  readonly lanes: readonly number[]
  /** places in the weigher: lanes, or models with a lane for each class */
  readonly kept: readonly number[]
  readonly settings: Settings
}

/**
 * Weighs the lanes of a mixture by their past predictions, and combines their predictions into one. Complete models are
 * weighed by probability or by error, learning rates for each class: by log, square or hedge.
 */
export interface Weigher {
  /** Returns what a model file stores, with the inspections of these lanes; absent: lanes are not inspected. */
  stored(inspections: Inspections | undefined): readonly Float64Array[]
  /** Writes the prediction for each example before the weights move by it. */
  combine(turns: LaneTurns, combining: Combining): void
  /** Returns the weights of the lanes of a group, the largest 1. */
  weights(group: number): Float64Array
  /** Returns the sum of scores that is closest to the prediction; undefined: there is none. */
  linear(): LinearMixture | undefined
  /** Returns how far each lane is behind, in units of the logarithm of its weight; Infinity: it diverged, or is pruned. */
  deficits(): Float64Array
  /** Returns the smallest sum of log losses among the lanes; absent: they are not weighed by log losses. */
  leastLoss?(): number
  /** Prunes lanes that are far behind, if that does no harm, and returns the remaining ones. */
  prune(
    candidates: readonly number[],
    inspections: Inspections,
    settings: Settings,
    table: Pick<Table, 'scalars'>,
  ): LanesLeft
  /** Returns the weigher of these lanes alone. */
  selected(kept: readonly number[], settings: Settings): Weigher
  /** Returns the weigher for more classes, none of which has occurred. */
  grown(settings: Settings): Weigher
}

/** Returns the purpose of an ensemble's mixture with these settings. */
export function shapeOf(settings: Settings): Shape {
  const lanes = ensembleOf(settings)
  const { classes } = settings
  return {
    lanes: lanes.length,
    classes: classes?.count ?? (realLabels(settings.loss, classes) ? 1 : 2),
    binary: classes === undefined,
    exclusive: lanes.map(({ scaling }) => scaling === 0),
    output: outputOf(settings),
  }
}
