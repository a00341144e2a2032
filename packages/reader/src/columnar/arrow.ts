import type { Table as ArrowTable, Batch, Field } from '@uwdata/flechette'
import { checkLz4Frame } from '../compression/lz4-frame.js'
import { optional } from '../compression/optional.js'
import { hasEndlessBlock } from '../compression/zstd-weights.js'
import type { ColumnKind } from '../table-report.js'
import {
  type Cell,
  type ColumnarTable,
  clockText,
  dateText,
  decimalText,
  type LeftOut,
  refuseTwice,
  type TableBlock,
  timeText,
} from './cells.js'
import { EndsEarly, type Message, messages } from './ipc.js'

type Arrow = typeof import('@uwdata/flechette')
type At = (row: number) => Cell

/** The parts of a batch that differ by its type. */
type Parts = Batch<unknown> & {
  readonly values: Uint8Array
  readonly offsets: ArrayLike<number | bigint>
  readonly validity: Uint8Array | undefined
  readonly children: readonly Parts[]
  readonly dictionary: { readonly data: readonly Parts[] }
  key(row: number): number
}

/** A column, or one within a struct: the path to it. */
interface Leaf {
  readonly name: string
  readonly path: readonly number[]
  readonly kind: ColumnKind
}

/** Returns the table of an Arrow IPC file or stream, which decodes one batch of records at a time. */
export async function arrowTable(
  pieces: AsyncIterable<Uint8Array>,
  file: string | undefined,
  leftOut: LeftOut,
): Promise<ColumnarTable> {
  const arrow = await optional<Arrow>('@uwdata/flechette', 'Arrow', file)
  const source = messages(pieces, file)
  const first = await source.next()
  if (first.done === true) throw new EndsEarly(0)
  const schema = first.value
  if (schema.kind !== 'schema') throw new Error('it does not start with a schema')
  const fields = (await decode(arrow, [schema], file)).schema.fields
  const leaves = fields.flatMap((field, k) => leavesOf(arrow, field, [k], ''))
  const names = leaves.map((leaf) => leaf.name)
  refuseTwice(names, file)
  const out = leftOut(names)

  async function* blocks(): AsyncGenerator<TableBlock> {
    let dictionaries: Message[] = []
    for await (const message of source) {
      if (message.kind === 'dictionary') {
        // a new dictionary replaces the old one and its additions
        if (!message.delta) dictionaries = dictionaries.filter(({ id }) => id !== message.id)
        dictionaries.push(message)
      }
      if (message.kind !== 'records') continue
      const table = await decode(arrow, [schema, ...dictionaries, message], file)
      const tops = table.children.map((column) => column.data[0] as Parts | undefined)
      const cells = leaves.map(({ path, kind }, k) => {
        const top = tops[path[0]]
        return out.has(k) || kind === 'nested' || top === undefined
          ? () => undefined
          : leafAt(arrow, top, path.slice(1))
      })
      yield { rows: table.numRows, cells }
    }
  }
  return { columns: leaves, blocks }
}

const packages = { LZ4_FRAME: 'lz4js', ZSTD: 'fzstd' } as const

/** Throws for data on which the package of a codec would never end. */
const checks = {
  LZ4_FRAME: checkLz4Frame,
  ZSTD: (data: Uint8Array) => {
    if (hasEndlessBlock(data)) throw new Error('a code has no end (zstd)')
  },
} as const

/** Returns the table of some messages; loads the decompressor if it is compressed. */
async function decode(
  arrow: Arrow,
  parts: readonly Message[],
  file: string | undefined,
): Promise<ArrowTable> {
  const bytes = parts.map((message) => message.bytes)
  const options = { useBigInt: true, useDecimalInt: true, useBigIntTimestamp: true }
  try {
    return arrow.tableFromIPC(bytes, options)
  } catch (error) {
    const codec = /compression codec "(LZ4_FRAME|ZSTD)"/.exec(String(error))?.[1] as
      | keyof typeof packages
      | undefined
    if (codec === undefined) throw error
    const { decompress } = await optional<{ decompress(data: Uint8Array): Uint8Array }>(
      packages[codec],
      `Arrow (${codec})`,
      file,
    )
    const encode = (): never => {
      throw new Error('no buffer is compressed')
    }
    // a copy, because only its own memory is certain to be aligned for numbers
    arrow.setCompressionCodec(arrow.CompressionType[codec], {
      encode,
      decode: (data) => {
        checks[codec](data)
        return decompress(data).slice()
      },
    })
    return arrow.tableFromIPC(bytes, options)
  }
}

function leavesOf(arrow: Arrow, { name, type }: Field, path: readonly number[], before: string): Leaf[] {
  const { Type } = arrow
  const full = before + name
  if (type.typeId === Type.Struct)
    return type.children.flatMap((child, k) => leavesOf(arrow, child, [...path, k], `${full}.`))
  const kind =
    type.typeId === Type.Dictionary && kindOf(arrow, type.dictionary.typeId) !== 'nested'
      ? 'category'
      : kindOf(arrow, type.typeId)
  return [{ name: full, path, kind }]
}

/** Returns what the cells of a type are. */
function kindOf({ Type }: Arrow, type: number): ColumnKind {
  if (type === Type.Bool) return 'boolean'
  if (type === Type.Date || type === Type.Timestamp) return 'date'
  if (type === Type.Time) return 'time'
  const numbers: readonly number[] = [Type.Int, Type.Float, Type.Decimal, Type.Duration]
  if (numbers.includes(type)) return 'number'
  const strings: readonly number[] = [
    Type.Null,
    Type.Utf8,
    Type.LargeUtf8,
    Type.Utf8View,
    Type.Binary,
    Type.LargeBinary,
    Type.BinaryView,
    Type.FixedSizeBinary,
  ]
  return strings.includes(type) ? 'string' : 'nested'
}

function leafAt(arrow: Arrow, batch: Parts, path: readonly number[]): At {
  if (path.length === 0) return valid(batch, valueAt(arrow, batch))
  return valid(batch, leafAt(arrow, batch.children[path[0]], path.slice(1)))
}

function valid(batch: Parts, at: At): At {
  if (batch.nullCount === 0 || batch.validity === undefined || batch.validity.length === 0) return at
  return (row) => (batch.isValid(row) ? at(row) : undefined)
}

/** Returns the function that reads a row of a batch whose value is not null. */
function valueAt(arrow: Arrow, batch: Parts): At {
  const { Type, DateUnit } = arrow
  const { type, values, offsets } = batch
  switch (type.typeId) {
    case Type.Null:
      return () => undefined
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Binary:
    case Type.LargeBinary:
      // the bytes of the file, unchanged
      return (row) => values.subarray(Number(offsets[row]), Number(offsets[row + 1]))
    case Type.Decimal:
      return (row) => decimalText(BigInt(batch.value(row) as number | bigint), type.scale)
    case Type.Date:
      return type.unit === DateUnit.DAY
        ? (row) => dateText((batch.value(row) as number) / 86_400_000)
        : (row) => timeText(BigInt(batch.value(row) as number), 3)
    case Type.Timestamp:
    case Type.Time: {
      const text = type.typeId === Type.Time ? clockText : timeText
      const digits = ([0, 3, 6, 9] as const)[type.unit]
      return (row) => text(BigInt(batch.value(row) as number | bigint), digits)
    }
    case Type.Dictionary: {
      const parts = batch.dictionary.data.map((part) => ({
        length: part.length,
        at: leafAt(arrow, part, []),
      }))
      const entry = (key: number): Cell => {
        for (const { length, at } of parts) {
          if (key < length) return at(key)
          key -= length
        }
        throw new Error('a dictionary has no entry for one of its rows')
      }
      const known: Cell[] = []
      return (row) => {
        const key = batch.key(row)
        known[key] ??= entry(key)
        return known[key]
      }
    }
    default:
      return (row) => batch.value(row) as Cell
  }
}
