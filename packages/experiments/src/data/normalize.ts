import { type Dataset, DatasetBuilder, featureFacts } from './dataset.js'

/**
 * Pre-normalizers of Ross et al.: by the largest |x| of a feature, or by the root of its mean square over all examples
 * (zeros included). `square-numeric` leaves features alone whose values are all 0 or 1.
 */
export type Prenormalizer = 'none' | 'max' | 'square' | 'square-numeric'

/** Returns what each feature is divided by. */
export function divisors(data: Dataset, by: Prenormalizer): Float64Array {
  const { largest, squares, binary } = featureFacts(data)
  return largest.map((max, i) => {
    if (by === 'none' || max === 0) return 1
    if (by === 'max') return max
    return by === 'square-numeric' && binary[i] ? 1 : Math.sqrt(squares[i] / data.size)
  })
}

/** Returns the data set with every feature divided. */
export function prenormalize(data: Dataset, by: Prenormalizer): Dataset {
  if (by === 'none') return data
  const d = divisors(data, by)
  return { ...data, values: data.values.map((x, k) => x / d[data.ids[k]]) }
}

/** Returns the data set with its numeric columns alone. */
export function numericOf(data: Dataset): Dataset {
  const builder = new DatasetBuilder()
  for (let t = 0; t < data.size; t++) {
    for (let k = data.offsets[t]; k < data.offsets[t + 1]; k++)
      if (data.ids[k] < data.numeric) builder.feature(data.ids[k], data.values[k])
    builder.end(data.labels[t])
  }
  return builder.build(data.id, data.numeric, data.numeric, data.skipped)
}
