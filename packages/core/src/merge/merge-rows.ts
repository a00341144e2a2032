import { stepLimit } from '@ol/fallback'
import {
  type Backend,
  type MergeForm,
  type MergePlan,
  type MergeRows,
  mergeOf,
  mergeWidth,
  ruleOf,
} from '@ol/spec'
import { ensembleParams } from '../options/ensemble-options.js'
import { type MeanShifts, ShiftCollector } from './mean-shifts.js'
import { type ModelHead, rowShape, type SliceRows, scalarsNamed } from './model-part.js'
import { labelDeviation } from './scalars.js'

/** Rows that are merged at a time. */
const blockRows = 1024

/** Returns the backend's plan for models, or for a model and its share, the last of which is the result. */
export function mergePlan(heads: readonly ModelHead[], result: ModelHead, models: number): MergePlan {
  const { settings } = result
  const { lanes, precision, params } = settings
  const form = mergeOf(settings) as MergeForm
  const numbers = (name: string): Float64Array => {
    const at = scalarsNamed(settings, name)?.at ?? 0
    return Float64Array.from([...heads, result], ({ scalars }) => scalars[at])
  }
  const spread = labelDeviation(result)
  const { power } = form
  return {
    ...rowShape(settings),
    unit: form.unit,
    evidence: form.evidence,
    power:
      typeof power === 'number'
        ? power
        : params[ruleOf(settings).params.findIndex(({ name }) => name === power.param) * lanes],
    dual: form.dual ?? 'weight',
    averages: form.averages === true,
    models,
    limit: stepLimit[precision],
    weights: numbers('t'),
    rounds: numbers('examples'),
    units: Float64Array.from(heads, (head) => {
      const own = labelDeviation(head)
      return spread > 0 && own > 0 ? own / spread : 1
    }),
    params: ensembleParams(settings),
  }
}

/** Returns the rows of the union of parts, merged; with an exact index in the order of the models. */
export function mergedRows(
  backend: Backend,
  plan: MergePlan,
  parts: readonly SliceRows[],
  lazy: boolean,
): { readonly rows: SliceRows; readonly shifts: MeanShifts | undefined } {
  const union = unionOf(parts)
  const { size } = union
  const { lanes, laneStates, sharedStates } = plan
  const width = mergeWidth(plan)
  const laneWidth = lanes * laneStates
  const [{ lane: sample }] = parts
  const lane =
    sample instanceof Float32Array ? new Float32Array(size * laneWidth) : new Float64Array(size * laneWidth)
  const shared = new Float64Array(size * sharedStates)
  const states = new Float64Array(parts.length * blockRows * width)
  const merged = new Float64Array(blockRows * width)
  const collector = new ShiftCollector(plan)
  for (let from = 0; from < size; from += blockRows) {
    const count = Math.min(blockRows, size - from)
    states.fill(0)
    parts.forEach((part, k) => {
      const rows = union.rows[k]
      for (let i = 0; i < count; i++) {
        const row = rows[from + i]
        if (row < 0) continue
        const to = (k * count + i) * width
        for (let j = 0; j < laneWidth; j++) states[to + j] = part.lane[row * laneWidth + j]
        for (let j = 0; j < sharedStates; j++)
          states[to + laneWidth + j] = part.shared[row * sharedStates + j]
      }
    })
    const block: MergeRows = { size: count, states, merged }
    backend.merge(plan, block)
    collector.add(block, union.places, from)
    scatter(plan, block, from, lane, shared)
  }
  // lazy weights are up to date
  if (lazy) for (let i = 0; i < size; i++) shared[i * sharedStates] = plan.rounds[parts.length]
  return { rows: { size, places: union.places, keys: union.keys, lane, shared }, shifts: collector.shifts }
}

/** Returns a share of rows. */
export function splitRows(backend: Backend, plan: MergePlan, rows: SliceRows, lazy: boolean): SliceRows {
  const { lanes, laneStates, sharedStates } = plan
  const width = mergeWidth(plan)
  const laneWidth = lanes * laneStates
  const lane = rows.lane.slice()
  const shared = rows.shared.slice()
  const states = new Float64Array(blockRows * width)
  const merged = new Float64Array(blockRows * width)
  for (let from = 0; from < rows.size; from += blockRows) {
    const count = Math.min(blockRows, rows.size - from)
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < laneWidth; j++) states[i * width + j] = rows.lane[(from + i) * laneWidth + j]
      for (let j = 0; j < sharedStates; j++)
        states[i * width + laneWidth + j] = rows.shared[(from + i) * sharedStates + j]
    }
    const block: MergeRows = { size: count, states, merged }
    backend.split(plan, block)
    scatter(plan, block, from, lane, shared)
  }
  if (lazy) for (let i = 0; i < rows.size; i++) shared[i * sharedStates] = plan.rounds[1]
  return { ...rows, lane, shared }
}

function scatter(
  plan: MergePlan,
  { size, merged }: MergeRows,
  from: number,
  lane: Float32Array | Float64Array,
  shared: Float64Array,
): void {
  const width = mergeWidth(plan)
  const { sharedStates } = plan
  const laneWidth = width - sharedStates
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < laneWidth; j++) lane[(from + i) * laneWidth + j] = merged[i * width + j]
    for (let j = 0; j < sharedStates; j++)
      shared[(from + i) * sharedStates + j] = merged[i * width + laneWidth + j]
  }
}

/** The rows of several parts together. */
interface Union {
  readonly size: number
  readonly places: Float64Array
  readonly keys: Uint32Array | undefined
  /** by part: which of its rows each row is, -1: none */
  readonly rows: readonly Int32Array[]
}

function unionOf(parts: readonly SliceRows[]): Union {
  return parts[0].keys === undefined ? unionOfPlaces(parts) : unionOfKeys(parts)
}

function unionOfPlaces(parts: readonly SliceRows[]): Union {
  const at = parts.map(() => 0)
  const found: number[] = []
  const rows = parts.map((): number[] => [])
  for (;;) {
    let least = Number.POSITIVE_INFINITY
    parts.forEach(({ places, size }, k) => {
      if (at[k] < size && places[at[k]] < least) least = places[at[k]]
    })
    if (least === Number.POSITIVE_INFINITY) break
    found.push(least)
    parts.forEach(({ places, size }, k) => {
      rows[k].push(at[k] < size && places[at[k]] === least ? at[k]++ : -1)
    })
  }
  return {
    size: found.length,
    places: Float64Array.from(found),
    keys: undefined,
    rows: rows.map((own) => Int32Array.from(own)),
  }
}

/** The rows of the first part, then the rows that only the second has, ... */
function unionOfKeys(parts: readonly SliceRows[]): Union {
  const known = new Map<string, number>()
  const keys: number[] = []
  const places: number[] = []
  const found = parts.map(({ keys: own = new Uint32Array(0), places: order, size }, k) =>
    Array.from({ length: size }, (_, i) => {
      const key = `${own[2 * i]} ${own[2 * i + 1]}`
      let row = known.get(key)
      if (row === undefined) {
        row = known.size
        known.set(key, row)
        keys.push(own[2 * i], own[2 * i + 1])
        places.push(k * 2 ** 32 + order[i])
      }
      return row
    }),
  )
  const rows = found.map((own) => {
    const inverse = new Int32Array(known.size).fill(-1)
    own.forEach((row, i) => {
      inverse[row] = i
    })
    return inverse
  })
  return { size: known.size, places: Float64Array.from(places), keys: Uint32Array.from(keys), rows }
}
