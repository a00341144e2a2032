import { fallback, weightOf } from '@ol/fallback'
import { load } from '@ol/native'
import {
  type Backend,
  type Batch,
  type LossId,
  layoutOf,
  losses,
  modifiedRule,
  namedRules,
  nameOf,
  type ParamEntry,
  type Plan,
  type Precision,
  paramValue,
  type Results,
  type RuleName,
  scalarCount,
  type Table,
  type TextBackend,
  type Update,
} from '@ol/spec'
import { type PlainExample, stream } from './streams.js'

/** Returns the addon where it was built. With OL_REQUIRE_NATIVE=1 its absence fails. */
export function nativeBackend(): TextBackend | undefined {
  const found = load()
  if ('backend' in found) return found.backend
  if (process.env.OL_REQUIRE_NATIVE === '1') throw new Error(`OL_REQUIRE_NATIVE=1: ${found.missing}`)
  return undefined
}

/** Returns every backend that can run here. */
export function backends(): TextBackend[] {
  const native = nativeBackend()
  return native === undefined ? [fallback] : [fallback, native]
}

/** Returns whether a row of a rule's table holds more numbers than tests want to fill many rows with. */
export function wideRows(rule: RuleName): boolean {
  return namedRules[rule].kind === 'matrix' || namedRules[rule].lane.length > 100
}

/** As many examples of a random stream as a rule can learn from. */
export function streamFor(
  rule: RuleName,
  size: number,
  ...rest: Tail<Parameters<typeof stream>>
): PlainExample[] {
  return stream(Math.min(size, namedRules[rule].maxExamples ?? size), ...rest)
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never

/** Tables of wide rows have no more than 8 where a test asks for many: features collide. Those with a matrix are of float64. */
export function emptyTable(rule: RuleName, asked: number, lanes: number, wanted: Precision): Table {
  const matrix = namedRules[rule].kind === 'matrix'
  const precision = matrix ? 'float64' : wanted
  const rows = wideRows(rule) && asked > 16 ? 8 : asked
  const layout = layoutOf(namedRules[rule], rows, lanes, precision)
  const buffer = new ArrayBuffer(Math.ceil(layout.bytes / 8) * 8)
  const scalars = new Float64Array(scalarCount(namedRules[rule], lanes))
  scalars[2] = Number.POSITIVE_INFINITY
  scalars[3] = Number.NEGATIVE_INFINITY
  return {
    rows,
    lanes,
    precision,
    layout,
    lane: precision === 'float32' ? new Float32Array(buffer) : new Float64Array(buffer),
    shared: new Float64Array(buffer),
    scalars,
  }
}

export interface PlanOptions {
  readonly update?: Update
  /** by name; of a parameter with choices the name or the number of one */
  readonly params?: Readonly<Record<string, number | string>>
  readonly lossParams?: readonly number[]
  readonly clip?: Plan['clip']
  readonly range?: readonly [number, number]
  readonly lanes?: number
  /** default: any value counts as it is, as in the papers */
  readonly reach?: number
  /** factor of the learning rate */
  readonly rate?: number
  /** the class of each lane */
  readonly classes?: readonly number[]
}

/** Returns a plan with the defaults of the tables; with several lanes, lane l has l + 1 times the learning rate. */
export function planFor(rule: RuleName, loss: LossId, options: PlanOptions = {}): Plan {
  const lanes = options.lanes ?? 1
  const params = namedRules[rule].params.flatMap((p) =>
    Array.from({ length: lanes }, (_, l) => {
      const given = options.params?.[p.name]
      const value = given === undefined ? p.default : paramValue(p, given)
      if (value === undefined)
        throw new Error(`${rule} does not take ${options.params?.[p.name]} for ${p.name}`)
      return p.name === 'learningRate' ? value * (l + 1) * (options.rate ?? 1) : value
    }),
  )
  return {
    ...modifiedRule(rule),
    loss,
    update: options.update ?? namedRules[rule].updates[0],
    ...(options.classes === undefined ? {} : { classes: Float64Array.from(options.classes) }),
    params: Float64Array.from(params),
    lossParams: Float64Array.from(options.lossParams ?? losses[loss].params.map((p) => p.default)),
    clip: options.clip ?? 'none',
    clipMin: options.range?.[0] ?? 0,
    clipMax: options.range?.[1] ?? 0,
    reach: options.reach ?? Number.POSITIVE_INFINITY,
  }
}

/** Settings of a rule's parameters next to the defaults: each choice, and every term that is absent by default. */
export function variantsOf(rule: RuleName): Record<string, number | string>[] {
  const found: Record<string, number | string>[] = []
  for (const p of namedRules[rule].params) {
    for (const choice of p.choices ?? []) found.push({ [p.name]: choice })
  }
  const absent = namedRules[rule].params.filter(
    (p) => p.choices === undefined && p.default === 0 && p.min === 0,
  )
  const inside = (p: ParamEntry, value: number) =>
    Math.min(p.integer === true ? Math.ceil(value) : value, p.max)
  for (const value of [0.03, 1]) {
    if (absent.length > 0) found.push(Object.fromEntries(absent.map((p) => [p.name, inside(p, value)])))
  }
  for (const p of absent) found.push({ [p.name]: inside(p, 0.2) })
  return found
}

export function resultsFor(batch: Batch, lanes: number): Results {
  return {
    predictions: new Float64Array(batch.size * lanes),
    losses: new Float64Array(batch.size * lanes),
    status: new Uint8Array(batch.size),
  }
}

/** Learns a batch on a fresh table. */
export function run(
  backend: Backend,
  plan: Plan,
  batch: Batch,
  rows = 64,
  precision: Precision = 'float64',
  lanes = 1,
) {
  const table = emptyTable(nameOf(plan), rows, lanes, precision)
  const results = resultsFor(batch, lanes)
  backend.learn(plan, table, batch, results)
  return { table, results }
}

export function weights(plan: Plan, table: Table, rows: number): number[] {
  return Array.from({ length: rows }, (_, row) => weightOf(plan, table, row))
}

/** Returns all that learning leaves after, as bytes. */
export function bytesOf(table: Table, results: Results): Buffer {
  const views = [table.lane, table.shared, table.scalars, results.predictions, results.losses, results.status]
  return Buffer.concat(views.map((v) => Buffer.from(v.buffer, v.byteOffset, v.byteLength)))
}

/** Returns the losses that a rule accepts. */
export function acceptedLosses(rule: RuleName): readonly LossId[] {
  return namedRules[rule].othersRefused === true ? soundLosses(rule) : lossIds
}

/** Returns the losses that a rule's theory allows. */
export function soundLosses(rule: RuleName): readonly LossId[] {
  return namedRules[rule].losses ?? lossIds
}

export const ruleIds: RuleName[] = Object.keys(namedRules) as RuleName[]
export const lossIds: LossId[] = Object.keys(losses) as LossId[]
