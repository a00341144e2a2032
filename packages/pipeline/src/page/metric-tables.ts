import type { EvaluationReport, Metrics } from '@ol/core'
import { baselinesOf } from '../text/headline.js'
import { countText, figureText } from '../text/number-text.js'
import { type PageCell, paragraph, tableHtml } from './page-parts.js'

export type MetricRow = readonly [name: string, value: number | undefined]

/** Returns the metrics by name, the most informative first. */
function metricRows(metrics: Metrics): MetricRow[] {
  const all: MetricRow[] =
    metrics.task === 'binary'
      ? [
          ['log loss', metrics.logLoss],
          ['AUC', metrics.auc],
          ['PR-AUC', metrics.prAuc],
          ['accuracy', metrics.accuracy],
          ['balanced accuracy', metrics.balancedAccuracy],
          ['precision', metrics.precision],
          ['recall', metrics.recall],
          ['F1', metrics.f1],
          ['MCC', metrics.mcc],
          ['Brier score', metrics.brierScore],
        ]
      : metrics.task === 'multiclass'
        ? [
            ['log loss', metrics.logLoss],
            ['accuracy', metrics.accuracy],
            ['balanced accuracy', metrics.balancedAccuracy],
            ['macro F1', metrics.macroF1],
            ['MCC', metrics.mcc],
            ...metrics.topK.map(({ k, accuracy }): MetricRow => [`top ${k}`, accuracy]),
          ]
        : [
            ['R\u00b2', metrics.r2],
            ['RMSE', metrics.rmse],
            ['MAE', metrics.mae],
            ['MAPE', metrics.mape],
            ['pinball loss', metrics.pinballLoss],
          ]
  return all.filter(([, value]) => value !== undefined)
}

/** Returns the table of metrics over everything, since the warm-up, and over the last examples. `noun`: rows or examples */
export function metricTable(
  { overall, sinceWarmUp, recent, warmUp, window }: EvaluationReport,
  noun: string,
  caption: string,
): string {
  const columns = [
    ['all', overall],
    [`after ${countText(warmUp)}`, sinceWarmUp],
    [`last ${countText(window)}`, recent],
  ].filter((column): column is [string, Metrics] => column[1] !== undefined)
  const baselines = baselinesOf(overall)
  const values = columns.map(([, metrics]) => metricRows(metrics))
  const counts: PageCell[] = [
    { text: noun },
    ...columns.map(([, metrics]) => ({ text: countText(metrics.examples) })),
    { text: '' },
  ]
  const rows = values[0].map(([name], r): PageCell[] => [
    { text: name },
    ...values.map((column) => ({ text: figureText(column[r][1]) })),
    { text: baselines[name] === undefined ? '' : figureText(baselines[name]) },
  ])
  return tableHtml(caption, ['metric', ...columns.map(([name]) => name), 'baseline'], [counts, ...rows])
}

/** Returns the table of the metrics by the values of a column, if there is one. */
export function sliceTables({ by, slices = [] }: EvaluationReport): string[] {
  if (by === undefined || slices.length === 0) return []
  const rows = slices.map(({ value, others, metrics }): PageCell[] => [
    { text: value ?? (others ? '(other values)' : '(no value)'), kind: 'name' },
    { text: countText(metrics.examples) },
    ...metricRows(metrics).map(([, figure]) => ({ text: figureText(figure) })),
  ])
  const heads = [by, 'examples', ...metricRows(slices[0].metrics).map(([name]) => name)]
  return [tableHtml('The values with the most examples come first.', heads, rows)]
}

/** The largest number of classes for which a page shows the complete confusion matrix. */
const mostClasses = 30

/** Returns the confusion matrix, and with several classes the metrics of each. */
export function confusionTables(metrics: Metrics, names: readonly (number | string)[]): string[] {
  if (metrics.task === 'regression') return []
  const { confusion } = metrics
  const text = (k: number): string => String(names[k] ?? k + 1) || `number ${k + 1}`
  const ofClasses = metrics.task === 'multiclass' ? [classTable(metrics, text)] : []
  if (confusion.length > mostClasses)
    return [
      paragraph(`The confusion matrix has ${confusion.length} classes; --json has it.`, 'soft'),
      ...ofClasses,
    ]
  const rows = confusion.map((row, y): PageCell[] => {
    const sum = row.reduce((total, weight) => total + weight, 0)
    return [
      { text: text(y), kind: 'name' },
      ...row.map((weight) => ({ text: countText(weight), share: sum > 0 ? weight / sum : 0 })),
    ]
  })
  const caption =
    'A row is a label, a column is a prediction. The darker a cell, the larger its share of the row.'
  return [tableHtml(caption, ['label \\ predicted', ...confusion.map((_, k) => text(k))], rows), ...ofClasses]
}

function classTable(
  { classes }: Extract<Metrics, { readonly task: 'multiclass' }>,
  text: (k: number) => string,
): string {
  const rows = classes.map(({ support, precision, recall, f1 }, k): PageCell[] => [
    { text: text(k), kind: 'name' },
    { text: countText(support) },
    ...[precision, recall, f1].map((value) => ({ text: figureText(value) })),
  ])
  return tableHtml('Each class against all others.', ['class', 'weight', 'precision', 'recall', 'F1'], rows)
}
