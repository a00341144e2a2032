export { type Batch, errorCodes, type HashMode, OLError } from '@ol/spec'
export { type BackendInfo, backendInfo, chooseBackend } from './backends.js'
export type { BoundReport, Observed, RegretReport } from './bounds/observer.js'
export { RegretObserver } from './bounds/observer.js'
export { type Conditioned, fixedConditionerBound, permutedBound } from './bounds/ross.js'
export { theorems } from './bounds/table.js'
export type { Measure, NoTheorem, Theorem } from './bounds/theorem.js'
export { Examples } from './comparator/examples.js'
export type { ComparatorSet } from './comparator/sets.js'
export { bestFixed, type Comparator, type SolverOptions } from './comparator/solver.js'
export type { Example, Features, FeatureValue } from './features.js'
export { type Prenormalize, prenormalizers } from './first-pass.js'
export type { LaneInfo, ModelWeight } from './inspect.js'
export { middle } from './lanes/bootstrap.js'
export { probabilitiesOf } from './lanes/classes.js'
export { autoRates } from './lanes/settings.js'
export { type BatchOptions, Learner } from './learner.js'
export { links } from './links.js'
export { type BackendChoice, type LearnerOptions, type ParameterOptions, resolveOptions } from './options.js'
export { planOf } from './plan.js'
export type { Interval, PredictedBatch } from './predictions.js'
export { type BestConstant, Progress, type ProgressState } from './progress.js'
export type { Report } from './report.js'
export {
  alike,
  labelsFor,
  type Point,
  type SearchOptions,
  type SearchResult,
  search,
  type TableSize,
  type Trial,
} from './search/search.js'
export type { ClipSetting, JsonValue, Settings } from './settings.js'
export type { BatchEvent, BatchStream, ProgressEvent, Schedule, StreamOptions } from './streams.js'
export { createTable, sizeText } from './table.js'
export { version } from './version.js'
