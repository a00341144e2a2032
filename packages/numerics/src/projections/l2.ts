/**
 * Projects onto the weighted L2 ball in a diagonal metric. min sum A_i (w_i - w'_i)^2 subject to sum b_i^2 w_i^2 <=
 * radius^2 has the solution b_i w_i = y_i / (1 + nu d_i) with y_i = b_i w'_i and d_i = b_i^2 / A_i.
 *
 * Returns nu: 0 if the norm of y is at most radius > 0, otherwise the root of |y / (1 + nu d)| = radius. The inverse of
 * that norm is concave in nu, so Newton's method on it climbs to the root from 0, each pass doubling the digits. y, d:
 * the first n numbers, d > 0. Twin: native/core/projections/l2.h.
 */
export function l2Multiplier(y: Float64Array, d: Float64Array, n: number, radius: number): number {
  let nu = 0
  // far more passes than needed: rounding ends the climb
  for (let pass = 0; pass < 100; pass++) {
    let squares = 0
    let slope = 0
    for (let i = 0; i < n; i++) {
      const shrink = 1 + nu * d[i]
      const p = y[i] / shrink
      squares += p * p
      slope += (p * p * d[i]) / shrink
    }
    const next = nu + (Math.sqrt(squares) / radius - 1) * (squares / slope)
    if (!(next > nu)) return nu
    nu = next
  }
  return nu
}
