import type { EvaluationReport, Metrics } from '@ol/core'
import type { Report } from '@ol/pipeline'
import { countText, figureText, percentText } from '../output/number-text.js'
import { textTable } from '../output/text-table.js'

/** What decides which parts of a run have a column. */
export interface MetricParts {
  /** what examples are called: rows, examples */
  readonly noun: string
  /** the run was told how many examples to leave out, or to take as the last ones */
  readonly warmUp?: number | undefined
  readonly window?: number | undefined
}

/** Returns the metrics of a task that say most, a line each. */
export function metricLines(report: Report, evaluation: EvaluationReport, parts: MetricParts): string[] {
  const { overall, sinceWarmUp } = evaluation
  const columns = [
    { head: `all ${parts.noun}`, metrics: overall },
    ...(parts.warmUp === undefined || sinceWarmUp === undefined
      ? []
      : [{ head: `after ${countText(evaluation.warmUp)}`, metrics: sinceWarmUp }]),
    ...shownRecent(evaluation, parts).map((metrics) => ({
      head: `last ${countText(metrics.examples)}`,
      metrics,
    })),
  ]
  const baselines = baselinesOf(overall)
  const names = Object.keys(figuresOf(overall)).filter((name) => figuresOf(overall)[name] !== undefined)
  const rows = names.map((name) => [
    name,
    ...columns.map(({ metrics }) => shown(name, figuresOf(metrics)[name])),
    shown(name, baselines[name]),
  ])
  const head = ['', ...columns.map((column) => column.head), 'baseline']
  return textTable([head, ...ownLoss(report, overall, columns.length), ...rows], ['left'])
}

/** Returns the metrics of the last rows, where these are at most half of all or were asked for. */
function shownRecent({ overall, recent }: EvaluationReport, { window }: MetricParts): Metrics[] {
  if (recent === undefined) return []
  return window !== undefined || 2 * recent.examples <= overall.examples ? [recent] : []
}

function shown(name: string, value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return ''
  return name === 'accuracy' ? percentText(value, 2) : figureText(value)
}

type Figures = Readonly<Record<string, number | undefined>>

function figuresOf(metrics: Metrics): Figures {
  switch (metrics.task) {
    case 'binary':
      return { accuracy: metrics.accuracy, 'log loss': metrics.logLoss, AUC: metrics.auc }
    case 'multiclass':
      return { accuracy: metrics.accuracy, 'log loss': metrics.logLoss, 'macro F1': metrics.macroF1 }
    case 'regression':
      return { RMSE: metrics.rmse, MAE: metrics.mae, 'R\u00b2': metrics.r2 }
  }
}

/** Returns the metrics of the best prediction that ignores the columns, as far as they are known. */
function baselinesOf(overall: Metrics): Figures {
  if (overall.task === 'regression') return { RMSE: overall.rmse / Math.sqrt(1 - overall.r2), 'R\u00b2': 0 }
  const shares = classShares(overall.confusion)
  return {
    accuracy: Math.max(...shares),
    'log loss': entropy(shares),
    ...(overall.task === 'binary' ? { AUC: 0.5 } : {}),
  }
}

/** Returns a row of the loss that was learned, where none of the metrics is that loss. */
function ownLoss(
  { averageLoss, bestConstant, loss, classWeight }: Report,
  overall: Metrics,
  columns: number,
): string[][] {
  const measured =
    overall.task === 'regression' ? ['squared', 'absolute'].includes(loss) : overall.logLoss !== undefined
  // weighted classes have a loss that is meant to be above that of a constant
  if (measured || classWeight !== undefined) return []
  const name = `${loss} loss`
  const others = new Array<string>(columns - 1).fill('')
  return [[name, shown(name, averageLoss), ...others, shown(name, bestConstant?.loss)]]
}

/** Returns the share of each class, of a confusion matrix by rows of labels. */
export function classShares(confusion: readonly (readonly number[])[]): number[] {
  const weights = confusion.map(sum)
  const total = sum(weights)
  return weights.map((weight) => weight / total)
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Returns the log loss of the prediction that knows the shares of the classes alone. */
function entropy(shares: readonly number[]): number {
  return -sum(shares.map((share) => (share > 0 ? share * Math.log(share) : 0)))
}
