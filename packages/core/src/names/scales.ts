import { type RuleId, rules, type StateEntry, type Table } from '@ol/spec'

/** The shared states of rules that are scales of features, and how the scale follows from them. */
const scaleStates: { readonly [state: string]: (state: number, weightSum: number) => number } = {
  // see `believedMaximum`
  scale: (largest) => (largest < 0 ? -largest : largest),
  square_sum: (squares, weightSum) => (weightSum > 0 ? Math.sqrt(squares / weightSum) : 0),
}

function scaleStateOf(rule: RuleId): number {
  return rules[rule].shared.findIndex(({ name }: StateEntry) => name in scaleStates)
}

/** Returns whether a model keeps scales of features beside its table, since its rule has none. */
export function tracksScales(rule: RuleId): boolean {
  return scaleStateOf(rule) < 0
}

/** Returns the rule's own scale of the feature in a row; undefined where it has none. */
export function ownScale(rule: RuleId, table: Table, row: number): number | undefined {
  const state = scaleStateOf(rule)
  if (state < 0) return undefined
  const { sharedStart, sharedStride } = table.layout
  const value = table.shared[sharedStart + row * sharedStride + state]
  return scaleStates[rules[rule].shared[state].name](value, table.scalars[0])
}
