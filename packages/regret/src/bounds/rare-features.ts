import { lossTwins } from '@ol/numerics'
import { checkKind, invalid, typedArrayName } from '@ol/spec'
import { Examples } from '../comparator/observed-examples.js'
import { diagonalBound } from './margin.js'
import { PerColumn, pNorm, sumOver } from './theorem.js'

/** A run of the diagonal second-order Perceptron next to the two bounds of section 6.3. */
export interface RareFeatures {
  readonly mistakes: number
  /** L(u): the sum of the hinge losses of u */
  readonly hinge: number
  /** the least s of Eq. 23, sum_i u_i^2 S_i <= s ||u||^2, S_i the sum of x_i^2 over the mistakes */
  readonly rarity: number
  /** Eq. 22 */
  readonly diagonal: number
  /** the consequence of Eq. 22 under Eq. 23: it grows with the square root of log L(u) */
  readonly logarithmic: number
}

/**
 * The bound after Eq. 23 of Orabona, Crammer, Cesa-Bianchi (2013), of the mistakes of a diagonal second-order Perceptron: L(u) + ||u||
 * sqrt((r + s) d ln(sqrt(8) ||u||^2 (r + s) X^4 / (e d r^2) + 2 L(u) X^2 / (d r) + 2)), X the largest norm of an example, d features.
 */
export function logarithmicBound(
  L: number,
  norm: number,
  { r, s, d, X }: { readonly r: number; readonly s: number; readonly d: number; readonly X: number },
): number {
  const first = (Math.sqrt(8) * norm ** 2 * (r + s) * X ** 4) / (Math.E * d * r ** 2)
  const inside = first + (2 * L * X ** 2) / (d * r) + 2
  return L + norm * Math.sqrt((r + s) * d * Math.log(inside))
}

/**
 * Measures a run of rule `sop` against weights.
 *
 * @param examples of the run
 * @param scores made before each was learned
 * @param u weights by column of the examples
 * @param r of the rule, > 0; 1 for the second-order Perceptron
 * @throws OLError OL_BATCH if these do not fit together, OL_PARAMETER if all weights are 0 or r is not > 0
 */
export function rareFeatures(examples: Examples, scores: Float64Array, u: Float64Array, r = 1): RareFeatures {
  if (!(examples instanceof Examples)) throw invalid('OL_PARAMETER', 'examples', 'an Examples', examples)
  checkFloats('scores', scores)
  checkFloats('weights', u)
  checkKind('r', r, 'number')
  const { size, width, labels, offsets, columns, values } = examples
  if (scores.length !== size) throw invalid('OL_BATCH', 'scores', `${size} numbers`, scores.length)
  if (u.length !== width) throw invalid('OL_BATCH', 'weights', `${width} numbers`, u.length)
  if (!(r > 0)) throw invalid('OL_PARAMETER', 'r', 'a number > 0', r)
  const norm = pNorm(u)
  if (norm === 0) throw invalid('OL_PARAMETER', 'weights', 'one that is not 0', 0)
  const sums = new PerColumn()
  let [mistakes, hinge, X] = [0, 0, 0]
  const uScores = examples.scores(u)
  for (let e = 0; e < size; e++) {
    hinge += lossTwins.hinge.value(uScores[e], labels[e], 0)
    const own = values.subarray(offsets[e], offsets[e + 1])
    X = Math.max(X, pNorm(own))
    if (labels[e] * scores[e] > 0) continue
    mistakes++
    own.forEach((x, k) => {
      sums.add(columns[offsets[e] + k], x * x)
    })
  }
  const S = sums.list(width)
  const rarity = sumOver(width, (i) => u[i] ** 2 * S[i]) / norm ** 2
  return {
    mistakes,
    hinge,
    rarity,
    diagonal: diagonalBound(hinge, u, S, r, 0),
    logarithmic: logarithmicBound(hinge, norm, { r, s: rarity, d: width, X }),
  }
}

function checkFloats(name: string, value: unknown): void {
  if (typedArrayName(value) !== 'Float64Array') throw invalid('OL_BATCH', name, 'a Float64Array', value)
}
