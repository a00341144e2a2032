import type { Backend, LocatedBatch, Plan, Table } from '@ol/spec'
import type { ClassSetting, Settings } from '../options/settings.js'
import type { FeatureIndex } from '../table/feature-index.js'
import type { Store } from '../table/store.js'
import type { ClassWeights } from '../targets/class-weights.js'
import type { PreparedBatch } from '../targets/targets.js'
import type { Combiner } from './combiner.js'
import type { LearningModel, StreamPosition } from './learn-batch.js'
import type { Outcome } from './outcome.js'
import type { BatchPart } from './slice.js'

/** A table of lanes, which may become more or fewer. */
export interface LaneTable extends LearningModel {
  readonly settings: Settings
  readonly keepsLanes: boolean
  readonly combiner: Combiner | undefined

  /** Continues with these settings and their table. */
  arrange(settings: Settings, table: Table): void
}

/** The needs of a model whose rule standardizes features and labels: it keeps their statistics in its table. */
export interface Standardization {
  /** See `learningPlan`. */
  planOf(settings: Settings, errors: Float64Array | undefined): Plan
  noteConstant(plan: Plan, rows: FeatureIndex | undefined): void
  labelSpread(plan: Plan, table: Table): number
  meanOfLabels(plan: Plan, table: Table): number
  offset(plan: Plan, table: Table): number
  labels(plan: Plan, table: Table): Float64Array | undefined
}

/** The needs of a model of several lanes, or with a row for each feature; small pages do not load them. */
export interface LaneKit {
  readonly standardization: Standardization
  readonly Rows: typeof Store
  readonly Weights: typeof ClassWeights
  /** Returns the combiner of the lanes of settings; undefined: they have one lane. `memory`: as stored in a model file */
  combinerOf(settings: Settings, backend: Backend, memory: readonly Float64Array[]): Combiner | undefined
  learnAsync(model: LaneTable, given: LocatedBatch, position: StreamPosition): Promise<Outcome>
  /** See `Model.learnsAhead`. */
  learnsAhead(model: LaneTable, examples: number): boolean
  /** Returns a batch in parts that end where lanes may be pruned; undefined: none may. */
  parts(model: LaneTable, batch: PreparedBatch): Iterable<BatchPart> | undefined
  /** Adds untrained lanes for new classes. */
  grow(model: LaneTable, classes: ClassSetting): void
}

/** The parts of a model: none for one lane, so that small pages need not load them. */
export type TableKit = { readonly [K in keyof LaneKit]?: LaneKit[K] | undefined }
