import type { GivenColumns, ReadOptions, Schema } from '@ol/spec'
import { JsonRows } from '../objects/json-rows.js'
import type { NextColumns } from '../sniff/further-reading.js'
import { givenColumnNames, withGivenColumns } from '../sniff/given-columns.js'
import type { Sniffed } from '../sniff/head.js'

/** Returns the reader of JSON Lines as rows of a table; undefined: no table is known, or the input has delimiters. */
export function jsonRowsOf(
  schema: Schema | undefined,
  given: GivenColumns = {},
  { newColumns = 'error', format = 'auto' }: ReadOptions,
  file: string | undefined,
  origin: NextColumns['origin'],
): JsonRows | undefined {
  const named = format === 'jsonl'
  if (schema?.format !== 'csv' || schema.columns === undefined) return undefined
  if (given.delimiter !== undefined || (format !== 'auto' && !named)) return undefined
  return new JsonRows(named, () => ({ ...tableOf(schema, given, file), newColumns, file, origin }))
}

/** Returns the table that the rows are records of: with the columns that options name, which an object may have. */
function tableOf(schema: Schema, given: GivenColumns, file: string | undefined): Sniffed {
  const { columns = [], quote: _, escape: __, ...others } = schema
  const known = new Set<unknown>(columns.map(({ name }) => name))
  const more = [...givenColumnNames(given)].filter(
    (name): name is string => typeof name === 'string' && !known.has(name) && !/^[+-]?\d+$/.test(name),
  )
  const all: Sniffed = {
    schema: { ...others, columns, delimiter: ',', quotes: true, arff: false, header: true },
    columns: [...columns, ...more.map((name) => ({ name, role: 'ignore' as const }))],
    skip: 0,
    skipLines: 0,
  }
  return Object.keys(given).length === 0 ? all : withGivenColumns(all, given, file)
}
