import type { Table } from '@ol/spec'
import { confidentStep } from '../margin/cw.js'
import { onMarginError, onMistake } from '../margin/margin.js'
import { ownUnit, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'
import { learnFrom, reach, spread } from './factor.js'

/** The update of a rule that keeps weights with a covariance P for an example: state 0 is the weight, V = x^T P x. */
interface Variant {
  /** variance of every weight at the start */
  prior(c: Step, l: number): number
  /** the score from m = <w, x> and V; absent: m */
  score?(m: number, V: number, c: Step, l: number): number
  /** sets c.u, 0 where nothing is learned, and c.v > 0, the noise r of P^-1 += x x^T / r; c.a is V */
  decide(c: Step, l: number): void
  /** w += coefficient P x, P as it was before */
  coefficient(m: number, c: Step, l: number): number
}

function covarianceRule(variant: Variant): RuleTwin {
  const { prior, score, decide, coefficient } = variant
  return {
    ...ownUnit,
    ...plainWeight,
    eager: true,
    reduce(table, c) {
      reach(table, c)
      for (let l = 0; l < c.lanes; l++) c.sums[l] = spread(table, c, l, prior(c, l))
    },
    ...(score === undefined ? {} : { score: (z: number, c: Step, l: number) => score(z, c.sums[l], c, l) }),
    fits(c, l) {
      decide(c, l)
      return c.a <= 1e300 && c.u - c.u === 0
    },
    decide,
    sweep(table: Table, c: Step, l: number) {
      const { lane: T } = table
      const { laneStride } = table.layout
      let m = 0
      for (let i = 0; i < c.count; i++)
        if (c.values[i] !== 0) m += T[c.rows[i] * laneStride + l] * c.values[i]
      spread(table, c, l, prior(c, l))
      const b = learnFrom(table, c, l, prior(c, l), c.v)
      const step = coefficient(m, c, l)
      for (let j = 0; j < c.scalars[c.own]; j++) T[j * laneStride + l] += step * b[j]
    },
    write() {},
  }
}

const identity = (): number => 1

/** theta += y x where `decide` says so; w = (A + x x^T / r)^-1 theta; parameter 0 is r. */
function secondOrder(learns: (c: Step) => void): RuleTwin {
  return covarianceRule({
    prior: identity,
    score: (m, V, c, l) => (m * c.params[l]) / (c.params[l] + V),
    decide(c, l) {
      learns(c)
      c.v = c.params[l] / c.h
    },
    coefficient: (m, c, l) => (c.y * c.params[l] - m) / (c.v + c.a),
  })
}

/** Second-order Perceptron (Orabona, Crammer, Cesa-Bianchi 2013, section 6.2). */
export const sopFull: RuleTwin = secondOrder(onMistake)

/** AROW as online mirror descent (the same, Eq. 21). */
export const arowOmdFull: RuleTwin = secondOrder(onMarginError)

/** AROW (Crammer, Kulesza, Dredze 2009, Figure 1); parameter 0 is r. */
export const arowFull: RuleTwin = covarianceRule({
  prior: identity,
  decide(c, l) {
    onMarginError(c)
    c.v = c.params[l] / c.h
  },
  coefficient: (_m, c) => (c.y - c.z) / (c.v + c.a),
})

/** CW, variance form (Dredze, Crammer, Pereira 2008); parameters: phi, a. */
export const cwFull: RuleTwin = covarianceRule({
  prior: (c, l) => c.params[c.lanes + l],
  decide(c, l) {
    c.u = confidentStep(c.y * c.z, c.a, c.params[l])
    c.v = 0.5 / (c.u * c.params[l])
  },
  coefficient: (_m, c) => c.u * c.y,
})

/** VAW (Orabona, Crammer, Cesa-Bianchi 2013, section 4): ridge regression that counts x_t already; parameter 0 is a. */
export const vaw: RuleTwin = covarianceRule({
  prior: (c, l) => 1 / c.params[l],
  score: (m, V) => m / (1 + V),
  decide(c) {
    c.v = 1 / c.h
  },
  coefficient: (m, c) => (c.y - c.initial - m) / (c.v + c.a),
})

/** ONS (Hazan, Agarwal, Kale 2007): A += g g^T, w -= A^-1 g / gamma; parameters: gamma, epsilon. */
export const ons: RuleTwin = covarianceRule({
  prior: (c, l) => 1 / c.params[c.lanes + l],
  decide(c) {
    const square = c.g * c.g
    // a gradient whose square underflows changes nothing
    c.u = square > 1e-290 ? 1 : 0
    c.v = 1 / square
  },
  coefficient: (_m, c, l) => -1 / (c.g * (c.v + c.a) * c.params[l]),
})
