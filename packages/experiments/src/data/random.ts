import { log } from '@ol/numerics'

/** Uniform in [0, 1), the same on every machine: xoshiro128** seeded by splitmix32 (Blackman, Vigna 2018). */
export class Random {
  readonly #s = new Uint32Array(4)
  #spare: number | undefined

  constructor(seed: number) {
    let a = seed >>> 0
    for (let i = 0; i < 4; i++) {
      a = (a + 0x9e3779b9) >>> 0
      let z = a
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
      this.#s[i] = (z ^ (z >>> 15)) >>> 0
    }
  }

  /** a whole number in [0, 2^32) */
  word(): number {
    const s = this.#s
    const product = Math.imul(s[1], 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    const t = s[1] << 9
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = (s[3] << 11) | (s[3] >>> 21)
    return result
  }

  uniform(): number {
    return this.word() / 2 ** 32
  }

  /** -1 or 1 */
  sign(): number {
    return this.word() < 2 ** 31 ? -1 : 1
  }

  /** a whole number in [0, n), n <= 2^32 */
  below(n: number): number {
    return Math.floor(this.uniform() * n)
  }

  /** standard normal, by Marsaglia's polar method */
  normal(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare
      this.#spare = undefined
      return spare
    }
    for (;;) {
      const u = 2 * this.uniform() - 1
      const v = 2 * this.uniform() - 1
      const s = u * u + v * v
      if (s >= 1 || s === 0) continue
      const factor = Math.sqrt((-2 * log(s)) / s)
      this.#spare = v * factor
      return u * factor
    }
  }

  /** the numbers 0 .. n - 1 in random order */
  permutation(n: number): Uint32Array {
    const order = Uint32Array.from({ length: n }, (_, i) => i)
    for (let i = n - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const moved = order[i]
      order[i] = order[j]
      order[j] = moved
    }
    return order
  }
}
