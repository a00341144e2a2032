import { lossTwins } from '@ol/fallback'
import {
  type Against,
  type Measure,
  norm,
  normOf,
  numberOf,
  PerColumn,
  type RunSettings,
  type Seen,
  slack,
  sumOver,
  type Theorem,
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
 * Corollary 2: L(u) + D + (2 / beta) f(u) X^2 + X sqrt((2 / beta) f(u) L(u)), for f = 1/2 ||.||_p^2 with beta = p - 1 and
 * X = max ||x||_q; `aggression`: D.
 */
export function marginBound(L: number, aggression: number, p: number, normOfU: number, X: number): number {
  const far = normOfU ** 2 / (p - 1)
  return L + aggression + far * X ** 2 + X * Math.sqrt(far * L)
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
  return Math.max(R ** 2, 1 / C) * (norm(u) ** 2 + 2 * C * L)
}

/** Crammer et al. 2006, Theorem 5, PA-II: (R^2 + 1 / (2 C)) (||u||^2 + 2 C sum of squared hinge losses of u). */
export function dampedBound(R: number, C: number, u: Float64Array, squaredL: number): number {
  return (R ** 2 + 1 / (2 * C)) * (norm(u) ** 2 + 2 * C * squaredL)
}

/** The dual norm of the p-norm. */
const dual = (p: number): number => p / (p - 1)

/** Which examples a rule learns from. */
const onMistake = (margin: number): boolean => margin <= 0
const onMargin = (margin: number): boolean => margin < 1

/** First order: the Perceptron, PA-X, and both with a p-norm. `aggressive`: learns from margin errors too. */
function firstOrder(aggressive: boolean, powered: boolean): Theorem {
  return {
    paper: `${orabona}, Corollary 2`,
    formula: 'L(u) + D + ||u||_p^2 X^2 / (p - 1) + X ||u||_p sqrt(L(u) / (p - 1)), X = max_t ||x_t||_q',
    measure: 'mistakes',
    watch(run: RunSettings): Watch {
      const p = powered ? numberOf(run, 'p') : 2
      let X = 0
      let D = 0
      return {
        see(example) {
          const size = normOf(example, dual(p))
          X = Math.max(X, size)
          const margin = example.label * example.score
          if (!aggressive || margin <= 0 || margin >= 1 || size === 0) return
          const step = Math.max(0, Math.min(1, (X ** 2 - (p - 1) * margin) / size ** 2))
          D += step * ((step * size ** 2 + 2 * (p - 1) * margin) / X ** 2 - 2)
        },
        bound: (against) => marginBound(total(hinges(against)), D, p, norm(against.u, p), X),
        unmet: () => [],
      }
    },
  }
}

function passiveAggressive(
  theorem: string,
  formula: string,
  measure: Measure,
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
          R = Math.max(R, normOf(example))
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
  readonly #updates: (margin: number) => boolean
  marginErrors = 0

  constructor(updates: (margin: number) => boolean) {
    this.#updates = updates
  }

  see({ columns, values, from, to, label, score }: Seen): void {
    const margin = label * score
    if (!this.#updates(margin)) return
    if (margin > 0) this.marginErrors++
    for (let k = from; k < to; k++) this.sums.add(columns[k], values[k] ** 2)
  }
}

function diagonal(updates: (margin: number) => boolean): Theorem {
  return {
    paper: `${orabona}, Eq. 22`,
    formula:
      'L(u) + sqrt(||u||^2 + (1/r) sum_i u_i^2 S_i) sqrt(r sum_i ln(1 + S_i / r) + 2 U), S_i = sum of x_i^2 over updates',
    measure: 'updates',
    watch(run: RunSettings): Watch {
      const watch = new UpdatesWatch(updates)
      return {
        see: (example) => watch.see(example),
        bound: (against) =>
          diagonalBound(
            total(hinges(against)),
            against.u,
            watch.sums.list(against.u.length),
            numberOf(run, 'noise'),
            watch.marginErrors,
          ),
        unmet: () => [],
      }
    },
  }
}

export const classifierTheorems: Readonly<Record<string, Theorem>> = {
  perceptron: firstOrder(false, false),
  'pnorm-perceptron': firstOrder(false, true),
  pax: firstOrder(true, false),
  'pax-pnorm': firstOrder(true, true),
  pa: passiveAggressive(
    'Theorem 2',
    '||u||^2 R^2, R = max_t ||x_t||, for u without hinge loss',
    'squared-hinge',
    (R, _run, { u }) => (norm(u) * R) ** 2,
    (against) => (total(hinges(against)) > 1e-9 * slack ? ['the comparator has hinge loss'] : []),
  ),
  pa1: passiveAggressive(
    'Theorem 4',
    'max(R^2, 1/C) (||u||^2 + 2 C L(u)), R = max_t ||x_t||',
    'mistakes',
    (R, run, against) =>
      passiveAggressiveBound(R, numberOf(run, 'aggressiveness'), against.u, total(hinges(against))),
  ),
  pa2: passiveAggressive(
    'Theorem 5',
    '(R^2 + 1 / (2 C)) (||u||^2 + 2 C sum_t l_t(u)^2), R = max_t ||x_t||',
    'squared-hinge',
    (R, run, against) =>
      dampedBound(R, numberOf(run, 'aggressiveness'), against.u, total(hinges(against).map((l) => l * l))),
  ),
  sop: diagonal(onMistake),
  'arow-omd': diagonal(onMargin),
}

export { onMargin, onMistake }
