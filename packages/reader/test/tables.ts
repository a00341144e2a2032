import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as arrow from '@uwdata/flechette'
import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer'

export type Values = readonly (string | number | null)[]

/** A table in the memory of a test: names and columns. */
export type Columns = readonly (readonly [name: string, values: Values])[]

/** Returns the sample of the repository, with commas and no quotes: its text, and its columns. */
export function bank(rows = Number.POSITIVE_INFINITY): { text: string; columns: Columns } {
  const path = new URL('../../../data-sample/bank.csv.gz', import.meta.url)
  const sample = gunzipSync(readFileSync(path)).toString('utf8').trimEnd()
  const lines = sample
    .replaceAll('"', '')
    .replaceAll(';', ',')
    .split('\n')
    .slice(0, rows + 1)
  const names = lines[0].split(',')
  const columns = names.map((name, k): [string, Values] => {
    const texts = lines.slice(1).map((line) => line.split(',')[k])
    return [name, texts.every((text) => /^-?\d+$/.test(text)) ? texts.map(Number) : texts]
  })
  return { text: `${lines.join('\n')}\n`, columns }
}

export function parquetOf(
  columns: Columns,
  options: {
    rowGroupSize?: number
    types?: Record<string, BasicType>
    codec?: 'SNAPPY' | 'UNCOMPRESSED'
  } = {},
): Uint8Array {
  const { types = {}, ...rest } = options
  const columnData = columns.map(([name, data]) => ({
    name,
    data: [...data],
    type:
      types[name] ??
      (data.some((value) => typeof value === 'string') ? ('STRING' as const) : ('DOUBLE' as const)),
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData, ...rest }))
}

export function arrowOf(columns: Columns, format: 'file' | 'stream', maxBatchRows = 100): Uint8Array {
  const made = columns.map(([name, values]): [string, arrow.Column<unknown>] => [
    name,
    arrow.columnFromArray(
      [...values],
      values.some((value) => typeof value === 'string') ? arrow.dictionary(arrow.utf8()) : arrow.float64(),
      { maxBatchRows },
    ),
  ])
  return arrow.tableToIPC(arrow.tableFromColumns(made), { format }) as Uint8Array
}
