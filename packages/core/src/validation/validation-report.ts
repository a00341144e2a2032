import type { BackendName, LossId, RuleId } from '@ol/spec'
import type { CoverageReport } from '../intervals/coverage-report.js'
import type { Interval } from '../lanes/bootstrap.js'
import type { EvaluationReport } from './evaluation.js'
import type { BestConstant, Progress } from './progress.js'

/** The report of examples that were learned or evaluated. */
export interface ValidationReport {
  readonly backend: BackendName
  readonly rule: RuleId
  readonly loss: LossId
  readonly examples: number
  /** examples with a label */
  readonly labelled: number
  readonly features: number
  readonly weightSum: number
  /** weighted average loss; NaN if no example had a label */
  readonly averageLoss: number
  /** for losses of signs only; NaN if no example had a label */
  readonly errorRate: number | undefined
  /** weighted mean of the labels in the average, -1 and 1 with two classes; 0 before the first label */
  readonly labelMean: number
  readonly bestConstant: BestConstant | undefined
  /** with classes: their labels, by number; an empty string for a class that has not occurred */
  readonly classes?: readonly (number | string)[]
  /** with classes, the confusion matrix: weights by class of the label, then by predicted class, `classes` * `classes` */
  readonly confusion?: Float64Array
  /** with classes: weighted average of -ln of the probability of the label */
  readonly logLoss?: number
  /** with replicates: the 90% percentile interval of the average loss on resampled streams */
  readonly lossInterval?: Interval
  /**
   * for intervals of labels (the option `intervals`): how many labels were inside, over all examples that the model
   * has learned
   */
  readonly intervals?: CoverageReport
  /** for a stream: the metrics of its task */
  readonly evaluation?: EvaluationReport
  /** examples that were not learned because the step would have made a weight non-finite */
  readonly diverged: number
}

export function validationReportOf(
  backend: BackendName,
  rule: RuleId,
  progress: Progress,
  classes?: readonly (number | string)[],
  intervals?: CoverageReport,
): ValidationReport {
  const { loss, examples, labelled, features, weightSum, averageLoss, errorRate, diverged } = progress
  const { labelMean, bestConstant } = progress
  return {
    backend,
    rule,
    loss,
    examples,
    labelled,
    features,
    weightSum,
    averageLoss,
    errorRate,
    labelMean,
    bestConstant,
    diverged,
    ...(classes === undefined ? {} : classFacts(progress, classes)),
    ...intervalFacts(progress),
    ...(intervals === undefined ? {} : { intervals }),
    ...evaluationFacts(progress),
  }
}

function classFacts(
  { confusion, logLoss }: Progress,
  classes: readonly (number | string)[],
): Pick<ValidationReport, 'classes' | 'confusion' | 'logLoss'> {
  return confusion === undefined || logLoss === undefined ? {} : { classes, confusion, logLoss }
}

function intervalFacts(progress: Progress): Pick<ValidationReport, 'lossInterval'> {
  const lossInterval = progress.lossInterval()
  return lossInterval === undefined ? {} : { lossInterval }
}

function evaluationFacts(progress: Progress): Pick<ValidationReport, 'evaluation'> {
  const evaluation = progress.evaluation()
  return evaluation === undefined ? {} : { evaluation }
}
