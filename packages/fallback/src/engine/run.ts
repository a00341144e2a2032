import { type LossTwin, lossTwinOf } from '@ol/numerics'
import {
  clipCodes,
  engineLaneScalars,
  engineScalars,
  lossOf,
  type Measure,
  type ModifiedRule,
  type Plan,
  ruleOf,
  type Table,
} from '@ol/spec'
import { coupled } from '../losses/coupling.js'
import { twinOf } from '../rules/known.js'
import { type RuleTwin, Step } from '../rules/rule.js'
import { type Kernel, kernelCapacity, kernelOf } from './kernel.js'

/** Engine scalars, by position. */
export const T = 0
export const EXAMPLES = 1
export const MIN_LABEL = 2
export const MAX_LABEL = 3

/** A step with a larger |step| * |r| is refused: the table could not hold it, or its square would overflow. */
export const stepLimit = { float32: 1e30, float64: 1e140 } as const

/** The measure of a lane, looked up. */
export interface LaneMeasure {
  readonly loss: LossTwin
  readonly lossParam: number
  /** see `LossEntry.saturates` */
  readonly saturates: boolean
  /** whether it is in units of the label */
  readonly labelUnits: boolean
  readonly clip: number
  readonly clipMin: number
  readonly clipMax: number
}

/** A plan, looked up once per batch. */
export interface Run {
  readonly rule: RuleTwin
  /** the measure of each lane */
  readonly measures: readonly LaneMeasure[]
  readonly invariant: boolean
  readonly limit: number
  /** the class of each lane */
  readonly classes: Float64Array | undefined
  /** the lanes of each column of classes: see `Coupling` */
  readonly columns: readonly Uint32Array[]
  /** for rules that survey: which values of the active features each lane takes */
  readonly families: Uint8Array
  /** whether the lanes learn labels in units of their spread */
  readonly labels: boolean
  /** see `Plan.errors` */
  readonly errors: Float64Array | undefined
  /** position of `dropped` of lane 0 among the scalars */
  readonly dropped: number
  /** the loops over the features of an example; undefined: the loops for a survey, for namespaces, or for long examples */
  readonly kernel: Kernel | undefined
}

/** Returns the kernel for an example of this many features. */
export function kernelFor({ kernel }: Run, features: number): Kernel | undefined {
  return features <= kernelCapacity ? kernel : undefined
}

export function runOf(plan: Plan, table: Table): Run {
  const rule = twinOf(plan)
  return {
    rule,
    measures: measuresOf(plan, table.lanes),
    invariant: plan.update === 'invariant',
    limit: stepLimit[table.precision],
    classes: plan.classes,
    columns: coupled.coupling?.columnsOf(plan, table.lanes) ?? noColumns,
    families: familiesOf(plan, table.lanes),
    labels: plan.standardize !== undefined && plan.standardize[1] === 1,
    errors: plan.errors,
    dropped: droppedAt(plan),
    kernel: rule.survey === undefined && rule.grouped !== true ? kernelOf(rule, table) : undefined,
  }
}

// made once: making an array takes as long as learning a feature
const noFamilies: Uint8Array = /* @__PURE__ */ new Uint8Array(0)

const noColumns: readonly Uint32Array[] = []

function familiesOf(plan: Plan, lanes: number): Uint8Array {
  const { family } = twinOf(plan)
  if (family === undefined) return noFamilies
  const c = new Step()
  c.params = plan.params
  c.lanes = lanes
  return Uint8Array.from({ length: lanes }, (_, l) => family(c, l))
}

function measuresOf(plan: Plan, lanes: number): LaneMeasure[] {
  const measures = new Array<LaneMeasure>(lanes).fill(measureOf(plan))
  for (const measure of plan.measures ?? []) measures.fill(measureOf(measure), measure.from)
  return measures
}

function measureOf({ loss, lossParams, clip, clipMin, clipMax }: Measure): LaneMeasure {
  return {
    loss: lossTwinOf(loss),
    lossParam: lossOf(loss).params.length > 0 ? lossParams[0] : 0,
    saturates: lossOf(loss).saturates === true,
    labelUnits: lossOf(loss).params[0]?.labelUnits === true,
    clip: clipCodes[clip],
    clipMin,
    clipMax,
  }
}

/** Returns the position of the first lane's `dropped` among the scalars. */
function droppedAt(rule: ModifiedRule): number {
  return engineScalars.length + ruleOf(rule).scalars.length
}

/** The parts of a plan that a step needs. */
export type AttachedPlan = Pick<
  Plan,
  'rule' | 'modifiers' | 'params' | 'standardize' | 'reach' | 'groupFactors'
>

/** Points the step at the plan's parameters and at a working copy of the table's scalars. */
export function attach(c: Step, plan: AttachedPlan, table: Table): void {
  c.params = plan.params
  c.constant = plan.standardize === undefined ? -1 : plan.standardize[0]
  c.reach = plan.reach
  c.factors = plan.groupFactors
  c.lanes = table.lanes
  c.limit = stepLimit[table.precision]
  if (c.scalars.length !== table.scalars.length) c.scalars = new Float64Array(table.scalars.length)
  c.own = engineScalars.length
  c.laneOwn = droppedAt(plan) + engineLaneScalars.length * table.lanes
}

/** Starts an example of weight h, to learn from it or to predict it. */
export function enter(c: Step, table: Table, h: number, learning: boolean): void {
  const { scalars } = c
  for (let j = 0; j < scalars.length; j++) scalars[j] = table.scalars[j]
  c.idle = false
  c.h = h
  c.learning = learning
  c.t = scalars[T] + h
  c.round = scalars[EXAMPLES] + 1
  scalars[T] = c.t
  scalars[EXAMPLES] = c.round
}

/** Sets the range of `clip: 'vw'` for an example that is learned from with the label y, or, with NaN, predicted. */
export function span(c: Step, { scalars }: Table, y: number): void {
  const low = scalars[MIN_LABEL] < 0 ? scalars[MIN_LABEL] : 0
  const high = scalars[MAX_LABEL] > 0 ? scalars[MAX_LABEL] : 0
  c.low = y < low ? y : low
  c.high = y > high ? y : high
}

export function clipped(z: number, measure: LaneMeasure, c: Step, scalars: Float64Array): number {
  if (measure.clip === clipCodes.none) return z
  if (measure.clip === clipCodes.vw) return z < c.low ? c.low : z > c.high ? c.high : z
  const low = measure.clip === clipCodes.range ? measure.clipMin : scalars[MIN_LABEL]
  const high = measure.clip === clipCodes.range ? measure.clipMax : scalars[MAX_LABEL]
  // before the first label the range is empty (low > high) and clips nothing
  if (!(low <= high)) return z
  return z < low ? low : z > high ? high : z
}
