import type { GradientRule } from '@ol/spec'
import { AdaptedWatch } from './adapted-watch.js'
import { leadingHistory } from './leading-history.js'
import {
  type Against,
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

const paper = 'Streeter, McMahan: Less Regret via Online Conditioning (2010)'

/** Theorem 2: sqrt(2) D sqrt(Q), D the diameter of the set, Q the sum of |g|^2. */
export function globalBound(D: number, Q: number): number {
  return Math.SQRT2 * D * Math.sqrt(Q)
}

/**
 * Theorem 3: sqrt(2) sum_i D_i sqrt(Q_i), D_i the width of coordinate i; with rates that are c times as large each term is
 * D_i sqrt(Q_i) (1 / c + c) / sqrt(2).
 */
export function coordinateBound(widths: Float64Array, squares: Float64Array, c = 1): number {
  return ((1 / c + c) / Math.SQRT2) * sumOver(widths.length, (i) => widths[i] * Math.sqrt(squares[i]))
}

/** Collects Q_i. */
class SquaresWatch {
  readonly squares: PerColumn = new PerColumn()

  see({ columns, values, from, to, derivative }: Seen): void {
    for (let k = from; k < to; k++) this.squares.add(columns[k], (derivative * values[k]) ** 2)
  }
}

/** Conditions of a theorem about lower <= u_i <= upper without an L2 term. */
function boxed(lower: number, upper: number, l2: number, { u }: Against): string[] {
  const unmet: string[] = []
  if (l2 > 0) unmet.push('there is an L2 term, which the bound includes in the loss')
  if (u.some((x) => x < lower * slack || x > upper * slack))
    unmet.push(`the comparator is outside the box of the rule, [${lower}, ${upper}]`)
  return unmet
}

const coordinate: Theorem = {
  paper: `${paper}, Theorem 3`,
  formula: '(1 / c + c) / sqrt(2) sum_i D_i sqrt(Q_i)',
  measure: 'regret',
  watch(run: RunSettings): Watch {
    const lower = numericParameter(run, 'lower')
    const upper = numericParameter(run, 'upper')
    const watch = new SquaresWatch()
    return {
      see: (example) => watch.see(example),
      bound: ({ u }) =>
        coordinateBound(
          new Float64Array(u.length).fill(upper - lower),
          watch.squares.list(u.length),
          numericParameter(run, 'learningRate'),
        ),
      unmet: (against) => boxed(lower, upper, numericParameter(run, 'l2'), against),
    }
  },
}

const global: Theorem = {
  paper: `${paper}, Theorem 2, Eq. 3`,
  formula: 'D^2 / 2 sum_t max(0, 1 / eta_t - 1 / eta_(t-1)) + 1/2 sum_t eta_t |g_t|^2',
  measure: 'regret',
  watch(run: RunSettings): Watch {
    const lower = numericParameter(run, 'lower')
    const upper = numericParameter(run, 'upper')
    const c = numericParameter(run, 'learningRate')
    const given = numericParameter(run, 'diameter')
    let seen = 0
    let Q = 0
    let inverse = 0
    let rises = 0
    let steps = 0
    return {
      see({ columns, values, from, to, derivative }) {
        let squares = 0
        for (let k = from; k < to; k++) {
          if (columns[k] >= seen) seen = columns[k] + 1
          squares += (derivative * values[k]) ** 2
        }
        if (squares === 0) return
        Q += squares
        const D = given > 0 ? given : (upper - lower) * Math.sqrt(seen)
        const eta = (c * D) / Math.sqrt(2 * Q)
        if (1 / eta > inverse) rises += 1 / eta - inverse
        inverse = 1 / eta
        steps += eta * squares
      },
      bound: ({ u }) => ((upper - lower) ** 2 * u.length * rises + steps) / 2,
      unmet: (against) => boxed(lower, upper, numericParameter(run, 'l2'), against),
    }
  },
}

const aogd: Theorem = {
  paper: `${paper}, section 4.1; Bartlett, Hazan, Rakhlin: Adaptive Online Gradient Descent (2007)`,
  formula: 'sum_i (D^2 / 2) lambda_i + 1/2 sum_t (|g_ti| + lambda_ti D)^2 / lambda_(1:t)i',
  measure: 'regret',
  watch(run: RunSettings): Watch {
    const D = numericParameter(run, 'radius')
    const lambdas = new PerColumn()
    let steps = 0
    return {
      see({ columns, values, from, to, derivative }) {
        for (let k = from; k < to; k++) {
          const g = Math.abs(derivative * values[k])
          if (g === 0) continue
          const A = lambdas.get(columns[k])
          const lambda = (Math.sqrt(A * A + (8 * g * g) / (3 * D * D)) - A) / 2
          lambdas.set(columns[k], A + lambda)
          steps += (g + lambda * D) ** 2 / (A + lambda)
        }
      },
      bound: ({ u }) => (D * D * sumOver(u.length, (i) => lambdas.get(i)) + steps) / 2,
      unmet: (against) => boxed(-D, D, numericParameter(run, 'convexity'), against),
    }
  },
}

/** The epochs of a coordinate are recomputed from its gradients. */
const hazanKale: Theorem = {
  paper: `${paper}, section 4.2; Hazan, Kale: Extracting Certainty from Uncertainty (2008)`,
  formula: 'sum over coordinates and epochs of u_i^2 / (2 eta) + eta sum of g_ti^2',
  measure: 'regret',
  watch(run: RunSettings): Watch {
    const radius = numericParameter(run, 'radius')
    const sums = new PerColumn()
    const squares = new PerColumn()
    const epochs = new PerColumn()
    /** the round before the first of the epoch */
    const starts = new PerColumn()
    /** sum of 1 / (2 eta) over the completed epochs */
    const inverses = new PerColumn()
    let steps = 0
    const rateOf = (epoch: number): number => radius * Math.min(2 / 2 ** epoch, 1 / 6)
    const restart = (column: number, round: number): void => {
      inverses.add(column, 1 / (2 * rateOf(epochs.get(column))))
      sums.set(column, 0)
      squares.set(column, 0)
      epochs.add(column, 1)
      starts.set(column, round)
    }
    /** Ends the epoch if the rounds without a gradient, up to `round`, exceed its budget. */
    const rest = (column: number, round: number): void => {
      const exceeds = (at: number): boolean =>
        squares.get(column) - sums.get(column) ** 2 / (at - starts.get(column)) > 4 ** epochs.get(column)
      if (round <= starts.get(column) || squares.get(column) === 0 || !exceeds(round)) return
      let low = starts.get(column) + 1
      let high = round
      while (low < high) {
        const midpoint = Math.floor((low + high) / 2)
        if (exceeds(midpoint)) high = midpoint
        else low = midpoint + 1
      }
      restart(column, high)
    }
    return {
      see({ columns, values, from, to, derivative, round }) {
        for (let k = from; k < to; k++) {
          const column = columns[k]
          const g = derivative * values[k]
          rest(column, round - 1)
          steps += rateOf(epochs.get(column)) * g * g
          sums.add(column, g)
          squares.add(column, g * g)
          const rounds = round - starts.get(column)
          if (squares.get(column) - sums.get(column) ** 2 / rounds > 4 ** epochs.get(column))
            restart(column, round)
        }
      },
      bound: ({ u }) =>
        steps + sumOver(u.length, (i) => u[i] ** 2 * (inverses.get(i) + 1 / (2 * rateOf(epochs.get(i))))),
      unmet: (against) => boxed(-radius, radius, 0, against),
    }
  },
}

/**
 * Zinkevich 2003, Theorem 1, with a constant rate: ||u||^2 / (2 eta) + (eta / 2) sum |g|^2; with falling rates
 * max_t ||u - w_t||^2 / (2 eta_T) + 1/2 sum_t eta_t |g_t|^2.
 */
const gradientDescent: Theorem = {
  paper:
    'Zinkevich: Online Convex Programming and Generalized Infinitesimal Gradient Ascent (2003), Theorem 1',
  formula:
    '||u||^2 / (2 eta) + (eta / 2) sum_t |g_t|^2; with decay (sum_i max_t (u_i - w_ti)^2) / (2 eta_T) + 1/2 sum_t eta_t |g_t|^2',
  measure: 'regret',
  weights: 'present',
  watch(run: RunSettings): Watch {
    const watch = new AdaptedWatch()
    const decay = numericParameter(run, 'decay')
    let eta = numericParameter(run, 'learningRate')
    let steps = 0
    return {
      see(example) {
        eta = numericParameter(run, 'learningRate') * example.round ** -decay
        steps += eta * (example.derivative * pNormOf(example)) ** 2
      },
      move: (column, weight) => watch.move(column, weight),
      bound({ u }) {
        const far = decay === 0 ? pNorm(u) ** 2 : sumOver(u.length, (i) => watch.distance(u, i) ** 2)
        return far / (2 * eta) + steps / 2
      },
      unmet: () => [],
    }
  },
}

export const gradientTheorems: Theorems<GradientRule> = {
  sgd: gradientDescent,
  'ogd-global': global,
  'ogd-coordinate': coordinate,
  aogd,
  'hazan-kale': hazanKale,
  flh: leadingHistory,
  flh2: leadingHistory,
}
