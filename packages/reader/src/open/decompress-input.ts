import { type Compression, OLError, type ReadOptions, type TableFormat } from '@ol/spec'
import { cacheMagic } from '../cache/cache-format.js'
import { isCache } from '../cache/cache-reader.js'
import type { LeftOut } from '../columnar/cells.js'
import { tableBytes, tableKindOf } from '../columnar/table-bytes.js'
import { TableText } from '../columnar/table-text.js'
import { compressionOf, decompressor } from '../compression/compressions.js'
import { isMarked } from '../encoding/to-utf8.js'
import { joinPieces, type NamedSource } from '../source/source.js'
import type { TableColumn } from '../table-report.js'

/** Formats that are detected by their first bytes and cannot be read. */
const refused: readonly { name: string; magic: readonly number[] }[] = [
  { name: 'zip', magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'Feather (version 1)', magic: [0x46, 0x45, 0x41, 0x31] },
  { name: 'ORC', magic: [0x4f, 0x52, 0x43, 0x0a] },
  { name: 'Avro', magic: [0x4f, 0x62, 0x6a, 0x01] },
]

/** A binary table whose rows become text. */
export interface OpenTable {
  readonly kind: TableFormat
  readonly text: TableText
  /** known once the first piece of text has arrived */
  columns: readonly TableColumn[]
}

/** The bytes of an input as text. */
export interface Decompressed {
  readonly pieces: AsyncIterable<Uint8Array>
  /** for a binary table: its kind, and the rows of its lines; known when the first piece has arrived */
  table: OpenTable | undefined
  /** whether the bytes of the source are the text; known at the same time */
  plain: boolean
}

/** Decompresses an input, and converts a binary table to text, depending on its first bytes, its name or the options. */
export function decompressInput(
  source: NamedSource,
  { compression: requested, encoding: text = 'utf-8' }: Pick<ReadOptions, 'compression' | 'encoding'>,
  leftOut: LeftOut,
  rewrite: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Decompressed {
  const { file } = source
  const decompressed: Decompressed = {
    pieces: { [Symbol.asyncIterator]: decompressedPieces },
    table: undefined,
    plain: false,
  }
  async function* decompressedPieces(): AsyncGenerator<Uint8Array> {
    const { head, bytes, close } = await headOf(source.pieces())
    try {
      const compression = requested ?? compressionOf(head, file)
      decompressed.plain =
        (compression === undefined || compression === 'none') && tableKindOf(head) === undefined
      if (compression === undefined || compression === 'none') yield* asText(head, bytes, source)
      else yield* decompressedText(compression, bytes)
    } finally {
      await close()
    }
  }
  async function* decompressedText(
    compression: Compression,
    compressed: AsyncGenerator<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    const { head, bytes, close } = await headOf(decompressor(compression, compressed, file))
    try {
      yield* asText(head, bytes, undefined)
    } finally {
      await close()
    }
  }
  async function* asText(
    head: Uint8Array,
    bytes: AsyncGenerator<Uint8Array>,
    random: NamedSource | undefined,
  ): AsyncGenerator<Uint8Array> {
    const kind = tableKindOf(head)
    if (kind === undefined) {
      refuseArchive(head, file)
      // a cache is not text
      if (isCache(head)) yield* bytes
      else {
        if (text === 'utf-8' && !isMarked(head)) refuseBinary(head, file)
        yield* rewrite(bytes)
      }
      return
    }
    const table: OpenTable = { kind, text: new TableText(), columns: [] }
    decompressed.table = table
    yield* tableBytes(kind, table.text, bytes, random, leftOut, file, undefined, ({ columns }) => {
      table.columns = columns
    })
  }
  return decompressed
}

/** Returns the first bytes, all of them, and a function that closes the pieces, however far they were read. */
async function headOf(pieces: AsyncIterable<Uint8Array>): Promise<{
  head: Uint8Array
  bytes: AsyncGenerator<Uint8Array>
  close: () => Promise<unknown>
}> {
  const source = joinPieces(pieces, cacheMagic.length)
  const { done, value } = await source.next()
  const close = () => source.return(undefined)
  return done === true
    ? { head: new Uint8Array(0), bytes: source, close }
    : { head: value, bytes: prepend(value, source), close }
}

function refuseArchive(head: Uint8Array, file: string | undefined): void {
  for (const { name, magic } of refused)
    if (magic.every((byte, i) => head[i] === byte))
      throw new OLError(
        'OL_INPUT_BINARY',
        `expected text or a compression that OL reads but received ${name} data: decompress or convert it first`,
        {
          ...(file === undefined ? {} : { file }),
          value: name,
        },
      )
}

async function* prepend(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  yield* rest
}

/** Throws OL_INPUT_BINARY if the first bytes are not text. */
export function refuseBinary(head: Uint8Array, file: string | undefined): void {
  const place = file === undefined ? {} : { file }
  // much text may follow a few binary numbers
  if ([256, 1024].some((length) => hasControls(head.subarray(0, length))))
    throw new OLError(
      'OL_INPUT_BINARY',
      'expected text in a format that OL reads but received binary data',
      place,
    )
}

/** Returns whether more than 5% of the bytes are control characters, and four or more. */
function hasControls(bytes: Uint8Array): boolean {
  const count = bytes.filter((c) => c < 9 || (c > 13 && c < 32) || c === 127).length
  return count >= 4 && count * 20 > bytes.length
}
