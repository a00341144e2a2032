import type { RandomAccess } from '@ol/platform'
import { isTypedArray, OLError, type Shard } from '@ol/spec'
import type { SchemaElement, SchemaTree } from 'hyparquet'
import { optional } from '../compression/optional.js'
import type { ColumnKind } from '../table-report.js'
import {
  type Cell,
  type ColumnarTable,
  clockText,
  dateText,
  decimalText,
  type LeftOut,
  refuseTwice,
  signedInteger,
  type TableBlock,
  timeText,
} from './cells.js'
import { checkFooter } from './parquet-pages/check-footer.js'
import { chunksOf } from './parquet-pages/check-metadata.js'
import { CheckedInput } from './parquet-pages/checked-input.js'
import { checkedCodecs } from './parquet-pages/page-codecs.js'

/** The number of rows to decode at a time, where a row group can be read in parts. */
const partRows = 1 << 16

/** A column, and the path from the value of the outermost column to its own. */
interface Leaf {
  readonly name: string
  readonly top: string
  readonly cell: (value: unknown) => Cell
  readonly kind: ColumnKind
}

/**
 * Returns the table of a Parquet file, or of the row groups of a shard. It decodes one row group at a time, in parts where the file has a
 * page index.
 *
 * @throws OLError OL_PARAMETER if there are fewer row groups than shards
 */
export async function parquetTable(
  input: RandomAccess,
  file: string | undefined,
  leftOut: LeftOut,
  shard: Shard = { number: 1, of: 1 },
): Promise<ColumnarTable> {
  const library = await optional<typeof import('hyparquet')>('hyparquet', 'Parquet', file)
  await checkFooter(input)
  const metadata = await library.parquetMetadataAsync(input, { geoparquet: false })
  const rows = metadata.row_groups.reduce((sum, group) => sum + group.num_rows, 0n)
  if (rows !== metadata.num_rows)
    throw new Error(`expected ${metadata.num_rows} rows but its row groups have ${rows}`)
  const groups = metadata.row_groups.length
  if (shard.of > 1 && groups < shard.of)
    throw new OLError(
      'OL_PARAMETER',
      `expected a table of at least ${shard.of} row groups, one for each shard, but ${file ?? 'the input'} has ${groups}: write it with smaller row groups, or give at least ${shard.of} files`,
      { ...(file === undefined ? {} : { file }), value: groups, expected: `>= ${shard.of}` },
    )
  const codecs = new Set(
    metadata.row_groups.flatMap((group) => group.columns.map((column) => column.meta_data?.codec)),
  )
  codecs.delete('UNCOMPRESSED')
  codecs.delete('SNAPPY')
  const codecNames = [...codecs].join()
  const compressors =
    codecNames === ''
      ? {}
      : (
          await optional<typeof import('hyparquet-compressors')>(
            'hyparquet-compressors',
            `Parquet (${codecNames})`,
            file,
          )
        ).compressors
  const tree = library.parquetSchema(metadata)
  const chunks = chunksOf(metadata, tree, input.byteLength)
  const checked = new CheckedInput(input, chunks, library.readOffsetIndex)
  const decompressors = checkedCodecs(metadata.row_groups, chunks, compressors, library.snappyUncompress)
  const leaves = tree.children.flatMap((child) => leavesOf(child))
  const names = leaves.map((leaf) => leaf.name)
  refuseTwice(names, file)
  const out = leftOut(names)
  const wanted = leaves.filter(({ kind }, k) => kind !== 'nested' && !out.has(k))
  const columns = [...new Set(wanted.map((leaf) => leaf.top))]

  const [from, to] = [shard.number - 1, shard.number].map((k) => Math.floor((groups * k) / shard.of))

  async function* blocks(): AsyncGenerator<TableBlock> {
    if (columns.length === 0) {
      const own = metadata.row_groups.slice(from, to).reduce((sum, group) => sum + group.num_rows, 0n)
      yield { rows: Number(own), cells: leaves.map(() => () => undefined) }
      return
    }
    const scan = await library.parquetScan({
      file: checked,
      metadata,
      columns,
      compressors: decompressors,
      parsers,
      utf8: false,
      geoparquet: false,
    })
    const indexed = metadata.row_groups.every((group) =>
      group.columns.every((column) => column.offset_index_offset !== undefined),
    )
    for (const range of scan.ranges.slice(from, to)) {
      const step = indexed ? partRows : range.rowEnd - range.rowStart
      for (let rowStart = range.rowStart; rowStart < range.rowEnd; rowStart += step) {
        const rowEnd = Math.min(rowStart + step, range.rowEnd)
        const read = async (column: string) =>
          [column, await scan.readColumn({ column, rowStart, rowEnd })] as const
        const data = new Map(await Promise.all(columns.map(read)))
        for (const [name, values] of data)
          if (values.length !== rowEnd - rowStart)
            throw new Error(
              `expected ${rowEnd - rowStart} values in the column ${name} but received ${values.length}`,
            )
        const cells = leaves.map(({ top, cell, kind }, k) => {
          const values = data.get(top) as ArrayLike<unknown>
          return out.has(k) || kind === 'nested' ? () => undefined : (row: number) => cell(values[row])
        })
        yield { rows: rowEnd - rowStart, cells }
      }
    }
  }
  return { columns: leaves, rows: Number(rows), blocks }
}

const asBytes = (bytes: Uint8Array) => bytes
const parsers = {
  timestampFromMilliseconds: (units: bigint) => timeOf(units, 3),
  timestampFromMicroseconds: (units: bigint) => timeOf(units, 6),
  timestampFromNanoseconds: (units: bigint) => timeOf(units, 9),
  dateFromDays: (days: number | undefined) => (days === undefined ? undefined : dateText(days)),
  // the bytes of the file, unchanged
  stringFromBytes: asBytes,
  jsonFromBytes: asBytes,
  geometryFromBytes: asBytes,
  geographyFromBytes: asBytes,
}

function timeOf(units: bigint | undefined, digits: 3 | 6 | 9): string | undefined {
  return units === undefined || units === null ? undefined : timeText(BigInt(units), digits)
}

/** Returns the columns within one: each member of a struct is a column. */
function leavesOf(tree: SchemaTree, before = '', inner = (value: unknown): unknown => value): Leaf[] {
  const { element, children } = tree
  const name = before + element.name
  const top = tree.path[0]
  if (isNested(element, children.length)) return [{ name, top, kind: 'nested', cell: () => undefined }]
  if (children.length === 0) {
    const kind = kindOf(element)
    const cell = cellOf(element)
    return [{ name, top, kind, cell: (value) => cell(inner(value)) }]
  }
  return children.flatMap((child) =>
    leavesOf(
      child,
      `${name}.`,
      (value) => (inner(value) as Record<string, unknown> | null | undefined)?.[child.element.name],
    ),
  )
}

function isNested(element: SchemaElement, children: number): boolean {
  const logical = element.logical_type?.type
  if (element.repetition_type === 'REPEATED') return true
  const nested = ['LIST', 'MAP', 'MAP_KEY_VALUE']
  if (nested.includes(element.converted_type ?? '') || nested.includes(logical ?? '')) return true
  return children > 0 && logical === 'VARIANT'
}

/** Returns what the cells of a column are. */
function kindOf({ type, converted_type: converted, logical_type: logical }: SchemaElement): ColumnKind {
  if (type === 'BOOLEAN') return 'boolean'
  const named = logical?.type ?? converted ?? ''
  // even a column without a type is stored with one
  if (named === 'NULL') return 'string'
  if (type === 'INT96' || /^(DATE|TIMESTAMP)/.test(named)) return 'date'
  if (/^TIME(_|$)/.test(named)) return 'time'
  if (named === 'DECIMAL' || /^(INT32|INT64|FLOAT|DOUBLE)$/.test(type ?? '') || named === 'FLOAT16')
    return 'number'
  return 'string'
}

function cellOf(element: SchemaElement): (value: unknown) => Cell {
  const digits = clockDigits(element)
  if (digits !== undefined)
    return (value) =>
      value === null || value === undefined ? undefined : clockText(BigInt(value as number | bigint), digits)
  if (element.converted_type !== 'DECIMAL' && element.logical_type?.type !== 'DECIMAL')
    return (value) => value as Cell
  const scale = element.scale ?? 0
  // the library would convert it to a double before it scales it
  delete element.converted_type
  delete element.logical_type
  return (value) => {
    if (value === null || value === undefined) return undefined
    return decimalText(
      isTypedArray(value, 'Uint8Array') ? signedInteger(value) : BigInt(value as number | bigint),
      scale,
    )
  }
}

/** Returns the digits after the second in the unit of a time of day; undefined: the column has none. */
function clockDigits({
  converted_type: converted,
  logical_type: logical,
}: SchemaElement): 3 | 6 | 9 | undefined {
  if (logical?.type === 'TIME') return ({ MILLIS: 3, MICROS: 6, NANOS: 9 } as const)[logical.unit]
  return converted === 'TIME_MILLIS' ? 3 : converted === 'TIME_MICROS' ? 6 : undefined
}
