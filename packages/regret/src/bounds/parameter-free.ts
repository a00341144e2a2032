import type { ParameterFreeRule } from '@ol/spec'
import {
  numericParameter,
  PerColumn,
  type RunSettings,
  slack,
  sumOver,
  type Theorem,
  type Theorems,
  type Watch,
} from './theorem.js'

/**
 * ScInOL1, Kempka et al. 2019, Theorem 3.1, per feature: 2 |u| S ln(1 + 2 |u| S T / eps) + eps (1 + ln T),
 * S = sqrt(sum g^2 + max x^2).
 */
export function scinolBound(u: number, S: number, T: number, epsilon: number): number {
  const far = 2 * Math.abs(u) * S
  return far * Math.log1p((far * T) / epsilon) + epsilon * (1 + Math.log(T))
}

/** KT betting, Orabona and Pal 2016, Corollary 5, per feature: |u| sqrt(n ln(1 + 24 n^2 u^2 / eps^2)) + eps (1 - 1 / (e sqrt(pi n))). */
export function bettingBound(u: number, n: number, epsilon: number): number {
  if (n === 0) return 0
  const far = Math.abs(u) * Math.sqrt(n * Math.log1p(24 * ((n * u) / epsilon) ** 2))
  return far + epsilon * (1 - 1 / (Math.E * Math.sqrt(Math.PI * n)))
}

const scinol1: Theorem = {
  paper:
    'Kempka, Kotlowski, Warmuth: Adaptive Scale-Invariant Online Algorithms for Learning Linear Models (2019), Theorem 3.1',
  formula: 'sum_i 2 |u_i| S_i ln(1 + 2 |u_i| S_i T / eps) + eps (1 + ln T), S_i = sqrt(Q_i + m_i^2)',
  measure: 'regret',
  watch(run: RunSettings): Watch {
    const squares = new PerColumn()
    const maxima = new PerColumn()
    let steepest = 0
    return {
      see({ columns, values, from, to, derivative }) {
        for (let k = from; k < to; k++) {
          squares.add(columns[k], (derivative * values[k]) ** 2)
          maxima.raise(columns[k], Math.abs(values[k]))
        }
        steepest = Math.max(steepest, Math.abs(derivative))
      },
      bound: ({ u, scores }) =>
        sumOver(u.length, (i) =>
          scinolBound(
            u[i],
            Math.sqrt(squares.get(i) + maxima.get(i) ** 2),
            scores.length,
            numericParameter(run, 'epsilon'),
          ),
        ),
      unmet: () => (steepest > slack ? [`a derivative of the loss is ${steepest}, more than 1`] : []),
    }
  },
}

const kt: Theorem = {
  paper: 'Orabona, Pal: Coin Betting and Parameter-Free Online Learning (2016), Corollary 5',
  formula: 'sum_i |u_i| sqrt(n_i ln(1 + 24 n_i^2 u_i^2 / eps^2)) + eps (1 - 1 / (e sqrt(pi n_i)))',
  measure: 'regret',
  watch(run: RunSettings): Watch {
    const present = new PerColumn()
    let largest = 0
    return {
      see({ columns, values, from, to, derivative }) {
        for (let k = from; k < to; k++) {
          if (values[k] === 0) continue
          present.add(columns[k], 1)
          largest = Math.max(largest, Math.abs(derivative * values[k]))
        }
      },
      bound: ({ u }) =>
        sumOver(u.length, (i) => bettingBound(u[i], present.get(i), numericParameter(run, 'epsilon'))),
      unmet: () => (largest > slack ? [`a gradient is ${largest}, more than 1`] : []),
    }
  },
}

export const parameterFreeTheorems: Theorems<ParameterFreeRule> = {
  scinol1,
  scinol2: { reason: 'the sources of this table do not give the constants of its bound' },
  kt,
  coin: { reason: 'the analysis of its authors is about COCOB, which does not divide by the mean' },
}
