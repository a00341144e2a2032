import { exp } from '@ol/numerics'
import { maximumUnit } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'

/*
 * ScInOL (Kempka, Kotlowski, Warmuth 2019) in units of M = max |x|: state 0 is theta / M, state 1 the root of S2 / M^2;
 * th = theta / sqrt(S2 + M^2); parameter 0 is epsilon.
 */

/** (S2 + M^2) / M^2 */
function spread(T: Lane, k: number, L: number): number {
  return 1 + T[k + L] * T[k + L]
}

const common: Pick<RuleTwin, 'settled' | 'scale' | 'prepare'> = {
  settled: maximumUnit.settled,
  scale(S, s, x, c) {
    const r = maximumUnit.scale(S, s, x, c)
    c.x = r
    return r
  },
  prepare(T, k, L, _r, c) {
    T[k] *= c.ratio
    T[k + L] *= c.ratio
  },
}

function add(T: Lane, k: number, L: number, gr: number): void {
  T[k] -= gr
  T[k + L] = Math.sqrt(T[k + L] * T[k + L] + gr * gr)
}

/** beta after the current example, of relative value r; state 2 is 0 before the first. */
function beta(T: Lane, k: number, L: number, r: number, c: Step, l: number): number {
  const old = T[k + 2 * L] > 0 ? T[k + 2 * L] : c.params[l]
  const most = (c.params[l] * spread(T, k, L)) / (r * r * c.round)
  return most < old ? most : old
}

/** beta sign(th) (e^(|th|/2) - 1) / (2 sqrt(S2 + M^2)), times M */
function exponential(T: Lane, k: number, L: number, b: number): number {
  const root = Math.sqrt(spread(T, k, L))
  const half = (T[k] < 0 ? -T[k] : T[k]) / root / 2
  const grown = half < 1e-5 ? half * (1 + half * 0.5) : exp(half) - 1
  const size = (b * grown) / (2 * root)
  return T[k] < 0 ? -size : size
}

/** ScInOL1: beta = min(beta, epsilon (S2 + M^2) / (x^2 t)); w = beta sign(th) (e^(|th|/2) - 1) / (2 sqrt(S2 + M^2)). */
export const scinol1: RuleTwin = {
  ...common,
  // beta falls where there is no gradient too
  eager: true,
  read: (T, k, L, c, l) => exponential(T, k, L, beta(T, k, L, c.x, c, l)),
  write(T, k, L, r, c, l) {
    T[k + 2 * L] = beta(T, k, L, r, c, l)
    add(T, k, L, c.g * r)
  },
  weight(T, k, L, S, s, c, l) {
    const b = T[k + 2 * L] > 0 ? T[k + 2 * L] : c.params[l]
    const scale = Math.abs(S[s])
    return scale > 0 ? exponential(T, k, L, b) / scale : 0
  },
}

/** sign(th) min(|th|, 1) / (2 sqrt(S2 + M^2)), times M: the share of eta that is bet */
function share(T: Lane, k: number, L: number): number {
  const root = Math.sqrt(spread(T, k, L))
  const th = T[k] / root
  return (th > 1 ? 1 : th < -1 ? -1 : th) / (2 * root)
}

/** ScInOL2: w = eta sign(th) min(|th|, 1) / (2 sqrt(S2 + M^2)); eta -= g w. State 2 is eta - epsilon. */
export const scinol2: RuleTwin = {
  ...common,
  read: (T, k, L, c, l) => (c.params[l] + T[k + 2 * L]) * share(T, k, L),
  // an upper bound of what eta may become per unit of gradient
  gather(T, k, L, r, c, l) {
    const eta = c.params[l] + T[k + 2 * L]
    return (eta < 0 ? -eta : eta) * (1 + (r < 0 ? -r : r))
  },
  fits: (c) => c.a * (1 + (c.g < 0 ? -c.g : c.g)) <= c.limit,
  write(T, k, L, r, c, l) {
    const gr = c.g * r
    T[k + 2 * L] -= gr * ((c.params[l] + T[k + 2 * L]) * share(T, k, L))
    add(T, k, L, gr)
  },
  weight(T, k, L, S, s, c, l) {
    const scale = Math.abs(S[s])
    return scale > 0 ? ((c.params[l] + T[k + 2 * L]) * share(T, k, L)) / scale : 0
  },
}
