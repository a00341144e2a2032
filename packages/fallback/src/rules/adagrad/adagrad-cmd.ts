import { boxed, log1p, saturation } from '@ol/numerics'
import { absence, lastPresent, param, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'

/** Returns the weight w of lane l after k rounds without a gradient, h = delta + the norm of those before. */
function rested(w: number, norm: number, k: number, c: Step, l: number): number {
  const eta = param(c, 0, l)
  const h = param(c, 1, l) + norm
  const l1 = param(c, 2, l)
  const l2 = param(c, 3, l)
  if (w === 0 || (l1 === 0 && l2 === 0) || !(k > 0)) return w
  let size = w < 0 ? -w : w
  if (l2 > 0) {
    // size <- (size h - eta l1) / (h + eta l2), k times: a geometric series
    const s = saturation(k * log1p((eta * l2) / h))
    size = size - size * s - l1 * (s / l2)
  } else size -= (k * eta * l1) / h
  return size > 0 ? (w < 0 ? -size : size) : 0
}

/**
 * AdaGrad, diagonal, composite mirror descent (Duchi, Hazan, Singer 2010, Eq. 6, Algorithm 1): with the regularizer
 * l1 |w|_1 + (l2/2) |w|_2^2 on the box [lower, upper] and h = delta + sqrt(sum g^2),
 * w <- the minimum over the box of eta g w + eta (l1 |w| + (l2/2) w^2) + (h/2) (w - w_old)^2.
 * The rounds in which a feature is absent have a closed form, taken when it is next present: exactly lazy.
 */
export const adagradCmd: RuleTwin = {
  ...plainWeight,
  ...lastPresent,
  eager: true,
  prepare(T, k, L, _r, c, l) {
    T[k] = rested(T[k], T[k + L], c.missed, c, l)
  },
  decide(c, l) {
    if (c.g === 0 && param(c, 2, l) === 0 && param(c, 3, l) === 0) c.u = 0
  },
  write(T, k, L, r, c, l) {
    const eta = param(c, 0, l)
    const g = c.g * r
    const norm = Math.sqrt(T[k + L] * T[k + L] + g * g)
    const h = param(c, 1, l) + norm
    T[k + L] = norm
    if (!(h > 0)) return
    const v = eta * g - h * T[k]
    const size = (v < 0 ? -v : v) - eta * param(c, 2, l)
    const w = size > 0 ? size / (h + eta * param(c, 3, l)) : 0
    T[k] = boxed(v > 0 ? -w : w, param(c, 4, l), param(c, 5, l))
  },
  weight: (T, k, L, S, s, c, l) => rested(T[k], T[k + L], absence(S, s, c), c, l),
}
