export {
  type AdagradRule,
  type BackendName,
  type Batch,
  type Divisors,
  type ErrorCode,
  errorCodes,
  type FullMatrixRule,
  type GradientRule,
  type HashMode,
  type InputPlace,
  type LabelKind,
  type Link,
  type LossEntry,
  type LossId,
  losses,
  type MarginRule,
  type MirrorDescentRule,
  type NormalizedRule,
  OLError,
  type OLErrorDetail,
  type ParamEntry,
  type ParameterFreeRule,
  type ParamName,
  type ParamRange,
  type Precision,
  type RuleEntry,
  type RuleId,
  rules,
  type StateEntry,
  type Update,
} from '@ol/spec'
export { type BackendInfo, backendInfo } from './backend/backends.js'
export type { Example, Features, FeatureValue } from './examples/features.js'
export { type Interval, middle, percentileInterval } from './lanes/bootstrap.js'
export type { LaneInfo, ModelWeight } from './learner/inspect.js'
export { type BatchOptions, Learner } from './learner/learner.js'
export type { PredictedBatch, PredictionInterval } from './learner/predictions.js'
export { autoRates } from './options/lane-options.js'
export { links } from './options/links.js'
export type { BackendChoice, LearnerOptions, ParameterOptions } from './options/options.js'
export type { ClipSetting, JsonValue } from './options/settings.js'
export { type Prenormalize, prenormalizers } from './options/settings.js'
export type { Grid, Point } from './search/candidates.js'
export type { PassOptions, Trial } from './search/pass.js'
export { type SearchOptions, type SearchResult, search } from './search/search.js'
export type { TableSize } from './search/side-by-side.js'
export type { BatchEvent, BatchStream, ProgressEvent, Schedule, StreamOptions } from './stream/streams.js'
export type { BestConstant, Progress } from './validation/progress.js'
export type { Report } from './validation/validation-report.js'
export { version } from './version.js'
