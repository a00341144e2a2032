import type { Batch } from '@ol/spec'
import type { Dataset } from './dataset.js'

/** The features that are built from an example before it is learned from. */
export interface Expansion {
  /**
   * All pairwise products. Each pair of distinct features gives two features with their own rows, as `-q ff` did in
   * the Vowpal Wabbit of 2013; a feature by itself gives one.
   */
  readonly products: boolean
  /** whether every example ends with a feature of value 1 */
  readonly constant: boolean
}

/** Rows that the features of a data set take: features, then the constant, then products. */
export function rowsOf(data: Dataset, { products }: Expansion): number {
  return data.features + 1 + (products ? data.features * data.features : 0)
}

const featuresOfBatch = 1 << 18

/**
 * Returns the examples of a data set in an order, some at a time. The arrays of a batch are used again for the next.
 */
export function* batchesOf(
  data: Dataset,
  order: Uint32Array | undefined,
  expansion: Expansion,
): Generator<Batch, void, void> {
  const longest = longestOf(data, expansion)
  const size = Math.max(1, Math.min(data.size, Math.floor(featuresOfBatch / longest), 4096))
  const offsets = new Uint32Array(size + 1)
  const indices = new Uint32Array(size * longest)
  const values = new Float64Array(size * longest)
  const labels = new Float64Array(size)
  for (let from = 0; from < data.size; from += size) {
    const count = Math.min(size, data.size - from)
    let n = 0
    for (let k = 0; k < count; k++) {
      const e = order === undefined ? from + k : order[from + k]
      n = expand(data, e, expansion, indices, values, n)
      offsets[k + 1] = n
      labels[k] = data.labels[e]
    }
    yield {
      size: count,
      offsets: offsets.subarray(0, count + 1),
      indices: indices.subarray(0, n),
      values: values.subarray(0, n),
      labels: labels.subarray(0, count),
    }
  }
}

function longestOf(data: Dataset, { products, constant }: Expansion): number {
  let most = 0
  for (let e = 0; e < data.size; e++) {
    const n = data.offsets[e + 1] - data.offsets[e]
    if (n > most) most = n
  }
  return most + (products ? most * most : 0) + (constant ? 1 : 0)
}

function expand(
  { offsets, ids, values: xs, features }: Dataset,
  e: number,
  { products, constant }: Expansion,
  indices: Uint32Array,
  values: Float64Array,
  n: number,
): number {
  const from = offsets[e]
  const to = offsets[e + 1]
  for (let i = from; i < to; i++) {
    indices[n] = ids[i]
    values[n++] = xs[i]
  }
  if (products) {
    const start = features + 1
    for (let i = from; i < to; i++) {
      const a = ids[i]
      const x = xs[i]
      indices[n] = start + a * a + 2 * a
      values[n++] = x * x
      for (let j = from; j < i; j++) {
        const b = ids[j]
        // the square of the larger number is where its pairs start: both rows of a pair lie side by side
        const row = start + (a > b ? a * a + 2 * b : b * b + 2 * a)
        const xx = x * xs[j]
        indices[n] = row
        values[n++] = xx
        indices[n] = row + 1
        values[n++] = xx
      }
    }
  }
  if (constant) {
    indices[n] = features
    values[n++] = 1
  }
  return n
}
