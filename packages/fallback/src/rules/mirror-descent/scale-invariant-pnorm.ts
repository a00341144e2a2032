import { log, power } from '@ol/numerics'
import { constantStep, maximumUnit } from '../parts.js'
import { faded, keepSum, link, linked, moveTo, sumPowers } from '../pnorm.js'
import type { RuleTwin, Step } from '../rule.js'

const e = 2.718281828459045

// rule scalars: the most features of an example, p; lane scalar 2: the sum over examples in beta
const exponent = (c: Step): number => c.scalars[c.own + 1]
const gradients = (c: Step, l: number): number => c.laneOwn + 2 * c.lanes + l

/** From the sum or the single weight that `link` made. Parameters: eta, L, formula. */
function scored(z: number, c: Step, l: number): number {
  const p = exponent(c)
  const L = c.params[c.lanes + l]
  const w = linked(z, c, l, p) / Math.sqrt(e * L * L * (p - 1) + c.scalars[gradients(c, l)])
  return c.params[2 * c.lanes + l] === 0 ? w : w / (p - 1)
}

/**
 * The scale invariant p-norm algorithm (Orabona, Crammer, Cesa-Bianchi 2013, Eq. 12) with theta / b kept in place of
 * theta: theta/b -= eta g r, r = x / b;
 * w b = sign(theta) (sum (|theta|/b)^p)^(2/p-1) (|theta|/b)^(p-1) / beta;
 * beta^2 = e L^2 (p - 1) + sum (p - 1) g^2 (sum |r|^p)^(2/p);  p = max(2, 2 ln m), m the most features of an example.
 */
export const scaleInvariantPnorm: RuleTwin = {
  settled: maximumUnit.settled,
  scale: maximumUnit.scale,
  stepSize: constantStep,
  begin(table, c) {
    const { scalars, own } = c
    if (c.nonzero > scalars[own]) scalars[own] = c.nonzero
    const twice = scalars[own] > 0 ? 2 * log(scalars[own]) : 0
    const p = twice > 2 ? twice : 2
    if (p === scalars[own + 1]) return
    scalars[own + 1] = p
    for (let l = 0; l < c.lanes; l++) if (scalars[c.laneOwn + l] > 0) sumPowers(table, c, l, p)
  },
  prepare(T, k, _L, _r, c, l) {
    if (T[k] !== 0) moveTo(T, k, T[k] * c.ratio, c, l, exponent(c))
  },
  read: (T, k, _L, c, l) => link(T, k, c, l, exponent(c)),
  size: (r, c) => power(r < 0 ? -r : r, exponent(c)),
  reduce(table, c) {
    for (let l = 0; l < c.lanes; l++) if (faded(c, l)) sumPowers(table, c, l, exponent(c))
  },
  score: scored,
  decide(c, l) {
    const p = exponent(c)
    c.scalars[gradients(c, l)] += (p - 1) * c.g * c.g * power(c.squares, 2 / p)
  },
  write(T, k, _L, r, c, l) {
    moveTo(T, k, T[k] - c.params[l] * c.g * r, c, l, exponent(c))
  },
  finish(table, c, l) {
    keepSum(table, c, l, exponent(c))
  },
  weight(T, k, _L, S, s, c, l) {
    const scale = Math.abs(S[s])
    return scale > 0 ? scored(link(T, k, c, l, exponent(c)), c, l) / scale : 0
  },
}
