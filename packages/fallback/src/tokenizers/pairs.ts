import type { NameMode } from '@ol/spec'
import * as four from './four.js'
import { tens } from './number.js'

/** The result of `commonPairs`: the position after the last feature it wrote. */
export const pairs = { n: 0 }

// constants of this module: V8 checks an import at each use, and knows these; a pattern would make bundlers keep all of `four`
const digitsAt = four.digitsAt
const nameEnds = four.nameEnds
const noDigits = four.noDigits
const numberOf = four.numberOf
const powers = tens
// longer than necessary: V8 knows the address of a typed array's elements if they are outside its heap
const whole = new Int32Array(32)
whole.set([1, 10, 100, 1000])

/** The largest number of digits that a number among names may have in the common form; 0: names are never numbers. */
export function numberDigits(mode: NameMode): number {
  // 10^9 and above may be past 32 bits
  return mode === 'all' ? 0 : mode === 'whole' ? 9 : 11
}

/**
 * Reads features `name:value` (with `bare` also `name`) from `p` on as long as they have the common form, and writes
 * them from position `n` on: names without control characters, or integers of up to `most` digits, which are their own
 * hash; values of digits and a point, with a mantissa below 2^53; a blank between two. Returns the start of the first
 * other token, or the blank, line feed or bar after the last feature.
 *
 * The parts of a feature are read without a loop or a call, after which V8 would load and check every array again.
 */
export function commonPairs(
  view: DataView,
  p: number,
  indices: Uint32Array,
  values: Float64Array,
  n: number,
  H: number,
  most: number,
  names: boolean,
  bare: boolean,
  rare: number,
): number {
  // as 32-bit numbers
  p |= 0
  n |= 0
  const seed = H | 0
  const first = rare | 0
  const longest = most | 0
  const name = names ? 1 : 0
  const alone = bare ? 1 : 0
  // after the last feature that was taken
  let taken = p
  for (;;) {
    const start = p
    let x = digitsAt(view, p)
    let index = 0
    // the byte that ends name or value
    let c = 0
    if (longest !== 0 && (x & 0xff) <= 9) {
      let others = noDigits(x)
      if (others === 0) {
        index = numberOf(x)
        p = (p + 4) | 0
        x = digitsAt(view, p)
        others = noDigits(x)
        if (others === 0) {
          index = (Math.imul(index, 10000) + numberOf(x)) | 0
          p = (p + 4) | 0
          x = digitsAt(view, p)
          others = noDigits(x)
          if (others === 0) break
        }
      }
      const shift = Math.clz32(others & -others)
      const rest = (3 - (shift >> 3)) | 0
      x <<= shift
      index = (Math.imul(index, whole[rest]) + numberOf(x << 8) + seed) | 0
      p = (p + rest) | 0
      c = (x >>> 24) ^ 0x30
      if (c !== 58 && c !== 32 && c !== 10 && c !== 9 && c !== 124) {
        c = 0
        p = start
        x = digitsAt(view, p)
      } else if (p - start > longest) break
    }
    if (c === 0) {
      if (name === 0) break
      x ^= 0x30303030
      if ((x & 0xff) === first) break
      let ends = nameEnds(x)
      let h = seed
      while (ends === 0) {
        x = Math.imul(x, 0xcc9e2d51)
        h ^= Math.imul((x << 15) | (x >>> 17), 0x1b873593)
        h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
        p = (p + 4) | 0
        x = view.getInt32(p, true)
        ends = nameEnds(x)
      }
      const shift = Math.clz32(ends & -ends)
      c = (x << shift) >>> 24
      p = (p + 3 - (shift >> 3)) | 0
      if (p === start) break
      x = Math.imul(x & (0xffffff >>> shift), 0xcc9e2d51)
      h ^= Math.imul((x << 15) | (x >>> 17), 0x1b873593)
      h ^= p - start
      h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
      h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
      index = h ^ (h >>> 16)
    }
    if (c === 58) {
      p = (p + 1) | 0
      x = digitsAt(view, p)
      let negative = 0
      if ((x & 0xff) === 0x1d) {
        negative = 1
        p = (p + 1) | 0
        x = digitsAt(view, p)
      }
      let value = x & 0xff
      c = (x >>> 8) & 0xff
      if (value > 9) {
        // no digit before the point: there must be one after it
        if (value !== 0x1e || c > 9) break
        value = 0
        c = 0x1e
      } else {
        if (c > 9) p = (p + 1) | 0
        else {
          value = (Math.imul(value, 10) + c) | 0
          c = (x >>> 16) & 0xff
          if (c > 9) p = (p + 2) | 0
          else {
            value = (Math.imul(value, 10) + c) | 0
            c = x >>> 24
            if (c > 9) p = (p + 3) | 0
            else {
              value = (Math.imul(value, 10) + c) | 0
              p = (p + 4) | 0
              x = digitsAt(view, p)
              const others = noDigits(x)
              if (others === 0) break
              const shift = Math.clz32(others & -others)
              const rest = (3 - (shift >> 3)) | 0
              x <<= shift
              value = (Math.imul(value, whole[rest]) + numberOf(x << 8)) | 0
              p = (p + rest) | 0
              c = x >>> 24
            }
          }
        }
      }
      if (c === 0x1e) {
        p = (p + 1) | 0
        const point = p
        x = digitsAt(view, p)
        let others = noDigits(x)
        if (others === 0) {
          value = value * 10000 + numberOf(x)
          p = (p + 4) | 0
          x = digitsAt(view, p)
          others = noDigits(x)
          if (others === 0) {
            value = value * 10000 + numberOf(x)
            p = (p + 4) | 0
            x = digitsAt(view, p)
            others = noDigits(x)
            if (others === 0) {
              value = value * 10000 + numberOf(x)
              p = (p + 4) | 0
              x = digitsAt(view, p)
              others = noDigits(x)
              if (others === 0) {
                value = value * 10000 + numberOf(x)
                p = (p + 4) | 0
                x = digitsAt(view, p)
                others = noDigits(x)
                if (others === 0) break
              }
            }
          }
        }
        const shift = Math.clz32(others & -others)
        const rest = (3 - (shift >> 3)) | 0
        x <<= shift
        p = (p + rest) | 0
        value = value * powers[rest] + numberOf(x << 8)
        c = x >>> 24
        const digits = (p - point) | 0
        if (digits > 8 && value >= 9007199254740992) break
        value /= powers[digits]
      }
      c ^= 0x30
      if (c !== 32 && c !== 10 && c !== 9 && (c !== 124 || alone === 0)) break
      values[n] = negative !== 0 ? -value : value
      indices[n] = index
      if (value !== 0) n = (n + 1) | 0
    } else if (alone !== 0 && (c === 32 || c === 10 || c === 124 || c === 9)) {
      values[n] = 1
      indices[n] = index
      n = (n + 1) | 0
    } else break
    taken = p
    if (c !== 32 && c !== 9) break
    p = (p + 1) | 0
    taken = p
  }
  pairs.n = n
  return taken
}
