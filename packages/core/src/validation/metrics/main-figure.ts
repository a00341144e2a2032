import { type LossId, losses, type Task } from '@ol/spec'

/** The main figure of a task: an average of terms of the examples, or its root. */
export interface MainFigure {
  /** such as `log loss` or `RMSE` */
  readonly name: string
  readonly root: boolean
}

/** Returns the main figure of a task under a loss; the average loss if the loss has no figure of its own. */
export function mainFigureOf(task: Task, loss: LossId): MainFigure {
  const { link, square } = losses[loss]
  if (task === 'multiclass' || (task === 'binary' && link === 'logistic'))
    return { name: 'log loss', root: false }
  if (task === 'regression' && square > 0) return { name: 'RMSE', root: true }
  return { name: loss === 'absolute' ? 'MAE' : `${loss} loss`, root: false }
}

/** Returns a note on the metrics of a task if they do not measure the scores of a loss; otherwise undefined. */
export function noteOf(task: Task, loss: LossId): string | undefined {
  const { link, baseline } = losses[loss]
  if (task === 'binary' && link !== 'logistic')
    return `${loss} loss has no probabilities: log loss, Brier score and calibration are left out`
  if (task === 'multiclass' && link !== 'logistic')
    return `${loss} loss has no probabilities: log loss uses the softmax of the scores, which is not calibrated`
  if (task === 'regression' && baseline === 'none')
    return `${loss} loss does not estimate the mean, which RMSE and R\u00b2 measure`
  return undefined
}
