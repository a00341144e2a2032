import type { Batch } from '@ol/spec'
import { namedColumns } from '../expand/column-names.js'
import type { DerivedModel } from '../expand/derived-model.js'
import { explained } from '../lanes/explained.js'
import type { LaneFactor } from '../lanes/linear.js'
import type { LaneScores } from '../lanes/outcome.js'
import type { TableModel } from '../lanes/table-model.js'
import type { DerivedContribution } from './explanation.js'
import type { LearnerState } from './learner-state.js'

/** Returns the lanes of a model with the factors with which they add up to the explained score. */
export type LanesOf = (model: TableModel) => readonly LaneFactor[]

/** The additions of the members of a model with derived features to a score. */
export interface ExpandedParts {
  /** the explained features: their places in the example, negative for absent features that count, and their rows */
  readonly features: { readonly places: ArrayLike<number>; readonly rows: ArrayLike<number> }
  /** the additions of these features, over all members */
  readonly contributions: Float64Array
  readonly derived: readonly DerivedContribution[]
  /** the mean of the labels, if they are learned in units of their spread */
  readonly labelMean: number
}

/** Returns the parts of the score of a class (or the only one) for the only example of a batch. */
export function expandedParts(
  state: LearnerState,
  experts: DerivedModel,
  batch: Batch,
  lanesOf: LanesOf,
): ExpandedParts {
  const { members } = experts
  const { batches, origins } = experts.derivedOf(batch)
  const all = members.map(({ model }, m) => explained(model, batches[m]))
  const own = batch.offsets[1] - batch.offsets[0]
  const mask = members[0].model.table.rows - 1
  const { places, rows, found } = baseFeatures(all, own, mask)
  const contributions = new Float64Array(places.length)
  const sums = new Map<string, { readonly rows: readonly number[]; sum: number }>()
  let labelMean = 0
  members.forEach(({ model, factor }, m) => {
    const { unit, table } = model
    labelMean += factor * model.labelMean
    const weighed = lanesOf(model)
    all[m].places.forEach((place, i) => {
      const part = factor * unit * neededPart(all[m].parts, i * table.lanes, weighed)
      if (place >= own) {
        const origin = origins[place - own]
        const key = [...origin].sort((a, b) => a - b).join()
        const sum = sums.get(key) ?? { rows: origin, sum: 0 }
        sum.sum += part
        sums.set(key, sum)
        return
      }
      contributions[found.get(keyOf(place, all[m].rows[i] & mask)) as number] += part
    })
  })
  const nameOf = namesOfRows(state, experts)
  const derived = [...sums.values()]
    .map(({ rows, sum }) => ({ columns: rows.map(nameOf), contribution: sum }))
    .sort((a, b) => a.columns.length - b.columns.length)
  return { features: { places, rows }, contributions, derived, labelMean }
}

/** Returns the base features that count for any member: experts that began later may know other dense ones. */
function baseFeatures(
  all: readonly Pick<LaneScores, 'places' | 'rows'>[],
  own: number,
  mask: number,
): { readonly places: number[]; readonly rows: number[]; readonly found: ReadonlyMap<string, number> } {
  const [places, rows]: [number[], number[]] = [[], []]
  const found = new Map<string, number>()
  for (const member of all)
    member.places.forEach((place, i) => {
      const key = keyOf(place, member.rows[i] & mask)
      if (place >= own || found.has(key)) return
      found.set(key, places.length)
      places.push(place)
      rows.push(member.rows[i] & mask)
    })
  return { places, rows, found }
}

/** A feature by its place in the example; an absent feature that counts, by its row. */
function keyOf(place: number, row: number): string {
  return place < 0 ? `row ${row}` : `${place}`
}

function neededPart(parts: Float64Array, at: number, lanes: readonly LaneFactor[]): number {
  let sum = 0
  for (const { lane, factor } of lanes) if (factor !== 0) sum += factor * parts[at + lane]
  return sum
}

/** Returns the function that names the column of a base feature. */
function namesOfRows({ names }: LearnerState, { deriver }: DerivedModel): (row: number) => string {
  const { state, columns } = deriver
  const named = namedColumns(state, columns, names?.entries() ?? [])
  return (row) => named.get(state.column[row])?.name ?? `#${row}`
}
