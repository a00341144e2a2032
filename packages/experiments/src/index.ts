export { type CheckedFile, checkDataset } from './datasets/check.js'
export { type DownloadOptions, download } from './datasets/download.js'
export type { DatasetEntry, Sample, Task } from './datasets/entry.js'
export { type FetchedFile, type FetchOptions, fetchDataset } from './datasets/fetch.js'
export { type Found, find } from './datasets/find.js'
export { datasetOf, datasets } from './datasets/table.js'
export type { Experiment } from './experiments/experiment.js'
export { experimentOf, experiments } from './experiments/table.js'
export { runOfTrace } from './golden/classes.js'
export { type GoldenOutput, runGolden } from './golden/run.js'
export {
  agrees,
  deviation,
  type GoldenClassTrace,
  type GoldenData,
  type GoldenRun,
  type GoldenTrace,
} from './golden/trace.js'
export type { Report } from './report/report.js'
export { reportText } from './report/text.js'
export type { RunProgress } from './run/runner.js'
export { type RunOptions, runExperiments } from './run.js'
