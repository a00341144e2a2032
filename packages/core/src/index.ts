/**
 * Learners: one example, a batch or a stream at a time; models as files and bytes.
 *
 * @module @ol/core
 */

export { links } from '@ol/numerics'
export {
  type AdagradParameters,
  type AdagradRule,
  type AverageRule,
  type BackendName,
  type Ball,
  type Batch,
  type BatchNaming,
  type ClassWeight,
  type ClipSetting,
  type CommonOptions,
  type DescribedLoss,
  type DescribedModifier,
  type DescribedParam,
  type DescribedRule,
  type DescribedState,
  type Divisors,
  describedLosses as losses,
  describedModifiers as modifiers,
  describedRules as rules,
  type EnsembleLane,
  type ErrorCode,
  type Expand,
  errorCodes,
  type FeatureNames,
  type FullMatrixParameters,
  type FullMatrixRule,
  type GradientParameters,
  type GradientRule,
  type GroupFactors,
  type HashMode,
  type InputPlace,
  type JsonValue,
  type LabelKind,
  type LabelScaling,
  type LaneSet,
  type Link,
  type LossDescription,
  type LossEntry,
  type LossId,
  type LossParameters,
  learnerOptions,
  type MarginParameters,
  type MarginRule,
  type MirrorDescentParameters,
  type MirrorDescentRule,
  type MissingAs,
  type ModifierDescription,
  type ModifierEntry,
  type ModifierId,
  type NormalizedParameters,
  type NormalizedRule,
  OLError,
  type OLErrorDetail,
  type OptionChoice,
  type OptionEntry,
  type OptionFlag,
  type OptionInFile,
  type OptionKind,
  type OptionName,
  type OptionTable,
  type OptionWith,
  type Outliers,
  type ParamEntry,
  type ParameterFreeParameters,
  type ParameterFreeRule,
  type ParamName,
  type ParamRange,
  type PenaltyRule,
  type Precision,
  type Prenormalize,
  type RuleAlias,
  type RuleDescription,
  type RuleEntry,
  type RuleId,
  type RuleName,
  type RuleNamed,
  type RuleParameters,
  type SkippedLine,
  type StandardizedParameters,
  type StandardizedRule,
  type StateEntry,
  type StateRange,
  type Task,
  type Update,
} from '@ol/spec'
export { backendInfo } from './backend/backends.js'
export type { BackendChoice, BackendInfo } from './backend/choose.js'
export { Adwin, type AdwinOptions } from './drift/adwin.js'
export type { DriftDetector } from './drift/drift-detector.js'
export { PageHinkley, type PageHinkleyOptions } from './drift/page-hinkley.js'
export type {
  Example,
  ExampleLabel,
  Features,
  FeaturesOf,
  FeatureValue,
  Fitting,
  PlainValue,
} from './examples/features.js'
export type {
  CategoryScore,
  ColumnTerm,
  CrossTerm,
  Term,
  TermAxis,
  TermPart,
  TermPoint,
} from './expand/terms.js'
export { type LinearModel, linearModel, type NamedWeights } from './export/linear-model.js'
export { onnxBytes } from './export/onnx.js'
export type { CoverageReport } from './intervals/coverage-report.js'
export { type Interval, percentileInterval } from './lanes/bootstrap.js'
export type { BestLane, BoundParts } from './learner/best-lane.js'
export type {
  DerivedContribution,
  ExplainOptions,
  Explanation,
  FeatureContribution,
  FurtherContribution,
} from './learner/explanation.js'
export type { FeatureImportance, NamesInfo, Sparsity } from './learner/importance.js'
export type { InspectOptions, LaneInfo } from './learner/inspect.js'
export type { InspectedLearner } from './learner/inspected-learner.js'
export type { LeanLearner, MemoryUse } from './learner/lean-learner.js'
export type { Learner as LearnerInstance } from './learner/learner.js'
export type { TermsOptions } from './learner/model-terms.js'
export type { ModelWeight } from './learner/model-weights.js'
export type { IntervalOptions } from './learner/predict-interval.js'
export type {
  IntervalOfBatch,
  LabelOrNone,
  OnePrediction,
  PredictedBatch,
  PredictionInterval,
  TermsOfBatch,
} from './learner/predicted-batch.js'
export type { ModelView, ScoringModel } from './learner/predictions-by-options.js'
export {
  type LabelOf,
  type LabelTaken,
  Learner,
  type LearnerConstructor,
  type NamedLabel,
  type NumberOr,
  type PredictionOf,
} from './learner/predictions-by-options.js'
export type { SaveOptions } from './learner/save-options.js'
export { autoRates } from './options/lane-options.js'
export type {
  AbsentParameters,
  AnyLearnerOptions,
  AnyParameters,
  ImpliedParameters,
  LearnerOptions,
  LossOptions,
  LossWithParameters,
  OptionsFor,
  ParameterNames,
  ParameterOptions,
  ParametersOf,
  RuleOptions,
} from './options/learner-options.js'
export { checkOptions } from './options/resolve-options.js'
export type { ClassLabel, StoredPrecision } from './options/settings.js'
export type { Grid, Point } from './search/candidates.js'
export type { PassOptions, Trial } from './search/pass.js'
export { type SearchOptions, type SearchResult, search } from './search/search.js'
export type { TableSize } from './search/side-by-side.js'
export { SharedModel } from './shared/shared-model.js'
export { SharedReader } from './shared/shared-reader.js'
export type { ExampleStream } from './stream/batched.js'
export type {
  BatchEvent,
  BatchOptions,
  BatchStream,
  FirstPassOptions,
  PredictStreamOptions,
  ProgressEvent,
  Schedule,
  StreamOptions,
} from './stream/streams.js'
export type {
  EvaluationOptions,
  EvaluationReport,
  FigureValue,
} from './validation/evaluation.js'
export type { BinaryMetrics, RocPoint } from './validation/metrics/binary-metrics.js'
export type { CalibrationBin } from './validation/metrics/calibration.js'
export type { CurvePoint } from './validation/metrics/curve.js'
export type { Metrics } from './validation/metrics/families.js'
export type { ClassMetrics, MulticlassMetrics, TopAccuracy } from './validation/metrics/multiclass-metrics.js'
export type { RegressionMetrics } from './validation/metrics/regression-metrics.js'
export type { BestConstant, Progress } from './validation/progress.js'
export type { Slice } from './validation/slice-metrics.js'
export type { ValidationReport } from './validation/validation-report.js'
export { version } from './version.js'
