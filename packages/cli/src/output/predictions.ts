import type { Batch } from '@ol/spec'

/** A line for each example: the shortest text that reads back as the same number, then the tag, if there is one. */
export function predictionLines(batch: Batch, predictions: Float64Array): string {
  let text = ''
  for (let e = 0; e < batch.size; e++) {
    const tag = batch.tags?.[e]
    text += tag === undefined ? `${predictions[e]}\n` : `${predictions[e]} ${tag}\n`
  }
  return text
}
