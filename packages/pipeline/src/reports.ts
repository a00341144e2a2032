import type {
  AnyLearnerOptions,
  ClassWeight,
  CoverageReport,
  EvaluationReport,
  LaneInfo,
  Progress,
  Sparsity,
} from '@ol/core'
import type { BadLine, ColumnReport, ColumnWarning, LabelReport, ReadReport, TableReport } from '@ol/reader'
import { type BackendName, checkPlain, type Link, type LossId, placeText, type RuleId, rules } from '@ol/spec'
import type { HoldoutReport } from './operations/holdout-options.js'
import type { TaskReport } from './operations/task-report.js'
import type { AnyLearner, Session } from './session.js'

/** A model file with the checksum that other tools compute of it. */
export interface ModelFile {
  readonly path: string
  readonly sha256: string
}

/** The skipped lines of an input. */
export interface SkippedReport {
  readonly skippedLines: number
  /** bad lines by code */
  readonly badLines: Readonly<Record<string, number>>
  /** for a table or JSON Lines: the label, and what decided it */
  readonly label?: LabelReport | undefined
  /** for a table: how it was read, with its columns */
  readonly schema?: SchemaReport | undefined
}

/** How a table was read. */
export interface SchemaReport extends TableReport {
  readonly columns: readonly ColumnReport[]
  /** decisions about it, and anomalies in it */
  readonly notices: readonly ColumnWarning[]
  /** rows with fewer cells than there are columns; rows without any, and lines that repeat the header, which are skipped */
  readonly shortRows: number
  readonly blankRows: number
  readonly repeatedHeaders: number
}

/**
 * The report of a run over labelled data: a plain object that JSON can represent (NaN becomes null).
 */
export interface Report extends SkippedReport {
  /** the task, and what decided it; in an evaluation the model decides */
  readonly task?: TaskReport | undefined
  readonly backend: BackendName
  readonly rule: RuleId
  readonly loss: LossId
  readonly examples: number
  /** the features of the examples, constants included */
  readonly features: number
  readonly weightSum: number
  /** weighted; NaN if no example had a label */
  readonly averageLoss: number
  /** for losses of signs, and with classes */
  readonly errorRate: number | undefined
  readonly seconds: number
  /** the file of the model, if the caller names it */
  readonly model: ModelFile | undefined
  /** examples with a label */
  readonly labelled: number
  /** examples not learned from, because the step would have made a weight non-finite */
  readonly diverged: number
  /** in a training that bounds errors (`outliers` is 'errors'): examples whose error was learned as a smaller one */
  readonly farErrors?: number | undefined
  /** the baseline: the constant prediction with the smallest loss */
  readonly bestConstant: { readonly prediction: number; readonly loss: number } | undefined
  /** average loss of each pass, if there was more than one */
  readonly passes: readonly number[] | undefined
  /** the result on the examples that were held out, if any */
  readonly holdout: HoldoutReport | undefined
  /** the labels of the classes; the empty string for one that has not occurred */
  readonly classes: readonly (number | string)[] | undefined
  /** with classes: weighted average of -ln of the probability of the label */
  readonly logLoss: number | undefined
  /** with classes: weights, a row for each class of the label, a column for each class predicted */
  readonly confusion: readonly (readonly number[])[] | undefined
  /** with replicates: the 90% percentile interval of the average loss over resampled streams */
  readonly lossInterval: { readonly low: number; readonly high: number } | undefined
  /**
   * for a model that learns intervals of labels: how many labels were inside; in a training, over everything that the
   * model has learned
   */
  readonly intervals: CoverageReport | undefined
  /** the metrics of the task: over everything, since warm-up, and over the last examples */
  readonly evaluation: EvaluationReport | undefined
  /** for an online mixture: its learning rates and their weights */
  readonly mixture: readonly LaneInfo[] | undefined
  /** for a model with class weights: the weights; its loss is then expected above the baseline */
  readonly classWeight?: ClassWeight | undefined
  /** for a run that learned with a penalty: the number of weights that are not 0, and of slots in use */
  readonly sparsity: Sparsity | undefined
}

/** The report of a run of predictions. */
export interface PredictReport extends SkippedReport {
  readonly backend: BackendName
  readonly rule: RuleId
  readonly loss: LossId
  readonly link: Link | undefined
  readonly examples: number
  readonly seconds: number
}

/** Returns whether a learner weighs several rates as it learns. */
export function isMixed({ options, rule }: Pick<AnyLearner, 'options' | 'rule'>): boolean {
  return options.learningRate === 'auto' || rules[rule].ensemble !== undefined
}

/** Returns the report of a run; the members are in the order in which the command line prints them. */
export function reportOf(
  session: Session,
  progress: Progress,
  reading: ReadReport,
  run: {
    readonly seconds: number
    readonly passes?: readonly number[] | undefined
    readonly holdout?: HoldoutReport | undefined
    /** the labels of the classes in this run */
    readonly classes: readonly (number | string)[] | undefined
    readonly learned: boolean
    readonly farErrors?: number
    readonly intervals?: CoverageReport | undefined
  },
): Report {
  const { learner } = session
  const automatic = isMixed(learner)
  return {
    backend: learner.backend,
    rule: learner.rule,
    loss: progress.loss,
    examples: progress.examples,
    features: progress.features,
    weightSum: progress.weightSum,
    averageLoss: progress.averageLoss,
    errorRate: progress.errorRate,
    seconds: run.seconds,
    model: undefined,
    ...skippedOf(reading),
    labelled: progress.labelled,
    diverged: progress.diverged,
    farErrors: learner.options.outliers === 'errors' ? run.farErrors : undefined,
    bestConstant: progress.bestConstant,
    passes: run.passes === undefined || run.passes.length < 2 ? undefined : run.passes,
    holdout: run.holdout,
    classes: run.classes,
    logLoss: progress.logLoss,
    confusion: confusionOf(progress.confusion, run.classes),
    lossInterval: progress.lossInterval(),
    intervals: run.intervals,
    evaluation: progress.evaluation(),
    mixture: run.learned && automatic ? learner.lanes : undefined,
    classWeight: learner.options.classWeight,
    sparsity: run.learned && isPenalized(learner.options) ? learner.sparsity() : undefined,
  }
}

function isPenalized({ l1, l2 }: AnyLearnerOptions): boolean {
  return (typeof l1 === 'number' && l1 > 0) || (typeof l2 === 'number' && l2 > 0)
}

/** Returns the counts of bad lines, the label, and for a table how it was read. */
export function skippedOf(reading: ReadReport): SkippedReport {
  const { skipped, badCounts, label } = reading
  return { skippedLines: skipped, badLines: badCounts, label, schema: schemaReport(reading) }
}

function schemaReport({
  table,
  columns,
  warnings = [],
  shortRows,
  blankRows,
  repeatedHeaders,
}: ReadReport): SchemaReport | undefined {
  if (table === undefined || columns === undefined) return undefined
  return { ...table, columns, notices: warnings, shortRows, blankRows, repeatedHeaders }
}

/** The facts that only the reading that inferred the schema provides. */
export type FoundSchema = Pick<ReadReport, 'warnings' | 'table' | 'label'>

/** Returns the report of a reading, completed by the report of the reading that inferred the schema. */
export function withFound(read: ReadReport, { warnings, table, label }: FoundSchema): ReadReport {
  return {
    ...read,
    ...(warnings === undefined ? {} : { warnings }),
    ...(table === undefined ? {} : { table }),
    ...(label === undefined ? {} : { label }),
  }
}

/** Returns the confusion matrix by rows: for each class of the label, the weights by predicted class. */
export function confusionOf(
  confusion: Float64Array | undefined,
  classes: readonly unknown[] | undefined,
): number[][] | undefined {
  if (confusion === undefined || classes === undefined) return undefined
  const { length } = classes
  return classes.map((_, y) => [...confusion.subarray(y * length, (y + 1) * length)])
}

/** Returns a bad line in the form of errors: `file:line:column: message (CODE)`. */
export function badLineText(bad: BadLine): string {
  checkPlain(bad)
  const { file, line, column, message, code } = bad
  return `${placeText({ ...(file === undefined ? {} : { file }), line, column })}${message} (${code})`
}
