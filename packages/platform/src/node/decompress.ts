import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as zlib from 'node:zlib'
import type { StreamCompression } from '../contract.js'
import { corruptData } from '../corrupt.js'

const pieceBytes = 1 << 18

// Node 22.15 and later
const { createZstdDecompress } = zlib as { createZstdDecompress?: (options: object) => Duplex }

/** Whether `decompress` takes zstd. */
export const decompressesZstd: boolean = createZstdDecompress !== undefined

function decompressor(compression: StreamCompression): Duplex {
  if (compression === 'brotli') return zlib.createBrotliDecompress({ chunkSize: pieceBytes })
  if (compression === 'zstd' && createZstdDecompress !== undefined)
    return createZstdDecompress({ chunkSize: pieceBytes })
  return zlib.createGunzip({ chunkSize: pieceBytes })
}

/** Decompresses gzip, brotli and zstd; gzip and zstd may have any number of members. */
export async function* decompress(
  pieces: AsyncIterable<Uint8Array>,
  compression: StreamCompression,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  const stream = decompressor(compression)
  let taken = 0
  let sourceError: unknown
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of pieces) {
        taken += piece.length
        yield piece
      }
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  const done = pipeline(Readable.from(counted(), { objectMode: true }), stream)
  // it is awaited below; until then a failure must not count as unhandled
  done.catch(() => undefined)
  try {
    for await (const piece of stream) yield piece as Buffer
    await done
  } catch (cause) {
    if (sourceError !== undefined) throw sourceError
    const { code, message } = cause as NodeJS.ErrnoException
    const truncated = code === 'Z_BUF_ERROR' || /unexpected end/i.test(message)
    throw corruptData(compression, taken, truncated ? undefined : message, file, cause)
  } finally {
    stream.destroy()
  }
}
