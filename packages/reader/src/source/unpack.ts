import { OLError } from '@ol/spec'
import { decompress } from '#platform'
import { joined } from './source.js'

/** Compressions that are unpacked; brotli has no magic bytes and is told by the name of the file, or said. */
export type Compression = 'gzip' | 'zstd' | 'brotli'

const packings: readonly { name: string; magic: readonly number[] }[] = [
  { name: 'xz', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { name: 'bzip2', magic: [0x42, 0x5a, 0x68] },
  { name: 'zip', magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'Parquet', magic: [0x50, 0x41, 0x52, 0x31] },
  { name: 'Arrow', magic: [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31] },
]

/** The bytes of an input as text: unpacked where its first bytes, its name or the caller say so. */
export async function* unpack(
  pieces: AsyncIterable<Uint8Array>,
  file: string | undefined,
  asked: Compression | 'none' | undefined,
): AsyncGenerator<Uint8Array> {
  const place = file === undefined ? {} : { file }
  const source = joined(pieces, 6)
  const { done, value: head } = await source.next()
  if (done === true) return
  const compression = asked ?? compressionOf(head, file)
  if (compression !== undefined && compression !== 'none') {
    yield* decompress(prepend(head, source), compression, file)
    return
  }
  for (const { name, magic } of packings)
    if (magic.every((byte, i) => head[i] === byte) && head.length >= magic.length && isPacked(name, head))
      throw new OLError('OL_INPUT_BINARY', `the input is ${name} data, which is not read: unpack it first`, {
        ...place,
        value: name,
      })
  yield* prepend(head, source)
}

const zstdMagic = [0x28, 0xb5, 0x2f, 0xfd]

function compressionOf(head: Uint8Array, file: string | undefined): Compression | undefined {
  // a single byte can only be the start of a magic number
  if (head[0] === 0x1f && (head.length === 1 || head[1] === 0x8b)) return 'gzip'
  if (zstdMagic.every((byte, i) => head[i] === byte || (i > 0 && i >= head.length))) return 'zstd'
  return file?.endsWith('.br') === true ? 'brotli' : undefined
}

/** `BZh` could start a text; bzip2 goes on with a digit and the digits of pi. */
function isPacked(name: string, head: Uint8Array): boolean {
  return name !== 'bzip2' || (head[3] >= 0x31 && head[3] <= 0x39 && head[4] === 0x31 && head[5] === 0x41)
}

async function* prepend(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head
    yield* rest
  } finally {
    await rest.return(undefined)
  }
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
