import type { PredictionBatch } from '@ol/pipeline'
import type { Batch } from '@ol/spec'

/** Further columns of the line of example e. */
export type Columns = (e: number) => string

/** Predictions for a batch, and the labels of its classes. */
interface PredictedLines {
  readonly batch: Batch
  readonly predictions: Float64Array
  readonly classes: readonly (number | string)[] | undefined
}

/**
 * Returns a line for each example: the shortest decimal that round-trips, or the label of the class;
 * further columns; then the tag, if there is one.
 */
export function predictionLines({ batch, predictions, classes }: PredictedLines, more?: Columns): string {
  let text = ''
  for (let e = 0; e < batch.size; e++) {
    const tag = batch.tags?.[e]
    const prediction = classes === undefined ? predictions[e] : classes[predictions[e] - 1]
    text += `${prediction}${more === undefined ? '' : more(e)}${tag === undefined ? '' : ` ${tag}`}\n`
  }
  return text
}

/** Returns the columns of predictions that have probabilities or an interval. */
export function moreColumns({ probabilities, interval }: PredictionBatch): Columns {
  return (e) => {
    const shares = probabilities(e)
    if (shares !== undefined) return ` ${shares.join(' ')}`
    const ends = interval(e)
    return ends === undefined ? '' : ` ${ends.low} ${ends.high}`
  }
}
