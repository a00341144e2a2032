import { knownWeight, standardScale } from '@ol/fallback'
import { constantIndex, type MergePlan, type MergeRows, mergeWidth, OLError, type Table } from '@ol/spec'

/*
 * A standardized lane learns a dense feature as its distance from the mean, and a sparse one as it is. If models have
 * different means, or if a feature is dense only in some, the same weights need different constants: the difference is
 * added to the constant of the merged model, once all of its rows are available.
 */

/** The addition of the rows of dense features to the constant. */
export interface MeanShifts {
  /** as for `SliceRows.places`, ascending */
  readonly places: Float64Array
  /** for each place a number for each lane */
  readonly values: Float64Array
}

/** The places of the shared states of a standardized row. */
const [count, mean, squares, unit, next, missing] = [0, 1, 2, 3, 4, 5]

/** The amount subtracted from a feature before it is divided by its scale. */
function centre(states: Float64Array, at: number, t: number): number {
  if (states[at + next] === 0 || !(t > 0)) return 0
  const known = knownWeight(t, states[at + missing], states[at + count])
  return (states[at + count] < known ? states[at + count] / known : 1) * states[at + mean]
}

function scaleOf(states: Float64Array, at: number, t: number): number {
  return standardScale(
    states[at + count],
    states[at + mean],
    states[at + squares],
    states[at + next] !== 0,
    knownWeight(t, states[at + missing], states[at + count]),
    false,
  )
}

/** Collects the shifts of the rows of a merge. */
export class ShiftCollector {
  readonly #plan: MergePlan
  readonly #places: number[] = []
  readonly #values: number[] = []

  constructor(plan: MergePlan) {
    this.#plan = plan
  }

  /** Adds the shifts of a block of merged rows, the first of which is row `from` of `places`. */
  add(block: MergeRows, places: Float64Array, from: number): void {
    const { unit: kind, models, lanes, laneStates } = this.#plan
    if (kind !== 'standardized') return
    const width = mergeWidth(this.#plan)
    for (let i = 0; i < block.size; i++) {
      let dense = false
      for (let k = 0; k < models; k++)
        if (block.states[(k * block.size + i) * width + lanes * laneStates + next] !== 0) dense = true
      if (!dense) continue
      this.#places.push(places[from + i])
      for (let l = 0; l < lanes; l++) this.#values.push(this.#shift(block, i, l))
    }
  }

  /**
   * The mean of w (c - c_k), with c the centre that the merged model subtracts and c_k the centre of model k, weighed
   * like the weights.
   */
  #shift({ size, states, merged }: MergeRows, i: number, l: number): number {
    const { models, lanes, laneStates, params, weights, units, limit } = this.#plan
    // the other family takes nothing away
    if (params[lanes + l] !== 0) return 0
    const width = mergeWidth(this.#plan)
    const shared = lanes * laneStates
    const own = i * width + shared
    const c = centre(merged, own, weights[models])
    let total = 0
    let sum = 0
    for (let k = 0; k < models; k++) {
      const at = (k * size + i) * width
      const scale = scaleOf(states, at + shared, weights[k])
      if (!(weights[k] > 0 && scale > 0)) continue
      const ratio = (states[at + shared + unit] || 1) / (merged[own + unit] || 1)
      const evidence = Math.sqrt(states[at + lanes + l] * ratio * ratio) * Math.sqrt(weights[k])
      const term = ((states[at + l] * units[k]) / scale) * (c - centre(states, at + shared, weights[k]))
      if (!(evidence > 0 && term <= limit && term >= -limit)) continue
      total += evidence
      sum += evidence * term
    }
    return total > 0 ? sum / total : 0
  }

  get shifts(): MeanShifts | undefined {
    if (this.#places.length === 0) return undefined
    return { places: Float64Array.from(this.#places), values: Float64Array.from(this.#values) }
  }
}

/** Adds all shifts, in the order of their places, to the constant of a model, if it has one. */
export function applyShifts(
  all: readonly (MeanShifts | undefined)[],
  table: Table,
  keys: Uint32Array | undefined,
): void {
  const { lanes, layout } = table
  const row = constantRow(table, keys)
  if (row < 0) return
  const found = all.flatMap((shifts) =>
    shifts === undefined
      ? []
      : Array.from(shifts.places, (place, i) => ({
          place,
          values: shifts.values.subarray(i * lanes, (i + 1) * lanes),
        })),
  )
  if (found.length === 0) return
  found.sort((a, b) => a.place - b.place)
  for (let l = 0; l < lanes; l++)
    table.lane[row * layout.laneStride + l] += found.reduce((sum, { values }) => sum + values[l], 0)
}

/** Returns the row of the constant; -1 if there is none, or if another feature shares its row. */
function constantRow(table: Table, keys: Uint32Array | undefined): number {
  if (keys !== undefined) {
    for (const upper of [constantIndex, 0])
      for (let row = 0; 2 * row < keys.length; row++)
        if (keys[2 * row] === constantIndex && keys[2 * row + 1] === upper) return row
    return -1
  }
  const { lane, shared, layout, lanes, rows } = table
  const row = constantIndex & (rows - 1)
  // the constant is not counted as present
  if (shared[layout.sharedStart + row * layout.sharedStride + count] !== 0) return -1
  const from = row * layout.laneStride + layout.laneStep
  return lane.subarray(from, from + lanes).some((evidence) => evidence > 0) ? row : -1
}

/** Throws OL_MERGE_SETTINGS for slices that were merged before: their additions to the constant are still pending. */
export function refuseMerged(parts: readonly { readonly shifts?: MeanShifts | undefined }[]): void {
  const at = parts.findIndex(({ shifts }) => shifts !== undefined)
  if (at < 0) return
  const text = `Expected slices of models but slice ${at + 1} is a merged one: join the slices of that model first`
  throw new OLError('OL_MERGE_SETTINGS', text, { value: at + 1 })
}
