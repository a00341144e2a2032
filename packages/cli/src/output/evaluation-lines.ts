import type { EvaluationReport, Metrics } from '@ol/core'
import { decimals, sevenDigits } from './table.js'

/** Returns the metrics of a run as a table, a row for each: over everything, since the warm-up, of the last examples. */
export function evaluationLines(evaluation: EvaluationReport): string[] {
  const { overall, sinceWarmUp, recent, warmUp, window, note } = evaluation
  const columns = [
    { head: 'overall', metrics: overall },
    { head: `after ${warmUp}`, metrics: sinceWarmUp },
    { head: `last ${window}`, metrics: recent },
  ].flatMap(({ head, metrics }) => (metrics === undefined ? [] : [{ head, values: valuesOf(metrics) }]))
  const rows = columns[0].values.map(([name], r) => [name, ...columns.map(({ values }) => values[r][1])])
  const widths = columns.map(({ head }, k) => Math.max(head.length, ...rows.map((row) => row[k + 1].length)))
  const line = ([name, ...cells]: readonly string[]): string =>
    `${name.padEnd(14)} ${cells.map((cell, k) => cell.padStart(widths[k])).join('  ')}`.trimEnd()
  return [
    line(['', ...columns.map(({ head }) => head)]),
    ...rows.map(line),
    ...(note === undefined ? [] : [`note           ${note}`]),
  ]
}

type Row = readonly [name: string, value: string]

function valuesOf(metrics: Metrics): Row[] {
  const six = (value: number): string => decimals(value, 6)
  const known = (name: string, value: number | undefined): Row[] =>
    value === undefined ? [] : [[name, six(value)]]
  switch (metrics.task) {
    case 'binary':
      return [
        ...known('log loss', metrics.logLoss),
        [
          'AUC',
          metrics.aucError > 0 ? `${six(metrics.auc)} \u00b1 ${bound(metrics.aucError)}` : six(metrics.auc),
        ],
        ['accuracy', six(metrics.accuracy)],
        ['precision', six(metrics.precision)],
        ['recall', six(metrics.recall)],
        ['F1', six(metrics.f1)],
        ...known('Brier score', metrics.brierScore),
      ]
    case 'multiclass':
      return [
        ['log loss', six(metrics.logLoss)],
        ['accuracy', six(metrics.accuracy)],
        ['macro F1', six(metrics.macroF1)],
        ...metrics.topK.slice(0, 2).map(({ k, accuracy }): Row => [`top ${k}`, six(accuracy)]),
      ]
    case 'regression':
      return [
        ['RMSE', sevenDigits(metrics.rmse)],
        ['MAE', sevenDigits(metrics.mae)],
        ['R\u00b2', six(metrics.r2)],
      ]
  }
}

/** Rounds up: it is an upper bound. */
function bound(value: number): string {
  return (Math.ceil(value * 1e6) / 1e6).toFixed(6)
}
