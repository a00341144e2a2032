import type { EvaluationReport, Metrics } from '@ol/core'
import { decimals, sevenDigits } from './table.js'
import { textTable } from './text-table.js'

/** Returns the metrics of a run as a table, a row for each: over everything, since the warm-up, and over the last examples. */
export function evaluationLines(evaluation: EvaluationReport): string[] {
  const { overall, sinceWarmUp, recent, warmUp, window, note } = evaluation
  const columns = [
    { head: 'overall', metrics: overall },
    { head: `after ${warmUp}`, metrics: sinceWarmUp },
    { head: `last ${window}`, metrics: recent },
  ].flatMap(({ head, metrics }) =>
    metrics === undefined ? [] : [{ head, values: valuesOf(metrics, overall) }],
  )
  const rows = columns[0].values.map(([name], r) => [name, ...columns.map(({ values }) => values[r][1])])
  return [
    ...textTable([['', ...columns.map(({ head }) => head)], ...rows], ['left']),
    ...(note === undefined ? [] : [`note           ${note}`]),
  ]
}

type Row = readonly [name: string, value: string]

/** Returns the metrics by name; `overall` decides which there are. */
function valuesOf(metrics: Metrics, overall: Metrics): Row[] {
  return [['examples', String(metrics.examples)], ...figuresOf(metrics, overall)]
}

function figuresOf(metrics: Metrics, overall: Metrics): Row[] {
  const six = (value: number): string => decimals(value, 6)
  const within = (value: number, error: number): string =>
    error > 0 ? `${six(value)} \u00b1 ${bound(error)}` : six(value)
  const known = (name: string, value: number | undefined): Row[] =>
    value === undefined ? [] : [[name, six(value)]]
  switch (metrics.task) {
    case 'binary':
      return [
        ...known('log loss', metrics.logLoss),
        ['AUC', within(metrics.auc, metrics.aucError)],
        ['PR-AUC', within(metrics.prAuc, metrics.prAucError)],
        ['accuracy', six(metrics.accuracy)],
        ['balanced acc.', six(metrics.balancedAccuracy)],
        ['precision', six(metrics.precision)],
        ['recall', six(metrics.recall)],
        ['F1', six(metrics.f1)],
        ['MCC', six(metrics.mcc)],
        ...known('Brier score', metrics.brierScore),
      ]
    case 'multiclass':
      return [
        ['log loss', six(metrics.logLoss)],
        ['accuracy', six(metrics.accuracy)],
        ['balanced acc.', six(metrics.balancedAccuracy)],
        ['macro F1', six(metrics.macroF1)],
        ['MCC', six(metrics.mcc)],
        ...metrics.topK.slice(0, 2).map(({ k, accuracy }): Row => [`top ${k}`, six(accuracy)]),
      ]
    case 'regression':
      return [
        ['RMSE', sevenDigits(metrics.rmse)],
        ['MAE', sevenDigits(metrics.mae)],
        // a label of 0 has no relative error
        ...(overall.task === 'regression' && Number.isNaN(overall.mape)
          ? []
          : [['MAPE', `${decimals(100 * metrics.mape, 4)}%`] as const]),
        ...(metrics.pinballLoss === undefined
          ? []
          : [['pinball loss', sevenDigits(metrics.pinballLoss)] as const]),
        ['R\u00b2', six(metrics.r2)],
      ]
  }
}

/** The slices that are printed, the largest; `--json` has all. */
const shownSlices = 20

/** Returns the metrics by the values of a column, a row for each. */
export function sliceLines({ by, slices }: EvaluationReport): string[] {
  if (by === undefined || slices === undefined) return []
  if (slices.length === 0) return ['', `no example has a value of ${by}`]
  const rows = slices.slice(0, shownSlices).map(({ value, others, metrics }) => {
    const name = value ?? (others ? '(other values)' : '(no value)')
    return [name, String(metrics.examples), ...sliceCells(metrics).map(([, cell]) => cell)]
  })
  const heads = [by, 'examples', ...sliceCells(slices[0].metrics).map(([head]) => head)]
  const lines = textTable([heads, ...rows], ['left'])
  const more = slices.length - shownSlices
  return ['', ...lines, ...(more > 0 ? [`${more} smaller slices are in --json`] : [])]
}

/** The metrics of a slice: the others would make its row too long. */
const ofSlices: readonly string[] = [
  ...['log loss', 'AUC', 'PR-AUC', 'accuracy', 'balanced acc.', 'macro F1', 'MCC'],
  ...['RMSE', 'MAE', 'R\u00b2'],
]

/** Returns the metrics in a row of slices. */
function sliceCells(metrics: Metrics): Row[] {
  const shown = metrics.task === 'binary' ? { ...metrics, aucError: 0, prAucError: 0 } : metrics
  const figures = figuresOf(shown, metrics).filter(([name]) => ofSlices.includes(name))
  if (metrics.task !== 'binary') return figures
  const { confusion, weight } = metrics
  const positive = confusion[1][0] + confusion[1][1]
  return [['positive', `${decimals((100 * positive) / weight, 1)}%`], ...figures]
}

/** Rounds up: it is an upper bound. */
function bound(value: number): string {
  return (Math.ceil(value * 1e6) / 1e6).toFixed(6)
}
