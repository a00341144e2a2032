import { type LossId, losses, type Task } from '@ol/spec'
import { scoresOfSlice, sliceBackend } from '../slice-metrics.js'
import type { MetricFamily } from './accumulator.js'
import { type BinaryMetrics, binaryFamily } from './binary-metrics.js'
import { type MulticlassMetrics, multiclassFamily } from './multiclass-metrics.js'
import { type RegressionMetrics, regressionFamily } from './regression-metrics.js'
import type { AddsMetrics } from './score-family.js'

/** The metrics of a task. */
export type Metrics = BinaryMetrics | MulticlassMetrics | RegressionMetrics

/** The subject of an evaluation. */
export interface Evaluated {
  readonly task: Task
  readonly loss: LossId
  /** the number of classes; of a task of several classes */
  readonly classes: number
  /** for a new model that predicts numbers relative to the labels so far: its first prediction, before any label, is in no average */
  readonly awaitsLabel?: boolean
  /** the labelled examples that the model had learned from before, for the default of the warm-up */
  readonly learnedBefore?: number
}

/** Returns the family of slices: fewer scores of each are kept. */
export function sliceFamily({ task, loss, classes }: Evaluated): MetricFamily<Metrics> {
  return task === 'binary'
    ? binaryFamily(sliceBackend, losses[loss].link === 'logistic', scoresOfSlice)
    : familyOf(task, loss, classes, sliceBackend)
}

/** Returns the family of a task. */
export function familyOf(
  task: Task,
  loss: LossId,
  classes: number,
  backend: AddsMetrics,
): MetricFamily<Metrics> {
  if (task === 'multiclass') return multiclassFamily(classes)
  return task === 'binary'
    ? binaryFamily(backend, losses[loss].link === 'logistic')
    : regressionFamily(backend, loss)
}
