export { type Batch, errorCodes, type HashMode, OLError } from '@ol/spec'
export { type BackendInfo, backendInfo, chooseBackend } from './backend/backends.js'
export type { Example, Features, FeatureValue } from './examples/features.js'
export { type Prenormalize, prenormalizers } from './examples/first-pass.js'
export { middle } from './lanes/bootstrap.js'
export { probabilitiesOf } from './lanes/classes.js'
export { autoRates } from './lanes/settings.js'
export type { LaneInfo, ModelWeight } from './learner/inspect.js'
export { type BatchOptions, Learner } from './learner/learner.js'
export { links } from './learner/links.js'
export type { Interval, PredictedBatch } from './learner/predictions.js'
export {
  type BackendChoice,
  type LearnerOptions,
  type ParameterOptions,
  resolveOptions,
} from './options/options.js'
export type { ClipSetting, JsonValue, Settings } from './options/settings.js'
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
export type { BatchEvent, BatchStream, ProgressEvent, Schedule, StreamOptions } from './stream/streams.js'
export { createTable, sizeText } from './table/allocate.js'
export { planOf } from './table/plan.js'
export { type BestConstant, Progress, type ProgressState } from './validation/progress.js'
export type { Report } from './validation/validation-report.js'
export { version } from './version.js'
