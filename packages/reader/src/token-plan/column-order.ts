import { isFeatureRole, type SchemaColumn } from '@ol/spec'

/** The order of columns that stand as in their schema: see `TokenPlan.columnOrder`. */
export const inPlace: Uint32Array = new Uint32Array(0)

/**
 * Returns the columns of an input in the order of their schema, see `TokenPlan.columnOrder`: the features of a row, and what
 * is built from them, must not depend on how a file orders its columns.
 */
export function columnOrder(
  columns: readonly SchemaColumn[],
  known: readonly SchemaColumn[] = columns,
): Uint32Array {
  // of columns with the same name, the first is set last and remains
  const places = new Map(known.map(({ name }, place) => [name, place] as const).toReversed())
  const rank = columns.map(({ name, role }) =>
    isFeatureRole(role) ? (places.get(name) ?? known.length) : -1,
  )
  const featured = rank.filter((place) => place >= 0)
  if (featured.every((place, k) => k === 0 || featured[k - 1] <= place)) return inPlace
  return Uint32Array.from(columns.keys()).sort((a, b) => rank[a] - rank[b] || a - b)
}
