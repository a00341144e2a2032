import { exp } from './exp.js'
import { log } from './log.js'

// Twin: native/core/math/power.h.

/** x^a for x >= 0; 0 if x is 0 and a is not. Integer exponents up to 2 are exact. */
export function power(x: number, a: number): number {
  if (a === 0) return 1
  if (a === 1) return x
  if (a === 2) return x * x
  return x > 0 ? exp(a * log(x)) : 0
}
