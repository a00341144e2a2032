import { lossTwins } from '@ol/numerics'
import { type FullMatrixRule, losses } from '@ol/spec'
import { AdaptedWatch } from './adapted-watch.js'
import { diagonalize, factorized } from './symmetric-matrix.js'
import {
  type Against,
  numericParameter,
  pNorm,
  type RunSettings,
  slack,
  sumOver,
  type Theorem,
  type Theorems,
  type Watch,
} from './theorem.js'

const orabona = 'Orabona, Crammer, Cesa-Bianchi: A Generalized Online Mirror Descent with Applications (2013)'

/** A symmetric matrix, row by row. */
class Symmetric {
  readonly size: number
  readonly values: Float64Array

  constructor(size: number, diagonal = 0) {
    this.size = size
    this.values = new Float64Array(size * size)
    for (let i = 0; i < size; i++) this.values[i * size + i] = diagonal
  }

  /** Adds factor x x' of an example. */
  add({ examples }: Against, e: number, factor: number): void {
    const { offsets, columns, values } = examples
    for (let j = offsets[e]; j < offsets[e + 1]; j++) {
      for (let k = offsets[e]; k < offsets[e + 1]; k++)
        this.values[columns[j] * this.size + columns[k]] += factor * values[j] * values[k]
    }
  }

  /** ln det of a positive definite matrix. */
  logDeterminant(): number {
    const { size } = this
    const L = factorized(this.values, size)
    return 2 * sumOver(size, (j) => Math.log(L[j * size + j]))
  }

  /** Returns the eigenvalues; changes the matrix. */
  eigenvalues(): Float64Array {
    const { size, values } = this
    diagonalize(values, size)
    return Float64Array.from({ length: size }, (_, i) => values[i * size + i])
  }
}

/** Eq. before section 6.3: L + sqrt(r ||u||^2 + sum (u x)^2) sqrt(ln |A_T| + U), sums over the updates. */
function secondOrderBound(L: number, far: number, logDeterminant: number, U: number): number {
  return L + Math.sqrt(far) * Math.sqrt(logDeterminant + U)
}

/** (a/2) ||u||^2 + (Y^2 / 2) ln det(A_T / a), of half the squared loss. */
function forwardBound(a: number, u: Float64Array, Y: number, logDeterminant: number): number {
  return (a / 2) * pNorm(u) ** 2 + (Y ** 2 / 2) * logDeterminant
}

/** (gamma epsilon / 2) ||u||^2 + ln det(A_T / epsilon) / (2 gamma). */
function newtonBound(gamma: number, epsilon: number, u: Float64Array, logDeterminant: number): number {
  return ((gamma * epsilon) / 2) * pNorm(u) ** 2 + logDeterminant / (2 * gamma)
}

/** The sums over updates in the second-order classifiers' bounds. */
function updatesOf(run: RunSettings, against: Against, below: number) {
  const { examples, scores, uScores, u } = against
  const r = numericParameter(run, 'noise')
  const A = new Symmetric(u.length, 1)
  let U = 0
  let hinges = 0
  let all = 0
  let far = r * pNorm(u) ** 2
  for (let e = 0; e < examples.size; e++) {
    const y = examples.labels[e]
    const hinge = lossTwins.hinge.value(uScores[e], y, 0)
    all += hinge
    const margin = y * scores[e]
    if (margin > 0 && margin >= below) continue
    if (margin > 0) U++
    hinges += hinge
    far += (uScores[e] - examples.initial[e]) ** 2
    A.add(against, e, 1 / r)
  }
  return { far, logDeterminant: A.logDeterminant(), U, hinges, all }
}

const nothing = { see() {}, unmet: () => [] }

function mirror(measure: 'mistakes' | 'updates'): Theorem {
  return {
    paper: `${orabona}, section 6.2`,
    formula:
      'L(u) + sqrt(r ||u||^2 + sum (u x)^2) sqrt(ln det A_T + U), the sum and A_T = I + sum x x^T / r over updates',
    measure,
    watch: (run): Watch => ({
      ...nothing,
      bound(against) {
        const { far, logDeterminant, U, all } = updatesOf(run, against, measure === 'mistakes' ? 0 : 1)
        return secondOrderBound(all, far, logDeterminant, U)
      },
    }),
  }
}

const arow: Theorem = {
  paper: 'Crammer, Kulesza, Dredze: Adaptive Regularization of Weight Vectors (2009), Theorem 2',
  formula:
    'sqrt(r ||u||^2 + sum (u x)^2) sqrt(ln det A_T + U) + sum of the hinge losses of u - U, all over updates, A_T = I + sum x x^T / r',
  measure: 'mistakes',
  watch: (run): Watch => ({
    ...nothing,
    bound(against) {
      const { far, logDeterminant, U, hinges } = updatesOf(run, against, 1)
      return secondOrderBound(hinges, far, logDeterminant, U) - U
    },
  }),
}

const vaw: Theorem = {
  paper: `${orabona}, section 4; Vovk: Competitive On-line Statistics (2001)`,
  formula:
    '(a/2) ||u||^2 + (Y^2 / 2) ln det(A_T / a), A_T = a I + sum x x^T, Y = max_t |y_t|; twice the bound of squared loss',
  measure: 'regret',
  losses: ['half-squared', 'squared'],
  watch: (run): Watch => ({
    ...nothing,
    bound(against) {
      const a = numericParameter(run, 'alpha')
      const A = new Symmetric(against.u.length, 1)
      let Y = 0
      for (let e = 0; e < against.examples.size; e++) {
        A.add(against, e, 1 / a)
        Y = Math.max(Y, Math.abs(against.examples.labels[e]))
      }
      const half = forwardBound(a, against.u, Y, A.logDeterminant())
      return 2 * losses[run.loss].square * half
    },
    unmet: ({ examples }) =>
      examples.initial.some((b) => b !== 0) ? ['examples have an initial prediction'] : [],
  }),
}

/** Weight times derivative of the loss at each score of the run. */
function slopesOf(run: RunSettings, { examples, scores }: Against): Float64Array {
  const { derivative } = lossTwins[run.loss]
  return scores.map((z, e) => examples.weights[e] * derivative(z, examples.labels[e], run.lossParam))
}

const ons: Theorem = {
  paper:
    'Hazan, Agarwal, Kale: Logarithmic Regret Algorithms for Online Convex Optimization (2007), Theorem 2, before its constants',
  formula: '(gamma epsilon / 2) ||u||^2 + ln det(A_T / epsilon) / (2 gamma), A_T = epsilon I + sum g g^T',
  measure: 'regret',
  watch: (run): Watch => ({
    ...nothing,
    bound(against) {
      const epsilon = numericParameter(run, 'epsilon')
      const A = new Symmetric(against.u.length, 1)
      slopesOf(run, against).forEach((g, e) => {
        A.add(against, e, (g * g) / epsilon)
      })
      return newtonBound(numericParameter(run, 'gamma'), epsilon, against.u, A.logDeterminant())
    },
    unmet(against) {
      const { examples, scores, uScores } = against
      const { value } = lossTwins[run.loss]
      const slopes = slopesOf(run, against)
      const short = sumOver(examples.size, (e) => {
        const far = slopes[e] * (uScores[e] - scores[e])
        const above =
          examples.weights[e] *
          (value(uScores[e], examples.labels[e], run.lossParam) -
            value(scores[e], examples.labels[e], run.lossParam))
        return far + (numericParameter(run, 'gamma') / 2) * far * far > above * slack + 1e-12 ? 1 : 0
      })
      const why = 'the loss curves less between the run and the comparator than gamma asks for'
      return short > 0 ? [`on ${short} examples ${why}`] : []
    },
  }),
}

const adagrad: Theorem = {
  paper: 'Duchi, Hazan, Singer: Adaptive Subgradient Methods (2010), Theorem 8',
  formula:
    'cmd: (1 / (2 eta)) max_t ||u - w_t||^2 tr + eta tr + (delta / (2 eta)) ||u||^2; rda: (1 / eta) ||u||^2 (delta + tr) + eta tr; tr = trace of (sum g g^T)^(1/2); with l2, T (l2 / 2) ||u||^2 more',
  measure: 'regret',
  weights: 'all',
  watch(run): Watch {
    const moved = new AdaptedWatch()
    const eta = numericParameter(run, 'learningRate')
    const delta = numericParameter(run, 'delta')
    const averaging = run.params.method === 'rda'
    let steepest = 0
    return {
      see({ values, from, to, derivative }) {
        steepest = Math.max(steepest, Math.abs(derivative) * pNorm(values.subarray(from, to)))
      },
      move: (column, weight) => moved.move(column, weight),
      bound(against) {
        const { u, scores } = against
        const G = new Symmetric(u.length)
        slopesOf(run, against).forEach((g, e) => {
          G.add(against, e, g * g)
        })
        const eigenvalues = G.eigenvalues()
        const trace = sumOver(u.length, (i) => (eigenvalues[i] > 0 ? Math.sqrt(eigenvalues[i]) : 0))
        const size = pNorm(u) ** 2
        const distance = sumOver(u.length, (i) => moved.distance(u, i) ** 2)
        const far = averaging ? (size * (delta + trace)) / eta : (distance * trace + delta * size) / (2 * eta)
        const l2 = run.params.regularizer === 'l2sq' ? numericParameter(run, 'l2') : 0
        return far + eta * trace + (scores.length * l2 * size) / 2
      },
      unmet({ u }) {
        const unmet: string[] = []
        if (averaging && delta * slack < steepest)
          unmet.push(`delta = ${delta} is smaller than the largest ||g||, ${steepest}`)
        if (run.params.regularizer === 'l2ball' && pNorm(u) > numericParameter(run, 'radius') * slack)
          unmet.push(
            `the comparator is outside the ball of the rule, of radius ${numericParameter(run, 'radius')}`,
          )
        return unmet
      },
    }
  },
}

export const fullMatrixTheorems: Theorems<FullMatrixRule> = {
  'adagrad-full': adagrad,
  vaw,
  'sop-full': mirror('mistakes'),
  'arow-full': arow,
  'arow-omd-full': mirror('updates'),
  ons,
  'cw-full': { reason: 'no bound is known' },
}
