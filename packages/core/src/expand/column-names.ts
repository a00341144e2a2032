import type { DerivationState } from '@ol/spec'
import type { Columns } from './columns.js'

/** A base feature whose name is known. */
export interface NamedFeature {
  readonly index: number
  readonly name: string
}

/** The base features of a column; if several share a row of the table, the one that appeared first. */
export interface NamedColumn {
  readonly name: string
  readonly features: ReadonlyMap<number, NamedFeature>
}

/** Returns the columns by their number (from 1), as far as names of their features are known. */
export function namedColumns(
  { column, rows }: DerivationState,
  columns: Columns,
  features: Iterable<NamedFeature>,
): ReadonlyMap<number, NamedColumn> {
  const found = new Map<number, { readonly name: string; readonly features: Map<number, NamedFeature> }>()
  for (const { index, name } of features) {
    const row = index & (rows - 1)
    const number = column[row]
    if (number === 0) continue
    const known = found.get(number) ?? { name: columns.nameOf(name, number), features: new Map() }
    if (!known.features.has(row)) known.features.set(row, { index, name })
    found.set(number, known)
  }
  return found
}
