import { decompress, decompressesZstd } from '@ol/platform'
import { type Compression, OLError, type TableFormat } from '@ol/spec'
import type { LeftOut } from '../columnar/cells.js'
import { tableBytes, tableKindOf } from '../columnar/table-bytes.js'
import { TableText } from '../columnar/table-text.js'
import type { NamedSource } from '../source/source.js'
import { joinPieces } from '../source/source.js'
import { decompressBzip2 } from './bzip2.js'
import { decompressXz } from './xz.js'
import { decompressZstd } from './zstd.js'

export type { Compression } from '@ol/spec'

/** What is told by its first bytes and not read. */
const refused: readonly { name: string; magic: readonly number[] }[] = [
  { name: 'zip', magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'Feather (version 1)', magic: [0x46, 0x45, 0x41, 0x31] },
  { name: 'ORC', magic: [0x4f, 0x52, 0x43, 0x0a] },
  { name: 'Avro', magic: [0x4f, 0x62, 0x6a, 0x01] },
]

/** The bytes of an input as text. */
export interface Decompressed {
  readonly pieces: AsyncIterable<Uint8Array>
  /** where it is a table that was no text: its kind, and the rows of its lines; known when the first piece is there */
  table: { readonly kind: TableFormat; readonly text: TableText } | undefined
}

/** Unpacks an input, and makes text of a table, where the first bytes, the name or the caller say so. */
export function decompressInput(
  source: NamedSource,
  asked: Compression | 'none' | undefined,
  leftOut: LeftOut,
  rewrite: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Decompressed {
  const { file } = source
  const decompressed: Decompressed = { pieces: { [Symbol.asyncIterator]: text }, table: undefined }
  async function* text(): AsyncGenerator<Uint8Array> {
    const { head, bytes, close } = await headOf(source.pieces())
    try {
      const compression = asked ?? compressionOf(head, file)
      if (compression === undefined || compression === 'none') yield* asText(head, bytes, source)
      else yield* decompressedText(compression, bytes)
    } finally {
      await close()
    }
  }
  async function* decompressedText(
    compression: Compression,
    packed: AsyncGenerator<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    const { head, bytes, close } = await headOf(decompressor(compression, packed, file))
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
      yield* rewrite(bytes)
      return
    }
    const table = { kind, text: new TableText() }
    decompressed.table = table
    yield* tableBytes(kind, table.text, bytes, random, leftOut, file)
  }
  return decompressed
}

/** The first bytes, all of them, and what gives the pieces back, wherever they stand. */
async function headOf(pieces: AsyncIterable<Uint8Array>): Promise<{
  head: Uint8Array
  bytes: AsyncGenerator<Uint8Array>
  close: () => Promise<unknown>
}> {
  const source = joinPieces(pieces, 6)
  const { done, value } = await source.next()
  const close = () => source.return(undefined)
  return done === true
    ? { head: new Uint8Array(0), bytes: source, close }
    : { head: value, bytes: prepend(value, source), close }
}

function decompressor(
  compression: Compression,
  bytes: AsyncGenerator<Uint8Array>,
  file: string | undefined,
): AsyncIterable<Uint8Array> {
  if (compression === 'bzip2') return decompressBzip2(bytes, file)
  if (compression === 'xz') return decompressXz(bytes, file)
  if (compression === 'zstd' && !decompressesZstd) return decompressZstd(bytes, file)
  return decompress(bytes, compression, file)
}

function refuseArchive(head: Uint8Array, file: string | undefined): void {
  for (const { name, magic } of refused)
    if (magic.every((byte, i) => head[i] === byte))
      throw new OLError('OL_INPUT_BINARY', `the input is ${name} data, which is not read: unpack it first`, {
        ...(file === undefined ? {} : { file }),
        value: name,
      })
}

const magics: readonly (readonly [Compression, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
]

function compressionOf(head: Uint8Array, file: string | undefined): Compression | undefined {
  // of an input that ends within it a part can only be the start of a magic number
  for (const [name, magic] of magics)
    if (head.length > 0 && magic.every((byte, i) => head[i] === byte || (i > 0 && i >= head.length)))
      return name
  if (isBzip2(head, file?.endsWith('.bz2') === true)) return 'bzip2'
  return file?.endsWith('.br') === true ? 'brotli' : undefined
}

/** `BZh` could start a text; bzip2 goes on with a digit and the digits of pi, or of its root where nothing is packed. */
function isBzip2(head: Uint8Array, named: boolean): boolean {
  const start = [0x42, 0x5a, 0x68].every(
    (byte, i) => head[i] === byte || (named && i > 0 && i >= head.length),
  )
  if (!start || head.length === 0) return false
  const digit = head.length > 3 ? head[3] >= 0x31 && head[3] <= 0x39 : named
  const rest = (a: number, b: number) =>
    (head.length < 5 || head[4] === a) && (head.length < 6 || head[5] === b)
  return digit && (rest(0x31, 0x41) || rest(0x17, 0x72))
}

async function* prepend(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  yield* rest
}

/** Throws OL_INPUT_BINARY where the first bytes are not text. */
export function refuseBinary(head: Uint8Array, file: string | undefined): void {
  const place = file === undefined ? {} : { file }
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    throw new OLError('OL_INPUT_BINARY', 'the input is UTF-16 text: UTF-8 is read', place)
  let control = 0
  const length = Math.min(head.length, 1024)
  for (let i = 0; i < length; i++) {
    const c = head[i]
    if (c < 9 || (c > 13 && c < 32) || c === 127) control++
  }
  if (control >= 4 && control * 20 > length)
    throw new OLError('OL_INPUT_BINARY', 'the input is binary data, not text in a format that is read', place)
}
