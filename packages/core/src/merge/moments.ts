/**
 * Adds up weights, weighted means and sums of squared distances from them (Chan, Golub, LeVeque: Updating Formulae and a
 * Pairwise Algorithm for Computing Sample Variances, 1983), in order.
 */
export function mergedMoments(
  parts: readonly (readonly [weight: number, mean: number, squares: number])[],
): [number, number, number] {
  let weight = 0
  let mean = 0
  let squares = 0
  for (const [own, ownMean, ownSquares] of parts) {
    if (!(own > 0)) continue
    const both = weight + own
    const off = ownMean - mean
    mean += off * (own / both)
    squares += ownSquares + off * off * (weight * (own / both))
    weight = both
  }
  return [weight, mean, squares]
}
