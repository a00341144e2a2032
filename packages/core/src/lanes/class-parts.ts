import { type Batch, batchPart } from '@ol/spec'

/** Returns the number of classes including a batch's, whose labels are numbers of classes; at least `least`. */
export function classesWith({ labels, size }: Pick<Batch, 'labels' | 'size'>, least: number): number {
  let largest = least
  for (let e = 0; e < size; e++) if (labels[e] > largest) largest = labels[e]
  return largest
}

/**
 * Returns a batch in parts for a learner of `classes` classes that adds classes as they appear: an example of a new
 * class begins a part, so that learning does not depend on batches. Most batches are a single part.
 */
export function partsByClasses(batch: Batch, classes: number): readonly Batch[] {
  const { size, labels } = batch
  const starts = [0]
  let count = classes
  for (let e = 0; e < size; e++) {
    if (!(labels[e] > count)) continue
    count = labels[e]
    if (e > 0) starts.push(e)
  }
  return starts.length === 1
    ? [batch]
    : starts.map((from, k) => batchPart(batch, from, starts[k + 1] ?? size))
}

/** Divides the batches of a stream as `partsByClasses` does, ahead of the learner. */
export class GrowingClasses {
  #count: number | undefined

  /** `classes`: the learner's before the first batch; undefined: it adds none */
  constructor(classes: number | undefined) {
    this.#count = classes
  }

  parts(batch: Batch): readonly Batch[] {
    if (this.#count === undefined) return [batch]
    const parts = partsByClasses(batch, this.#count)
    this.#count = classesWith(batch, this.#count)
    return parts
  }
}
