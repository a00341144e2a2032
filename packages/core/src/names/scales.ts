import { knownWeight } from '@ol/fallback'
import { type ModifiedRule, ruleOf, type StateEntry, type Table } from '@ol/spec'

/** The shared states of a row, by their names, and the weight of the examples. */
type Row = (state: string) => number
type Scale = (row: Row, weightSum: number) => number

/** The shared states that determine the scale of a feature, and how to compute the scale from a row. */
const scaleStates: { readonly [state: string]: Scale } = {
  // see `believedMaximum`
  scale: (row) => Math.abs(row('scale')),
  square_sum: (row, weightSum) => (weightSum > 0 ? Math.sqrt(Math.abs(row('square_sum')) / weightSum) : 0),
  squares: deviation,
}

/**
 * The scale of a feature that is mostly present is its standard deviation over all examples in which it was not
 * missing; otherwise it is the root mean square of its values that are not 0. The constant and derived features have no
 * statistics: their scale is 1.
 */
function deviation(row: Row, weightSum: number): number {
  const count = row('count')
  if (!(count > 0)) return 1
  const mean = row('mean')
  const squares = row('squares')
  if (row('next') === 0) return Math.sqrt(squares / count + mean * mean)
  const known = knownWeight(weightSum, row('missing'), count)
  const share = Math.min(1, count / known)
  return Math.sqrt(squares / known + share * (1 - share) * (mean * mean))
}

function scaleOf(rule: ModifiedRule): Scale | undefined {
  const state = ruleOf(rule).shared.find(({ name }: StateEntry) => name in scaleStates)
  return state && scaleStates[state.name]
}

/** Returns whether a model keeps scales of features besides its table, because its rule has none. */
export function tracksScales(rule: ModifiedRule): boolean {
  return scaleOf(rule) === undefined
}

/**
 * Returns whether a model file has scales next to its names: older files of the rule `std` and its mixtures had them.
 */
export function holdsScales(rule: ModifiedRule, names: { readonly scales?: false } | undefined): boolean {
  return (
    names !== undefined &&
    names.scales !== false &&
    (tracksScales(rule) || ruleOf(rule).standardizes === true)
  )
}

/** Returns the entry in the header of a file without scales, if older files of its rule have scales. */
export function withoutScales(
  rule: ModifiedRule,
  { scales }: { readonly scales?: Float64Array | undefined },
): { readonly scales?: false } {
  return scales === undefined && ruleOf(rule).standardizes === true ? { scales: false } : {}
}

/** Returns the function for the rule's own scale of the feature in a row; undefined if it has none. */
export function ownScales(rule: ModifiedRule, table: Table): ((row: number) => number) | undefined {
  const scale = scaleOf(rule)
  if (scale === undefined) return undefined
  const { shared, scalars, layout } = table
  const { sharedStart, sharedStride } = layout
  const places = new Map(ruleOf(rule).shared.map(({ name }: StateEntry, j) => [name, j]))
  let at = sharedStart
  const state: Row = (name) => shared[at + (places.get(name) as number)]
  return (row) => {
    at = sharedStart + row * sharedStride
    return scale(state, scalars[0])
  }
}
