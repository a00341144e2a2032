import { lossTwins } from '@ol/numerics'
import type { MarginRule } from '@ol/spec'
import {
  type Against,
  type BoundedQuantity,
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

const orabona = 'Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013)'
const crammer = 'Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms (2006)'

const { value: hinge } = lossTwins.hinge

/** Hinge losses of the comparator, example by example. */
function hinges({ examples, uScores }: Against): Float64Array {
  return uScores.map((z, e) => hinge(z, examples.labels[e], 0))
}

const total = (list: Float64Array): number => sumOver(list.length, (e) => list[e])

/**
 * Eq. 21: L(u) + a^2 / 2 + a sqrt(a^2 / 4 + L(u) + D') - H, a = X ||u||_p / sqrt(p - 1), for f = 1/2 ||.||_p^2 and
 * X = max ||x||_q. Over the margin errors that were learned from: H is the sum of the steps eta, D' the sum of
 * (eta^2 ||x||_q^2 + 2 (p - 1) eta y z) / X_t^2 - eta; both are 0 for rules that learn from mistakes only.
 * Corollary 2 simplifies this in a step that needs D' >= 0; with D' < 0 it can be wrong.
 */
export function marginBound(
  L: number,
  { steps, excess }: { readonly steps: number; readonly excess: number },
  p: number,
  normOfU: number,
  X: number,
): number {
  const a = (X * normOfU) / Math.sqrt(p - 1)
  const inner = (a * a) / 4 + L + excess
  return L + (a * a) / 2 + a * Math.sqrt(inner > 0 ? inner : 0) - steps
}

/**
 * Eq. 22, diagonal: L(u) + sqrt(||u||^2 + (1/r) sum_i u_i^2 S_i) sqrt(r sum_i ln(1 + S_i / r) + 2 U), S_i the sum of x_i^2
 * over the examples with an update, U the number of margin errors among them.
 */
export function diagonalBound(L: number, u: Float64Array, sums: Float64Array, r: number, U: number): number {
  const far = sumOver(u.length, (i) => u[i] ** 2 * (1 + sums[i] / r))
  return L + Math.sqrt(far) * Math.sqrt(r * sumOver(u.length, (i) => Math.log1p(sums[i] / r)) + 2 * U)
}

/** Crammer et al. 2006, Theorem 4, PA-I: max(R^2, 1/C) (||u||^2 + 2 C L(u)), on mistakes. */
export function passiveAggressiveBound(R: number, C: number, u: Float64Array, L: number): number {
  return Math.max(R ** 2, 1 / C) * (pNorm(u) ** 2 + 2 * C * L)
}

/** Crammer et al. 2006, Theorem 5, PA-II: (R^2 + 1 / (2 C)) (||u||^2 + 2 C sum of squared hinge losses of u). */
export function dampedBound(R: number, C: number, u: Float64Array, squaredL: number): number {
  return (R ** 2 + 1 / (2 * C)) * (pNorm(u) ** 2 + 2 * C * squaredL)
}

/** The dual norm of the p-norm. */
const dual = (p: number): number => p / (p - 1)

/** First order: the Perceptron, PA-X, and both with a p-norm. `aggressive`: also learns from margin errors. */
function firstOrder(aggressive: boolean, powered: boolean): Theorem {
  return {
    paper: `${orabona}, Corollary 2, Eq. 21`,
    formula:
      "L(u) + a^2 / 2 + a sqrt(a^2 / 4 + L(u) + D') - H, a = X ||u||_p / sqrt(p - 1), X = max_t ||x_t||_q",
    measure: 'mistakes',
    watch(run: RunSettings): Watch {
      const p = powered ? numericParameter(run, 'p') : 2
      let X = 0
      let steps = 0
      let excess = 0
      return {
        see(example) {
          const size = pNormOf(example, dual(p))
          X = Math.max(X, size)
          const margin = example.label * example.score
          if (!aggressive || margin <= 0 || margin >= 1 || size === 0) return
          const step = Math.max(0, Math.min(1, (X ** 2 - (p - 1) * margin) / size ** 2))
          steps += step
          excess += step * ((step * size ** 2 + 2 * (p - 1) * margin) / X ** 2 - 1)
        },
        bound: (against) => marginBound(total(hinges(against)), { steps, excess }, p, pNorm(against.u, p), X),
        unmet: () => [],
      }
    },
  }
}

function passiveAggressive(
  theorem: string,
  formula: string,
  measure: BoundedQuantity,
  bound: (R: number, run: RunSettings, against: Against) => number,
  unmet: (against: Against) => string[] = () => [],
): Theorem {
  return {
    paper: `${crammer}, ${theorem}`,
    formula,
    measure,
    watch(run: RunSettings): Watch {
      let R = 0
      return {
        see(example) {
          R = Math.max(R, pNormOf(example))
        },
        bound: (against) => bound(R, run, against),
        unmet,
      }
    },
  }
}

/** Collects the sums of x_i^2 over the examples with an update, and the margin errors. */
class UpdatesWatch {
  readonly sums: PerColumn = new PerColumn()
  readonly #below: number
  marginErrors = 0

  constructor(measure: 'mistakes' | 'updates') {
    this.#below = measure === 'mistakes' ? 0 : 1
  }

  see({ columns, values, from, to, label, score }: Seen): void {
    const margin = label * score
    if (margin > 0 && margin >= this.#below) return
    if (margin > 0) this.marginErrors++
    for (let k = from; k < to; k++) this.sums.add(columns[k], values[k] ** 2)
  }
}

function diagonal(measure: 'mistakes' | 'updates'): Theorem {
  return {
    paper: `${orabona}, Eq. 22`,
    formula:
      'L(u) + sqrt(||u||^2 + (1/r) sum_i u_i^2 S_i) sqrt(r sum_i ln(1 + S_i / r) + 2 U), S_i = sum of x_i^2 over updates',
    measure,
    watch(run: RunSettings): Watch {
      const watch = new UpdatesWatch(measure)
      return {
        see: (example) => watch.see(example),
        bound: (against) =>
          diagonalBound(
            total(hinges(against)),
            against.u,
            watch.sums.list(against.u.length),
            numericParameter(run, 'noise'),
            watch.marginErrors,
          ),
        unmet: () => [],
      }
    },
  }
}

export const marginTheorems: Theorems<MarginRule> = {
  perceptron: firstOrder(false, false),
  'pnorm-perceptron': firstOrder(false, true),
  pax: firstOrder(true, false),
  'pax-pnorm': firstOrder(true, true),
  pa: passiveAggressive(
    'Theorem 2',
    '||u||^2 R^2, R = max_t ||x_t||, for u without hinge loss',
    'squared-hinge',
    (R, _run, { u }) => (pNorm(u) * R) ** 2,
    (against) => (total(hinges(against)) > 1e-9 * slack ? ['the comparator has hinge loss'] : []),
  ),
  pa1: passiveAggressive(
    'Theorem 4',
    'max(R^2, 1/C) (||u||^2 + 2 C L(u)), R = max_t ||x_t||',
    'mistakes',
    (R, run, against) =>
      passiveAggressiveBound(R, numericParameter(run, 'aggressiveness'), against.u, total(hinges(against))),
  ),
  pa2: passiveAggressive(
    'Theorem 5',
    '(R^2 + 1 / (2 C)) (||u||^2 + 2 C sum_t l_t(u)^2), R = max_t ||x_t||',
    'squared-hinge',
    (R, run, against) =>
      dampedBound(
        R,
        numericParameter(run, 'aggressiveness'),
        against.u,
        total(hinges(against).map((l) => l * l)),
      ),
  ),
  sop: diagonal('mistakes'),
  'arow-omd': diagonal('updates'),
  arow: {
    reason: 'the known bounds are about the full matrix and about the mirror descent form (rule arow-omd)',
  },
  cw: { reason: 'no bound is known' },
}
