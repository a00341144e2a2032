import type { LossTwin } from '@ol/numerics'
import type { Table } from '@ol/spec'
import type { Active } from './active.js'

export type Lane = Float32Array | Float64Array

/** The facts that a rule's functions may read about the example and the lane they work on. One object, reused. */
export class Step {
  /** parameters: number j of lane l is `params[j * lanes + l]` */
  params: Float64Array = new Float64Array(0)
  lanes = 1
  /**
   * A working copy of the model's scalars, kept only if the example is learned from. Scalar j of the rule is
   * `scalars[own + j]`, scalar j of lane l `scalars[laneOwn + j * lanes + l]`.
   */
  scalars: Float64Array = new Float64Array(0)
  own = 0
  laneOwn = 0
  /** weight of the example */
  h = 1
  /** sum of weights, this example included */
  t = 0
  /** number of examples, this one included */
  round = 0
  /** number of features that are not 0 (for rules with `begin`) */
  nonzero = 0
  /** sum of `size` over the features, or of r^2 if the rule has no `size` */
  squares = 0
  /** largest |r|, or an upper bound for rules without `fits` */
  largest = 0
  /** the features of the example, for `reduce` and `sweep`: their number, rows and r (0: absent) */
  count = 0
  rows: Uint32Array = new Uint32Array(0)
  values: Float64Array = new Float64Array(0)
  /** added to the score */
  initial = 0
  /** the values that become c.a of each lane: sums of `gather`, or the results of `reduce` on them */
  sums: Float64Array = new Float64Array(0)
  /** set by `scale` for the current feature: old scale / new scale; 0 on its first appearance */
  ratio = 1
  /** set by `scale`, for rules whose weights and gradients move by different factors: the factor of the weight */
  growth = 1
  /** set by `scale` for the current feature: rounds since it was last present, in which its gradient was 0 */
  missed = 0
  /**
   * set by `scale`, for rules whose weight depends on it: the value of the current feature in the unit of r; for rules
   * that survey the scale of the current feature, in the unit of its row
   */
  x = 0
  /** whether the example is learned from; otherwise it is predicted as if it came next */
  learning = false
  /** set by `scale`, for modifiers: whether the `prepare` of the rule has work */
  due = false
  /** set by `scale`, for modifiers: the remaining share of what the feature added before, or of its mean */
  kept = 1
  /** set by `scale`: whether `prepare` has work */
  moved = false
  /** label, score, d loss / d score and sum of `gather` of the current lane */
  y = 0
  z = 0
  g = 0
  a = 0
  /** the step of the current lane, and a second number for rules that need one */
  u = 0
  v = 0
  /** the range of `clip: 'vw'` */
  low = 0
  high = 0
  /** for rules that survey: the index of the constant, -1 where there is none */
  constant = -1
  /** for rules that survey: whether no lane learns from the example, and G0 of the current lane */
  idle = false
  prior = 0
  /** for rules that survey: the place of the first derived feature of the example, its end where there is none */
  derived = 0
  /** see `Plan.groupFactors` */
  factors: Float64Array | undefined = undefined
  /** the namespace of the current feature: see `Batch.groups`; `scale` of rules with `grouped` makes it the namespace of its row */
  group = 0
  /** see `Plan.reach` */
  reach: number = Number.POSITIVE_INFINITY
  /** the largest |step r| that the table can hold */
  limit = 1e30
}

/**
 * A rule: a few small functions that see one feature of one lane. T[k + j * L] is state j of lane l, S[s + j] shared
 * state j, x the value, r the value in the unit of the weights. The engine calls, in this order and those that exist:
 *
 * - once: `begin`
 * - per feature: `scale`; per lane, if c.moved: `prepare`; per lane `read` and `gather`
 * - once: `observe`, `reduce`; per lane: `score`
 * - per lane: `multiplier`
 * - per lane with a gradient (`eager`: per lane): either `stepSize`, per feature `accumulate` and `slope`, and
 *   `regularize` (the step is taken from loss and update, and moves state 0), or `fits`, `decide`, `sweep` and per feature
 *   `write`
 * - per lane: `finish`
 *
 * Twin: native/core/rules/.
 */
export interface RuleTwin {
  /** before anything else; may read the complete table and change c.scalars */
  begin?(table: Table, c: Step): void
  /** whether `scale` and `prepare` would change nothing */
  settled(S: Float64Array, s: number, x: number): boolean
  /** moves the shared state to include x and returns r; sets c.moved where lanes must be prepared */
  scale(S: Float64Array, s: number, x: number, c: Step): number
  /** brings the state of a lane up to this round */
  prepare?(T: Lane, k: number, L: number, r: number, c: Step, l: number): void
  /** the weight per unit of r now */
  read(T: Lane, k: number, L: number, c: Step, l: number): number
  /** a number that is summed over the features of each lane into c.a */
  gather?(T: Lane, k: number, L: number, r: number, c: Step, l: number): number
  /** the term that is summed over the features into c.squares, in place of r^2 */
  size?(r: number, c: Step): number
  /** after the last feature is read and before the label is used; may change c.scalars */
  observe?(c: Step): void
  /** in place of `scale`, for rules with more active features than the example has: changes nothing but c */
  survey?(
    table: Table,
    indices: Uint32Array,
    values: Float64Array,
    from: number,
    to: number,
    c: Step,
    active: Active,
  ): void
  /** for rules that survey: the steps of the engine over active features */
  readonly activeSteps?: ActiveSteps
  /** adds the results of `survey` to the model, before the first step */
  commit?(table: Table, c: Step): void
  /** which values of the active features a lane takes: 0 or 1 */
  family?(c: Step, l: number): number
  /** G0 of a lane, for c.prior */
  prior?(c: Step, l: number): number
  /** the score in units of the label, where a plan standardizes labels */
  labelOf?(z: number, c: Step): number
  /** adds a label to the statistics in c.scalars and returns their standard deviation */
  seeLabel?(y: number, c: Step): number
  /** with the features as `scale` and `prepare` left them; may read the complete table and change c.scalars */
  reduce?(table: Table, c: Step): void
  /** the score of a lane, from the sum of weight times r */
  score?(z: number, c: Step, l: number): number

  /** for losses that saturate: a derivative up to this size counts as 0; absent: 0 */
  faint?(c: Step): number
  /** step size of a lane */
  stepSize?(c: Step, l: number): number
  /** factor of every step of a lane, c.g being its gradient and c.a its sum of `gather`; called once, and may change the scalars of the lane */
  multiplier?(c: Step, l: number): number
  /**
   * Moves the accumulators by the gradient g r and returns the rate: state 0 then moves by u r rate, so that
   * d score / d u is the sum of r^2 rate.
   */
  accumulate?(T: Lane, k: number, L: number, r: number, g: number, c: Step): number

  /** for modifiers of this rule: the factor of the feature in its steps, as `accumulate` left it; absent: 1 */
  rest?(T: Lane, k: number, L: number): number
  /** for modifiers of this rule: a factor of all steps that `rest` leaves out; absent: 1 */
  pace?(c: Step): number
  /** for modifiers of this rule: the factor by which `prepare` moves state 0; absent: 1 */
  stretch?(c: Step): number
  /** for modifiers of this rule: whether shared state 0 is a sum that fades, and whether lane state 1 does */
  readonly fades?: { readonly squares: boolean; readonly norm: boolean }
  /**
   * The score that a unit of state 0 adds, with the state as `accumulate` left it; absent: r. d score / d u is then the sum
   * of slope times r rate.
   */
  slope?(T: Lane, k: number, L: number, r: number, c: Step): number
  /** changes the step u of a lane with the derivative g once its size is known; may change the scalars of the lane */
  regularize?(u: number, g: number, c: Step, l: number): number

  /** whether features are treated by namespace: `scale` and `write` then find it in c.group */
  readonly grouped?: boolean
  /** runs even where the gradient is 0 */
  readonly eager?: boolean
  /** whether the table can hold the step that `decide` would choose; changes nothing but c.u and c.v */
  fits?(c: Step, l: number): boolean
  /** sets c.u (and c.v) from c.z, c.y, c.g (times the weight of the example), c.a; c.u = 0 where nothing is written */
  decide?(c: Step, l: number): void
  /** before the first feature is written; may read and change the complete table */
  sweep?(table: Table, c: Step, l: number): void
  /** updates one feature, for rules that do not accumulate: from c.g, c.u, c.v */
  write?(T: Lane, k: number, L: number, r: number, c: Step, l: number): void
  /** after the update; may read and change the complete table */
  finish?(table: Table, c: Step, l: number): void

  /** the weight in the feature's own unit after the last example, for inspection */
  weight(T: Lane, k: number, L: number, S: Float64Array, s: number, c: Step, l: number): number
}

/** The facts of a run that the steps over active features read. */
export interface ActiveRun {
  readonly rule: RuleTwin
  readonly families: Uint8Array
  readonly invariant: boolean
  readonly measures: readonly { readonly loss: LossTwin; readonly labelUnits: boolean }[]
}

/** The engine over the active features of rules that survey: see engine/active.ts. */
export interface ActiveSteps {
  forward(
    run: ActiveRun,
    table: Table,
    indices: Uint32Array,
    values: Float64Array,
    from: number,
    to: number,
  ): void
  commit(run: ActiveRun, table: Table): void
  step(run: ActiveRun, table: Table, l: number): void
  standardizeLabels(run: ActiveRun, lanes: number, label: number): void
}
