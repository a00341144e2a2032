import type { FigureValue, ProgressEvent } from '@ol/core'

/** The state of progressive validation after an example. */
export interface ProgressRow {
  readonly examples: number
  readonly weightSum: number
  /** weighted, over all labelled examples of the run; NaN if there was none */
  readonly averageLoss: number
  /** the same since the row before */
  readonly sinceLast: number
  /** the main figure of the task, such as log loss or RMSE */
  readonly figure: FigureValue | undefined
  /** the label of the example; with classes the label of its class; undefined if it has none */
  readonly label: number | string | undefined
  /**
   * the score before learning, without link; with classes the label of the class, undefined if no score is a number
   */
  readonly prediction: number | string | undefined
  /** the number of the example's features, including the constant */
  readonly features: number
}

/** Returns a copy of the values of an event, which keep changing. */
export function progressRow(event: ProgressEvent): ProgressRow {
  const { progress, label, prediction, features, classes } = event
  const { examples, weightSum, averageLoss, sinceLast, figure } = progress
  return {
    examples,
    weightSum,
    averageLoss,
    sinceLast,
    figure,
    label: Number.isNaN(label) ? undefined : named(label, classes),
    prediction: named(prediction, classes),
    features,
  }
}

function named(
  value: number,
  classes: readonly (number | string)[] | undefined,
): number | string | undefined {
  return classes === undefined ? value : classes[value - 1]
}
