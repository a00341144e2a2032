import type { Shard } from '@ol/spec'
import type { LeftOut } from '../columnar/cells.js'
import { tableBytes, tableKindOf } from '../columnar/table-bytes.js'
import { TableText } from '../columnar/table-text.js'
import type { NamedSource } from '../source/source.js'

/** A magic number is within this many bytes. */
const magicBytes = 8

/** Returns whether an input is a table that is cut between its row groups: Parquet with random access. */
export async function hasRowGroups(source: NamedSource): Promise<boolean> {
  const access = await source.random?.()
  if (access === undefined) return false
  try {
    const head = new Uint8Array(await access.slice(0, Math.min(magicBytes, access.byteLength)))
    return tableKindOf(head) === 'parquet'
  } finally {
    await access.close()
  }
}

/** Returns the row groups of a shard as text, whose first line is the header. */
export function rowGroups(
  source: NamedSource,
  shard: Shard,
  leftOut: LeftOut,
): { readonly pieces: AsyncIterable<Uint8Array>; readonly text: TableText } {
  const text = new TableText()
  return { pieces: tableBytes('parquet', text, source.pieces(), source, leftOut, source.file, shard), text }
}
