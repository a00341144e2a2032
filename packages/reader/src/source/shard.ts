import type { RandomAccess } from '@ol/platform'
import { OLError, type Shard } from '@ol/spec'
import type { NamedSource } from './source.js'

/** Bytes that are read at a time. */
const pieceBytes = 1 << 18

/**
 * Returns the bytes of shard k of n of a string: its lines that begin after the first n_bytes (k-1)/n bytes and not after
 * the first n_bytes k/n; the very first line belongs to the first shard. `skip`: bytes of a header, which belong to no shard.
 */
export async function shardPieces(
  source: NamedSource,
  shard: Shard,
  skip: number,
): Promise<AsyncIterable<Uint8Array>> {
  const access = await source.random?.()
  if (access === undefined) throw refused(source.file, 'can be read only once, from its start')
  const size = access.byteLength
  const edge = (k: number): number => Math.floor((size * k) / shard.of)
  const from = Math.max(skip, await lineAfter(access, edge(shard.number - 1)))
  const to = await lineAfter(access, edge(shard.number))
  return piecesOf(access, from, to)
}

async function* piecesOf(access: RandomAccess, from: number, to: number): AsyncGenerator<Uint8Array> {
  try {
    for (let at = from; at < to; at += pieceBytes) {
      const piece = new Uint8Array(await access.slice(at, Math.min(to, at + pieceBytes)))
      access.passed?.(piece.length)
      yield piece
    }
  } finally {
    await access.close()
  }
}

/** Returns the start of the first line after this byte. */
async function lineAfter(access: RandomAccess, byte: number): Promise<number> {
  const size = access.byteLength
  if (byte === 0) return 0
  for (let at = byte; at < size; at += pieceBytes) {
    const feed = new Uint8Array(await access.slice(at, Math.min(size, at + pieceBytes))).indexOf(10)
    if (feed >= 0) return at + feed + 1
  }
  return size
}

/**
 * Returns whether input `at` of `inputs`, which cannot be cut, belongs to a shard; refuses fewer inputs than shards.
 */
export function ownsInput(shard: Shard, at: number, inputs: number, file: string | undefined): boolean {
  if (inputs < shard.of)
    throw refused(
      file,
      `can only be read as a whole, because it is compressed, a binary table or a cache, or OL converts its format, encoding or line ends first: give at least ${shard.of} such files, or text that is not compressed and whose lines end with LF`,
    )
  return at % shard.of === shard.number - 1
}

function refused(file: string | undefined, why: string): OLError {
  return new OLError(
    'OL_PARAMETER',
    `expected an input that can be cut for a shard but ${file ?? 'the input'} ${why}`,
    {
      ...(file === undefined ? {} : { file }),
    },
  )
}

/** Returns the name of a shard in messages, whose lines count from the shard's first line. */
export function shardName(file: string | undefined, { number, of }: Shard): string {
  return `${file ?? 'the input'} (shard ${number}/${of})`
}
