import { corruptData } from '@ol/platform'
import { OLError } from '@ol/spec'
import { ByteQueue } from './byte-queue.js'
import { optional } from './optional.js'
import { Xxh64 } from './xxh64.js'
import { hasEndlessWeights } from './zstd-weights.js'

const magic = 0xfd2fb528
/** 16 magic numbers, of frames without data */
const skippable = 0x184d2a5
const mostBlockBytes = 1 << 17
/** the memory that a frame may need: the default limit of the zstd programs */
const mostWindowBytes = 1 << 27

/** The header of a frame. */
interface Frame {
  readonly bytes: Uint8Array
  readonly window: number
  /** bytes of its content; undefined: not stated */
  readonly size: number | undefined
  readonly checksum: boolean
}

/**
 * Decompresses zstd, of any number of frames, a block at a time. Checksums and sizes of frames are verified: the package does neither.
 * node:zlib is not used: up to Node 25 it drops the data after a frame in a piece, and accepts a truncated frame as complete.
 */
export async function* decompressZstd(
  pieces: AsyncIterable<Uint8Array>,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  const { Decompress } = await optional<typeof import('fzstd')>('fzstd', 'zstd', file)
  const queue = new ByteQueue(pieces)
  const corrupt = (reason: string | undefined, cause?: unknown) =>
    corruptData('zstd', queue.pulled, reason, file, cause)
  const take = async (length: number): Promise<Uint8Array> => {
    const bytes = await queue.take(length)
    if (bytes === undefined) throw corrupt(undefined)
    return bytes
  }
  try {
    while (!(await queue.atEnd())) {
      const start = await take(4)
      const number = little(start)
      if (number >>> 4 === skippable) {
        for (let left = little(await take(4)); left > 0; ) {
          const length = Math.min(left, mostBlockBytes)
          await take(length)
          left -= length
        }
        continue
      }
      if (number !== magic) throw corrupt('a frame has no magic number')
      const frame = await frameHeader(start, take, corrupt)
      if (frame.window > mostWindowBytes) throw tooLarge(frame.window, file)
      const content: Uint8Array[] = []
      const decompress = new Decompress((bytes) => content.push(bytes))
      const push = (bytes: Uint8Array, last: boolean): Uint8Array[] => {
        try {
          decompress.push(bytes, last)
          return content.splice(0)
        } catch (cause) {
          throw corrupt(cause instanceof Error ? cause.message : String(cause), cause)
        }
      }
      const hash = new Xxh64()
      let size = 0
      let header = frame.bytes
      for (let last = false; !last; ) {
        const block = await take(3)
        const bits = block[0] | (block[1] << 8) | (block[2] << 16)
        last = (bits & 1) === 1
        const kind = (bits >> 1) & 3
        const length = bits >> 3
        if (kind === 3) throw corrupt('a block is of no known kind')
        if (length > Math.min(mostBlockBytes, Math.max(frame.window, 1)))
          throw corrupt('a block is longer than a block can be')
        const payload = await take(kind === 1 ? 1 : length)
        if (kind === 2 && hasEndlessWeights(payload)) throw corrupt('a code has no end')
        const tail = last && frame.checksum ? await take(4) : new Uint8Array(0)
        for (const piece of push(joined(header, block, payload, tail), last)) {
          size += piece.length
          if (frame.checksum) hash.update(piece)
          if (frame.size !== undefined && size > frame.size)
            throw corrupt('a frame is longer than its header says')
          if (piece.length > 0) yield piece
        }
        header = new Uint8Array(0)
        if (!last) continue
        if (frame.size !== undefined && size !== frame.size)
          throw corrupt('a frame is shorter than its header says')
        if (frame.checksum && hash.low32() !== little(tail))
          throw corrupt('the checksum of a frame does not match')
      }
    }
  } finally {
    await queue.close()
  }
}

async function frameHeader(
  start: Uint8Array,
  take: (length: number) => Promise<Uint8Array>,
  corrupt: (reason: string) => OLError,
): Promise<Frame> {
  const descriptor = await take(1)
  const [flags] = descriptor
  if ((flags & 8) !== 0) throw corrupt('a reserved bit is set')
  const single = (flags & 32) !== 0
  const dictionaryBytes = [0, 1, 2, 4][flags & 3]
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][flags >> 6]
  const rest = await take((single ? 0 : 1) + dictionaryBytes + sizeBytes)
  const dictionary = rest.subarray(single ? 0 : 1, rest.length - sizeBytes)
  if (dictionary.some((byte) => byte !== 0))
    throw corrupt('it was compressed with a dictionary, which is not supported')
  const sizeText = rest.subarray(rest.length - sizeBytes)
  const size = sizeBytes === 0 ? undefined : little(sizeText) + (sizeBytes === 2 ? 256 : 0)
  const base = 2 ** (10 + (rest[0] >> 3))
  const window = single ? (size ?? 0) : base + (base / 8) * (rest[0] & 7)
  return { bytes: joined(start, descriptor, rest), window, size, checksum: (flags & 4) !== 0 }
}

function tooLarge(window: number, file: string | undefined): OLError {
  return new OLError(
    'OL_INPUT_BINARY',
    `expected zstd data that needs at most ${mostWindowBytes} bytes of memory but its window has ${window}: compress it without --long or --ultra`,
    { ...(file === undefined ? {} : { file }), value: window },
  )
}

/** Returns the number with these bytes, the lowest first. */
function little(bytes: Uint8Array): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0)
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
