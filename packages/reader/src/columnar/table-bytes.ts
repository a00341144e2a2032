import type { RandomAccess } from '@ol/platform'
import {
  type Format,
  formatEntry,
  formats,
  formatsWhere,
  OLError,
  type ReadOptions,
  type Schema,
  type Shard,
  type TableFormat,
} from '@ol/spec'
import { placeOf, placesOf } from '../sniff/column-roles.js'
import { inMemory } from '../source/in-memory.js'
import type { NamedSource } from '../source/source.js'
import { arrowTable } from './arrow.js'
import type { ColumnarTable, LeftOut } from './cells.js'
import { EndsEarly } from './ipc.js'
import { parquetTable } from './parquet.js'
import type { TableText } from './table-text.js'

const tables = formatsWhere(({ magic }) => magic !== undefined) as readonly TableFormat[]

/** Returns whether a format is a binary table's. */
export function isTable(format: 'auto' | Format): format is TableFormat {
  return format !== 'auto' && formatEntry(format).magic !== undefined
}

/** Returns the kind of table whose magic number the bytes start with. */
export function tableKindOf(head: Uint8Array): TableFormat | undefined {
  const starts = (bytes: readonly number[]) => bytes.every((byte, i) => head[i] === byte)
  const found = tables.find((table) => formats[table].magic.some(starts))
  if (found !== undefined) return found
  // a stream of Arrow starts with a message: a marker, and a length that is a multiple of 8
  return starts([0xff, 0xff, 0xff, 0xff]) && head.length > 4 && (head[4] & 7) === 0 ? 'arrow' : undefined
}

/** Returns which columns the options or an earlier reading ignore. */
export function leftOutBy(
  options: ReadOptions,
  known: Schema | undefined,
  file: string | undefined,
): LeftOut {
  return (names) => {
    if (known?.columns === undefined) {
      const places = placesOf(names)
      return new Set((options.ignore ?? []).map((column) => placeOf(column, names, places, file)))
    }
    const ignored = new Set(known.columns.filter(({ role }) => role === 'ignore').map(({ name }) => name))
    return new Set(names.flatMap((name, k) => (ignored.has(name) ? [k] : [])))
  }
}

/**
 * Yields a table as equivalent CSV. `pieces`: its bytes. Parquet reads from `source` if it has random access, and
 * otherwise buffers all bytes. `shard`: of Parquet, the one whose row groups are read.
 */
export async function* tableBytes(
  kind: TableFormat,
  text: TableText,
  pieces: AsyncIterable<Uint8Array>,
  source: NamedSource | undefined,
  leftOut: LeftOut,
  file: string | undefined,
  shard?: Shard,
  onTable?: (table: ColumnarTable) => void,
): AsyncGenerator<Uint8Array> {
  let random: RandomAccess | undefined
  let failure: { readonly error: unknown } | undefined
  // errors of the source are not errors of the data
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* pieces
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  const fault = (error: unknown, row: number): unknown => {
    if (failure !== undefined) return failure.error
    if (error instanceof OLError) return error
    const offset = error instanceof EndsEarly ? error.offset : undefined
    const message = error instanceof Error ? error.message : String(error)
    const details = {
      ...place(file),
      ...(row === 0 ? {} : { line: row }),
      value: offset ?? message,
      cause: error,
    }
    const { title } = formats[kind]
    return offset === undefined
      ? new OLError(
          'OL_INPUT_CORRUPT',
          `the ${title} data is corrupt, or of a kind that OL cannot read: ${message}`,
          details,
        )
      : new OLError('OL_INPUT_TRUNCATED', `${title}: ${message}`, details)
  }
  let row = 0
  try {
    let table: ColumnarTable
    if (kind === 'arrow') table = await arrowTable(watched(), file, leftOut)
    else {
      random = await source?.random?.()
      random ??= inMemory(await gathered(watched()))
      table = await parquetTable(random, file, leftOut, shard)
    }
    if (table.columns.length === 0)
      throw new OLError('OL_INPUT_EMPTY', 'expected a table with columns but it has none', place(file))
    onTable?.(table)
    const counted: ColumnarTable = {
      ...table,
      async *blocks() {
        row = 1
        for await (const block of table.blocks()) {
          yield block
          row += block.rows
        }
      },
    }
    // a row group is decoded as a whole, so the rows say how much of the file has been passed on
    const { byteLength = 0 } = random ?? {}
    let passed = 0
    for await (const piece of text.bytes(counted)) {
      random?.passed?.(((text.rows - passed) / (table.rows ?? 1)) * byteLength)
      passed = text.rows
      yield piece
    }
  } catch (error) {
    throw fault(error, row)
  } finally {
    await random?.close()
  }
}

function place(file: string | undefined): { readonly file?: string } {
  return file === undefined ? {} : { file }
}

async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    parts.push(piece)
    length += piece.length
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
