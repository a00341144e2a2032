import { percentileInterval } from '@ol/core'
import { probabilitiesOf } from '@ol/core/internal'
import type { Batch, LossId } from '@ol/spec'

/** Further columns of the line of example e. */
export type Columns = (e: number) => string

/**
 * A line for each example: the shortest text that reads back as the same number, or the label of the class; further
 * columns; then the tag, if there is one.
 */
export function predictionLines(
  batch: Batch,
  predictions: Float64Array,
  classes?: readonly (number | string)[],
  more?: Columns,
): string {
  let text = ''
  for (let e = 0; e < batch.size; e++) {
    const tag = batch.tags?.[e]
    const prediction = classes === undefined ? predictions[e] : classes[predictions[e] - 1]
    text += `${prediction}${more === undefined ? '' : more(e)}${tag === undefined ? '' : ` ${tag}`}\n`
  }
  return text
}

/** The probabilities of the classes. */
export function probabilityColumns(loss: LossId, scores: Float64Array, size: number): Columns {
  const count = scores.length / size
  const probabilities = new Float64Array(count)
  return (e) => {
    probabilitiesOf(loss, scores.subarray(e * count, (e + 1) * count), 0, count, probabilities)
    return ` ${probabilities.join(' ')}`
  }
}

/** The ends of the middle `level` of what the replicates predict; the model itself is the first of each example. */
export function intervalColumns(replicates: Float64Array, size: number, level: number): Columns {
  const lanes = replicates.length / size
  return (e) => {
    const { low, high } = percentileInterval(replicates.subarray(e * lanes + 1, (e + 1) * lanes), level)
    return ` ${low} ${high}`
  }
}
