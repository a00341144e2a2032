import { AdaptedWatch } from './adapted-watch.js'
import {
  numericParameter,
  PerColumn,
  type RunSettings,
  sumOver,
  type Theorem,
  type Watch,
} from './theorem.js'

/**
 * FTRL-Proximal, McMahan 2017, Theorem 2, per feature: (beta / alpha + l2) u^2 / 2 + l1 |u| + max_t (u - w_t)^2 sqrt(n) / (2 alpha)
 * + 1/2 sum_t g_t^2 / ((beta + sqrt(n_t)) / alpha + l2), n the sum of g^2. `steps`: that last sum; `distance`: max_t |u - w_t|.
 */
export function proximalBound(
  u: number,
  { alpha, beta, l1, l2 }: { alpha: number; beta: number; l1: number; l2: number },
  observed: { readonly distance: number; readonly norm: number; readonly steps: number },
): number {
  return (
    ((beta / alpha + l2) * u * u) / 2 +
    l1 * Math.abs(u) +
    (observed.distance ** 2 * observed.norm) / (2 * alpha) +
    observed.steps / 2
  )
}

export const ftrlTheorem: Theorem = {
  paper: 'McMahan: A Survey of Algorithms and Analysis for Adaptive Online Learning (2017), Theorem 2',
  formula:
    'sum_i (beta / alpha + l2) u_i^2 / 2 + l1 |u_i| + max_t (u_i - w_ti)^2 sqrt(Q_i) / (2 alpha) + 1/2 sum_t g_ti^2 / ((beta + sqrt(Q_ti)) / alpha + l2)',
  measure: 'regret',
  weights: 'present',
  watch(run: RunSettings): Watch {
    const watch = new AdaptedWatch()
    const steps = new PerColumn()
    const given = {
      alpha: numericParameter(run, 'alpha'),
      beta: numericParameter(run, 'beta'),
      l1: numericParameter(run, 'l1'),
      l2: numericParameter(run, 'l2'),
    }
    return {
      see(example) {
        watch.see(example)
        const { columns, values, from, to, derivative } = example
        for (let k = from; k < to; k++) {
          const square = (derivative * values[k]) ** 2
          const rate = (given.beta + Math.sqrt(watch.squares.get(columns[k]))) / given.alpha + given.l2
          if (square > 0) steps.add(columns[k], square / rate)
        }
      },
      move: (column, weight) => watch.move(column, weight),
      bound({ u }) {
        const norms = watch.norms(u.length)
        return sumOver(u.length, (i) =>
          proximalBound(u[i], given, {
            distance: watch.distance(u, i),
            norm: norms[i],
            steps: steps.get(i),
          }),
        )
      },
      unmet: () => [],
    }
  },
}
