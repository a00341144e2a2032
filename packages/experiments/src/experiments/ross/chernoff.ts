/** Probability that the bound fails, on each side, as in the captions of Tables 2 and 3. */
const failure = 0.1

/** Relative entropy of two coins, in nats. */
function relativeEntropy(p: number, q: number): number {
  const term = (a: number, b: number): number => (a === 0 ? 0 : a * Math.log(a / b))
  return term(p, q) + term(1 - p, 1 - q)
}

/**
 * Returns the relative entropy Chernoff bound: all means q in [0, 1] from which `size` draws in [0, 1] could have the
 * mean given, size KL(mean || q) <= ln(1 / 0.1).
 */
export function chernoffInterval(mean: number, size: number): readonly [low: number, high: number] {
  const far = (q: number): boolean => size * relativeEntropy(mean, q) > Math.log(1 / failure)
  const end = (outer: number): number => {
    let [inside, outside] = [mean, outer]
    for (let k = 0; k < 60; k++) {
      const midpoint = (inside + outside) / 2
      if (far(midpoint)) outside = midpoint
      else inside = midpoint
    }
    return inside
  }
  return [end(0), end(1)]
}

/** Returns whether a mean is lower than another, and their intervals do not overlap. */
export function clearlyLower(mean: number, other: number, size: number): boolean {
  return chernoffInterval(mean, size)[1] < chernoffInterval(other, size)[0]
}
