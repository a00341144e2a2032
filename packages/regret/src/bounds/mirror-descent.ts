import type { MirrorDescentRule } from '@ol/spec'
import { ftrlTheorem } from './proximal.js'
import {
  numericParameter,
  PerColumn,
  pNorm,
  pNormOf,
  type RunSettings,
  type Seen,
  slack,
  sumOver,
  type Theorem,
  type Theorems,
  type Watch,
} from './theorem.js'

const paper = 'Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013)'

/** Eq. 6: sqrt(T) (||u||_2^2 / (2 eta) + eta max |g|_2^2), of loss plus regularizer. */
export function compositeBound(T: number, eta: number, u: Float64Array, maxGradient: number): number {
  return Math.sqrt(T) * (pNorm(u) ** 2 / (2 * eta) + eta * maxGradient ** 2)
}

/** Eq. 7: max |g|_2^2 (1 + ln T) / (2 beta), of loss plus a beta-strongly convex regularizer. */
export function stronglyConvexBound(T: number, beta: number, maxGradient: number): number {
  return T === 0 ? 0 : (maxGradient ** 2 * (1 + Math.log(T))) / (2 * beta)
}

/** Xiao 2010, Corollary 2, h = 1/2 ||.||_2^2: sqrt(T) (gamma ||u||_2^2 / 2 + max |g|_2^2 / gamma), with the regularizer. */
export function dualAveragingRateBound(
  T: number,
  gamma: number,
  u: Float64Array,
  maxGradient: number,
): number {
  return Math.sqrt(T) * ((gamma * pNorm(u) ** 2) / 2 + maxGradient ** 2 / gamma)
}

/** Theorem 1, first part, in its tighter form: beta_(T+1) ((sum_i |u_i| b_i)^2 / (2 eta) + eta). */
export function scaleInvariantPNormBound(beta: number, eta: number, relative: number): number {
  return beta * (relative ** 2 / (2 * eta) + eta)
}

/** Eq. 10: 2 X^2 f(u) + sum (y - <u, x>)^2, f(u) = ||u||_q^2 / (2 (q - 1)), X = max ||x||_p, 1/p + 1/q = 1. */
export function filteringBound(X: number, p: number, u: Float64Array, squares: number): number {
  const q = p / (p - 1)
  return (X ** 2 * pNorm(u, q) ** 2) / (q - 1) + squares
}

/** Largest |g|_2 of an example. */
class GradientWatch {
  largest = 0

  see(example: Seen): void {
    const size = Math.abs(example.derivative) * pNormOf(example)
    if (size > this.largest) this.largest = size
  }
}

function ofGradients(
  theorem: string,
  formula: string,
  bound: (run: RunSettings, u: Float64Array, T: number, largest: number) => number,
): Theorem {
  return {
    paper: theorem,
    formula,
    measure: 'regret',
    watch(run) {
      const watch = new GradientWatch()
      return {
        see: (example) => watch.see(example),
        bound: ({ u, scores }) => bound(run, u, scores.length, watch.largest),
        unmet: () => [],
      }
    },
  }
}

/** Conditions for losses whose derivative must stay within L. */
function lipschitz(derivative: number, L: number): string[] {
  return derivative > L * slack ? [`a derivative of the loss is ${derivative}, more than L = ${L}`] : []
}

const scaleInvariantPNorm: Theorem = {
  paper: `${paper}, Theorem 1`,
  formula: 'beta_(T+1) ((sum_i |u_i| b_i)^2 / (2 eta) + eta)',
  measure: 'regret',
  watch(run): Watch {
    const L = numericParameter(run, 'lipschitz')
    const maxima = new PerColumn()
    let nonzero = 0
    let gradients = 0
    let p = 2
    let steepest = 0
    return {
      see({ columns, values, from, to, derivative, weight }) {
        let present = 0
        for (let k = from; k < to; k++) {
          if (values[k] !== 0) present++
          maxima.raise(columns[k], Math.abs(values[k]))
        }
        if (present > nonzero) nonzero = present
        p = Math.max(2, 2 * Math.log(Math.max(1, nonzero)))
        let sum = 0
        for (let k = from; k < to; k++) {
          const b = maxima.get(columns[k])
          if (b > 0) sum += (Math.abs(derivative * values[k]) / b) ** p
        }
        gradients += (p - 1) * sum ** (2 / p)
        steepest = Math.max(steepest, Math.abs(derivative) / weight)
      },
      bound: ({ u }) =>
        scaleInvariantPNormBound(
          Math.sqrt(Math.E * L * L * (p - 1) + gradients),
          numericParameter(run, 'learningRate'),
          sumOver(u.length, (i) => Math.abs(u[i]) * maxima.get(i)),
        ),
      unmet: () => [
        ...(run.params.formula === 'eq12' ? [] : ['the theorem is about formula eq12']),
        ...lipschitz(steepest, L),
      ],
    }
  },
}

const scaleInvariantAdaGrad: Theorem = {
  paper: `${paper}, Theorem 1, before Eq. 18`,
  formula:
    'sqrt(d) / (2 eta) sum_i (u_i b_i)^2 sqrt(L^2 + q_i) + eta / 2 sum_ti (g_ti / b_ti)^2 / (sqrt(d_t) sqrt(L^2 + q_ti)), q = sum (g / b)^2',
  measure: 'regret',
  watch(run): Watch {
    const L = numericParameter(run, 'lipschitz')
    const eta = numericParameter(run, 'learningRate')
    const given = numericParameter(run, 'dimension')
    const maxima = new PerColumn()
    const relative = new PerColumn()
    let counted = 0
    let steps = 0
    let steepest = 0
    return {
      see({ columns, values, from, to, derivative, weight }) {
        const d = given > 0 ? given : Math.max(1, counted)
        for (let k = from; k < to; k++) {
          maxima.raise(columns[k], Math.abs(values[k]))
          const b = maxima.get(columns[k])
          if (b === 0) continue
          const square = ((derivative * values[k]) / b) ** 2
          const before = relative.get(columns[k])
          steps += square / Math.sqrt(d * (L * L + before))
          if (before === 0 && square > 0) counted++
          relative.set(columns[k], before + square)
        }
        steepest = Math.max(steepest, Math.abs(derivative) / weight)
      },
      bound({ u }) {
        const d = given > 0 ? given : Math.max(1, counted)
        const far = sumOver(u.length, (i) => (u[i] * maxima.get(i)) ** 2 * Math.sqrt(L * L + relative.get(i)))
        return (Math.sqrt(d) * far) / (2 * eta) + (eta * steps) / 2
      },
      unmet: () => lipschitz(steepest, L),
    }
  },
}

const pnormLms: Theorem = {
  paper: `${paper}, section 4, Eq. 10`,
  formula: 'X^2 ||u||_q^2 / (q - 1) + sum_t (y_t - <u, x_t>)^2, X = max_t ||x_t||_p',
  measure: 'filtering',
  losses: ['half-squared'],
  watch(run): Watch {
    const p = numericParameter(run, 'p')
    let X = 0
    return {
      see(example) {
        X = Math.max(X, pNormOf(example, p))
      },
      bound({ u, examples, uScores }) {
        const squares = sumOver(uScores.length, (e) => (examples.labels[e] - uScores[e]) ** 2)
        return filteringBound(X, p, u, squares)
      },
      unmet: () => [],
    }
  },
}

export const mirrorDescentTheorems: Theorems<MirrorDescentRule> = {
  'omd-l1': ofGradients(
    `${paper}, Corollary 1, Eq. 6`,
    'sqrt(T) (||u||_2^2 / (2 eta) + eta max_t |g_t|_2^2) + T l1 ||u||_1',
    (run, u, T, largest) =>
      compositeBound(T, numericParameter(run, 'learningRate'), u, largest) +
      T * numericParameter(run, 'l1') * pNorm(u, 1),
  ),
  rda: ofGradients(
    'Xiao: Dual Averaging Methods for Regularized Stochastic Learning (2010), Corollary 2',
    'sqrt(T) (gamma ||u||_2^2 / 2 + max_t |g_t|_2^2 / gamma) + T l1 ||u||_1',
    (run, u, T, largest) =>
      dualAveragingRateBound(T, numericParameter(run, 'gamma'), u, largest) +
      T * numericParameter(run, 'l1') * pNorm(u, 1),
  ),
  'omd-strongly-convex': ofGradients(
    `${paper}, Corollary 1, Eq. 7`,
    'max_t |g_t|_2^2 (1 + ln T) / (2 l2) + T (l2 / 2) ||u||_2^2',
    (run, u, T, largest) =>
      stronglyConvexBound(T, numericParameter(run, 'l2'), largest) +
      ((T * numericParameter(run, 'l2')) / 2) * pNorm(u) ** 2,
  ),
  'scale-invariant-pnorm': scaleInvariantPNorm,
  'scale-invariant-adagrad': scaleInvariantAdaGrad,
  'pnorm-lms': pnormLms,
  ftrl: ftrlTheorem,
}
