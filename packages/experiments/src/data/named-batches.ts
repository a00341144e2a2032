import type { Batch } from '@ol/spec'
import type { Dataset } from './dataset.js'

/** The key of the constant, which every example ends with. */
const constant = 11650396

/**
 * Returns the examples from one position of an order to another as a batch, each with the constant; categories have their
 * names, by which a learner knows their columns.
 */
export function namedBatch(data: Dataset, order: Uint32Array | undefined, from: number, to: number): Batch {
  const size = to - from
  const example = (k: number): number => (order === undefined ? from + k : order[from + k])
  const offsets = new Uint32Array(size + 1)
  for (let k = 0; k < size; k++)
    offsets[k + 1] = offsets[k] + data.offsets[example(k) + 1] - data.offsets[example(k)] + 1
  const indices = new Uint32Array(offsets[size])
  const values = new Float64Array(offsets[size])
  for (let k = 0; k < size; k++) {
    const [first, last] = [data.offsets[example(k)], data.offsets[example(k) + 1]]
    indices.set(data.ids.subarray(first, last), offsets[k])
    values.set(data.values.subarray(first, last), offsets[k])
    indices[offsets[k + 1] - 1] = constant
    values[offsets[k + 1] - 1] = 1
  }
  const labels = Float64Array.from({ length: size }, (_, k) => data.labels[example(k)])
  return { size, offsets, indices, values, labels, names: namesOf(data, indices) }
}

function namesOf({ names }: Dataset, indices: Uint32Array): Batch['names'] {
  if (names === undefined) return undefined
  const at: number[] = []
  const texts: string[] = []
  indices.forEach((index, i) => {
    const name = names.get(index)
    if (name === undefined) return
    at.push(i)
    texts.push(name)
  })
  return { at: Uint32Array.from(at), texts }
}
