import type { AdagradRule } from '@ol/spec'
import { AdaptedWatch } from './adapted-watch.js'
import {
  type Against,
  largest,
  numericParameter,
  pNorm,
  type RunSettings,
  slack,
  sumOver,
  type Theorem,
  type Theorems,
  type Watch,
} from './theorem.js'

const paper = 'Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010)'

/** The quantities in the bounds of diagonal AdaGrad. */
export interface Adapted {
  readonly eta: number
  readonly delta: number
  /** ||g_(1:T,i)||_2, the root of the sum of the squared gradients of each feature */
  readonly norms: Float64Array
}

/**
 * Theorem 5, composite mirror descent: (1 / (2 eta)) max_t ||u - w_t||_inf^2 gamma + eta gamma, gamma the sum of the
 * norms, and (delta / (2 eta)) ||u||_2^2. `distance`: the largest ||u - w_t||_inf. Bounds the regret of loss plus
 * regularizer.
 */
export function mirrorDescentBound(
  { eta, delta, norms }: Adapted,
  u: Float64Array,
  distance: number,
): number {
  const gamma = sumOver(norms.length, (i) => norms[i])
  return (distance ** 2 * gamma) / (2 * eta) + eta * gamma + (delta * pNorm(u) ** 2) / (2 * eta)
}

/**
 * Theorem 5, primal-dual: (delta / eta) ||u||_2^2 + (1 / eta) ||u||_inf^2 gamma + eta gamma, for delta >= max
 * ||g||_inf. Bounds the regret of loss plus regularizer.
 */
export function dualAveragingBound({ eta, delta, norms }: Adapted, u: Float64Array): number {
  const gamma = sumOver(norms.length, (i) => norms[i])
  return (delta * pNorm(u) ** 2) / eta + (largest(u) ** 2 * gamma) / eta + eta * gamma
}

const optional = (run: RunSettings, name: string): number =>
  run.params[name] === undefined ? 0 : numericParameter(run, name)

/** l1 ||u||_1 + l2/2 ||u||_2^2, or the norm, the norms of namespaces, or the ball that the regularizer names. */
function regularizerOf(run: RunSettings, { u, examples }: Pick<Against, 'u' | 'examples'>): number {
  const strength = optional(run, 'strength')
  const { regularizer } = run.params
  if (regularizer === 'group-l2' || regularizer === 'group-linf') {
    const norm = regularizer === 'group-l2' ? pNorm : largest
    return strength * groupNorms(run, u, examples.groups, norm)
  }
  if (regularizer === 'l2-norm') return strength * pNorm(u)
  if (regularizer === 'linf-norm') return strength * largest(u)
  return optional(run, 'l1') * pNorm(u, 1) + (optional(run, 'l2') / 2) * pNorm(u) ** 2
}

/** The sum over namespaces of the norms of their weights, times their factors. */
function groupNorms(
  { groupFactors }: RunSettings,
  u: Float64Array,
  groups: Uint32Array,
  norm: (own: Float64Array) => number,
): number {
  let sum = 0
  for (const group of new Set(groups))
    sum += (groupFactors?.[group] ?? 1) * norm(u.filter((_, i) => groups[i] === group))
  return sum
}

function outside(run: RunSettings, { u }: Against): string[] {
  const { lower, upper, regularizer } = run.params
  const strength = optional(run, 'strength')
  if (typeof lower === 'number' && u.some((x) => x < lower * slack))
    return [`the comparator is outside the box of the rule, from ${lower}`]
  if (typeof upper === 'number' && u.some((x) => x > upper * slack))
    return [`the comparator is outside the box of the rule, up to ${upper}`]
  if (regularizer === 'l1-ball' && pNorm(u, 1) > strength * slack)
    return [`the comparator is outside the L1 ball of the rule, of radius ${strength}`]
  if (regularizer === 'l2-ball' && pNorm(u) > strength * slack)
    return [`the comparator is outside the L2 ball of the rule, of radius ${strength}`]
  return []
}

/**
 * The run's regularizer is at least 0, so adding T r(u) to a bound on regret with regularizer bounds the regret
 * without.
 */
const composite = '; with a regularizer r, T r(u) more'

const mirrorDescent: Theorem = {
  paper: `${paper}, Theorem 5, Eq. 16`,
  formula: `(1 / (2 eta)) max_t ||u - w_t||_inf^2 gamma + eta gamma + (delta / (2 eta)) ||u||_2^2${composite}`,
  measure: 'regret',
  weights: 'present',
  watch(run: RunSettings): Watch {
    const watch = new AdaptedWatch()
    const eta = numericParameter(run, 'learningRate')
    const delta = optional(run, 'delta')
    return {
      see: (example) => watch.see(example),
      move: (column, weight) => watch.move(column, weight),
      bound({ u, scores, examples }) {
        const distance = largest(u.map((_, i) => watch.distance(u, i)))
        const norms = watch.norms(u.length)
        return (
          mirrorDescentBound({ eta, delta, norms }, u, distance) +
          scores.length * regularizerOf(run, { u, examples })
        )
      },
      unmet: (against) => outside(run, against),
    }
  },
}

const dualAveraging: Theorem = {
  paper: `${paper}, Theorem 5, Eq. 15`,
  formula: `(delta / eta) ||u||_2^2 + (1 / eta) ||u||_inf^2 gamma + eta gamma${composite}`,
  measure: 'regret',
  watch(run: RunSettings): Watch {
    const watch = new AdaptedWatch()
    const eta = numericParameter(run, 'learningRate')
    const delta = optional(run, 'delta')
    return {
      see: (example) => watch.see(example),
      bound: ({ u, scores, examples }) =>
        dualAveragingBound({ eta, delta, norms: watch.norms(u.length) }, u) +
        scores.length * regularizerOf(run, { u, examples }),
      unmet(against) {
        const small =
          delta * slack < watch.largestGradient
            ? [`delta = ${delta} is smaller than the largest |g_i|, ${watch.largestGradient}`]
            : []
        return [...small, ...outside(run, against)]
      },
    }
  },
}

export const adagradTheorems: Theorems<AdagradRule> = {
  adagrad: mirrorDescent,
  'adagrad-cmd': mirrorDescent,
  'adagrad-rda': dualAveraging,
  'adagrad-cmd-dense': mirrorDescent,
  'adagrad-rda-dense': dualAveraging,
}
