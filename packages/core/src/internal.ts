/** The parts of core that other packages of OL need: not part of the public API, and not stable. */
export { chooseBackend, textBackend } from './backend/backends.js'
export { squashedError } from './drift/squashed-error.js'
export { BatchBuilder } from './examples/batch-builder.js'
export { checkShape, copyBatch, isBatch } from './examples/check-batch.js'
export { checkExample, exampleMembers, exampleOf } from './examples/features.js'
export { divided } from './examples/first-pass.js'
export type { Hashing, NameFilter } from './examples/name-hasher.js'
export { stretch } from './expand/stretches.js'
export { checkLevel } from './intervals/interval-levels.js'
export { shardSeed } from './lanes/bootstrap.js'
export { GrowingClasses } from './lanes/class-parts.js'
export { Classes } from './lanes/classes.js'
export { LaneSums } from './lanes/lane-sums.js'
export { learningPlan } from './lanes/learning-plan.js'
export { derivesFeatures } from './learner/derives.js'
export { prunedLanes } from './learner/inspect.js'
export { checkIntervals, keepIntervals, scoresWithIntervals } from './learner/kept-intervals.js'
export { termsOfBatch } from './learner/predicted-batch.js'
export {
  encodedModel,
  holdoutEvaluationOf,
  joinedModel,
  keepAllLanes,
  keepInput,
  reweightedBy,
  shareOfModel,
  sliceOf,
} from './learner/slices.js'
export {
  probabilitiesAt,
  type TaskTerms,
  taskTerms,
} from './learner/task-terms.js'
export { wantedNames } from './learner/wanted-names.js'
export type { HoldoutResult } from './merge/holdout-result.js'
export { mergedPart } from './merge/merge.js'
export type { ModelPart } from './merge/model-part.js'
export { decodeSlice, encodeSlice } from './merge/slice-file.js'
export { checksumLength, checksumOffset } from './model/model-header.js'
export { applyLink, checkLink } from './options/apply-link.js'
export { checkClassWeight, classLabels, classWeightOf } from './options/class-weight.js'
export { factorsByByte } from './options/group-factors.js'
export { checkJson } from './options/json.js'
export {
  excludingDefault,
  groupsUnder,
  impliedRule,
  resolveOptions,
  ruleNaming,
} from './options/resolve-options.js'
export type { Settings, SignNames } from './options/settings.js'
export { signLabels, signOf, signOfNumber } from './options/sign-names.js'
export { requestedTask, taskOf } from './options/task.js'
export { unlessAborted } from './run/source.js'
export { labelsFor } from './search/candidates.js'
export { alike } from './search/refine.js'
export { mostPasses } from './search/search.js'
export { checkFunction, checkSchedule, checkSignal } from './stream/check-arguments.js'
export type { ContinuedStream, EvaluatedStream, PredictedStream } from './stream/streams.js'
export { createTable, sizeText } from './table/allocate.js'
export { Evaluation } from './validation/evaluation.js'
export {
  ProgressiveValidation,
  type ProgressState,
  progressFields,
} from './validation/progressive-validation.js'
