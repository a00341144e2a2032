import type { SchemaColumn } from '@ol/spec'
import { joined, mostRows } from './header.js'
import { orangeHeader } from './orange-header.js'
import type { SampleRecord } from './records.js'

/** The name of a column whose header has none. */
export const numbered: RegExp = /^column \d+$/

/** The largest number of rows of the header's width before it: titles that commas cut. */
const mostBefore = 20

/** Names of columns above the rows of a further input: the records [first, body). */
export interface FurtherNames {
  readonly first: number
  readonly body: number
  readonly names: readonly string[]
}

/**
 * Returns the first of the sampled records that name more than half of the columns, or of their own fields: one record,
 * or several joined if that names more columns. undefined: there are none.
 */
export function findNames(
  records: readonly SampleRecord[],
  known: readonly SchemaColumn[],
): FurtherNames | undefined {
  const own = new Set(known.map(({ name }) => folded(name)))
  // a column without a name in the header of the schema has none in this header
  const named = known.filter(({ name }) => !numbered.test(name)).length
  const seen = new Map<number, number>()
  for (let first = 0; first < records.length; first++) {
    const { length } = records[first].fields
    // a header below rows of the table is the header of another file, which was appended
    const before = seen.get(length) ?? 0
    seen.set(length, before + 1)
    if (before >= mostBefore) continue
    let best: FurtherNames | undefined
    let most = 0
    const orange = orangeHeader(records, first)
    for (let body = first + 1; body <= Math.min(records.length, first + mostRows); body++) {
      if (orange === undefined && records[body - 1].fields.length !== length) break
      if (orange !== undefined && body !== first + orange.rows) continue
      const names = orange?.names ?? joined(records.slice(first, body).map(({ fields }) => fields))
      const hits = names.filter((text) => text !== '' && own.has(folded(text))).length
      if (hits <= most || (2 * hits <= length && 2 * hits <= named)) continue
      most = hits
      best = { first, body, names }
    }
    if (best !== undefined) return best
  }
  return undefined
}

/** Returns a name in the form in which loose matches are compared. */
export function folded(name: string): string {
  return name.trim().toLowerCase()
}
