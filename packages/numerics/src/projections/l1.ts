/**
 * Projects onto the weighted L1 ball in a diagonal metric. min sum A_i (w_i - w'_i)^2 subject to sum b_i |w_i| <=
 * radius has the solution b_i |w_i| = max(0, y_i - lambda d_i) with y_i = b_i |w'_i|, d_i = b_i^2 / A_i and the sign of
 * w'_i.
 *
 * Returns lambda: 0 if sum y <= radius, otherwise the root of sum max(0, y_i - lambda d_i) = radius. The sum is convex
 * and piecewise linear in lambda, so Newton's method from 0 climbs to the root in finitely many passes and needs no
 * sorting (Michelot, A finite algorithm for finding the projection of a point onto the canonical simplex, 1986). y, d:
 * the first n numbers, > 0. Twin: native/core/projections/l1.h.
 */
export function l1Multiplier(y: Float64Array, d: Float64Array, n: number, radius: number): number {
  let whole = 0
  for (let i = 0; i < n; i++) whole += y[i]
  if (!(whole > radius)) return 0
  let lambda = 0
  for (;;) {
    let sum = 0
    let slope = 0
    for (let i = 0; i < n; i++) {
      if (y[i] > lambda * d[i]) {
        sum += y[i]
        slope += d[i]
      }
    }
    const next = (sum - radius) / slope
    if (!(next > lambda)) return lambda
    lambda = next
  }
}
