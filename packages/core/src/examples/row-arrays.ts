import type { Batch } from '@ol/spec'

/** An example of a batch next to its features. */
export interface ExampleRow {
  /** the end of its features */
  readonly end: number
  readonly label: number
  readonly weight: number
  readonly initial: number
}

/**
 * Returns the arrays of a batch that have a number for each example; weights and initial predictions only if one
 * differs from its default.
 */
export function exampleArrays(
  rows: readonly ExampleRow[],
): Pick<Batch, 'offsets' | 'labels'> & Required<Pick<Batch, 'weights' | 'initial'>> {
  const offsets = new Uint32Array(rows.length + 1)
  const labels = new Float64Array(rows.length)
  let weights: Float64Array | undefined
  let initial: Float64Array | undefined
  for (let e = 0; e < rows.length; e++) {
    const row = rows[e]
    offsets[e + 1] = row.end
    labels[e] = row.label
    if (row.weight !== 1) weights ??= new Float64Array(rows.length).fill(1)
    if (weights !== undefined) weights[e] = row.weight
    if (row.initial !== 0) initial ??= new Float64Array(rows.length)
    if (initial !== undefined) initial[e] = row.initial
  }
  return { offsets, labels, weights, initial }
}
