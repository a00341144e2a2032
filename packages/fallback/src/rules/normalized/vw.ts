import { power } from '@ol/numerics'
import type { Table } from '@ol/spec'
import { maximumUnit, param } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'

// Parameters that are the same for all lanes.
const normalized = (c: Step): boolean => c.params[c.lanes] === 0
const adaptive = (c: Step): boolean => c.params[2 * c.lanes] === 0
const before = (c: Step): boolean => c.params[3 * c.lanes] === 1
const powerT = (c: Step): number => c.params[4 * c.lanes]
const initialT = (c: Step): number => c.params[5 * c.lanes]

/** Scalars of a lane. */
const N = 0
const UPDATES = 1
const CONTRACTED = 2
const GRAVITY = 3

const scalarAt = (c: Step, j: number, l: number): number => c.laneOwn + j * c.lanes + l

/** The power of the scale that a weight is rescaled by. */
function exponent(c: Step): number {
  if (!normalized(c)) return 0
  return adaptive(c) ? 2 - 2 * powerT(c) : 2
}

/** The weight per unit of r before the penalties; 0 for a feature that occurred in no example with a loss. */
function plain(T: Lane, k: number, L: number, c: Step): number {
  if (!normalized(c)) return T[k]
  const own = T[k + 2 * L]
  return own > 0 ? T[k] / power(own, exponent(c)) : 0
}

/** The weight w reduced by `by`, times the common factor of all weights. */
function penalized(w: number, by: number, c: Step, l: number): number {
  const size = (w < 0 ? -w : w) - by
  const left = by === 0 ? w : !(size > 0) ? 0 : w < 0 ? -size : size
  return left * (1 - c.scalars[scalarAt(c, CONTRACTED, l)])
}

function within(x: number, limit: number): number {
  return x > limit ? limit : x < -limit ? -limit : x
}

/** The t of Vowpal Wabbit without `adaptive`: it starts at 1 by default, and the rate does not include that 1. */
function decayed(c: Step, l: number): number {
  const start = initialT(c)
  const p = powerT(c)
  const rate = param(c, 0, l)
  const t = c.t + (normalized(c) || start > 0 ? start : 1)
  const own = normalized(c) || start === 0 ? rate : rate * power(start, p)
  return own * power(t, -p)
}

/**
 * The update of Vowpal Wabbit 9.11 (gd.cc), with s the largest |x| of a feature among the examples with a loss, S among
 * all examples, r = x / S, own = s / S and q = 2 - 2p (without `adaptive` 2): v = w S own^q is kept, and the norm of the
 * gradients in units of S:
 * yhat = sum v r / own^q;  then, where there is a loss: norm^2 += g^2 r^2, own = max(own, |r|), N += sum (r / own)^2,
 * v -= eta (t/N)^(1-p) g r / norm^(2p). Penalties follow its reg_mode: they are applied when a weight is read.
 */
export const vw: RuleTwin = {
  settled: maximumUnit.settled,
  scale(S, s, x, c) {
    const r = maximumUnit.scale(S, s, x, c)
    c.x = normalized(c) ? S[s] : 1
    return normalized(c) ? r : x
  },
  prepare(T, k, L, _r, c) {
    if (!(c.ratio > 0)) T[k + L] = within(Math.sqrt(initialT(c)) / c.x, c.limit)
    else if (normalized(c)) {
      T[k] = within(T[k] * power(c.ratio, exponent(c) - 1), c.limit)
      T[k + L] *= c.ratio
    }
    T[k + 2 * L] = before(c) ? 1 : T[k + 2 * L] * c.ratio
  },
  read: (T, k, L, c, l) => penalized(plain(T, k, L, c), c.scalars[scalarAt(c, GRAVITY, l)] * c.x, c, l),
  gather(T, k, L, r) {
    const own = T[k + 2 * L]
    const size = r < 0 ? -r : r
    const unit = r / (size > own ? size : own)
    return unit * unit
  },
  // in float32, as Vowpal Wabbit computes, the loss is then 0
  faint: (c) => (before(c) ? 0 : 2 ** -24),
  multiplier(c, l) {
    if (!normalized(c)) return 1
    if (c.g !== 0) {
      c.scalars[scalarAt(c, N, l)] += c.h * c.a
      c.scalars[scalarAt(c, UPDATES, l)] += c.h
    }
    const start = initialT(c)
    const norm = c.scalars[scalarAt(c, N, l)] + start
    const t = (before(c) ? c.t : c.scalars[scalarAt(c, UPDATES, l)]) + start
    if (!(norm > 0)) return 0
    if (!adaptive(c)) return t / norm
    return powerT(c) === 0.5 ? Math.sqrt(t / norm) : power(t / norm, 1 - powerT(c))
  },
  stepSize: (c, l) => (adaptive(c) ? param(c, 0, l) : decayed(c, l)),
  accumulate(T, k, L, r, g, c) {
    const size = r < 0 ? -r : r
    if (g !== 0 && normalized(c) && size > T[k + 2 * L]) T[k + 2 * L] = size
    if (!adaptive(c)) return 1
    const old = T[k + L]
    const gr = g * r
    const norm = Math.sqrt(old * old + c.h * (gr * gr))
    T[k + L] = norm
    if (!(norm > 0)) return 0
    return powerT(c) === 0.5 ? 1 / norm : power(norm, -2 * powerT(c))
  },
  slope: (T, k, L, r, c) => r / power(T[k + 2 * L], exponent(c)),
  regularize(u, g, c, l) {
    const [l1, l2] = [param(c, 6, l), param(c, 7, l)]
    if ((l1 === 0 && l2 === 0) || (u < 0 ? -u : u) <= 1e-8) return u
    const step = (g < 0 ? -g : g) > 1e-8 ? -u / g : 0
    const factor = 1 - l2 * step
    const at = scalarAt(c, CONTRACTED, l)
    // a step that would reverse the sign of all weights removes nearly all of each
    const contraction = (1 - c.scalars[at]) * (factor > 1e-9 ? factor : 1e-9)
    c.scalars[at] = 1 - contraction
    c.scalars[scalarAt(c, GRAVITY, l)] += step * l1
    return u / contraction
  },
  finish: apply,
  weight(T, k, L, S, s, c, l) {
    c.x = normalized(c) ? S[s] : 1
    return c.x > 0 ? penalized(plain(T, k, L, c), c.scalars[scalarAt(c, GRAVITY, l)] * c.x, c, l) / c.x : 0
  },
}

/** Applies the penalties to the complete table once the sums of pending penalties become too large. */
function apply(table: Table, c: Step, l: number): void {
  const gravity = c.scalars[scalarAt(c, GRAVITY, l)]
  if (c.scalars[scalarAt(c, CONTRACTED, l)] <= 1 - 1e-9 && gravity <= 1e3) return
  const { lane: T, shared: S, rows } = table
  const { laneStride, laneStep: L, sharedStart, sharedStride } = table.layout
  for (let row = 0; row < rows; row++) {
    const k = row * laneStride + l
    const unit = normalized(c) ? S[sharedStart + row * sharedStride] : 1
    const own = normalized(c) ? power(T[k + 2 * L], exponent(c)) : 1
    T[k] = penalized(plain(T, k, L, c), gravity * unit, c, l) * own
  }
  c.scalars[scalarAt(c, CONTRACTED, l)] = 0
  c.scalars[scalarAt(c, GRAVITY, l)] = 0
}
