/** Returns the weighted standard deviation of values; NaN, and values without weight, are left out. */
export function deviation(values: Float64Array, weights: Float64Array): number {
  let sum = 0
  let mean = 0
  values.forEach((value, l) => {
    if (value !== value || weights[l] === 0) return
    sum += weights[l]
    mean += weights[l] * value
  })
  mean /= sum
  let square = 0
  values.forEach((value, l) => {
    if (value === value && weights[l] > 0) square += weights[l] * (value - mean) ** 2
  })
  return Math.sqrt(square / sum)
}
