import { engineLaneScalars, engineScalars, mergeOf, nameOf, OLError, ruleOf, scalarCount } from '@ol/spec'
import type { ModelState } from '../model/model-file.js'
import { sumsOf } from '../model/model-tensors.js'
import type { StoredNames } from '../names/name-store.js'
import type { Settings } from '../options/settings.js'
import type { ProgressState } from '../validation/progressive-validation.js'
import type { MeanShifts } from './mean-shifts.js'

/** A model without the rows of its features. */
export interface ModelHead {
  readonly settings: Settings
  readonly counts: ProgressState
  /** as for `Table.scalars` */
  readonly scalars: Float64Array
  /** as for `ModelState.sums` */
  readonly sums: readonly Float64Array[]
  readonly names: StoredNames
  readonly unnamed: boolean
}

/** The rows in use of a part of a model. */
export interface SliceRows {
  readonly size: number
  /** in ascending order, the number of each row; of an exact index its place in the order of the model, or of the models */
  readonly places: Float64Array
  /** with an exact index: the keys of the rows, lower and upper half */
  readonly keys: Uint32Array | undefined
  /** state j of lane l of row i: (i * states + j) * lanes + l */
  readonly lane: Float32Array | Float64Array
  /** state j of row i: i * states + j */
  readonly shared: Float64Array
}

/** A slice of a model: the rows of a range of features, and everything that is not a row. */
export interface ModelPart {
  readonly head: ModelHead
  readonly rows: SliceRows
  /** shifts of merged rows, not yet added to the constant */
  readonly shifts?: MeanShifts | undefined
  /** which slice, from 0, of how many */
  readonly slice: number
  readonly slices: number
}

/** Returns everything of a model but its rows. */
export function headOf(model: ModelState): ModelHead {
  const { settings, counts, table, sums, names, unnamed } = model
  return { settings, counts, scalars: table.scalars, sums, names, unnamed }
}

/** Throws OL_MERGE_RULE for settings of which no models can be merged. */
export function checkMergeable(settings: Settings): void {
  const { prenormalize, predictOnly } = settings
  if (predictOnly !== undefined)
    throw new OLError('OL_MERGE_RULE', 'Models that were saved for predictions alone cannot be merged', {
      value: predictOnly,
    })
  const entry = mergeOf(settings)
  if ('refused' in entry) {
    const rule = nameOf(settings)
    throw new OLError('OL_MERGE_RULE', `Models of rule ${rule} cannot be merged: ${entry.refused}`, {
      value: rule,
    })
  }
  if (prenormalize === 'none') return
  const text = `Models with prenormalize ${prenormalize} cannot be merged: each has divided its features by what its own first pass found`
  throw new OLError('OL_MERGE_SETTINGS', text, { value: prenormalize })
}

/** The numbers of each row of a model. */
export interface RowShape {
  readonly lanes: number
  readonly laneStates: number
  readonly sharedStates: number
}

export function rowShape(settings: Settings): RowShape {
  const { lane, shared } = ruleOf(settings)
  return { lanes: settings.lanes, laneStates: lane.length, sharedStates: shared.length }
}

/** Returns the place and number of the scalars of a name in a table; undefined: the rule has none. */
export function scalarsNamed(
  settings: Settings,
  name: string,
): { readonly at: number; readonly count: number } | undefined {
  const { scalars, laneScalars } = ruleOf(settings)
  const { lanes } = settings
  const ofAll = [...engineScalars, ...scalars]
  const one = ofAll.findIndex((state) => state.name === name)
  if (one >= 0) return { at: one, count: 1 }
  const own = [...engineLaneScalars, ...laneScalars].findIndex((state) => state.name === name)
  return own < 0 ? undefined : { at: ofAll.length + own * lanes, count: lanes }
}

export function scalarsOf(settings: Settings): Float64Array {
  return new Float64Array(scalarCount(ruleOf(settings), settings.lanes))
}

/** Returns the arrays next to the table by their names in the model file. */
export function namedSums({ settings, sums }: ModelHead): ReadonlyMap<string, Float64Array> {
  const rows = settings.bits === 'grow' ? 0 : 2 ** settings.bits
  return new Map(sumsOf(settings, rows).map(({ name }, i) => [name, sums[i]]))
}
