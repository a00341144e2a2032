/*
 * Implements exp, log and log1p, because Math.exp and similar functions differ in the last bit between engines and C
 * libraries, and models must not. Twin: native/core/math/exp.h, the same operations in the same order.
 */

const log2e = 1.4426950408889634
// ln 2 in two parts; the first has 21 trailing zero bits, so that n * ln2High is exact for |n| < 2^20.
const ln2High = 6.931471803691238e-1
const ln2Low = 1.9082149292705877e-10
// Adding and subtracting 1.5 * 2^52 rounds to the nearest whole number, ties to even.
const toWhole = 6755399441055744

const powersOfTwo = new Float64Array(1200)
for (let n = -600; n < 600; n++) powersOfTwo[n + 600] = 2 ** n

/** e^x, within 1 unit in the last place; 0 below -745.2, Infinity above 709.79. */
export function exp(x: number): number {
  if (!(x < 709.8)) return x !== x ? x : Number.POSITIVE_INFINITY
  if (x < -745.2) return 0
  const n = x * log2e + toWhole - toWhole
  const r = x - n * ln2High - n * ln2Low
  // sum of r^k / k!, k = 0 .. 13, by Estrin's scheme: |r| <= ln(2) / 2 leaves 4e-18
  const r2 = r * r
  const r4 = r2 * r2
  const r8 = r4 * r4
  const a = 0.5 + r * 0.16666666666666666 + r2 * (0.041666666666666664 + r * 0.008333333333333333)
  const b =
    0.001388888888888889 +
    r * 0.0001984126984126984 +
    r2 * (0.0000248015873015873 + r * 0.0000027557319223985893)
  const d =
    2.755731922398589e-7 + r * 2.505210838544172e-8 + r2 * (2.08767569878681e-9 + r * 1.6059043836821613e-10)
  const p = 1 + (r + r2 * (a + r4 * b + r8 * d))
  // in two steps, so that results below 2^-1022 and above 2^1023 are correct
  const half = Math.floor(n * 0.5)
  return p * powersOfTwo[half + 600] * powersOfTwo[n - half + 600]
}
