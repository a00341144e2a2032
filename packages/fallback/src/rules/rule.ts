import type { Table } from '@ol/spec'

type Lane = Float32Array | Float64Array

/** What a rule's functions may know of the example and of the lane they work on. One object, reused. */
export class Step {
  /** weight of the example */
  h = 1
  /** sum of weights, this example included */
  t = 0
  /** sum of squared relative values, this example included */
  N = 0
  /** d loss / d score of the lane at hand */
  g = 0
  /** largest |r| of the example */
  largest = 0
  /** old scale / new scale of the feature at hand, 0 on its first appearance; 1 where `scale` left it alone */
  ratio = 1
}

/**
 * A rule: a few small functions that see one feature of one lane. The engine calls, per example,
 * `scale` for each feature (and `rescale` for each lane of those whose scale moved), `read` for each feature and lane,
 * `multiplier` and `rate of step` once, then for lanes with a gradient `accumulate` for each feature (before the step
 * is known, as the importance-aware step needs the score's change per unit of step) and `write`.
 *
 * T[k + j * L] is state j of the lane at hand, S[s + j] shared state j, x the value, r the value in the unit of the
 * weights. Twin: native/core/rules/.
 */
export interface RuleTwin {
  /** whether `scale` would change nothing */
  settled(S: Float64Array, s: number, x: number): boolean
  /** moves the shared state to include x and returns r; sets c.ratio where lanes must be rescaled */
  scale(S: Float64Array, s: number, x: number, c: Step): number
  rescale(T: Lane, k: number, L: number, c: Step): void
  /** the weight per unit of r, as it stands now */
  read(T: Lane, k: number, L: number): number
  /** factor of every step of the example */
  multiplier(c: Step): number
  /** step size of a lane, from its parameters P[p], P[p + 1], ... */
  stepSize(P: Float64Array, p: number, c: Step): number
  /** moves the accumulators by the gradient c.g r; returns the rate: d score / d u is the sum of r^2 rate */
  accumulate(T: Lane, k: number, L: number, r: number, c: Step): number
  /** adds d to the weight */
  write(T: Lane, k: number, L: number, d: number): void
  /** the weight in the feature's own unit, for inspection */
  weight(T: Lane, k: number, L: number, S: Float64Array, s: number, table: Table): number
}
