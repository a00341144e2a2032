import type { EvaluationReport, Metrics } from '@ol/core'
import type { Report } from '@ol/pipeline'
import { baselinesOf, countText, figureText, headlineOf, percentText } from '@ol/pipeline/internal'
import { textTable } from '../output/text-table.js'

/** The facts that decide which parts of a run have a column. */
export interface MetricParts {
  /** the name of examples: rows, examples */
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
  const names = Object.keys(headlineOf(overall)).filter((name) => headlineOf(overall)[name] !== undefined)
  const rows = names.map((name) => [
    name,
    ...columns.map(({ metrics }) => shown(name, headlineOf(metrics)[name])),
    shown(name, baselines[name]),
  ])
  const head = ['', ...columns.map((column) => column.head), 'baseline']
  return textTable([head, ...ownLoss(report, overall, columns.length), ...rows], ['left'])
}

/** Returns the metrics of the last rows, where these are at most half of all or were requested. */
function shownRecent({ overall, recent }: EvaluationReport, { window }: MetricParts): Metrics[] {
  if (recent === undefined) return []
  return window !== undefined || 2 * recent.examples <= overall.examples ? [recent] : []
}

function shown(name: string, value: number | undefined): string {
  if (value === undefined) return ''
  return name === 'accuracy' ? percentText(value, 2) : figureText(value)
}

/** Returns a row of the loss that was learned, where none of the metrics is that loss. */
function ownLoss(
  { averageLoss, bestConstant, loss, classWeight }: Report,
  overall: Metrics,
  columns: number,
): string[][] {
  const measured =
    overall.task === 'regression' ? ['squared', 'absolute'].includes(loss) : overall.logLoss !== undefined
  // weighted classes have a loss that is meant to be above a constant's
  if (measured || classWeight !== undefined) return []
  const name = `${loss} loss`
  const others = new Array<string>(columns - 1).fill('')
  return [[name, shown(name, averageLoss), ...others, shown(name, bestConstant?.loss)]]
}
