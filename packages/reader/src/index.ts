/**
 * Readers of all formats, as batches.
 *
 * @module @ol/reader
 */

export { matchingPaths } from '@ol/platform'
export type {
  Column,
  ExpandSettings,
  Format,
  ReadOptions,
  Schema,
  SchemaColumn,
  TokenBackend,
} from '@ol/spec'
export { formats } from '@ol/spec'
export { ownBatch } from './cache/own-batch.js'
export { providePackage } from './compression/optional.js'
export { ExampleExpander, type MemberRows } from './features/example-expander.js'
export { featureNames } from './name-search/feature-names.js'
export type { FeatureKey } from './name-search/wanted-names.js'
export type { Reader } from './read.js'
export { read } from './read.js'
export type { CachedReader } from './read-cached.js'
export { isReader, readCached, writeCache } from './read-cached.js'
export { LineReader, type LinesOptions, type LinesRead } from './read-lines.js'
export type {
  BadLine,
  BlankColumns,
  ColumnWarning,
  OtherMarks,
  ReadReport,
} from './read-report.js'
export { createReport } from './read-report.js'
export type { Difference, ModelReading } from './schema-options.js'
export { differenceFromModel, optionsForModel, optionsOfRun } from './schema-options.js'
export { decideTask, type TaskDecision } from './sniff/decide-task.js'
export { openBackendStream } from './source/backend-stream.js'
export type { Source } from './source/source.js'
export type { ColumnStats, FeatureStats, Stats } from './stats.js'
export { stats } from './stats.js'
export type {
  ColumnReport,
  LabelReport,
  NoticeKind,
  OddCell,
  TableNotice,
  TableReport,
} from './table-report.js'
export { type ColumnFeature, columnFeatures } from './token-plan/column-features.js'
export { batchText } from './write/batch-text.js'
export type { CsvWriter } from './write/csv-writer.js'
export { csvWriter } from './write/csv-writer.js'
