import { clipCodes, engineLaneScalars, engineScalars, losses, type Plan, rules, type Table } from '@ol/spec'
import { lossTwins } from '../losses/index.js'
import type { LossTwin } from '../losses/loss.js'
import { ruleTwins } from '../rules/index.js'
import type { RuleTwin, Step } from '../rules/rule.js'

/** Engine scalars, by position. */
export const T = 0
export const EXAMPLES = 1
export const MIN_LABEL = 2
export const MAX_LABEL = 3

/** A step is refused past this |step| * |r|: the table could not hold it, or its square would overflow. */
export const stepLimit = { float32: 1e30, float64: 1e140 } as const

/** A plan, looked up once per batch. */
export interface Run {
  readonly rule: RuleTwin
  readonly loss: LossTwin
  readonly lossParam: number
  readonly invariant: boolean
  readonly plan: Plan
  readonly clip: number
  readonly limit: number
  /** the class of each lane */
  readonly classes: Float64Array | undefined
  /** position of `dropped` of lane 0 among the scalars */
  readonly dropped: number
}

export function runOf(plan: Plan, table: Table): Run {
  return {
    rule: ruleTwins[plan.rule],
    loss: lossTwins[plan.loss],
    lossParam: losses[plan.loss].params.length > 0 ? plan.lossParams[0] : 0,
    invariant: plan.update === 'invariant',
    plan,
    clip: clipCodes[plan.clip],
    limit: stepLimit[table.precision],
    classes: plan.classes,
    dropped: droppedAt(plan.rule),
  }
}

/** Position of the first lane's `dropped` among the scalars. */
export function droppedAt(rule: Plan['rule']): number {
  return engineScalars.length + rules[rule].scalars.length
}

/** Points the step at the plan's parameters and at a working copy of the table's scalars. */
export function attach(c: Step, plan: Pick<Plan, 'rule' | 'params'>, table: Table): void {
  c.params = plan.params
  c.lanes = table.lanes
  c.limit = stepLimit[table.precision]
  if (c.scalars.length !== table.scalars.length) c.scalars = new Float64Array(table.scalars.length)
  c.own = engineScalars.length
  c.laneOwn = droppedAt(plan.rule) + engineLaneScalars.length * table.lanes
}

/** Starts an example of weight h. */
export function enter(c: Step, table: Table, h: number): void {
  const { scalars } = c
  for (let j = 0; j < scalars.length; j++) scalars[j] = table.scalars[j]
  c.h = h
  c.t = scalars[T] + h
  c.round = scalars[EXAMPLES] + 1
  scalars[T] = c.t
  scalars[EXAMPLES] = c.round
}

export function clipped(z: number, run: Run, scalars: Float64Array): number {
  if (run.clip === clipCodes.none) return z
  const low = run.clip === clipCodes.range ? run.plan.clipMin : scalars[MIN_LABEL]
  const high = run.clip === clipCodes.range ? run.plan.clipMax : scalars[MAX_LABEL]
  // before the first label the range is empty (low > high) and clips nothing
  if (!(low <= high)) return z
  return z < low ? low : z > high ? high : z
}
