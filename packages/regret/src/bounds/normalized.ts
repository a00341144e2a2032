import { checkKind, checkShape, type NormalizedRule } from '@ol/spec'
import {
  numericParameter,
  PerColumn,
  type RunSettings,
  type Seen,
  slack,
  sumOver,
  type Theorem,
  type Theorems,
  type Watch,
} from './theorem.js'

const paper = 'Ross, Mineiro, Langford: Normalized Online Learning (2013)'

/** The quantities in the bounds of the diagonal conditioners, by feature. */
export interface Conditioned {
  /** sum over the examples of the squared gradient */
  readonly squares: Float64Array
  /** largest |x| */
  readonly maxima: Float64Array
  /** |x| in the first example that has the feature */
  readonly first: Float64Array
}

const ratio = (q: Float64Array, m: Float64Array, i: number): number => (m[i] > 0 ? Math.sqrt(q[i]) / m[i] : 0)

/** Section 5.1: sum_i |u_i| sqrt(Q_i), of the best fixed conditioner against known weights u. */
export function hindsightBound(u: Float64Array, squares: Float64Array): number {
  return sumOver(u.length, (i) => Math.abs(u[i]) * Math.sqrt(squares[i]))
}

/** Lemma 2, p = infinity: C sum_i sqrt(Q_i) / m_i, of the best fixed conditioner against sum_i m_i |u_i| <= C. */
export function fixedConditionerBound(C: number, observed: Conditioned): number {
  checkKind('C', C, 'number')
  checkShape('observed', observed, { squares: 'numbers', maxima: 'numbers' })
  const { squares, maxima } = observed
  return C * sumOver(maxima.length, (i) => ratio(squares, maxima, i))
}

/** Theorem 1: (eta + 2 / eta) C sum_i sqrt(Q_i) / m_i, at eta = sqrt(2) with the factor 2 sqrt(2). */
export function transductiveBound(C: number, eta: number, { squares, maxima }: Conditioned): number {
  return C * (eta + 2 / eta) * sumOver(maxima.length, (i) => ratio(squares, maxima, i))
}

/**
 * Theorem 2: C sum_i (sqrt(Q_i) / m_i) (eta D_i + (1 + D_i)^2 / (2 eta)), D_i = m_i / first_i; at eta = sqrt(2) the last
 * factor is (1 + 6 D_i + D_i^2) / (2 sqrt(2)).
 */
export function streamingBound(C: number, eta: number, { squares, maxima, first }: Conditioned): number {
  return (
    C *
    sumOver(maxima.length, (i) => {
      if (!(maxima[i] > 0)) return 0
      const D = maxima[i] / first[i]
      return ratio(squares, maxima, i) * (eta * D + (1 + D) ** 2 / (2 * eta))
    })
  )
}

/**
 * Corollary 1: with probability 1 - delta over the order of the examples, Theorem 2 with D_i = m_i / (largest |x_i| of
 * the first tau = ceil(ln(d / delta) / nu) examples), where a share nu of the examples of each feature is large, plus
 * (tau - 1) largest losses. `early` holds those largest |x_i|.
 */
export function permutedBound(
  C: number,
  observed: Omit<Conditioned, 'first'> & { readonly early: Float64Array },
  chance: { readonly delta: number; readonly nu: number; readonly largestLoss: number },
): number {
  checkKind('C', C, 'number')
  checkShape('observed', observed, { squares: 'numbers', maxima: 'numbers', early: 'numbers' })
  checkShape('chance', chance, { delta: 'number', nu: 'number', largestLoss: 'number' })
  const { delta, nu, largestLoss } = chance
  const tau = Math.ceil(Math.log(observed.maxima.length / delta) / nu)
  return (tau - 1) * largestLoss + streamingBound(C, Math.SQRT2, { ...observed, first: observed.early })
}

/** Collects Q_i, m_i and the first |x_i|. */
class ConditionedWatch {
  readonly squares: PerColumn = new PerColumn()
  readonly maxima: PerColumn = new PerColumn()
  readonly first: PerColumn = new PerColumn()

  see({ columns, values, from, to, derivative }: Seen): void {
    for (let k = from; k < to; k++) {
      const size = Math.abs(values[k])
      const gradient = derivative * values[k]
      this.squares.add(columns[k], gradient * gradient)
      this.maxima.raise(columns[k], size)
      if (this.first.get(columns[k]) === 0) this.first.set(columns[k], size)
    }
  }

  observed(width: number): Conditioned {
    return {
      squares: this.squares.list(width),
      maxima: this.maxima.list(width),
      first: this.first.list(width),
    }
  }
}

/** Returns a theorem about weights with sum_i m_i |u_i| <= C. */
function conditioner(
  theorem: string,
  formula: string,
  bound: (C: number, eta: number, observed: Conditioned) => number,
): Theorem {
  return {
    paper: `${paper}, ${theorem}`,
    formula,
    measure: 'regret',
    watch(run: RunSettings): Watch {
      const C = numericParameter(run, 'radius')
      const eta = numericParameter(run, 'learningRate')
      const watch = new ConditionedWatch()
      return {
        see: (example) => watch.see(example),
        bound: ({ u }) => bound(C, eta, watch.observed(u.length)),
        unmet({ u }) {
          const { maxima } = watch.observed(u.length)
          const size = sumOver(u.length, (i) => maxima[i] * Math.abs(u[i]))
          const without: string[] = []
          if (run.params.projection !== 'l1') without.push('the projection is not l1')
          if (size > C * slack) without.push(`the comparator has sum m |u| = ${size}, more than ${C}`)
          return without
        },
      }
    },
  }
}

/** The reason why the rules of the paper have no theorem. */
const conditionersOnly = {
  reason: 'the paper analyses the conditioners (rules conditioner and transductive), not this rule',
}

export const normalizedTheorems: Theorems<NormalizedRule> = {
  nag: conditionersOnly,
  ng: conditionersOnly,
  snag: conditionersOnly,
  'snag-seen': conditionersOnly,
  'snag-meansquare': conditionersOnly,
  conditioner: conditioner(
    'Theorem 2',
    'C sum_i (sqrt(Q_i) / m_i) (eta D_i + (1 + D_i)^2 / (2 eta)), D_i = m_i / |first x_i|',
    streamingBound,
  ),
  transductive: conditioner('Theorem 1', '(eta + 2 / eta) C sum_i sqrt(Q_i) / m_i', transductiveBound),
  'nag-power': { reason: 'the paper analyses the conditioners, with the power 0.5' },
  vw: { reason: 'the paper analyses the conditioners, without importance-aware updates' },
}
