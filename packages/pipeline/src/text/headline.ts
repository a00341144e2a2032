import type { Metrics } from '@ol/core'

/** Metrics by name; undefined if one is not known. */
export type NamedMetrics = Readonly<Record<string, number | undefined>>

/** Returns the most informative metrics of a task. */
export function headlineOf(metrics: Metrics): NamedMetrics {
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
export function baselinesOf(overall: Metrics): NamedMetrics {
  if (overall.task === 'regression') return { RMSE: overall.rmse / Math.sqrt(1 - overall.r2), 'R\u00b2': 0 }
  const shares = classShares(overall.confusion)
  return {
    accuracy: Math.max(...shares),
    'log loss': entropy(shares),
    ...(overall.task === 'binary' ? { AUC: 0.5 } : {}),
  }
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

/** Returns the log loss of the prediction that knows only the shares of the classes. */
function entropy(shares: readonly number[]): number {
  return -sum(shares.map((share) => (share > 0 ? share * Math.log(share) : 0)))
}
