import { lossTwins } from '@ol/numerics'
import type { LossId } from '@ol/spec'
import { pNorm } from '../bounds/theorem.js'
import { diagonal, matrix, pnorms, withL1 } from './norms.js'
import { dot, type LabelledRound, type OpenRule } from './open-mirror-descent.js'

/*
 * The rules of Orabona, Crammer, Cesa-Bianchi (2013) as in their paper: f, and z. They are the examples of the open
 * engine, and agree with the fast rules of the same names.
 */

const scaled = (x: Float64Array, by: number): Float64Array => x.map((v) => by * v)
const ones = (size: number): Float64Array => new Float64Array(size).fill(1)

/** z = -eta times the gradient of a loss. */
const descent =
  (loss: LossId, eta = 1) =>
  ({ x, y, score }: LabelledRound): Float64Array =>
    scaled(x, -eta * lossTwins[loss].derivative(score, y, 0))

const onMistake = ({ x, y, score }: LabelledRound): Float64Array => scaled(x, y * score <= 0 ? y : 0)
const onMarginError = ({ x, y, score }: LabelledRound): Float64Array => scaled(x, y * score < 1 ? y : 0)

/** Section 6.1: f = 1/2 ||.||^2. */
export function perceptron(size: number): OpenRule {
  return { ...diagonal(() => ones(size)), z: onMistake }
}

/** Section 6.1: f = 1/2 ||.||_p^2, 1 < p <= 2. */
export function pnormPerceptron(size: number, p: number): OpenRule {
  return {
    ...pnorms(
      () => p / (p - 1),
      () => 1,
      () => ones(size),
    ),
    z: onMistake,
  }
}

/** PA-I: z = y x min(C, (1 - y score) / ||x||^2). */
export function pa1(size: number, C: number): OpenRule {
  return {
    ...diagonal(() => ones(size)),
    z({ x, y, score }) {
      const loss = 1 - y * score
      const square = dot(x, x)
      return scaled(x, loss > 0 && square > 0 ? y * Math.min(C, loss / square) : 0)
    },
  }
}

/** The improved passive-aggressive step of section 6.1, in the Euclidean norm. */
export function pax(size: number): OpenRule {
  let largest = 0
  return {
    ...diagonal(() => ones(size)),
    see({ x }) {
      largest = Math.max(largest, dot(x, x))
    },
    z({ x, y, score }) {
      const square = dot(x, x)
      if (!(y * score < 1) || square === 0) return scaled(x, 0)
      return scaled(x, y * Math.max(0, Math.min(1, (largest - y * score) / square)))
    },
  }
}

/** Sections 6.2 and 6.3 with the diagonal of A: A includes x_t, and keeps it if z is not 0. */
function secondOrderDiagonal(size: number, r: number, z: (round: LabelledRound) => Float64Array): OpenRule {
  const kept = ones(size)
  let now = ones(size)
  return {
    ...diagonal(() => now),
    see({ x }) {
      now = kept.map((a, i) => a + (x[i] * x[i]) / r)
    },
    z(round) {
      const step = z(round)
      if (step.some((v) => v !== 0)) kept.set(now)
      return step
    },
  }
}

/** The same with the full matrix A. */
function secondOrderFull(size: number, r: number, z: (round: LabelledRound) => Float64Array): OpenRule {
  const kept = new Float64Array(size * size)
  for (let i = 0; i < size; i++) kept[i * size + i] = 1
  let now = kept.slice()
  return {
    ...matrix(() => now),
    see({ x }) {
      now = kept.map((a, k) => a + (x[Math.floor(k / size)] * x[k % size]) / r)
    },
    z(round) {
      const step = z(round)
      if (step.some((v) => v !== 0)) kept.set(now)
      return step
    },
  }
}

export const sop = (size: number, r: number): OpenRule => secondOrderDiagonal(size, r, onMistake)
export const arowOmd = (size: number, r: number): OpenRule => secondOrderDiagonal(size, r, onMarginError)
export const sopFull = (size: number, r: number): OpenRule => secondOrderFull(size, r, onMistake)
export const arowOmdFull = (size: number, r: number): OpenRule => secondOrderFull(size, r, onMarginError)

/** Section 4: f_t = 1/2 <u, A_t u>, A_t = a I + sum of x x^T with x_t, z = y x. */
export function vaw(size: number, a: number): OpenRule {
  const A = new Float64Array(size * size)
  for (let i = 0; i < size; i++) A[i * size + i] = a
  return {
    ...matrix(() => A),
    see({ x }) {
      for (let k = 0; k < A.length; k++) A[k] += x[Math.floor(k / size)] * x[k % size]
    },
    z: ({ x, y }) => scaled(x, y),
  }
}

/** Section 4: f_t = X_t^2 / (2 (q - 1)) ||.||_q^2, X_t the largest ||x||_p, z = (y - score) x. */
export function pnormLms(size: number, p: number): OpenRule {
  let largest = 0
  return {
    ...pnorms(
      () => p,
      () => largest * largest * (p - 1),
      () => ones(size),
    ),
    see({ x }) {
      largest = Math.max(largest, pNorm(x, p))
    },
    z: ({ x, y, score }) => scaled(x, y - score),
  }
}

/** Corollary 1: f_t = sqrt(t)/2 ||.||^2 + eta t l1 ||.||_1, z = -eta l'. */
export function omdL1(loss: LossId, eta: number, l1: number): OpenRule {
  return { ...withL1(Math.sqrt, (t) => eta * t * l1), z: descent(loss, eta) }
}

/** Eq. 8: f_t = beta_(t-1)/2 ||.||^2 + (t - 1) l1 ||.||_1, beta_t = gamma sqrt(t), z = -l'. */
export function rda(loss: LossId, gamma: number, l1: number): OpenRule {
  // any beta_0 > 0: the weights of the first round are 0
  return {
    ...withL1(
      (t) => gamma * Math.sqrt(Math.max(1, t - 1)),
      (t) => (t - 1) * l1,
    ),
    z: descent(loss),
  }
}

/** Eq. 7: f_t = t l2/2 ||.||^2, z = -l'. */
export function omdStronglyConvex(loss: LossId, l2: number): OpenRule {
  return {
    ...withL1(
      (t) => t * l2,
      () => 0,
    ),
    z: descent(loss),
  }
}

/** Eq. 12: f_t = beta_t/2 (sum (|u_i| b_ti)^q)^(2/q), z = -eta l'. */
export function scaleInvariantPnorm(loss: LossId, size: number, eta: number, L: number): OpenRule {
  const b = new Float64Array(size)
  let [most, p, gradients, pending] = [0, 2, 0, 0]
  return {
    ...pnorms(
      () => p,
      () => Math.sqrt(Math.E * L * L * (p - 1) + gradients),
      () => b,
    ),
    see({ x }) {
      // gradients of a round count from the next round on
      gradients += pending
      x.forEach((v, i) => {
        b[i] = Math.max(b[i], Math.abs(v))
      })
      most = Math.max(most, x.filter((v) => v !== 0).length)
      p = Math.max(2, 2 * Math.log(most))
    },
    z(round) {
      const g = lossTwins[loss].derivative(round.score, round.y, 0)
      const relative = round.x.map((v, i) => (v === 0 ? 0 : (g * v) / b[i]))
      pending = (p - 1) * pNorm(relative, p) ** 2
      return scaled(round.x, -eta * g)
    },
  }
}

/** Eq. 13: f_t = sqrt(d)/2 sum (u_i b_ti)^2 sqrt(L^2 + sum over the rounds before of (l'_i / b_i)^2), z = -eta l'. */
export function scaleInvariantAdagrad(loss: LossId, size: number, eta: number, L: number): OpenRule {
  const b = new Float64Array(size)
  const squares = new Float64Array(size)
  let pending = new Float64Array(size)
  return {
    ...diagonal(() => b.map((s, i) => s * s * Math.sqrt(size) * Math.sqrt(L * L + squares[i]))),
    see({ x }) {
      x.forEach((v, i) => {
        squares[i] += pending[i]
        b[i] = Math.max(b[i], Math.abs(v))
      })
    },
    z({ x, y, score }) {
      const g = lossTwins[loss].derivative(score, y, 0)
      pending = x.map((v, i) => (v === 0 ? 0 : ((g * v) / b[i]) ** 2))
      return scaled(x, -eta * g)
    },
  }
}
