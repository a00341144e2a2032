/** 2^27 + 1: cuts a double into two halves whose products are exact (T. J. Dekker, 1971). */
const cut = 134217729

/** Returns the rounding error of `a * b`: the exact product minus the double. */
function productRest(a: number, b: number, product: number): number {
  const ca = cut * a
  const cb = cut * b
  const ah = ca - (ca - a)
  const bh = cb - (cb - b)
  const al = a - ah
  const bl = b - bh
  return ah * bh - product + ah * bl + al * bh + al * bl
}

/**
 * Returns the double nearest to (high * scale + low) / divisor, NaN if it is too close to the middle of two doubles to
 * decide. `high`, `low`, `scale` are whole numbers below 10^11, `divisor` is a power of ten up to 10^22; the sum is at
 * least 2^53.
 *
 * Mantissa and remainder are exact sums of two doubles. The rest of the quotient after its first double has a
 * relative error of a few 2^-53: where a change by 2^-48 does not move the rounded sum, neither does the error.
 */
export function wideQuotient(high: number, scale: number, low: number, divisor: number): number {
  const product = high * scale
  const sum = product + low
  // whole numbers far below 2^53, as is their sum
  const rest = productRest(high, scale, product) + (low - (sum - product))
  const mantissa = sum + rest
  const small = rest - (mantissa - sum)
  const quotient = mantissa / divisor
  const back = quotient * divisor
  const more = (mantissa - back - productRest(quotient, divisor, back) + small) / divisor
  const value = quotient + more
  const sure = value === quotient + more * (1 + 2 ** -48) && value === quotient + more * (1 - 2 ** -48)
  return sure ? value : Number.NaN
}
