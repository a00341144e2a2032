import type { Layout, Measure, Plan, Results, Table } from './backend.js'
import type { Batch, TargetBatch } from './batch.js'
import type { BendingPlan, BendingTurns, CurveState, NumberScalars } from './bending.js'
import type { BlockNumbers } from './block-numbers.js'
import type { CrossedFeatures, CrossPlan, CrossTokens } from './crossing.js'
import type { DerivationPlan, DerivationState, DerivedBatch, Residuals } from './derivation.js'
import type { MergePlan, MergeRows } from './merging.js'
import type {
  ClassOutcome,
  ErrorMixingPlan,
  ErrorMixingState,
  MixedExamples,
  MixingPlan,
  MixingState,
  MixingTurns,
  ScoredClasses,
  ScoreOutcome,
  SettlingPlan,
} from './mixing.js'
import type { NameBytes, NamedLines } from './named-lines.js'
import type { RowSlots } from './rows.js'
import type { SeenKeys } from './seen.js'
import type {
  LabelRanks,
  RankedLabels,
  SetPlan,
  SizedSets,
  ThresholdPlan,
  ThresholdState,
  ThresholdTurns,
} from './thresholds.js'
import type { Chunk, TokenPlan, Tokens } from './tokenizer.js'
import type {
  EvaluationPlan,
  EvaluationSums,
  EvaluationTotals,
  Mistakes,
  ScoreCurves,
  Validated,
} from './validating.js'

// The arguments of the calls of the native addon: see calls.ts.

export interface LearnCall {
  readonly plan: Plan
  readonly table: Table
  readonly layout: Layout
  readonly batch: TargetBatch
  readonly results: Results
}

export interface TokenizeCall {
  readonly plan: TokenPlan
  readonly chunk: Chunk
  readonly out: Tokens
}

export interface CrossCall {
  readonly plan: CrossPlan
  readonly tokens: CrossTokens
  readonly call: { readonly first: number; readonly until: number }
  readonly out: CrossedFeatures
}

export interface LocateCall {
  readonly slots: RowSlots
  readonly batch: Batch
  readonly call: { readonly from: number; readonly keep: boolean; readonly rows: Uint32Array }
}

export interface PlaceRowsCall {
  readonly slots: RowSlots
  readonly call: { readonly until: number; readonly distinct: boolean }
}

export interface UnseenCall {
  readonly seen: SeenKeys
  readonly batch: Batch
  readonly call: { readonly from: number; readonly found: Uint32Array }
}

export interface PlainNamesCall {
  readonly plan: Pick<TokenPlan, 'format' | 'constant'>
  readonly chunk: NamedLines
  readonly call: { readonly at: Uint32Array; readonly from: number }
  readonly out: NameBytes
}

export interface CheckBlockCall {
  readonly call: { readonly classes: number }
  readonly block: BlockNumbers
}

export interface AddProgressCall {
  readonly call: {
    readonly mistakes: Mistakes
    readonly sums: Float64Array
    readonly status: Uint8Array
    readonly from: number
    readonly to: number
  }
  readonly validated: Validated
}

export interface AddMetricsCall {
  readonly plan: EvaluationPlan
  readonly call: { readonly from: number; readonly to: number; readonly until: number }
  readonly validated: Validated
  readonly totals: EvaluationTotals
  readonly into: EvaluationSums
}

export interface ScoreCurvesCall {
  readonly call: { readonly odds: boolean }
  readonly sums: EvaluationSums
  readonly out: ScoreCurves
}

export interface MixCall {
  readonly plan: MixingPlan
  readonly state: MixingState
  readonly turns: MixingTurns
  readonly call: { readonly out: Float64Array }
}

export interface MixErrorsCall {
  readonly plan: ErrorMixingPlan
  readonly state: ErrorMixingState
  readonly turns: MixingTurns
  readonly call: { readonly out: Float64Array }
}

export interface FinalizeCall {
  readonly measure: Pick<Measure, 'loss' | 'lossParams'>
  readonly mixed: MixedExamples
  readonly call: { readonly size: number; readonly from: number }
  readonly outcome: ScoreOutcome
}

export interface SettleClassesCall {
  readonly plan: SettlingPlan
  readonly scored: ScoredClasses
  readonly outcome: ClassOutcome
}

export interface BendClassesCall {
  readonly plan: BendingPlan
  readonly state: CurveState
  readonly turns: BendingTurns
  readonly call: { readonly from: number; readonly out: Float64Array }
}

export interface BendNumbersCall {
  readonly plan: BendingPlan
  readonly state: CurveState
  readonly turns: BendingTurns
  readonly call: { readonly from: number; readonly numbers: NumberScalars; readonly out: Float64Array }
}

export interface RankLabelsCall {
  readonly plan: SetPlan
  readonly ranked: RankedLabels
  readonly ranks: LabelRanks
}

export interface SizeSetsCall {
  readonly sized: SizedSets
  readonly call: { readonly sizes: Float64Array }
}

export interface MoveThresholdsCall {
  readonly plan: ThresholdPlan
  readonly state: ThresholdState
  readonly turns: ThresholdTurns
  readonly call: { readonly usual: Float64Array }
}

export interface ExpandCall {
  readonly plan: DerivationPlan
  readonly state: DerivationState
  readonly batch: Batch
  readonly call: { readonly from: number }
  readonly out: DerivedBatch
}

export interface ScreenCall {
  readonly call: { readonly depth: number; readonly size: number }
  readonly state: DerivationState
  readonly out: DerivedBatch
  readonly residuals: Residuals
}

export interface MergeCall {
  readonly plan: MergePlan
  readonly rows: MergeRows
}
