// Twin: native/core/math/log.h. See exp.ts for why these exist.

const ln2High = 6.931471803691238e-1
const ln2Low = 1.9082149292705877e-10

const bits = new ArrayBuffer(8)
const asFloat = new Float64Array(bits)
const asWords = new Uint32Array(bits)
const high = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0

/** Natural logarithm, within 1 unit in the last place; -Infinity at 0, NaN below. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x
  let e = 0
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984 // 2^54: a denormal number has no exponent to read
    e = -54
  }
  asFloat[0] = x
  const word = asWords[high]
  e += (word >>> 20) - 1023
  // m in [sqrt(1/2), sqrt(2)): a mantissa above sqrt(2) is halved
  let mantissa = (word & 0xfffff) | 0x3ff00000
  if (mantissa >= 0x3ff6a09f) {
    mantissa -= 0x100000
    e += 1
  }
  asWords[high] = mantissa
  const f = asFloat[0] - 1
  // ln(1 + f) = 2 atanh(s), s = f / (2 + f); |s| < 0.1716, so that 11 terms leave 1e-17
  const s = f / (2 + f)
  const z = s * s
  const w = z * z
  const odd =
    w *
    (0.4 +
      w *
        (0.2222222222222222 +
          w * (0.15384615384615385 + w * (0.11764705882352941 + w * 0.09523809523809523))))
  const even =
    z *
    (0.6666666666666666 +
      w *
        (0.2857142857142857 +
          w * (0.18181818181818182 + w * (0.13333333333333333 + w * 0.10526315789473684))))
  const square = 0.5 * f * f
  return e * ln2High - (square - (s * (square + (even + odd)) + e * ln2Low) - f)
}

/** ln(1 + x), exact in the relative sense near 0. */
export function log1p(x: number): number {
  const u = 1 + x
  if (u === 1) return x
  const v = log(u)
  // the rounding of 1 + x, divided out (Kahan)
  return v === Number.POSITIVE_INFINITY ? v : (v * x) / (u - 1)
}
