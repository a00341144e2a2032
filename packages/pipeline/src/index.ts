/**
 * Files, streams and objects: train, evaluate, predict, search, stats, convert.
 *
 * @module @ol/pipeline
 */

export { type CheckpointInfo, readCheckpoint } from './checkpoint/checkpoint-file.js'
export type { CheckpointOptions } from './checkpoint/checkpoints.js'
export type { CheckpointInterval, Position } from './checkpoint/training-state.js'
export { criterionName } from './criterion.js'
export type { PlainExample } from './input/examples.js'
export type { Input } from './input/input.js'
export { load, Model } from './model.js'
export type { BaselineTry, Notice } from './notices.js'
export type { Conflict, Demand } from './operations/conflicts.js'
export { conflictOf } from './operations/conflicts.js'
export type { Conversion, ConvertOptions, ConvertReport } from './operations/conversion.js'
export { writableFormats } from './operations/conversion.js'
export type { EvaluateOptions, EvaluateRun } from './operations/evaluate.js'
export type { EvaluateHoldoutOptions, HoldoutRun } from './operations/evaluate-holdout.js'
export type { ExplainedExample, ExplanationOptions, Explanations } from './operations/explanations.js'
export type { HoldoutOptions, HoldoutReport, PassEvent } from './operations/holdout-options.js'
export { inLineOrder } from './operations/line-order.js'
export type {
  ModelLabel,
  OnBad,
  PredictedValue,
  Prediction,
  PredictionBatch,
  Predictions,
  PredictOptions,
} from './operations/predictions.js'
export { badLineChoices } from './operations/predictions.js'
export type { ProgressRow } from './operations/progress-row.js'
export type { SearchEvent, SearchOptions, SearchReport, SearchRun } from './operations/search.js'
export { type StatsOptions, type StatsReport, type StatsRun, stats } from './operations/stats.js'
export type { TaskReport } from './operations/task-report.js'
export type { BatchObserver, ContinueOptions, TrainOptions } from './operations/train-options.js'
export type { TrainRun } from './operations/train-run.js'
export {
  convert,
  evaluate,
  evaluateHoldout,
  explain,
  predict,
  search,
  train,
  type WithModel,
} from './operations.js'
export type { ReadingOptions } from './options.js'
export { type FeatureRow, pageFeatures } from './page/feature-table.js'
export { htmlReport, type RunPage, type SearchPage } from './page/html-report.js'
export type { MixturePoint } from './page/mixture-history.js'
export { pageTerms } from './page/term-figures.js'
export {
  badLineText,
  type ModelFile,
  type PredictReport,
  type Report,
  type SchemaReport,
} from './reports.js'
export type { Running } from './running.js'
export { Session } from './session.js'
