import { checkKind, checkShape, invalid } from '@ol/spec'
import { factorized, solvedBy, times } from '../bounds/symmetric-matrix.js'
import { dot } from './open-mirror-descent.js'
import { type Penalty, penaltyOf } from './penalties.js'

/** The minimum of <v, x> + 1/2 <x, H x> + r(x). */
export interface ProximalStep {
  readonly x: Float64Array
  readonly value: number
  /** the value exceeds the minimum by at most this */
  readonly gap: number
  readonly iterations: number
}

export interface ProximalOptions {
  /** the gap to stop at, relative to the sizes of the terms; default 1e-12 */
  readonly tolerance?: number | undefined
  /** default 100,000 */
  readonly iterations?: number | undefined
}

/**
 * The step of AdaGrad with a full matrix (Duchi, Hazan, Singer 2010, Eq. 5 and 6) under a penalty or in a set: the x of
 * the least <v, x> + 1/2 <x, H x> + r(x), H symmetric and positive definite, row by row. Accelerated proximal gradient
 * with restarts; the gap is that to the dual, -1/2 <s - v, H^-1 (s - v)> - r*(-s) at s = v + H x brought into the
 * domain of r*. Throws OL_PARAMETER for an invalid penalty.
 */
export function proximalStep(
  H: Float64Array,
  v: Float64Array,
  penalty: Penalty,
  options: ProximalOptions = {},
): ProximalStep {
  checkShape('the options', options, { tolerance: 'number?', iterations: 'number?' })
  checkKind('H', H, 'numbers')
  checkKind('v', v, 'numbers')
  const { tolerance = 1e-12, iterations = 100_000 } = options
  const size = v.length
  if (H.length !== size * size) throw invalid('OL_PARAMETER', 'H', `${size * size} numbers`, H.length)
  if (!(tolerance > 0)) throw invalid('OL_PARAMETER', 'tolerance', 'a number > 0', tolerance)
  const { value, conjugate, project, prox } = penaltyOf(penalty, size)
  const L = factorized(H, size)
  let steepest = 0
  for (let i = 0; i < size; i++) {
    let sum = 0
    for (let j = 0; j < size; j++) sum += Math.abs(H[i * size + j])
    steepest = Math.max(steepest, sum)
  }
  let x = prox(
    v.map((g) => -g / steepest),
    1 / steepest,
  )
  let y = x
  let momentum = 1
  for (let k = 1; ; k++) {
    const Hx = times(H, x)
    const primal = dot(v, x) + dot(x, Hx) / 2 + value(x)
    const s = project(v.map((g, i) => g + Hx[i]))
    const off = s.map((g, i) => g - v[i])
    const square = dot(off, solvedBy(L, off)) / 2
    const far = conjugate(s.map((g) => -g))
    const gap = Math.max(0, primal + square + far)
    if (gap <= tolerance * (Math.abs(dot(v, x)) + square + Math.abs(far)) || k >= iterations)
      return { x, value: primal, gap, iterations: k }
    const Hy = times(H, y)
    const next = prox(
      y.map((z, i) => z - (v[i] + Hy[i]) / steepest),
      1 / steepest,
    )
    // a step against the momentum restarts it (O'Donoghue, Candes 2015)
    const against = next.reduce((sum, z, i) => sum + (y[i] - z) * (z - x[i]), 0) > 0
    const grown = against ? 1 : (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2
    const keep = against ? 0 : (momentum - 1) / grown
    const last = x
    y = next.map((z, i) => z + keep * (z - last[i]))
    x = next
    momentum = grown
  }
}
