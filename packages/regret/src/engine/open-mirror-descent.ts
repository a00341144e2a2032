import { checkShape, invalid } from '@ol/spec'

/** The quantities known in round t before its label. */
export interface OpenRound {
  /** 1 for the first */
  readonly t: number
  readonly x: Float64Array
}

/** The quantities known in round t with its label. */
export interface LabelledRound extends OpenRound {
  readonly y: number
  /** <w_t, x_t> */
  readonly score: number
}

/**
 * A rule of online mirror descent over dense vectors: w_t is the gradient of the conjugate of f_t at theta_t, and
 * theta_(t+1) = theta_t + z_t (Orabona, Crammer, Cesa-Bianchi 2013, Algorithm 1). f_t may depend on x_t and on all
 * earlier rounds, but not on y_t. A rule with a state keeps it in a closure.
 */
export interface OpenRule {
  /** Advances the state to round t; absent: f does not depend on x. */
  see?(round: OpenRound): void
  /** f_t(u), convex, for the round passed to `see` */
  f(u: Float64Array, t: number): number
  /** The gradient of the conjugate of f_t: the u of the largest <theta, u> - f_t(u). */
  gradient(theta: Float64Array, t: number): Float64Array
  /** z_t */
  z(round: LabelledRound): Float64Array
  /** ||z||_(t,*)^2 / beta_t, f_t being beta_t-strongly convex; absent: the bound has the Bregman divergence instead */
  square?(z: Float64Array, t: number): number
}

/** Lemma 1 as numbers. */
export interface OpenBound {
  /** sum over the rounds of <z_t, u - w_t> */
  readonly measured: number
  /** f_T(u) + sum of ||z_t||^2 / (2 beta_t) + conjugates f*_t(theta_t) - f*_(t-1)(theta_t) */
  readonly bound: number
  /** the same with the divergence of f*_t from theta_t to theta_(t+1) in place of ||z_t||^2 / (2 beta_t): never larger */
  readonly tight: number
}

/** Runs a custom rule, and evaluates its bound meanwhile. For research: every round costs O(dimension) or more. */
export class OpenMirrorDescent {
  readonly #rule: OpenRule
  readonly #theta: Float64Array
  #t = 0
  #conjugate = 0
  #gained = 0
  #squares = 0
  #divergences = 0
  #changes = 0

  /** Throws OL_PARAMETER if the dimension is not a whole number from 1 to 1e7, or the rule lacks a function. */
  constructor(dimension: number, rule: OpenRule) {
    if (!(Number.isInteger(dimension) && dimension >= 1 && dimension <= 1e7))
      throw invalid('OL_PARAMETER', 'dimension', 'a whole number >= 1 and <= 10000000', dimension)
    checkShape('the rule', rule, { f: 'function', gradient: 'function', z: 'function' })
    this.#rule = rule
    this.#theta = new Float64Array(dimension)
  }

  /** The rounds so far. */
  get rounds(): number {
    return this.#t
  }

  /** theta of the next round: a copy. */
  get theta(): Float64Array {
    return this.#theta.slice()
  }

  /** Returns <w_t, x_t>, and learns from y_t. Throws OL_BATCH for an x of another length. */
  learn(x: Float64Array, y: number): number {
    const theta = this.#theta
    if (x.length !== theta.length)
      throw invalid('OL_BATCH', 'an example', `${theta.length} numbers`, x.length)
    const rule = this.#rule
    const t = ++this.#t
    rule.see?.({ t, x })
    const w = rule.gradient(theta, t)
    const conjugate = dot(theta, w) - rule.f(w, t)
    this.#changes += conjugate - this.#conjugate
    const score = dot(w, x)
    const z = rule.z({ t, x, y, score })
    this.#gained += dot(z, w)
    for (let i = 0; i < theta.length; i++) theta[i] += z[i]
    const after = rule.gradient(theta, t)
    this.#conjugate = dot(theta, after) - rule.f(after, t)
    const divergence = this.#conjugate - conjugate - dot(w, z)
    this.#divergences += divergence
    this.#squares += rule.square === undefined ? divergence : rule.square(z, t) / 2
    return score
  }

  /** Returns both sides of Lemma 1 for some weights. */
  bound(u: Float64Array): OpenBound {
    const fixed = this.#t === 0 ? 0 : this.#rule.f(u, this.#t)
    return {
      measured: dot(this.#theta, u) - this.#gained,
      bound: fixed + this.#squares + this.#changes,
      tight: fixed + this.#divergences + this.#changes,
    }
  }
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
